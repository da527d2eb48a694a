package phrase

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The traits of a rune are packed into a uint32: its class in the low bits,
// three flags, and from foldShift on the rune it folds to.
const (
	classWord       = iota // letter or number
	classLone              // letter of a script without spaces: a word by itself
	classParts             // one or more words by itself, which plane.long has
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
	classPlus              // "+": may belong to the word before it
	classSharp             // "#", "♯": the same

	classBits = 0xf
	isSmall   = 0x10 // lower-case letter or digit
	isInert   = 0x20 // what it folds to does not change with what stands beside
	isLong    = 0x40 // it folds to no rune or to several, which plane.long has
	foldShift = 8
)

// asciiTraits are the traits of ASCII bytes without what they fold to. Bytes
// of longer characters count as no word there.
var asciiTraits = func() (table [256]uint8) {
	for c := range table {
		table[c] = classOther
		if c < utf8.RuneSelf {
			table[c] = uint8(new(folder).traitsOf(rune(c)))
		}
	}
	return table
}()

// endsPlain holds the bytes that end an ASCII word for which it need not be looked at again:
// those of longer characters and signs may belong to it.
var endsPlain = func() (table [256]bool) {
	for c := range table {
		table[c] = c < utf8.RuneSelf && c != '+' && c != '#'
	}
	return table
}()

// A plane holds the traits of the runes of the basic multilingual plane under a folding.
type plane struct {
	folding Folding
	traits  [0x10000]uint32
	longs   map[rune]string
}

// of returns the traits of any rune.
func (p *plane) of(r rune) uint32 {
	if int(r) < len(p.traits) {
		return p.traits[r]
	}
	traits, _ := p.examine(r)
	return traits
}

// long returns what a rune folds to that isLong, or the words of one of classParts, with
// spaces between.
func (p *plane) long(r rune) string {
	if int(r) < len(p.traits) {
		return p.longs[r]
	}
	_, long := p.examine(r)
	return long
}

func (p *plane) examine(r rune) (traits uint32, long string) {
	f := folders.Get().(*folder)
	defer folders.Put(f)
	f.folding, f.wide = p.folding, nil
	return f.examine(r)
}

// planes are made when the first non-ASCII rune is met under a folding, for each takes some
// milliseconds.
var planes = func() (planes [4]func() *plane) {
	for i := range planes {
		planes[i] = sync.OnceValue(func() *plane {
			p := &plane{folding: Folding{Turkish: i&1 != 0, IgnoreAccents: i&2 != 0}, longs: map[rune]string{}}
			f := folder{folding: p.folding}
			for r := range rune(len(p.traits)) {
				traits, long := f.examine(r)
				if p.traits[r] = traits; long != "" {
					p.longs[r] = long
				}
			}
			return p
		})
	}
	return planes
}()

// planeOf returns the traits of runes under a folding.
func planeOf(f Folding) *plane {
	i := 0
	if f.Turkish {
		i = 1
	}
	if f.IgnoreAccents {
		i |= 2
	}
	return planes[i]()
}

// traitsAt returns the traits and the width of the rune at i in the text. A
// byte that is not UTF-8 is a symbol one byte wide.
func (s *scanner) traitsAt(i int) (traits uint32, width int) {
	r, width := utf8.DecodeRuneInString(s.text[i:])
	if s.wide == nil {
		s.wide = planeOf(s.folding)
	}
	return s.wide.of(r), width
}

func (f *folder) traitsOf(r rune) uint32 {
	traits, _ := f.examine(r)
	return traits
}

// examine works out the traits of a rune and, if it isLong or of classParts, what
// plane.long has of it. Those of a rune that decomposes are those of what it decomposes to.
func (f *folder) examine(r rune) (traits uint32, long string) {
	class := classOf(r)
	d := []rune(string(decomposition(r)))
	switch {
	case class > classMark:
		return class, ""
	case len(d) == 1:
		return f.examine(d[0])
	case len(d) == 0 && class == classOther:
		return class, ""
	case len(d) == 0 && isArabicMark(r):
		return class | isLong | isInert, ""
	case len(d) == 0 && class == classMark && r != tatweel:
		f.folded = utf8.AppendRune(f.folded[:0], r)
	case len(d) == 0:
		f.folded = f.folding.appendLetter(f.folded[:0], r)
	default:
		words, isOne := cut(d)
		if len(words) == 0 {
			return classOther, ""
		}
		if isOne {
			class = classOf(d[0])
			f.fold(string(d))
			break
		}
		for i, w := range words {
			words[i] = string(f.fold(w))
		}
		return classParts | small(d), strings.Join(words, " ")
	}
	switch {
	case len(f.folded) == 0, class == classMark && len(d) == 0 && properties(norm.NFC, r).BoundaryBefore():
		traits = isInert
	case class == classMark: // what it decomposes to may count by the letter before
	case norm.NFC.Properties(f.folded).BoundaryBefore():
		traits = isInert
	}
	if len(d) == 0 {
		d = []rune{r}
	}
	traits |= small(d)
	folded, width := utf8.DecodeRune(f.folded)
	if width == 0 || width < len(f.folded) {
		return class | traits | isLong, string(f.folded)
	}
	return class | traits | uint32(folded)<<foldShift, ""
}

// cut returns the words of what a rune decomposes to, and whether it is one word, or marks,
// and nothing else.
func cut(d []rune) (words []string, isOne bool) {
	last := uint32(classOther) // the class of what the last word begins with, unless it has ended
	isOne = true
	for i, r := range d {
		class := classOf(r)
		switch {
		case class == classMark && (i == 0 || last != classOther), class == classWord && last == class:
			if i == 0 {
				words, last = []string{""}, classMark
			}
			words[len(words)-1] += string(r)
		case class == classWord || class == classLone:
			words, last = append(words, string(r)), class
		default:
			isOne, last = false, classOther
		}
	}
	return words, isOne && len(words) == 1
}

// small returns isSmall if the first letter or number is a lower-case letter or a digit.
func small(d []rune) uint32 {
	for _, r := range d {
		if class := classOf(r); class == classWord || class == classLone {
			if unicode.IsLower(r) || unicode.IsDigit(r) {
				return isSmall
			}
			break
		}
	}
	return 0
}

// classOf returns the class of a rune that does not decompose.
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
	case '+':
		return classPlus
	case '#', '♯':
		return classSharp
	case 'ー': // of kana, though its script is Common
		return classLone
	case tatweel:
		return classMark
	case graphemeJoiner:
		return classIgnored
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

// A folder folds words that have to be composed. Its buffers are used again, for the
// norm package makes what it is given escape to the heap.
type folder struct {
	folding     Folding
	wide        *plane // nil while it is made
	raw, folded []byte
	parts       norm.Iter
}

var folders = sync.Pool{New: func() any { return new(folder) }}

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

// putRune writes r as UTF-8 and returns its length.
func putRune(b []byte, r rune) int {
	if r < utf8.RuneSelf {
		b[0] = byte(r)
		return 1
	}
	return utf8.EncodeRune(b, r)
}
