package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A Folding holds equal what is not so by default. Its zero value holds nothing more
// equal.
type Folding struct {
	Turkish       bool // I is the capital of ı, and İ that of i, as in Turkish and Azerbaijani
	IgnoreAccents bool // é equals e, and ø o
	GreekNames    bool // α equals alpha, where it is no part of a Greek word
}

const (
	iotaSubscript = '\u0345'
	dotAbove      = '\u0307'
	breve         = '\u0306'
	tatweel       = 'ـ'

	graphemeJoiner = '\u034f'
)

// leaves reports whether a mark on a letter counts for nothing. Greek letters lose theirs
// in capitals. Й is no И with an accent.
func (f Folding) leaves(base, mark rune) bool {
	ignored := f.IgnoreAccents && unicode.In(base, accented...) && (base != 'и' || mark != breve)
	return (ignored || base >= 'Ͱ' && unicode.Is(unicode.Greek, base)) && properties(norm.NFD, mark).CCC() != 0
}

// accented are the scripts whose nonspacing marks are accents, and not vowels that the
// language is always written with.
var accented = []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic}

// isArabicMark reports whether r is a vowel sign or another sign that Arabic may be written
// without. Madda and hamza make other letters.
func isArabicMark(r rune) bool {
	return 0x0610 <= r && (r < 0x0653 || 0x0655 < r) &&
		unicode.Is(unicode.Mn, r) && (r <= 0x0670 && 0x064b <= r || unicode.Is(unicode.Arabic, r))
}

// trademarks are the signs that have the form of raised letters and are part of no word.
const trademarks = "™℠🅪🅫🅬"

// decomposition returns the compatibility decomposition of r, or nil if it has none or is
// taken as it is: besides trademarks the Thai and Lao letters that would fall into two, of
// which the first is a mark.
func decomposition(r rune) []byte {
	if r < 0xa0 || r == '\u0e33' || r == '\u0eb3' || strings.ContainsRune(trademarks, r) {
		return nil
	}
	return properties(norm.NFKD, r).Decomposition()
}

func properties(f norm.Form, r rune) norm.Properties {
	var b [utf8.UTFMax]byte
	return f.Properties(b[:utf8.EncodeRune(b[:], r)])
}

// appendLetter appends what a letter, number or sign folds to that has no decomposition.
// It completes simple case folding to the full one, and takes the ligatures apart that
// Unicode does not.
func (f Folding) appendLetter(b []byte, r rune) []byte {
	if f.Turkish && r == 'I' {
		r = 'ı'
	}
	r = foldRune(r)
	switch r {
	case 'ß':
		return append(b, "ss"...)
	case 'æ':
		return append(b, "ae"...)
	case 'œ':
		return append(b, "oe"...)
	case '♯':
		return append(b, '#')
	case tatweel:
		return b
	}
	if f.IgnoreAccents {
		if plain, ok := struck[r]; ok {
			r = plain
		}
	}
	return utf8.AppendRune(b, r)
}

// struck are the letters with a stroke, which have no decomposition, and the dotless i.
var struck = map[rune]rune{
	'ø': 'o', 'ł': 'l', 'đ': 'd', 'ħ': 'h', 'ŧ': 't', 'ƀ': 'b', 'ǥ': 'g', 'ɨ': 'i', 'ɉ': 'j', 'ɍ': 'r', 'ɏ': 'y',
	'ƶ': 'z', 'ȼ': 'c', 'ɇ': 'e', 'ʉ': 'u', 'ⱥ': 'a', 'ⱦ': 't', 'ɵ': 'o', 'ı': 'i',
}

// foldRune returns the representative of all runes which simple case folding
// holds equal to r: the lower case of the first upper-case one among them, as
// in Unicode's CaseFolding.txt, or the first if there is no such.
func foldRune(r rune) rune {
	first, upper := r, rune(-1)
	for o := r; ; {
		first = min(first, o)
		if unicode.IsUpper(o) && (upper < 0 || o < upper) {
			upper = o
		}
		if o = unicode.SimpleFold(o); o == r {
			break
		}
	}
	// The lower case of İ is i, which is not equal to it.
	if lower := unicode.ToLower(upper); upper >= 0 && unicode.ToUpper(lower) == upper {
		return lower
	}
	return first
}

// greekNames are the names of the letters from α on, with - for ς, which folds to σ.
var greekNames = strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho " +
	"- sigma tau upsilon phi chi psi omega")

// nameGreek returns a folded word with the names of its Greek letters, unless it has two or
// more and nothing else: it is a Greek one then. A μ before Latin letters is one of a unit,
// and stays.
func nameGreek(word []byte) []byte {
	letters, others := 0, 0
	for _, r := range string(word) {
		if isNamed(r) {
			letters++
		} else {
			others++
		}
	}
	if letters == 0 || letters > 1 && others == 0 {
		return word
	}
	named := make([]byte, 0, 2*len(word)+8)
	for i, r := range string(word) {
		if isNamed(r) && (r != 'μ' || i > 0 || len(word) <= len("μ") || !isASCIILetter(word[len("μ")])) {
			named = append(named, greekNames[r-'α']...)
		} else {
			named = utf8.AppendRune(named, r)
		}
	}
	return named
}

func isNamed(r rune) bool { return 'α' <= r && r <= 'ω' && r != 'ς' }

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
