package anchor

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// naiveTokens is the definition of Tokens: it asks of each character whether its script is
// one without spaces.
func naiveTokens(text string) []string {
	var out []string
	start, kind := 0, 0
	for i, r := range text + " " {
		k := 0
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			k = 3 + i // never the kind of what is before
		case unicode.IsLetter(r) || unicode.IsMark(r):
			k = 1
		case unicode.IsDigit(r):
			k = 2
		}
		if k == kind {
			continue
		}
		if kind != 0 {
			out = append(out, strings.ToLower(text[start:i]))
		}
		start, kind = i, k
	}
	return out
}

func TestTokensAreAsDefined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if diff := cmp.Diff(naiveTokens(text), Tokens(text)); diff != "" {
			t.Errorf("%q (-defined +found):\n%s", text, diff)
		}
	})
}
