package bartree_test

import (
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// redesigned is an article of a template that has nothing of the old one.
func redesigned(i int) []byte {
	return []byte(fmt.Sprintf(`<html><head><title>Loaf %[1]d</title><link rel=stylesheet href=/b.css></head><body><header><nav><ul><li><a href=/>Mill</a></li></ul></nav></header><main><article><h2>Loaf %[1]d</h2><section class=content><span>Number %[1]d rises.</span></section></article></main><footer><p>Mill</p></footer></body></html>`, i))
}

// rowOf looks at n redesigned pages. From the first that is in a row on all are, and the first page of
// it stays.
func rowOf(t *testing.T, w *bartree.Watch, n int) {
	t.Helper()
	found := false
	for i := range n {
		url := fmt.Sprint("/new", i)
		l, err := w.Look("abstract", url, redesigned(i), day)
		if err != nil || !l.Change.Alarm() {
			t.Fatal(l.Change.State, err)
		}
		want, first := 0, url
		if found = found || l.Row > 0; found {
			want, first = i+1, "/new0"
		}
		if l.Row != want || l.First != first {
			t.Errorf("%s: row of %d from %s, want %d from %s", url, l.Row, l.First, want, first)
		}
		*w = *modeltest.Reread(t, w)
	}
	if !found {
		t.Errorf("no row in %d pages", n)
	}
}

// TestRowsLast: a row that was found goes on until a page holds, longer than any that is tested and
// than what a run remembers. The same page again is no further one.
func TestRowsLast(t *testing.T) {
	w := watchShown(t, gone("/"))
	rowOf(t, w, 60)
	for _, url := range []string{"/new59", "/new40"} {
		if l := lookAt(t, w, url, redesigned(40), bartree.LookDeferred); l.Row != 60 || l.First != "/new0" {
			t.Errorf("%s again: row of %d from %s", url, l.Row, l.First)
		}
	}
	lookAt(t, w, "/gone", gone("/gone"), bartree.LookOther) // says nothing
	if l := lookAt(t, w, "/new60", redesigned(60), bartree.LookDeferred); l.Row != 61 || l.First != "/new0" {
		t.Errorf("after an error page: row of %d from %s", l.Row, l.First)
	}
	if l := lookAt(t, w, "/old", articlePage(styles, "Yeast", ""), bartree.LookRead); l.Row != 0 || l.First != "" || l.Change.Alarm() {
		t.Errorf("a page that holds: %s, row of %d from %s", l.Change.State, l.Row, l.First)
	}
	if l := lookAt(t, w, "/new61", redesigned(61), bartree.LookDeferred); l.Row != 0 || l.First != "/new61" {
		t.Errorf("after it: row of %d from %s", l.Row, l.First)
	}
}

// TestWeakRowsLast: what is too little on one page goes on being a change.
func TestWeakRowsLast(t *testing.T) {
	w := watchAbstracts(t)
	w.Quorum = 40
	found := false
	for i := range 30 {
		l := lookAt(t, w, fmt.Sprint("/", i), articlePage("", fmt.Sprint("Oven ", i), `<div class="share">Share</div>`), bartree.LookRead)
		if found = found || l.Row > 0; !found {
			continue
		}
		if l.Row != i+1 || l.First != "/0" || l.Change.State != bartree.StateChanged || l.Change.Score < 1 || len(l.Change.Where) != 1 {
			t.Errorf("page %d: %s %.2f %v, row of %d from %s", i, l.Change.State, l.Change.Score, l.Change.Where, l.Row, l.First)
		}
	}
	if !found {
		t.Error("no row")
	}
}

// TestErrorPageIsNotTheFirst: a known error page before a change did not show it.
func TestErrorPageIsNotTheFirst(t *testing.T) {
	w := watchShown(t, gone("/"))
	lookAt(t, w, "/0", articlePage(styles, "Yeast", ""), bartree.LookRead)
	lookAt(t, w, "/gone", gone("/gone"), bartree.LookOther)
	rowOf(t, w, 6)
}
