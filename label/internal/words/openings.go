package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Openings are words that lines may begin with.
type Openings struct {
	All       []string
	ByInitial [utf8.RuneSelf][]string // those that begin with ASCII
}

// NewOpenings sorts words by their first letters.
func NewOpenings(words []string) *Openings {
	o := &Openings{All: words}
	for _, w := range words {
		if w[0] < utf8.RuneSelf {
			o.ByInitial[w[0]] = append(o.ByInitial[w[0]], w)
		}
	}
	return o
}

// MayOpen is false if the first word of a text is surely none of some.
func MayOpen(s string, words []string) bool {
	first := strings.TrimLeftFunc(s, Outside)
	end := 0
	for end < len(first) && first[end] < utf8.RuneSelf && lowered[first[end]] != 0 {
		end++
	}
	return end == len(first) || first[end] >= utf8.RuneSelf ||
		slices.ContainsFunc(words, func(w string) bool { return len(w) == end && strings.EqualFold(w, first[:end]) })
}

// SignAhead returns the length of a sign or a space that lines often begin with, which is in no
// word and stays so in NFKC, 0 if a text begins with none.
func SignAhead(s string) int {
	switch r, n := utf8.DecodeRuneInString(s); r {
	case '\u00a0', '«', '»', '·', '×', '©', '®', '–', '—', '‘', '’', '“', '”', '•', '…', '✓', '≤', '≥':
		return n
	}
	return 0
}

// StartsUpper reports whether a text begins with a capital.
func StartsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// Last returns the last word of a text with single spaces.
func Last(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// Masked joins words, each without a plural s and with # for digits.
func Masked(ws []string) string {
	for i, w := range ws {
		ws[i] = MaskDigits(strings.TrimSuffix(w, "s"))
	}
	return strings.Join(ws, " ")
}

// Unspaced returns how many words of a text have no space between them, two characters of a
// script without spaces each.
func Unspaced(text string) int {
	const first = '\u2e80' // character of these scripts
	n := 0
	for _, r := range text {
		if r >= first && unicode.IsLetter(r) {
			n++
		}
	}
	return n / 2
}

// Running reports whether a text is running text: of its words most are in small letters.
func Running(s string) bool {
	const fewest = 6
	n, small := 0, 0
	for w := range strings.FieldsSeq(s) {
		n++
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsLower(r) {
			small++
		}
	}
	return n >= fewest && 4*small > 3*n
}

// AppendFirst appends the first word of a text in lower case and with masked
// digits, nothing if it is long.
func AppendFirst(b []byte, s string) []byte {
	const longest = 24 // bytes
	end := 0
	for end < len(s) && s[end] < utf8.RuneSelf && lowered[s[end]] != 0 {
		end++
	}
	if end < len(s) && s[end] >= utf8.RuneSelf {
		if end = strings.IndexFunc(s, Outside); end < 0 {
			end = len(s)
		}
	}
	if end > longest {
		return b
	}
	had := len(b)
	b = AppendMasked(b, s[:end])
	for i := had; i < len(b); i++ {
		if b[i] >= utf8.RuneSelf {
			return append(b[:had], strings.ToLower(string(b[had:]))...)
		}
		if b[i] != '#' {
			b[i] = lowered[b[i]]
		}
	}
	return b
}
