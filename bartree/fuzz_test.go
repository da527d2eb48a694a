package bartree_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
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

// FuzzJudge: any page is the same as itself and is judged by any template.
func FuzzJudge(f *testing.F) {
	seedPages(f, func(p []byte) { f.Add(p, []byte(markuptest.Figure), "x") })
	f.Add([]byte("<p>x<"), []byte(markuptest.Figure), "x")
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
	seedPages(f, func(p []byte) {
		f.Add(p, []byte(markuptest.Figure), "The tide of bread Two loaves rose.", "Two loaves rose.")
	})
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
		template, err := modeltest.Read[bartree.Template](bytes.NewReader(model))
		if err != nil {
			if !errors.Is(err, bartree.ErrModel) {
				t.Fatal(err)
			}
			return
		}
		first := written(t, template)
		again, err := modeltest.Read[bartree.Template](bytes.NewReader(first))
		if err != nil || !bytes.Equal(written(t, again), first) {
			t.Fatalf("written and read: %v", err)
		}
		template.Judge(page)
		template.Locate(page)
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

// FuzzUnmarshalText: a state is written as it was read.
func FuzzUnmarshalText(f *testing.F) {
	f.Add([]byte("same"))
	f.Add([]byte("\xff"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var s bartree.State
		if err := s.UnmarshalText(text); err == nil && s.String() != string(text) {
			t.Errorf("state %q is %s", text, s)
		}
	})
}
