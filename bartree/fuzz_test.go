package bartree_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
)

func seedPages(f *testing.F, add func(page []byte)) {
	f.Helper()
	add([]byte(figure))
	for _, p := range oddities {
		if len(p) < 4000 {
			add([]byte(p))
		}
	}
}

// FuzzScan: any bytes, cut anywhere, have one fingerprint.
func FuzzScan(f *testing.F) {
	seedPages(f, func(p []byte) { f.Add(p, 1); f.Add(p, 5) })
	f.Fuzz(func(t *testing.T, page []byte, size int) {
		if size < 1 || size > len(page) {
			size = max(1, len(page)/2)
		}
		sameInChunks(t, page, size, "x")
		sameInChunks(t, page, size, "")
	})
}

// FuzzReverse: any page and text are measured or refused, and a page compared
// with itself shows no change.
func FuzzReverse(f *testing.F) {
	seedPages(f, func(p []byte) { f.Add(p, "x"); f.Add(p, "The tide of bread") })
	f.Fuzz(func(t *testing.T, page []byte, text string) {
		region := bartree.Region{Text: text}
		a, err := bartree.Reverse(page, region, nil)
		if err != nil {
			return
		}
		b, err := bartree.Reverse(page, region, a)
		if err != nil {
			t.Fatal(err)
		}
		if d := bartree.Compare(a, b); !a.Ambiguous && d != (bartree.Difference{}) {
			t.Fatalf("a page differs from itself: %+v", d)
		}
	})
}

// FuzzJudge: any page is the same as itself and is judged by any template.
func FuzzJudge(f *testing.F) {
	seedPages(f, func(p []byte) { f.Add(p, []byte(figure), "x") })
	f.Fuzz(func(t *testing.T, page, other []byte, text string) {
		template, err := bartree.Learn(page)
		if err != nil {
			return
		}
		marked := template.Mark(text, page) == nil
		c, err := template.Judge(page)
		if err != nil || c.State != bartree.StateSame {
			t.Fatalf("marked %v: %v %+v", marked, err, c)
		}
		c, err = template.Judge(other)
		if err == nil && c.Alarm() != (len(c.Where) > 0) {
			t.Fatalf("%s, where %v", c.State, c.Where)
		}
		template.Locate(other)
	})
}

// FuzzWatchParts: what a Watch takes on a page it reads there again, and any other page is
// looked at.
func FuzzWatchParts(f *testing.F) {
	seedPages(f, func(p []byte) { f.Add(p, []byte(figure), "The tide of bread Two loaves rose.", "Two loaves rose.") })
	f.Add(recordPage(layoutBefore, recordA), recordPage(layoutApart, recordA), recordA.Text, "Ann, Bob")
	f.Add(recordPage(layoutApart, recordA), recordPage(layoutBefore, recordA), "Share Abstract: The abstract text.", "The abstract text.")
	f.Fuzz(func(t *testing.T, page, other []byte, text, part string) {
		w := bartree.Watch{Quorum: 1}
		if err := w.Add("x", bartree.Region{Text: text, Parts: map[string]string{"part": part}}, day, page); err != nil {
			return
		}
		first, err := w.Look("x", "/1", page, day)
		if err != nil || first.Result != bartree.LookRead || len(first.Region.Parts) != 1 {
			t.Fatalf("%s, %v, warning %v, parts %q", first.Result, err, first.Warning, first.Region.Parts)
		}
		if l, err := w.Look("x", "/2", other, day); err == nil && (l.Result == bartree.LookDeferred) != (l.Warning != nil) {
			t.Fatalf("%s, warning %v", l.Result, l.Warning)
		}
		w.Look("x", "/1", other, day)
	})
}
