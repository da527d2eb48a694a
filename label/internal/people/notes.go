package people

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// NoteMarks returns the marks in a text that tie names to affiliations.
func NoteMarks(s string) []string {
	var out []string
	for m := range strings.FieldsFuncSeq(strings.TrimSpace(s), func(r rune) bool { return strings.ContainsRune(",; \t\n\f\r", r) }) {
		if m = words.Trim(m, "()[]."); m != "" && utf8.RuneCountInString(m) <= 3 {
			out = append(out, m)
		}
	}
	return out
}

// Joined returns the marks of two lists in one, which may be one of them: most have no others.
func Joined(a, b []string) []string {
	if len(a) == 0 {
		return b
	}
	return append(slices.Clip(a), b...)
}
