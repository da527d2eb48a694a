package phrase

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// MaxWordBytes bounds one word of a phrase or of a matched text, in bytes of
// its folded form. A longer word is read in linear time, is part of no phrase
// and matches nothing.
const MaxWordBytes = 256

// rawWordBytes bounds a word that has to be composed as it is written: none
// that people write shrinks to so little when its marks go.
const rawWordBytes = 16 * MaxWordBytes

// boundary says what lies between a word and the word before it.
type boundary uint8

const (
	within   boundary = iota // nothing that ends a sentence
	sentence                 // the end of a sentence
	block                    // a blank line or U+2029
)

// A scanner cuts a text into words and folds them. It allocates nothing for
// text in NFC and never looks at a byte more than a fixed number of times.
type scanner struct {
	text    string
	pos     int
	folding Folding
	wide    *plane // traits of non-ASCII runes, fetched when first met
	part    int    // how many of the words of the rune at pos have been found

	stemmer *stemmer // nil if words count as they are
	stems   *stemCache
	words   *Hashes // where each word is noted, before it is stemmed; may be nil

	// The word that next found.
	start, end int      // its place in text
	before     boundary // what separates it from the word before
	inside     bool     // it is not the first word of the rune that it comes from
	size       int      // length of its folded form; 0 if over MaxWordBytes
	key        uint64   // the folded form, first byte lowest, if size <= 8
	buf        [MaxWordBytes + 8]byte

	word, mask uint32 // of the word, as words knows it
}

// next finds the next word and reports whether there is one.
func (s *scanner) next() bool {
	passed := within // the farthest boundary before words that were passed over
	for {
		i := s.pos
		var gap uint8
		if i+1 < len(s.text) && s.text[i] == ' ' && asciiTraits[s.text[i+1]]&classBits == classWord {
			i++ // one space and then a word: most gaps are like this
		} else if i, gap = s.skipGap(i); i == len(s.text) {
			s.pos = i
			return false
		}
		s.start = i
		s.before, s.inside = within, false
		if gap != 0 {
			s.before = s.boundaryOf(gap, i)
		}
		if s.asciiWord(i) {
			s.pos = s.end
		} else {
			s.pos = s.wideWord(i)
		}
		if gap&gapPossessive != 0 && s.size == 1 && s.key == 's' {
			continue
		}
		if s.words != nil {
			s.words.add(s)
		}
		if s.stemmer != nil {
			s.before = max(s.before, passed)
			if !s.restem() {
				passed = s.before
				continue
			}
		}
		return true
	}
}

// What is known about a gap between two words while it is read. At its end the
// flags of the second group mean no more.
const (
	gapDot        = 1 << iota // a full stop and then white space
	gapStop                   // another sentence end
	gapBlock                  // a blank line or U+2029
	gapPossessive             // one apostrophe and no more

	gapDotSoon  // a full stop, which white space would make count
	gapStopSoon // the same of another stop
	gapNewline  // no more than white space since the last newline
	gapFirst    // nothing since the word before

	gapKnown = gapDot | gapStop | gapBlock | gapPossessive
)

// gapSteps says how a character of a class changes the state of a gap. A table
// does it without the branches that prose makes hard to predict.
var gapSteps = func() (steps [256][classBits + 1]uint8) {
	for gap := range steps {
		for class := range steps[gap] {
			steps[gap][class] = gapStep(uint8(gap), class)
		}
	}
	return steps
}()

func gapStep(gap uint8, class int) uint8 {
	if class == classIgnored {
		return gap
	}
	next := gap & (gapDot | gapStop | gapBlock)
	if class == classApostrophe && gap&gapFirst != 0 {
		next |= gapPossessive
	}
	soon := gap & (gapDotSoon | gapStopSoon)
	switch class {
	case classSpace:
		next |= soon/gapDotSoon*gapDot | gap&gapNewline
	case classNewline:
		next |= soon/gapDotSoon*gapDot | gapNewline
		if gap&gapNewline != 0 {
			next |= gapBlock
		}
	case classBlock:
		next |= gapBlock
	case classDot:
		next |= gapDotSoon
	case classStop:
		next |= gapStopSoon
	case classWideStop:
		next |= gapStop
	case classCloser, classApostrophe:
		next |= soon
	}
	return next
}

