package paper_test

import (
	"testing"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
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

// FuzzReverse: any page and text are measured or refused, and a page compared
// with itself shows no change.
func FuzzReverse(f *testing.F) {
	seedPages(f, func(p []byte) { f.Add(p, "x"); f.Add(p, "The tide of bread") })
	f.Fuzz(func(t *testing.T, page []byte, text string) {
		region := bartree.Region{Text: text}
		a, err := paper.Reverse(page, region, nil)
		if err != nil {
			return
		}
		b, err := paper.Reverse(page, region, a)
		if err != nil {
			t.Fatal(err)
		}
		if d := paper.Compare(a, b); !a.Ambiguous && d != (paper.Difference{}) {
			t.Fatalf("a page differs from itself: %+v", d)
		}
	})
}

// FuzzExtract: what was found on a page is read there again, and from any other page no
// more than the page has.
func FuzzExtract(f *testing.F) {
	seedPages(f, func(p []byte) {
		f.Add(p, []byte(markuptest.Figure), "x")
		f.Add(p, []byte("<p>x"), "The tide of bread")
	})
	f.Fuzz(func(t *testing.T, page, other []byte, text string) {
		tree, err := paper.Reverse(page, bartree.Region{Text: text}, nil)
		if err != nil {
			return
		}
		if _, ok := paper.Extract(page, tree); !ok && utf8.Valid(page) { // the name of an element that is not UTF-8 is not found again
			t.Fatal("the page that was measured has no such region")
		}
		if r, ok := paper.Extract(other, tree); ok && len(r.Text) > 3*len(other) { // a byte that is not UTF-8 becomes three
			t.Fatalf("%d bytes of %d", len(r.Text), len(other))
		}
	})
}
