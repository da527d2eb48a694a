package bartree_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/bartree"
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

// isUncertain reports whether no element of a page was clearly the region.
func isUncertain(err error) bool {
	return errors.Is(err, bartree.ErrMissing) && strings.Contains(err.Error(), "no element is clearly the region")
}

// isUnreadPart reports whether a part could not be read by the tags beside it.
func isUnreadPart(err error) bool {
	return err != nil && !errors.Is(err, bartree.ErrMissing) && strings.Contains(err.Error(), "part cannot be read by the tags beside it")
}

// isNoPage reports whether a page held no element, or none was given.
func isNoPage(err error) bool {
	return err != nil && strings.Contains(err.Error(), "bartree: no page with an element")
}
