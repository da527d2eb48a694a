package bartree_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// templates is real pages of real templates that nobody on the project wrote.
const templates = "../../shared/data/templates"

type pair struct {
	Site, Template string
	A, B           string
	APages         []string `json:"a_pages"`
	BPages         []string `json:"b_pages"`
	Changed        *bool
	Size           string
}

func readLines[T any](t testing.TB, file string) []T {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(templates, file))
	if err != nil {
		t.Skipf("no shared data: %v", err)
	}
	var out []T
	for line := range strings.Lines(string(b)) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, v)
	}
	return out
}

func readPage(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(templates, path))
	if err != nil {
		t.Skipf("no shared data: %v", err)
	}
	return b
}

func realPages(t testing.TB) [][]byte {
	t.Helper()
	var pages [][]byte
	for _, m := range readLines[struct{ Path string }](t, "manifest.jsonl") {
		pages = append(pages, readPage(t, m.Path))
	}
	return pages
}
