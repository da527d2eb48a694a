package bartree_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

// A look makes one tree of the page: each would take a copy of it.
func TestLookReadsOnce(t *testing.T) {
	const size = 16 << 20
	page := func(i int) []byte {
		return fmt.Appendf(nil, "<html><body><h1>Title %d</h1><p class=abstract>Text of %d.</p><!-- %s --></body></html>", i, i, strings.Repeat("x", size))
	}
	copies := func(look func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		look()
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / size
	}
	var w bartree.Watch
	if err := w.Add("x", bartree.Region{Text: "Text of 0."}, day, page(0), page(1)); err != nil {
		t.Fatal(err)
	}
	for i := 2; i < 12; i++ {
		p := page(i)
		kept := uint64(1) // for the template, which is learned again until it knows 8 pages
		if i >= 8 {
			kept = 0
		}
		got := copies(func() {
			if l, err := w.Look("x", fmt.Sprint("/", i), p, day); err != nil || l.Result != bartree.LookRead {
				t.Fatal(l.Result, l.Warning, err)
			}
		})
		if got != 1+kept {
			t.Errorf("page %d: %d copies, want 1 and %d to keep", i, got, kept)
		}
	}
}
