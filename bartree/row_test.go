package bartree_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// varied renders articles of one template whose pages differ a lot: blocks that
// come and go, each with a probability of its own, some always together.
type varied struct {
	r      *rand.Rand
	shares []float64
	n      int
}

func newVaried(seed uint64) *varied {
	v := &varied{r: rand.New(rand.NewPCG(seed, 77))}
	for range 40 {
		v.shares = append(v.shares, math.Pow(v.r.Float64(), 3))
	}
	return v
}

func (v *varied) page(more string) []byte {
	var b strings.Builder
	for i, share := range v.shares {
		if v.r.Float64() < share {
			fmt.Fprintf(&b, `<div class="block-%c"><span class="a">x</span></div><aside class="beside-%c">y</aside>`, 'a'+i, 'a'+i)
		}
	}
	v.n++
	return articlePage("", fmt.Sprintf("Loaf %d of many", v.n), b.String()+more)
}

func (v *varied) watch(t *testing.T, n int) *bartree.Watch {
	t.Helper()
	var pages [][]byte
	for range n {
		pages = append(pages, v.page(""))
	}
	var w bartree.Watch
	if err := w.Add("abstract", bartree.Region{Text: "On Loaf 1 of many, which rise and fall."}, day, pages[0], pages[1:]...); err != nil {
		t.Fatal(err)
	}
	return &w
}

// TestRowsByChance: of looks at pages of one template in random order, however much they
// differ, at most the stated share has a row.
func TestRowsByChance(t *testing.T) {
	for _, falseAlarms := range []float64{0, 0.05} {
		looks, rows := 0, 0
		for seed := range uint64(40) {
			v := newVaried(seed)
			w := v.watch(t, 4+int(seed%3)*4)
			w.FalseAlarms = falseAlarms
			for i := range 50 {
				l, err := w.Look("abstract", fmt.Sprint("/", i), v.page(""), day)
				if err != nil {
					t.Fatal(err)
				}
				looks++
				rows += count01(l.Row > 0)
			}
		}
		most := max(falseAlarms, 0.01)
		t.Logf("%d of %d looks have a row, stated are %g", rows, looks, most*float64(looks))
		if float64(rows) > most*float64(looks) {
			t.Errorf("%d of %d looks have a row, want at most the share %g", rows, looks, most)
		}
	}
}

// noticedAfter returns after how many pages with an element more there is a row.
func noticedAfter(t *testing.T, v *varied, w *bartree.Watch, each func()) int {
	t.Helper()
	for i := range 16 {
		l, err := w.Look("abstract", fmt.Sprint("/new", i), v.page(`<nav class="share">Share</nav>`), day)
		if err != nil || l.Result != bartree.LookRead {
			t.Fatal(l.Result, err)
		}
		if l.Row > 0 {
			if l.Row != i+1 || l.First != "/new0" || !l.Change.Alarm() || !strings.Contains(fmt.Sprint(l.Change.Where), "nav.share") {
				t.Errorf("page %d: row of %d from %s, %s %v", i+1, l.Row, l.First, l.Change.State, l.Change.Where)
			}
			return i + 1
		}
		each()
	}
	return 0
}

// TestRows: on pages that differ a lot a small change is no page's own, but a row of pages
// tells it: the sooner the more pages were seen and the more false alarms are allowed.
// What a watch has noted is written with it.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		before      int // pages read
		falseAlarms float64
		want        int
	}{{0, 0, 10}, {32, 0, 2}, {0, 0.001, 14}, {0, 1e-9, 0}} {
		v := newVaried(5)
		w := v.watch(t, 8)
		w.FalseAlarms = c.falseAlarms
		for i := range c.before {
			if _, err := w.Look("abstract", fmt.Sprint("/", i), v.page(""), day); err != nil {
				t.Fatal(err)
			}
		}
		again := func() { *w = *modeltest.Reread(t, w) }
		if got := noticedAfter(t, v, w, again); got != c.want {
			t.Errorf("%d pages before, false alarms %g: noticed after %d, want %d", c.before, c.falseAlarms, got, c.want)
		}
	}
}

func TestFalseAlarmsRange(t *testing.T) {
	for _, share := range []float64{-1, 0.2, math.NaN(), math.Inf(1)} {
		v := newVaried(6)
		w := v.watch(t, 4)
		w.FalseAlarms = share
		if _, err := w.Look("abstract", "/1", v.page(""), day); err == nil || !strings.Contains(err.Error(), "FalseAlarms") {
			t.Errorf("%g: %v", share, err)
		}
	}
}

// Settings that mean nothing are refused, by the name of the field.
func TestWatchSettings(t *testing.T) {
	page := articlePage("", "Loaf", "")
	for want, w := range map[string]*bartree.Watch{
		"bartree: Watch.Quorum is -1": {Quorum: -1},
	} {
		err := w.Add("abstract", bartree.Region{Text: "Loaf"}, day, page)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Add: %v, want %s", err, want)
		}
		known := watchAbstracts(t)
		known.Quorum = w.Quorum
		if _, err := known.Look("abstract", "/1", page, day); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Look: %v, want %s", err, want)
		}
	}
}
