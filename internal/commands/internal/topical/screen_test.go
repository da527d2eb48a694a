package topical

import "testing"

// A page takes one line of a terminal; elsewhere its line is whole.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		line  string
		width int
		want  string
	}{
		{"abcdef", 0, "abcdef"}, {"abcdef", 6, "abcdef"}, {"abcdef", 5, "abcd…"}, {"äöüäöü", 5, "äöüä…"}, {"abc", 1, "…"}, {"", 3, ""},
	} {
		if got := cut(c.line, c.width); got != c.want {
			t.Errorf("%q at width %d: %q, want %q", c.line, c.width, got, c.want)
		}
	}
}
