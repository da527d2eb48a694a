package bartree_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/modelfile/modeltest"
)

// gone is what a server says with 200 in place of the page of a path.
func gone(path string) []byte {
	return []byte("<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1><p>The page " + path + " was not found on this server, sorry for that.</p></body></html>")
}

// watchShown watches the abstract of articles and is shown one page of another kind.
func watchShown(t *testing.T, other []byte) *bartree.Watch {
	t.Helper()
	var w bartree.Watch
	pages := append(articlesOf(styles, "", "Loaves", "Rolls", "Crusts", "Flour", "Mills", "Stones"), other)
	if err := w.Add("abstract", bartree.Region{Text: "On Loaves, which rise and fall."}, day, pages[0], pages[1:]...); err != nil {
		t.Fatal(err)
	}
	return &w
}

// skipped looks at error pages, which must all be of another kind and no alarm.
func skipped(t *testing.T, w *bartree.Watch, n int) {
	t.Helper()
	w.OnChange = func(l bartree.Look) { t.Errorf("OnChange: %s %s", l.URL, l.Result) }
	for i := range n {
		url := fmt.Sprint("/gone/", i)
		if l := lookAt(t, w, url, gone(url), bartree.LookOther); l.Change.State != bartree.StateOther || l.Row != 0 || l.First != "" {
			t.Errorf("%s: %s, row %d from %q", url, l.Change.State, l.Row, l.First)
		}
		*w = *modeltest.Reread(t, w)
	}
}

// TestKnownErrorPages: while a server answers with an error page that the watch was shown, or that it
// has met, there is no alarm, however long that lasts, and the pages after it are read.
func TestKnownErrorPages(t *testing.T) {
	t.Run("shown", func(t *testing.T) {
		w := watchShown(t, gone("/"))
		lookAt(t, w, "/0", articlePage(styles, "Yeast", ""), bartree.LookRead)
		skipped(t, w, 20)
		if l := lookAt(t, w, "/1", articlePage(styles, "Salt", ""), bartree.LookRead); l.Change.Alarm() || l.Row != 0 {
			t.Errorf("after it: %s, row %d", l.Change.State, l.Row)
		}
	})
	t.Run("met", func(t *testing.T) {
		w := watchAbstracts(t)
		w.OnChange = nil
		lookAt(t, w, "/gone", gone("/gone"), bartree.LookDeferred)
		for i := range 3 {
			lookAt(t, w, fmt.Sprint("/", i), articlePage("", "Yeast", ""), bartree.LookRead)
		}
		skipped(t, w, 20)
	})
}

// TestChangeToAKnownKind: other words in what looks like a page of another kind are a change, if they go on.
func TestChangeToAKnownKind(t *testing.T) {
	w := watchShown(t, gone("/"))
	for i := range 12 {
		page := fmt.Sprintf("<html><head><title>Loaf %[1]d</title></head><body><h1>Loaf %[1]d</h1><p>How loaf %[1]d rises, %s.</p></body></html>", i, strings.Repeat("and falls ", i%3))
		if l, err := w.Look("abstract", fmt.Sprint("/", i), []byte(page), day); err != nil {
			t.Fatal(err)
		} else if l.Row > 0 {
			if l.Row != i+1 || l.First != "/0" || l.Result != bartree.LookDeferred || !l.Change.Alarm() {
				t.Errorf("row of %d from %s on page %d: %s, %s", l.Row, l.First, i, l.Result, l.Change.State)
			}
			return
		}
	}
	t.Error("12 pages in a row are no change")
}
