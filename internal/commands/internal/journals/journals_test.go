package journals_test

import (
	"io/fs"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
)

// The server has an issue with its articles and nothing of what is known of them.
func TestHandler(t *testing.T) {
	issue, err := url.Parse(journals.Issue)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		issue.Path: "text/html; charset=utf-8", "/small-things/": "text/html; charset=utf-8", "/small-things/ants.html": "text/html; charset=utf-8",
		"/small-things/ants/full.html": "text/html; charset=utf-8", "/small-things/ants.pdf": "application/pdf",
		"/small-things/snails.pdf": "", "/small-things/ants.zones.json": "", "/small-things/issue-12.html": "", "/small-things/issue-13.links.jsonl": "",
		"/": "", "/harbour-letters/hl-2024-0201.html": "", "/../journals.go": "", "/small-things/../../pairs.jsonl": "",
	} {
		w := httptest.NewRecorder()
		journals.Handler().ServeHTTP(w, httptest.NewRequest("GET", "http://journal.example"+path, nil))
		if got := w.Header().Get("Content-Type"); w.Code == 200 && got != want || (w.Code == 404) != (want == "") || w.Code != 200 && w.Code != 404 {
			t.Errorf("%s: %d %s, want %q", path, w.Code, got, want)
		}
	}
}

// Each directory is in the form that its program reads.
func TestDirectories(t *testing.T) {
	for pattern, want := range map[string]int{"*/*.html": 14, "*/*.zones.json": 14} {
		if got, err := fs.Glob(journals.Articles(), pattern); err != nil || len(got) != want {
			t.Errorf("articles %s: %d, %v, want %d", pattern, len(got), err, want)
		}
	}
	for pattern, want := range map[string]int{"*/*.html": 5, "*/*.links.jsonl": 5, "*/*.meta.json": 5} {
		if got, err := fs.Glob(journals.Contents(), pattern); err != nil || len(got) != want {
			t.Errorf("issues %s: %d, %v, want %d", pattern, len(got), err, want)
		}
	}
}
