package label

import (
	"iter"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"
)

// piece is a stretch of visible text.
type piece struct {
	node *html.Node
	text string
	at   int32 // where it starts in the page's visible text
	note bool  // in <sup>: a mark, where names and affiliations are read
	line bool  // a line starts here
}

// pieces returns the visible text of an item, a text node each. One that white
// space follows in its line has a space at its end.
func (p *page) pieces(i int32) []piece {
	out := make([]piece, 0, len(p.runsOf(i)))
	for x := range p.piecesOf(i) {
		out = append(out, x)
	}
	return out
}

// piecesOf yields what pieces returns.
func (p *page) piecesOf(i int32) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		it := &p.items[i]
		for _, r := range p.runsOf(i) {
			text := r.node.Data
			if r.spaced && !strings.HasSuffix(text, " ") {
				text += " "
			}
			if !yield(piece{r.node, text, r.at, r.sups > it.sups, r.line}) {
				return
			}
		}
	}
}

// rowWriter writes texts one after another, white space collapsed.
type rowWriter struct {
	buf   []byte
	rows  []int // where each row begins in buf, if byRow
	byRow bool
	gap   bool
	line  bool
}

// add writes texts, of each node at most so many bytes, until so many are written.
func (w *rowWriter) add(runs []run, ofNode, most int) {
	for _, r := range runs {
		w.line = w.line || r.line
		w.write(r.node.Data[:min(len(r.node.Data), ofNode)])
		w.gap = w.gap || r.spaced
		if len(w.buf) >= most {
			break
		}
	}
}

func (w *rowWriter) write(s string) {
	for i := 0; i < len(s); {
		if s[i] <= ' ' {
			w.gap = true
			i++
			continue
		}
		n := plain(s[i:])
		if n == 0 {
			var r rune
			r, n = utf8.DecodeRuneInString(s[i:])
			if zeroWidth(r) || unicode.IsSpace(r) {
				w.gap = w.gap || !zeroWidth(r)
				i += n
				continue
			}
		}
		w.space()
		w.buf = append(w.buf, s[i:i+n]...)
		i += n
	}
}

// plain returns how many bytes of a text are words with single spaces between them,
// of characters that are surely no white space and of some width.
func plain(s string) int {
	before := gaps[' ']
	for i := 0; i < len(s); i++ {
		gap := gaps[s[i]]
		if before+gap > 1 {
			return max(0, i-before)
		}
		before = gap
	}
	return max(0, len(s)-before)
}

// gaps has 0 for the bytes of such characters, 1 for a space, and 2 for other white space
// and what white space beyond ASCII and characters of no width begin with.
var gaps = func() (out [256]int) {
	for c := range ' ' {
		out[c] = 2
	}
	out[' '] = 1
	for _, r := range "\u0085\u00a0\u00ad\u1680\u2000\u2028\u205f\u2060\u3000\ufeff" {
		out[string(r)[0]] = 2
	}
	return out
}()

// space writes what is due before the next word.
func (w *rowWriter) space() {
	if len(w.buf) > 0 && (w.gap || w.line) {
		w.buf = append(w.buf, ' ')
	}
	if w.byRow && (w.line || w.rows == nil) {
		w.rows = append(w.rows, len(w.buf))
	}
	w.gap, w.line = false, false
}

// text returns the visible text of an item, white space collapsed.
func (p *page) text(i int32) string { return string(p.written(i)) }

// written returns the same in memory that is used again.
func (p *page) written(i int32) []byte {
	return p.prefix(i, math.MaxInt, math.MaxInt)
}

// prefix returns the beginning of an item's text up to the node with which it has
// so many bytes, of each node at most so many.
func (p *page) prefix(i int32, ofNode, most int) []byte {
	w := rowWriter{buf: p.buf[:0]}
	w.add(p.runsOf(i), ofNode, most)
	p.buf = w.buf
	return w.buf
}

func joinPieces(ps []piece) string {
	if len(ps) == 1 {
		return collapse(ps[0].text)
	}
	var w rowWriter
	for _, x := range ps {
		w.line = w.line || x.line
		w.write(x.text)
	}
	return string(w.buf)
}

// collapse makes every run of white space one space, and drops characters of no
// width.
func collapse(s string) string {
	s = strings.TrimSpace(s)
	if plain(s) == len(s) {
		return s
	}
	w := rowWriter{buf: make([]byte, 0, len(s))}
	w.write(s)
	return string(w.buf)
}

// trim takes signs of ASCII from both ends of a text. strings.Trim makes a table of
// them first, which costs more than these short texts.
func trim(s, signs string) string {
	for s != "" && inWords[s[0]] == 0 && strings.IndexByte(signs, s[0]) >= 0 {
		s = s[1:]
	}
	for s != "" && inWords[s[len(s)-1]] == 0 && strings.IndexByte(signs, s[len(s)-1]) >= 0 {
		s = s[:len(s)-1]
	}
	return s
}

