package phrase

import (
	"strings"
	"sync"
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

// Letters returns a text of which the characters are folded as those of words are, and the
// places in the text of the character that each byte comes from: from is where it begins, and
// to where it ends. Marks belong to the character before them.
func (f Folding) Letters(text string) (folded []byte, from, to []int) {
	var by *folder
	for at := 0; at < len(text); {
		end := characterEnd(text, at)
		if end == at+1 && text[at] < utf8.RuneSelf && (text[at] != 'I' || !f.Turkish) {
			c := text[at]
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			folded = append(folded, c)
		} else {
			if by == nil {
				by = folders.Get().(*folder)
				defer folders.Put(by)
				by.folding, by.wide = f, planeOf(f)
			}
			folded = append(folded, by.fold(text[at:end])...)
		}
		for len(from) < len(folded) {
			from, to = append(from, at), append(to, end)
		}
		at = end
	}
	return folded, from, to
}

// characterEnd returns where a character ends with its marks.
func characterEnd(text string, at int) int {
	_, width := utf8.DecodeRuneInString(text[at:])
	at += width
	for at < len(text) && text[at] >= utf8.RuneSelf {
		p := norm.NFKC.PropertiesString(text[at:])
		if p.Size() == 0 || p.BoundaryBefore() {
			break
		}
		at += p.Size()
	}
	return at
}

// A folder folds words that have to be composed. Its buffers are used again, for the
// norm package makes what it is given escape to the heap.
type folder struct {
	folding     Folding
	wide        *plane // nil while it is made
	raw, folded []byte
	parts       norm.Iter
}

var folders = sync.Pool{New: func() any { return new(folder) }}

// compose folds such a word, puts the result into buf, as far as it goes, and
// returns its length.
func (s *scanner) compose(word string) int {
	f := folders.Get().(*folder)
	defer folders.Put(f)
	f.folding, f.wide = s.folding, planeOf(s.folding)
	folded := f.fold(word)
	copy(s.buf[:], folded)
	return len(folded)
}

// fold returns the folded form of a word of any length: ignored characters gone, each of
// the others decomposed (NFKD), what comes of it folded by itself and by the letter before
// it, and all composed (NFC). It holds until the next call.
func (f *folder) fold(word string) []byte {
	f.raw = f.raw[:0]
	for _, r := range word {
		if f.wide != nil && f.wide.of(r)&classBits == classIgnored {
			continue
		}
		if d := decomposition(r); d != nil {
			f.raw = append(f.raw, d...)
		} else {
			f.raw = utf8.AppendRune(f.raw, r)
		}
	}
	f.folded = f.folded[:0]
	base := rune(0) // the letter that marks stand on, folded
	if norm.NFD.QuickSpan(f.raw) == len(f.raw) {
		f.put(f.raw, base)
	} else {
		for f.parts.Init(norm.NFD, f.raw); !f.parts.Done(); {
			base = f.put(f.parts.Next(), base)
		}
	}
	if norm.NFC.QuickSpan(f.folded) < len(f.folded) {
		f.raw = f.raw[:0]
		for f.parts.Init(norm.NFC, f.folded); !f.parts.Done(); {
			f.raw = append(f.raw, f.parts.Next()...)
		}
		f.raw, f.folded = f.folded, f.raw
	}
	if f.folding.GreekNames {
		f.folded = nameGreek(f.folded)
	}
	return f.folded
}

// put appends what is decomposed as it folds after a letter, and returns the letter that the
// next mark stands on.
func (f *folder) put(decomposed []byte, base rune) (next rune) {
	for len(decomposed) > 0 {
		r, width := utf8.DecodeRune(decomposed)
		decomposed = decomposed[width:]
		if f.wide != nil {
			if t := f.wide.of(r); t&classBits <= classLone && t&isLong == 0 {
				base = rune(t >> foldShift)
				f.folded = utf8.AppendRune(f.folded, base)
				continue
			}
		}
		if !unicode.IsMark(r) {
			f.folded = f.folding.appendLetter(f.folded, r)
			base, _ = utf8.DecodeLastRune(f.folded)
			continue
		}
		base = f.putMark(r, base)
	}
	return base
}

// putMark is put of a mark.
func (f *folder) putMark(r, base rune) (next rune) {
	switch {
	case isArabicMark(r), r == graphemeJoiner:
		return base
	case r == iotaSubscript && unicode.Is(unicode.Greek, base):
		f.folded = append(f.folded, "ι"...)
		return base
	case r == dotAbove && f.folding.Turkish && (base == 'i' || base == 'ı'):
		if last, width := utf8.DecodeLastRune(f.folded); last == base {
			f.folded = append(f.folded[:len(f.folded)-width], 'i')
			return 'i'
		}
	case f.folding.leaves(base, r):
		return base
	}
	f.folded = utf8.AppendRune(f.folded, r)
	return base
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
