package bartree_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
)

// trials is how often each change is tried.
func trials() int {
	if testing.Short() {
		return 20
	}
	return 300
}

// TestChanges is the table of docs/templates.md: which variable of the paper sees which
// change, and that the enhanced mode sees all that touch the way or what
// stands beside it, and says where.
func TestChanges(t *testing.T) {
	var table strings.Builder
	fmt.Fprintf(&table, "%-34s %6s %8s %5s %6s %6s %9s %6s\n", "change (percent seen)", "d_max", "A_total", "P_d", "sigma", "delta", "enhanced", "where")
	for _, c := range changes {
		var depth, total, parallel, sigma, delta, seen, placed int
		r := rand.New(rand.NewPCG(1, uint64(len(c.name))))
		for range trials() {
			old := newLayout(r)
			changed := old.clone()
			want := c.make(r, changed)
			region := sentence(r, 12)
			seed := r.Uint64()
			page := func(l layout) []byte { return l.page(rand.New(rand.NewPCG(seed, 1)), region) }
			d := compareTrees(t, page(old), page(changed), region)
			count(&depth, d.Depth)
			count(&total, d.Total)
			count(&parallel, d.Parallel)
			count(&sigma, d.Upper || d.Lower)
			count(&delta, d.Delta)

			template := learnLayout(t, r, old)
			after, err := template.Judge(changed.page(r, sentence(r, 12)))
			if err != nil {
				t.Fatal(err)
			}
			count(&seen, after.Alarm())
			count(&placed, c.kind == "" || isAt(after, c, want))
			if c.kind != "" && (!after.Alarm() || !isAt(after, c, want)) {
				t.Errorf("%s at depth %d: %s, %v", c.name, want, after.State, after.Where)
			}
		}
		fmt.Fprintf(&table, "%-34s %6d %8d %5d %6d %6d %9d %6d\n", c.name, percent(depth), percent(total), percent(parallel), percent(sigma), percent(delta), percent(seen), percent(placed))
	}
	t.Log("\n" + table.String())
}

func count(n *int, is bool) {
	if is {
		*n++
	}
}

func percent(n int) int { return (100*n + trials()/2) / trials() }

func compareTrees(t *testing.T, before, after []byte, region string) paper.Difference {
	t.Helper()
	a, err := paper.Reverse(before, bartree.Region{Text: region}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := paper.Reverse(after, bartree.Region{Text: region}, a)
	if err != nil {
		t.Fatal(err)
	}
	return paper.Compare(a, b)
}

// learnLayout learns a layout and its region from three pages of it.
func learnLayout(t *testing.T, r *rand.Rand, l layout) *bartree.Template {
	t.Helper()
	text := sentence(r, 15)
	pages := [][]byte{l.page(r, text), l.page(r, sentence(r, 9)), l.page(r, sentence(r, 20))}
	template, err := bartree.Learn(pages...)
	if err != nil {
		t.Fatal(err)
	}
	if err := template.Mark(text, pages[0], pages[1:]...); err != nil {
		t.Fatal(err)
	}
	return template
}

func isAt(c bartree.Change, want change, depth int) bool {
	if len(c.Where) == 0 {
		return false
	}
	s := c.Where[0]
	return s.Kind == want.kind && s.Depth == depth && (want.side == "" || s.Side == want.side)
}

// TestContentIsNoChange: pages of the same layout with other content.
func TestContentIsNoChange(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range trials() {
		l := newLayout(r)
		template := learnLayout(t, r, l)
		c, err := template.Judge(l.page(r, sentence(r, 5+r.IntN(30))))
		if err != nil {
			t.Fatal(err)
		}
		if c.Alarm() || len(c.Where) > 0 {
			t.Fatalf("%s, %v", c.State, c.Where)
		}
	}
}

// TestRelocateGenerated finds the region after each change on the way and after
// all of them one after the other, with other content.
func TestRelocateGenerated(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var right, deferred, wrong int
	for i := range 3 * trials() {
		l := newLayout(r)
		template := learnLayout(t, r, l)
		changed := l.clone()
		for range 1 + i%3 {
			changes[r.IntN(len(changes)-2)].make(r, changed)
		}
		region := sentence(r, 14)
		switch found, err := template.Locate(changed.page(r, region)); {
		case err != nil:
			deferred++
		case found.Found.Text == region:
			right++
		default:
			wrong++
		}
	}
	t.Logf("right %d, deferred %d, wrong %d", right, deferred, wrong)
	if all := right + deferred + wrong; float64(wrong) >= 0.01*float64(all) || 2*right < all {
		t.Errorf("%d of %d wrong, want under 1 %%; %d right, want most", wrong, all, right)
	}
}
