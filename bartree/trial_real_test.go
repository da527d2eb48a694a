package bartree_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

// versionsOf returns the pages of each version of each template, in the order of the manifest.
func versionsOf(t *testing.T) [][][]byte {
	t.Helper()
	type key struct{ site, template, version string }
	at := map[key]int{}
	var all [][][]byte
	for _, m := range readLines[struct{ Path, Site, Template, Version string }](t, "manifest.jsonl") {
		k := key{m.Site, m.Template, m.Version}
		i, ok := at[k]
		if !ok {
			i = len(all)
			at[k] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], readPage(t, m.Path))
	}
	return all
}

// TestFewPagesReal looks at pages of the version that was learned from one page or a few: the texts
// of random elements have hardly ever moved.
func TestFewPagesReal(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at a thousand pages")
	}
	versions := versionsOf(t)
	for n := 1; n <= 4; n++ {
		r := rand.New(rand.NewPCG(8, uint64(n)))
		looks, moved, alarms := 0, 0, 0
		for _, pages := range versions {
			if len(pages) <= n {
				continue
			}
			r.Shuffle(len(pages), func(i, k int) { pages[i], pages[k] = pages[k], pages[i] })
			for _, text := range textsOf(t, r, pages[0], 4) {
				var w bartree.Watch
				if w.Add("x", bartree.Region{Text: text}, day, pages[0], pages[1:n]...) != nil {
					continue
				}
				l, err := w.Look("x", "/1", pages[n], day)
				if err != nil {
					t.Fatal(err)
				}
				looks++
				moved += count01(l.Result == bartree.LookMoved)
				alarms += count01(l.Change.Alarm())
			}
		}
		t.Logf("learned from %d: %d of %d looks at pages of the version moved, %d alarms", n, moved, looks, alarms)
		if 20*moved > looks {
			t.Errorf("learned from %d: %d of %d moved", n, moved, looks)
		}
	}
}

// TestReturnReal watches headings through a trial of the next version and back, with the trial learned or
// not: pages that were no alarm before the trial are none after it.
func TestReturnReal(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at a thousand pages")
	}
	for _, quorum := range []int{1000, 2} {
		r := rand.New(rand.NewPCG(3, 3))
		looks, alarms, trials, noticed := 0, 0, 0, 0
		for _, p := range readLines[pair](t, "pairs.jsonl") {
			if p.Changed == nil || !*p.Changed || len(p.APages) < 7 || len(p.BPages) < 3 {
				continue
			}
			a, b := readAll(t, p.APages), readAll(t, p.BPages)
			r.Shuffle(len(a), func(i, k int) { a[i], a[k] = a[k], a[i] })
			n := min(8, len(a)/2)
			w := bartree.Watch{Quorum: quorum}
			if text := headingOf(a[0]); text == "" || w.Add("x", bartree.Region{Text: text}, day, a[0], a[1:n]...) != nil {
				continue
			}
			look := func(url string, page []byte) bool {
				l, err := w.Look("x", url, page, day)
				if err != nil {
					t.Fatal(err)
				}
				return l.Change.Alarm()
			}
			var holding [][]byte
			for i, page := range a[n:] {
				if !look(fmt.Sprint("/before", i), page) {
					holding = append(holding, page)
				}
			}
			seen := false
			for i := range 30 {
				seen = look(fmt.Sprint("/trial", i), b[r.IntN(len(b))]) || seen
			}
			trials++
			noticed += count01(seen)
			for i, page := range slices.Repeat(holding, 3) {
				looks++
				alarms += count01(look(fmt.Sprint("/after", i), page))
			}
		}
		t.Logf("quorum %d: %d of %d trials noticed, %d of %d looks after them are alarms", quorum, noticed, trials, alarms, looks)
		if alarms > 0 {
			t.Errorf("quorum %d: %d of %d looks after a trial are alarms", quorum, alarms, looks)
		}
	}
}
