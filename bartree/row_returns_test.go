package bartree_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// topless is an article of the next version, which has no head.
func topless(title string) []byte {
	return bytes.Replace(articlePage(styles, title, ""), []byte(`<div class="top">Mill</div>`), nil, 1)
}

// TestRowBeginsWithAChangedPage: a page of another kind with words of its own, which lacks what the
// changed pages lack, is not the first of them, and one among them is none of them.
func TestRowBeginsWithAChangedPage(t *testing.T) {
	w := watchShown(t, gone("/"))
	w.Quorum = 40
	busy := []byte("<html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1><p>An upstream machine gave no answer in time; try later.</p></body></html>")
	for i := range 4 {
		lookAt(t, w, fmt.Sprint("/", i), articlePage(styles, fmt.Sprint("Yeast ", i), ""), bartree.LookRead)
	}
	lookAt(t, w, "/busy", busy, bartree.LookOther)
	found := false
	for i := range 14 {
		if i == 12 {
			if l := lookAt(t, w, "/again", busy, bartree.LookOther); l.Row != 0 || l.First != "" {
				t.Errorf("another kind: row of %d from %s", l.Row, l.First)
			}
		}
		l := lookAt(t, w, fmt.Sprint("/new", i), topless(fmt.Sprint("Oven ", i)), bartree.LookRead)
		if found = found || l.Row > 0; found && (l.Row != i+1 || l.First != "/new0") {
			t.Errorf("page %d: row of %d from %s", i, l.Row, l.First)
		}
		*w = *modeltest.Reread(t, w)
	}
	if !found {
		t.Error("no row")
	}
}

// returns looks at n pages of a trial and then at pages of the template that was learned, which must be
// no alarm.
func returns(t *testing.T, w *bartree.Watch, n int, trial func(i int) []byte) {
	t.Helper()
	for i := range 4 {
		lookAt(t, w, fmt.Sprint("/", i), articlePage(styles, fmt.Sprint("Yeast ", i), ""), bartree.LookRead)
	}
	alarm := false
	for i := range n {
		l, err := w.Look("abstract", fmt.Sprint("/trial", i), trial(i), day)
		if err != nil {
			t.Fatal(err)
		}
		alarm = alarm || l.Change.Alarm()
		*w = *modeltest.Reread(t, w)
	}
	if !alarm {
		t.Fatal("the trial was not noticed")
	}
	for i := range 20 {
		l := lookAt(t, w, fmt.Sprint("/", i), articlePage(styles, fmt.Sprint("Yeast ", i), ""), bartree.LookRead)
		if l.Change.State != bartree.StateSame || l.Row != 0 || l.First != "" || l.Version != 0 {
			t.Errorf("page %d: %s, row of %d from %s, version %d: %v", i, l.Change.State, l.Row, l.First, l.Version, l.Change.Where)
		}
		*w = *modeltest.Reread(t, w)
	}
	if versions, _ := w.Versions("abstract"); len(versions) != 1 {
		t.Errorf("%d versions", len(versions))
	}
}

// TestReturnOfTheTemplate: a template that comes back after a trial which was not learned is the one
// that is known, however long the trial was, whether a page or a row of pages told it.
func TestReturnOfTheTemplate(t *testing.T) {
	for _, n := range []int{5, 20, 30, 60} {
		t.Run(fmt.Sprint("redesign ", n), func(t *testing.T) { returns(t, watchShown(t, gone("/")), n, redesigned) })
		t.Run(fmt.Sprint("row ", n), func(t *testing.T) {
			w := watchShown(t, gone("/"))
			w.Quorum = 100
			returns(t, w, n, func(i int) []byte { return topless(fmt.Sprint("Oven ", i)) })
		})
	}
}