// skipGap passes over all that is no word and returns the place of the next
// word, or len(text), with what it saw on the way.
func (s *scanner) skipGap(i int) (next int, gap uint8) {
	if i > 0 {
		gap = gapFirst
	}
	for i < len(s.text) {
		class, width := asciiTraits[s.text[i]]&classBits, 1
		if s.text[i] >= 0x80 {
			var t uint32
			t, width = s.traitsAt(i)
			class = uint8(t & classBits)
		}
		if class <= classParts {
			break
		}
		gap = gapSteps[gap][class]
		i += width
	}
	return i, gap & gapKnown
}

// boundaryOf says what a gap with these contents is before the word at i.
func (s *scanner) boundaryOf(gap uint8, i int) boundary {
	if gap&gapBlock != 0 {
		return block
	}
	if gap&gapStop != 0 {
		return sentence
	}
	if gap&gapDot != 0 {
		t := uint32(asciiTraits[s.text[i]])
		if s.text[i] >= 0x80 {
			t, _ = s.traitsAt(i)
		}
		if t&isSmall == 0 {
			return sentence
		}
	}
	return within
}

const (
	everyByte = 0x0101010101010101
	highBits  = 0x80 * everyByte
)

// foldASCII takes eight bytes of text, first byte lowest, and returns how
// many of them, from the first on, are ASCII letters or digits, and those
// bytes in lower case with the rest zero.
func foldASCII(v uint64) (folded uint64, n int) {
	// Bit 5 is the difference between A and a, and every digit has it set.
	folded = v | 0x20*everyByte
	// With the high bits clear, adding 0x80-c sets a byte's high bit if the
	// byte is c or more and carries nothing into its neighbour.
	lower := folded &^ highBits
	plain := v &^ highBits
	letter := (lower + (0x80-'a')*everyByte) &^ (lower + (0x80-'z'-1)*everyByte)
	digit := (plain + (0x80-'0')*everyByte) &^ (plain + (0x80-'9'-1)*everyByte)
	other := (^(letter | digit) | v) & highBits
	n = bits.TrailingZeros64(other) >> 3
	return folded & (1<<(8*n) - 1), n
}

