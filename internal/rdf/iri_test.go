package rdf

import (
	"strings"
	"testing"
)

// What the W3C's tests leave out of RFC 3986 section 5.2: bases without path
// or authority, and segments that pass the root.
func TestResolve(t *testing.T) {
	for _, c := range []struct{ base, ref, want string }{
		{"", "a/../b", "a/../b"},
		{"http://e/a/b", "http://f/a/../b", "http://f/a/../b"},
		{"http://e", "a", "http://e/a"},
		{"http://e?q", "a", "http://e/a"},
		{"http://e/a?q#f", "", "http://e/a?q"},
		{"http://e/a", "../../../b/..", "http://e/"},
		{"http://e/a", "//f/./b", "http://f/b"},
		{"http://e/a/", "?x=/../y", "http://e/a/?x=/../y"},
		{"http://e/a/b", "é/../ü", "http://e/a/ü"},
		{"urn:a:b", "c", "urn:c"},
		{"urn:a/b", "../../c", "urn:/c"},
		{"a/b", "c", "a/c"},
		{"http://e/a#f", "1:b", "http://e/1:b"},
	} {
		if got := resolve(c.base, c.ref); got != c.want {
			t.Errorf("%s relative to %s is %s, want %s", c.ref, c.base, got, c.want)
		}
	}
}

// A path of nothing but steps up costs no more than its length.
func TestResolveLongPath(t *testing.T) {
	up := strings.Repeat("../", 300_000)
	if got := resolve("http://e/"+strings.Repeat("a/", 300_000), up+"b"); got != "http://e/b" {
		t.Errorf("%d bytes", len(got))
	}
}
