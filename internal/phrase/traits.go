package phrase

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The traits of a rune are packed into a uint32: its class in the low bits,
// two flags, and from foldShift on the rune it folds to.
const (
	classWord       = iota // letter or number
	classLone              // letter of a script without spaces: a word by itself
	classOther             // separates words and does no more
	classMark              // combining mark: goes with what stands before it
	classIgnored           // soft hyphen, zero-width characters: as if absent
	classSpace             // white space
	classNewline           // "\n"
	classBlock             // U+2029
	classDot               // "."
	classStop              // "!", "?", "…"
	classWideStop          // "。", "！", "？", "｡": an end whatever follows
	classCloser            // closing bracket or quote
	classApostrophe        // "'", "’": also closing quotes

	classBits = 0xf
	isSmall   = 0x10 // lower-case letter or digit
	isInert   = 0x20 // NFC changes neither it, nor what it folds to, whatever stands beside
	foldShift = 8
)

// asciiTraits are the traits of ASCII bytes without what they fold to. Bytes
// of longer characters count as no word there.
var asciiTraits = func() (table [256]uint8) {
	for c := range table {
		table[c] = classOther
		if c < utf8.RuneSelf {
			table[c] = uint8(traitsOf(rune(c)))
		}
	}
	return table
}()

// A plane holds the traits of the runes of the basic multilingual plane.
type plane [0x10000]uint32

// of returns the traits of any rune.
func (p *plane) of(r rune) uint32 {
	if int(r) < len(p) {
		return p[r]
	}
	return traitsOf(r)
}

// wideTraits returns the plane. It is made when the first non-ASCII rune is
// met, for it takes some milliseconds.
var wideTraits = sync.OnceValue(func() *plane {
	table := new(plane)
	for r := range table {
		table[r] = traitsOf(rune(r))
	}
	return table
})

// traitsAt returns the traits and the width of the rune at i in the text. A
// byte that is not UTF-8 is a symbol one byte wide.
func (s *scanner) traitsAt(i int) (traits uint32, width int) {
	r, width := utf8.DecodeRuneInString(s.text[i:])
	if s.wide == nil {
		s.wide = wideTraits()
	}
	return s.wide.of(r), width
}

// traitsOf works out the traits of a rune.
func traitsOf(r rune) uint32 {
	traits := classOf(r)
	if traits != classWord && traits != classLone && traits != classMark {
		return traits
	}
	folded := foldRune(r)
	if unicode.IsLower(r) || unicode.IsDigit(r) {
		traits |= isSmall
	}
	if inert(r) && inert(folded) {
		traits |= isInert
	}
	return traits | uint32(folded)<<foldShift
}

func classOf(r rune) uint32 {
	switch r {
	case '\n':
		return classNewline
	case '\u2029':
		return classBlock
	case '.':
		return classDot
	case '!', '?', '…':
		return classStop
	case '。', '！', '？', '｡':
		return classWideStop
	case '\'', '’':
		return classApostrophe
	case '"':
		return classCloser
	case 'ー', 'ｰ', 'ﾞ', 'ﾟ': // of kana, though their script is Common
		return classLone
	}
	switch {
	case unicode.IsLetter(r):
		if unicode.In(r, unspaced...) {
			return classLone
		}
		return classWord
	case unicode.IsNumber(r):
		return classWord
	case unicode.In(r, unicode.Cf, unicode.Variation_Selector):
		return classIgnored
	case unicode.IsMark(r):
		return classMark
	case unicode.IsSpace(r):
		return classSpace
	case unicode.In(r, unicode.Pe, unicode.Pf):
		return classCloser
	}
	return classOther
}

// unspaced are the scripts written without spaces between words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// inert reports whether NFC leaves r as it is in every text: it has no
// decomposition, is no mark, and joins nothing before it.
func inert(r rune) bool {
	s := string(r)
	return norm.NFC.IsNormalString(s) && norm.NFC.PropertiesString(s).BoundaryBefore()
}

// foldRune returns the representative of all runes which simple case folding
// holds equal to r: the lower case of the first upper-case one among them, as
// in Unicode's CaseFolding.txt, or the first if there is no such. The iota
// subscript, a mark which that file folds to the letter, stays a mark: it would
// be a word of its own after a kana.
func foldRune(r rune) rune {
	if unicode.IsMark(r) {
		return r
	}
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

// putRune writes r as UTF-8 and returns its length.
func putRune(b []byte, r rune) int {
	if r < utf8.RuneSelf {
		b[0] = byte(r)
		return 1
	}
	return utf8.EncodeRune(b, r)
}

// A folder folds words that have to be composed first. Its buffers are used
// again, for the norm package makes what it is given escape to the heap.
type folder struct {
	raw, folded []byte
	composed    norm.Iter
}

var folders = sync.Pool{New: func() any { return new(folder) }}

// compose folds such a word, puts the result into buf, as far as it goes, and
// returns its length.
func (s *scanner) compose(word string) int {
	f := folders.Get().(*folder)
	defer folders.Put(f)
	folded := f.fold(word)
	copy(s.buf[:], folded)
	return len(folded)
}

// fold returns the folded form of a word of any length: ignored characters
// gone, in NFC, each rune folded, and in NFC again, since only lower case may
// have a composed form (H̱ and ẖ). It holds until the next call.
func (f *folder) fold(word string) []byte {
	f.raw = f.raw[:0]
	wide := wideTraits()
	for _, r := range word {
		if wide.of(r)&classBits != classIgnored {
			f.raw = utf8.AppendRune(f.raw, r)
		}
	}
	f.folded = f.folded[:0]
	for f.composed.Init(norm.NFC, f.raw); !f.composed.Done(); {
		part := f.composed.Next()
		for len(part) > 0 {
			r, width := utf8.DecodeRune(part)
			f.folded = utf8.AppendRune(f.folded, rune(wide.of(r)>>foldShift))
			part = part[width:]
		}
	}
	if norm.NFC.QuickSpan(f.folded) == len(f.folded) {
		return f.folded
	}
	f.raw = f.raw[:0]
	for f.composed.Init(norm.NFC, f.folded); !f.composed.Done(); {
		f.raw = append(f.raw, f.composed.Next()...)
	}
	return f.raw
}
