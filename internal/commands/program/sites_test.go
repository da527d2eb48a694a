package program_test

import (
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/program"
)

func TestSites(t *testing.T) {
	got := program.Sites("http://localhost:1/", "https://example.org/a", "http://[::1]:8080/")
	if want := []string{"localhost", "example.org", "[::1]", "localhost:1", "[::1]:8080"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCount(t *testing.T) {
	if got := program.Count(0, "page") + ", " + program.Count(1, "page") + ", " + program.Count(2, "page"); got != "0 pages, 1 page, 2 pages" {
		t.Error(got)
	}
}