// words returns the words of a text as they are compared: NFKC, case folded,
// punctuation dropped.
func words(s string) []string {
	if !ascii(s) {
		return strings.FieldsFunc(strings.ToLower(norm.NFKC.String(s)), notWord)
	}
	s = strings.ToLower(s)
	const perWord = 6 // bytes of a word and a space in many languages
	out := make([]string, 0, len(s)/perWord+1)
	for i := 0; i < len(s); i++ {
		from := i
		for i < len(s) && ('a' <= s[i] && s[i] <= 'z' || '0' <= s[i] && s[i] <= '9') {
			i++
		}
		if i > from {
			out = append(out, s[from:i])
		}
	}
	return out
}

// appendWordHashes appends the hashes of the words of a text, as words has them.
func appendWordHashes(out []uint64, s string) []uint64 {
	h := uint64(fnvOffset)
	field, had := 0, len(out) // where what is between white space begins, and the words before it
	for i := 0; i < len(s); {
		low, n := latin(s, i)
		switch {
		case low != 0:
			h = (h ^ uint64(low)) * fnvPrime
			i += n
			continue
		case n == 0:
			end := len(s)
			if n := strings.IndexFunc(s[field:], unicode.IsSpace); n >= 0 {
				end = field + n
			}
			out = appendFieldHashes(out[:had], s[field:end])
			_, n = utf8.DecodeRuneInString(s[end:])
			i, h = end+n, fnvOffset
			field, had = i, len(out)
			continue
		case h != fnvOffset:
			out, h = append(out, mix(h)), fnvOffset
		}
		i += n
		if s[i-1] <= ' ' {
			field, had = i, len(out)
		}
	}
	if h != fnvOffset {
		out = append(out, mix(h))
	}
	return out
}

// countWords returns how many words a text has.
func countWords(s string) int { return countUpTo(len(s), s) }

// countUpTo returns how many words a text has, or so many if it has more.
func countUpTo(most int, s string) int {
	n, inside := 0, 0
	for i := 0; i < len(s) && n < most; {
		c, size := inWords[s[i]], 1
		if s[i] >= utf8.RuneSelf {
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			if c = 1; notWord(r) {
				c = 0
			}
		}
		n += c &^ inside
		inside = c
		i += size
	}
	return n
}

// inWords has 1 for the letters and digits of ASCII, 0 for other bytes.
var inWords = func() (out [256]int) {
	for c := range rune(utf8.RuneSelf) {
		if !notWord(c) {
			out[c] = 1
		}
	}
	return out
}()

// latin returns the letter or digit at a place of a text in lower case, 0 for
// another character, and its length in bytes; of other scripts 0.
func latin(s string, i int) (lower byte, n int) {
	c := s[i]
	switch {
	case c < utf8.RuneSelf:
		return lowered[c], 1
	case c == 0xc3 && i+1 < len(s) && s[i+1]&0xc0 == 0x80: // U+00C0 to U+00FF
		return lowered[s[i+1]|0x40], 2
	}
	return 0, 0
}

// lowered has the letters and digits of ASCII and those of Latin-1 from U+00C0 on
// in lower case, 0 for other bytes.
var lowered = func() (out [256]byte) {
	for c := range rune(len(out)) {
		if !notWord(c) && (c < utf8.RuneSelf || c >= 0xc0) {
			out[c] = byte(unicode.ToLower(c))
		}
	}
	return out
}()

// appendFieldHashes appends the hashes of the words of a text without white space.
func appendFieldHashes(out []uint64, s string) []uint64 {
	if !norm.NFKC.IsNormalString(s) {
		s = norm.NFKC.String(s)
	}
	h := uint64(fnvOffset)
	for _, c := range s {
		if c = unicode.ToLower(c); !notWord(c) {
			h = (h ^ uint64(c)) * fnvPrime
		} else if h != fnvOffset {
			out, h = append(out, mix(h)), fnvOffset
		}
	}
	if h != fnvOffset {
		out = append(out, mix(h))
	}
	return out
}

// wordHash is the hash of a word, the same for capitals.
func wordHash(w string) uint64 {
	h := uint64(fnvOffset)
	for _, c := range w {
		h = (h ^ uint64(unicode.ToLower(c))) * fnvPrime
	}
	return mix(h)
}

func notWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// normalText is a text as it is compared.
func normalText(s string) string { return strings.Join(words(s), " ") }

// overlap returns the F1 of two lists of words taken as bags.
func overlap(a, b []string) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	return 2 * float64(common(a, b)) / float64(len(a)+len(b))
}

func common(a, b []string) int {
	count := make(map[string]int, len(a))
	for _, w := range a {
		count[w]++
	}
	n := 0
	for _, w := range b {
		if count[w] > 0 {
			count[w]--
			n++
		}
	}
	return n
}