// trial is the page of a redesign, in which a region is found by what was read at its URL before.
func trial(title string) []byte {
	return []byte(`<html><head><title>` + title + `</title><link rel=stylesheet href=/b.css></head><body class=b><header><nav><ul><li><a href=/>Mill</a></li></ul></nav></header>` +
		`<main><article><h2>` + title + `</h2><section class=content><blockquote>On ` + title + `, which rise and fall.</blockquote></section></article></main><footer><p>Mill</p></footer></body></html>`)
}

// watchTrial watches articles until a redesign of them is learned as version 1.
func watchTrial(t *testing.T) *bartree.Watch {
	t.Helper()
	w := watchShown(t, gone("/"))
	for i := range 4 {
		lookAt(t, w, fmt.Sprint("/", i), articlePage(styles, fmt.Sprint("Yeast ", i), ""), bartree.LookRead)
	}
	for i := range 2 {
		lookAt(t, w, fmt.Sprint("/", i), trial(fmt.Sprint("Yeast ", i)), bartree.LookMoved)
	}
	for i := range 8 {
		if l := lookAt(t, w, fmt.Sprint("/b", i), trial(fmt.Sprint("Salt ", i)), bartree.LookRead); l.Version != 1 || l.Change.Alarm() {
			t.Fatalf("read with version %d, %s", l.Version, l.Change.State)
		}
	}
	return w
}

// known looks at a page of a version that is known, which is no alarm.
func known(t *testing.T, w *bartree.Watch, url string, page []byte, version, current int) {
	t.Helper()
	l := lookAt(t, w, url, page, bartree.LookRead)
	if l.Version != version || l.Change.State != bartree.StateSame || l.Row != 0 || l.First != "" || len(l.Change.Where) > 0 {
		t.Errorf("%s: version %d, %s, row of %d from %s: %v", url, l.Version, l.Change.State, l.Row, l.First, l.Change.Where)
	}
	if versions, now := w.Versions("abstract"); now != current || len(versions) != 2 {
		t.Errorf("%s: version %d of %d is the current one, want %d", url, now, len(versions), current)
	}
	*w = *modeltest.Reread(t, w)
}

// TestReturnOfAVersion: a template that comes back after a trial which was learned is a version that is
// known. It is the current one again after eight pages, and a small change of it is noticed.
func TestReturnOfAVersion(t *testing.T) {
	w := watchTrial(t)
	for i := range 20 {
		known(t, w, fmt.Sprint("/", i), articlePage(styles, fmt.Sprint("Yeast ", i), ""), 0, count01(i < 7))
	}
	for i := range 16 {
		if l := lookAt(t, w, fmt.Sprint("/new", i), topless(fmt.Sprint("Oven ", i)), bartree.LookRead); l.Row > 0 {
			if l.First != "/new0" {
				t.Errorf("row of %d from %s", l.Row, l.First)
			}
			return
		}
	}
	t.Error("a change after the return is not noticed")
}

// TestTwoTemplates: a site that answers with one of two templates, page by page, is no alarm once
// both are known.
func TestTwoTemplates(t *testing.T) {
	w := watchTrial(t)
	for i := range 20 {
		known(t, w, fmt.Sprint("/", i), articlePage(styles, fmt.Sprint("Yeast ", i), ""), 0, 1)
		known(t, w, fmt.Sprint("/b", i), trial(fmt.Sprint("Salt ", i)), 1, 1)
	}
}

// TestRollbackStays: a version that a person rolled back does not come back by itself, and its pages are
// a change.
func TestRollbackStays(t *testing.T) {
	w := watchTrial(t)
	if !w.Rollback("abstract") {
		t.Fatal("no rollback")
	}
	for i := range 12 {
		w = modeltest.Reread(t, w)
		if l := lookAt(t, w, fmt.Sprint("/b", i), trial(fmt.Sprint("Salt ", i)), bartree.LookRead); !l.Change.Alarm() {
			t.Errorf("page %d: %s", i, l.Change.State)
		}
		if _, current := w.Versions("abstract"); current != 0 {
			t.Fatalf("version %d is the current one", current)
		}
	}
}
