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

// StartsLower reports whether a text begins with a small letter.
func StartsLower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
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

// SignAt returns the separator that begins at a place of a text, "" if none does. A joining word is none.
func SignAt(s string, i int) string {
	if b, n := SeparatorAt(s, i); n > 0 && b != '&' {
		return string(b)
	}
	return ""
}

// WideSign returns what sign between the entries of lists a text begins with, as one of ASCII, and
// its length in bytes: the commas and semicolons of other scripts, and a full stop for those in the
// middle of a line. It returns 0 for others.
func WideSign(s string) (sign byte, n int) {
	r, n := utf8.DecodeRuneInString(s)
	switch r {
	case '，', '،':
		return ',', n
	case '；', '؛', '、':
		return ';', n
	case '·', '•':
		return '.', n
	}
	return 0, 0
}

// Entity reports whether a text ends in a character reference but for its
// semicolon, as pages that were escaped twice show them.
func Entity(s string) bool {
	const longest = 10
	s = s[max(0, len(s)-longest):]
	i := strings.LastIndexByte(s, '&')
	name := s[i+1:]
	return i >= 0 && name != "" && strings.IndexFunc(name, func(r rune) bool { return r != '#' && (r >= utf8.RuneSelf || Outside(r)) }) < 0
}

// Joiners are the joining words that are in no name.
var Joiners = []string{"and", "&", "und", "et"}

// Separates has the bytes that a separator may begin with.
var Separates = func() (out [256]bool) {
	for _, b := range []byte(",;|()[]{}<>:-/ \n\t\xc2\xd8\xe2\xe3\xef") {
		out[b] = true
	}
	return out
}()

// SeparatorAt returns the sign of the separator at a place and its length in
// bytes, 0 if there is none.
func SeparatorAt(s string, i int) (sign byte, n int) {
	next := func(k int) byte {
		if i+k < len(s) {
			return s[i+k]
		}
		return ' '
	}
	switch b := s[i]; b {
	case ',':
		if c := next(1); c <= ' ' || c >= 0x80 || c == ',' || 'A' <= c && c <= 'Z' {
			return ',', 1
		}
	case ';':
		if !Entity(s[:i]) {
			return ';', 1
		}
	case '|', '(', ')', '[', ']', '{', '}', '<', '>':
		return b, 1
	case ':':
		if next(1) <= ' ' {
			return ':', 1
		}
	case '-', '/':
		if next(1) <= ' ' && (i == 0 || s[i-1] <= ' ') {
			return b, 1
		}
	case ' ', '\n', '\t':
		switch w := Short(s[i+1:]); w {
		case "and", "&", "und", "et", "y", "e", "en", "i", "og", "och": // joiners, and those that are in names too, as in "Ramón y Cajal"
			return '&', 1 + len(w)
		}
	case 0xc2, 0xd8, 0xe3, 0xef: // of "·", "،", "、", "，"
		return WideSign(s[i:])
	case 0xe2: // "•", "–", "—"
		if next(1) == 0x80 && (next(2) == 0x93 || next(2) == 0x94) && next(3) <= ' ' && (i == 0 || s[i-1] <= ' ') {
			return '-', 3
		}
		return WideSign(s[i:])
	}
	return 0, 0
}

// Short returns the word of up to four bytes that a text begins with, "" unless white space follows.
func Short(s string) string {
	const longest = 4
	for end := range min(len(s), longest+1) {
		if s[end] <= ' ' {
			return s[:end]
		}
	}
	return ""
}
