package markup_test

import (
	"math"
	"testing"

	"github.com/lokman-crawler/lokman/internal/markup"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
)

func seedPages(f *testing.F, add func(page []byte)) {
	f.Helper()
	add([]byte(markuptest.Figure))
	for _, p := range markuptest.Oddities {
		if len(p) < 4000 {
			add([]byte(p))
		}
	}
}

// FuzzScan: any bytes have one fingerprint.
func FuzzScan(f *testing.F) {
	seedPages(f, func(p []byte) { f.Add(p) })
	f.Fuzz(sameBothWays)
}

// FuzzLikeness: a page is like itself, and as like another as that is like it.
func FuzzLikeness(f *testing.F) {
	seedPages(f, func(p []byte) { f.Add(p, []byte(markuptest.Figure)) })
	f.Fuzz(func(t *testing.T, page, other []byte) {
		var s, r markup.Scanner
		a, b := s.Scan(page), r.Scan(other)
		if l := a.Likeness(b); a.Likeness(a) != 1 || !(l >= 0 && l <= 1) || math.Abs(l-b.Likeness(a)) > 1e-9 {
			t.Fatalf("likeness %g and %g, to itself %g", l, b.Likeness(a), a.Likeness(a))
		}
	})
}
