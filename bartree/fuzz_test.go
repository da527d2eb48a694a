package bartree_test

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"unicode/utf8"

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
	f.Add([]byte("<p>x<"), []byte(figure), "x")
	f.Add([]byte(styles+"<p>x"), []byte(`<p>x<link rel=stylesheet href='a b.css'><script src=x.js></scriptx></script><meta name="a`), "x")
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

// FuzzReadTemplate: a template that is read is written as it was read, and judges any page.
func FuzzReadTemplate(f *testing.F) {
	seedPages(f, func(p []byte) {
		if template, err := bartree.Learn(p); err == nil {
			f.Add(written(f, template), []byte("<p>x"))
		}
	})
	f.Fuzz(func(t *testing.T, model, page []byte) {
		template, err := bartree.ReadTemplate(bytes.NewReader(model))
		if err != nil {
			if !errors.Is(err, bartree.ErrModel) {
				t.Fatal(err)
			}
			return
		}
		first := written(t, template)
		again, err := bartree.ReadTemplate(bytes.NewReader(first))
		if err != nil || !bytes.Equal(written(t, again), first) {
			t.Fatalf("written and read: %v", err)
		}
		template.Judge(page)
		template.Locate(page)
	})
}

// FuzzReadList: a list that is read is written as it was read, and reads any page.
func FuzzReadList(f *testing.F) {
	for _, l := range listLayouts {
		if list, err := bartree.LearnList(l.page(contents), bartree.Region{Text: "A wall of stones"}); err == nil {
			f.Add(written(f, list), l.page(contents))
		}
	}
	f.Add([]byte(`{"format":"lokman list","version":1}`), []byte("<p>x"))
	f.Fuzz(func(t *testing.T, model, page []byte) {
		list, err := bartree.ReadList(bytes.NewReader(model))
		if err != nil {
			if !errors.Is(err, bartree.ErrModel) {
				t.Fatal(err)
			}
			return
		}
		first := written(t, list)
		again, err := bartree.ReadList(bytes.NewReader(first))
		if err != nil || !bytes.Equal(written(t, again), first) {
			t.Fatalf("written and read: %v", err)
		}
		if _, err := list.Read("http://h.example/", page); err != nil && !errors.Is(err, bartree.ErrNoRecord) {
			t.Fatal(err)
		}
	})
}

func written(t testing.TB, w io.WriterTo) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := w.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// FuzzExtract: what was found on a page is read there again, and from any other page no
// more than the page has.
func FuzzExtract(f *testing.F) {
	seedPages(f, func(p []byte) { f.Add(p, []byte(figure), "x"); f.Add(p, []byte("<p>x"), "The tide of bread") })
	f.Fuzz(func(t *testing.T, page, other []byte, text string) {
		tree, err := bartree.Reverse(page, bartree.Region{Text: text}, nil)
		if err != nil {
			return
		}
		if _, ok := bartree.Extract(page, tree); !ok && utf8.Valid(page) { // the name of an element that is not UTF-8 is not found again
			t.Fatal("the page that was measured has no such region")
		}
		if r, ok := bartree.Extract(other, tree); ok && len(r.Text) > 3*len(other) { // a byte that is not UTF-8 becomes three
			t.Fatalf("%d bytes of %d", len(r.Text), len(other))
		}
	})
}

// FuzzClusters: a page is like itself, and in a cluster that there is.
func FuzzClusters(f *testing.F) {
	seedPages(f, func(p []byte) { f.Add(p, []byte(figure)) })
	f.Fuzz(func(t *testing.T, page, other []byte) {
		var c bartree.Clusters
		first := c.Add("a", page)
		c.Seed("b", other)
		for _, p := range [][]byte{other, page} {
			n := c.Add("c", p)
			nearest, likeness := c.Nearest(p)
			if n < -1 || n >= len(c.Names) || nearest < -1 || nearest >= len(c.Names) || !(likeness >= 0 && likeness <= 1) {
				t.Fatalf("cluster %d, nearest %d, %v of %d", n, nearest, likeness, len(c.Names))
			}
		}
		if again := c.Add("d", page); again != first {
			t.Fatalf("the first page is in cluster %d, and then in %d", first, again)
		}
	})
}

// FuzzUnmarshalText: a state and a touch are written as they were read.
func FuzzUnmarshalText(f *testing.F) {
	f.Add([]byte("same"))
	f.Add([]byte("none"))
	f.Add([]byte("\xff"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var s bartree.State
		if err := s.UnmarshalText(text); err == nil && s.String() != string(text) {
			t.Errorf("state %q is %s", text, s)
		}
		var touch bartree.Touch
		if err := touch.UnmarshalText(text); err == nil && touch.String() != string(text) {
			t.Errorf("touch %q is %s", text, touch)
		}
	})
}
