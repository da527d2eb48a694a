package bartree_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
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
		*w = *reread(t, w, bartree.ReadWatch)
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
		*w = *reread(t, w, bartree.ReadWatch)
	}
	if !alarm {
		t.Fatal("the trial was not noticed")
	}
	for i := range 20 {
		l := lookAt(t, w, fmt.Sprint("/", i), articlePage(styles, fmt.Sprint("Yeast ", i), ""), bartree.LookRead)
		if l.Change.State != bartree.StateSame || l.Row != 0 || l.First != "" || l.Version != 0 {
			t.Errorf("page %d: %s, row of %d from %s, version %d: %v", i, l.Change.State, l.Row, l.First, l.Version, l.Change.Where)
		}
		*w = *reread(t, w, bartree.ReadWatch)
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