// load returns eight bytes of text from i on, the first lowest, with zeros
// after the end of the text.
func load(text string, i int) uint64 {
	if i+8 > len(text) {
		return loadLast(text[i:])
	}
	t := text[i : i+8]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

func loadLast(text string) (v uint64) {
	for i := len(text) - 1; i >= 0; i-- {
		v = v<<8 | uint64(text[i])
	}
	return v
}

// asciiWord reads the word at i and reports whether it is all ASCII, and a + or # does not
// follow it.
func (s *scanner) asciiWord(i int) bool {
	v, n := foldASCII(load(s.text, i))
	end := i + n
	if n < 8 {
		if end < len(s.text) && !endsPlain[s.text[end]] || s.folding.Turkish && hasI(s.text[i:end]) {
			return false
		}
		s.key, s.size, s.end = v, n, end
		return true
	}
	s.key = v
	binary.LittleEndian.PutUint64(s.buf[:], v)
	for n == 8 {
		v, n = foldASCII(load(s.text, end))
		if at := end - i; at < MaxWordBytes {
			binary.LittleEndian.PutUint64(s.buf[at:], v)
		}
		end += n
	}
	if end < len(s.text) && !endsPlain[s.text[end]] || s.folding.Turkish && hasI(s.text[i:end]) {
		return false
	}
	s.end, s.size = end, end-i
	if s.size > MaxWordBytes {
		s.size = 0
	}
	return true
}

func hasI(word string) bool { return strings.IndexByte(word, 'I') >= 0 }

// wideWord reads the word at i, in which some character is not as asciiWord takes it or
// behind which such a one stands, and returns where the next is to be looked for.
func (s *scanner) wideWord(i int) (next int) {
	var (
		at     = i
		raw    int // bytes of the word, ignored characters not counted
		size   int // bytes in buf
		inert  = !s.folding.GreekNames
		isLone bool
	)
	for at < len(s.text) {
		c := s.text[at]
		t, width := uint32(asciiTraits[c])|uint32(c|0x20)<<foldShift, 1
		if c >= utf8.RuneSelf || c == 'I' && s.folding.Turkish {
			t, width = s.traitsAt(at)
		}
		class := t & classBits
		if class == classIgnored {
			at += width
			continue
		}
		if class == classParts && at == i {
			return s.nextPart(i, width)
		}
		ok := class == classMark || class == classWord && !isLone || class == classLone && at == i
		if !ok {
			break
		}
		isLone = isLone || class == classLone
		inert = inert && t&isInert != 0
		raw += width
		if size <= MaxWordBytes {
			if t&isLong == 0 {
				size += putRune(s.buf[size:], rune(t>>foldShift))
			} else {
				r, _ := utf8.DecodeRuneInString(s.text[at:])
				size += copy(s.buf[size:], s.wide.long(r))
			}
		}
		at += width
		s.end = at
	}
	switch {
	case inert:
	case raw > rawWordBytes:
		size = MaxWordBytes + 1
	default:
		size = s.compose(s.text[i:s.end])
	}
	if !isLone {
		size = s.signs(at, size)
	}
	s.setSize(size)
	return s.end
}

// compose folds a word that has to be composed, puts the result into buf, as far as it goes, and
// returns its length.
func (s *scanner) compose(word string) int {
	f := folders.Get().(*folder)
	defer folders.Put(f)
	f.folding, f.wide = s.folding, planeOf(s.folding)
	folded := f.fold(word)
	copy(s.buf[:], folded)
	return len(folded)
}

// setSize notes the length of the folded form in buf.
func (s *scanner) setSize(size int) {
	if size > MaxWordBytes {
		size = 0
	}
	if s.size = size; size < 16 {
		clear(s.buf[size:16])
		s.key = binary.LittleEndian.Uint64(s.buf[:])
	}
}

// nextPart takes the next of the words that the rune at i is by itself, and returns where
// the one after it is to be looked for.
func (s *scanner) nextPart(i, width int) (next int) {
	r, _ := utf8.DecodeRuneInString(s.text[i:])
	word, rest, more := strings.Cut(s.wide.long(r), " ")
	for range s.part {
		word, rest, more = strings.Cut(rest, " ")
	}
	s.end, s.inside = i+width, s.part > 0
	s.setSize(copy(s.buf[:], word))
	if more {
		s.part++
		return i
	}
	s.part = 0
	return s.end
}

// signs adds to the word of size bytes the signs at a place that belong to it, and returns
// its size with them: a # after one Latin letter alone, and after a word that is no number
// several +, or one that stands before no letter or number.
func (s *scanner) signs(at, size int) int {
	if isNumber(s.buf[:min(size, MaxWordBytes)]) {
		return size
	}
	end, n := s.end, 0
	for at < len(s.text) {
		t, width := s.traitsAt(at)
		class := t & classBits
		if class == classSharp && n == 0 && size == 1 && isASCIILetter(s.buf[0]) {
			s.buf[1], s.end = '#', at+width
			return 2
		}
		if class <= classParts && n == 1 {
			return size
		}
		if class != classPlus && class != classIgnored {
			break
		}
		at += width
		if class == classPlus {
			n++
			end = at
		}
	}
	if n > 0 {
		s.end = end
	}
	for ; n > 0 && size <= MaxWordBytes; n-- {
		s.buf[size] = '+'
		size++
	}
	return size
}

func isNumber(word []byte) bool {
	for _, c := range word {
		if c < '0' || '9' < c {
			return false
		}
	}
	return true
}
