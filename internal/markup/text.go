package markup

import (
	"html"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxText is how long a region's text may be, in bytes after normalisation.
const MaxText = 64 << 10

// maxReference is the length in bytes from which a character reference is no
// longer waited for; HTML's longest name, with & and ;, has 33.
const maxReference = 40

// A folder normalises the text of a page piece by piece: character
// references decoded, white space collapsed to single spaces, soft hyphens and
// zero-width spaces left out, NFC. What comes out goes to put.
type folder struct {
	put     func(c byte, pos int)
	pending [64]byte // a reference or a rune that is not complete
	held    int
	heldPos int
	seg     [64]byte // a character and the marks on it
	segLen  int
	segPos  int
	space   bool // a space is due before the next character
	spaceAt int
	any     bool // put was called
}

// gap separates the next text from the last, as the border of a block does.
func (f *folder) gap(pos int) {
	if !f.space {
		f.space, f.spaceAt = true, pos
	}
}

func (f *folder) text(b []byte, pos int, decode bool) {
	for i := 0; i < len(b); {
		c := b[i]
		if f.held > 0 {
			i += f.complete(b[i:])
			continue
		}
		switch {
		case c == '&' && decode || c >= utf8.RuneSelf:
			f.pending[0], f.held, f.heldPos = c, 1, pos+i
		case c <= ' ' || c == 0x7f:
			f.flushChar()
			f.gap(pos + i)
		default:
			f.flushChar()
			f.seg[0], f.segLen, f.segPos = c, 1, pos+i
		}
		i++
		if f.held == 1 && c != '&' {
			f.tryRune()
		}
	}
}

// complete adds bytes to what is pending and returns how many it took.
func (f *folder) complete(b []byte) int {
	if f.pending[0] != '&' {
		if b[0]&0xC0 == 0x80 {
			f.pending[f.held] = b[0]
			f.held++
			f.tryRune()
			return 1
		}
		f.held = 0
		f.char([]byte("\uFFFD"), f.heldPos)
		return 0
	}
	c := b[0]
	if c == ';' || c == '#' && f.held == 1 || isLetter(c) || '0' <= c && c <= '9' {
		f.pending[f.held] = c
		f.held++
		if c == ';' || f.held == maxReference {
			f.reference()
		}
		return 1
	}
	f.reference()
	return 0
}

func (f *folder) tryRune() {
	p := f.pending[:f.held]
	if !utf8.FullRune(p) {
		return
	}
	f.held = 0
	if r, n := utf8.DecodeRune(p); r == utf8.RuneError && n == 1 {
		f.char([]byte("\uFFFD"), f.heldPos)
		return
	}
	f.char(p, f.heldPos)
}

// reference decodes the pending character reference; what is none stays as it
// was written.
func (f *folder) reference() {
	p := f.pending[:f.held]
	f.held = 0
	var text string
	switch string(p) { // UnescapeString allocates; the most common ones without
	case "&amp;":
		text = "&"
	case "&lt;":
		text = "<"
	case "&gt;":
		text = ">"
	case "&quot;":
		text = `"`
	case "&nbsp;", "&#160;":
		text = " "
	case "&apos;", "&#39;":
		text = "'"
	case "&shy;":
		return
	default:
		text = html.UnescapeString(string(p))
	}
	for _, r := range text {
		var one [utf8.UTFMax]byte
		f.char(utf8.AppendRune(one[:0], r), f.heldPos)
	}
}

// char takes one decoded character.
func (f *folder) char(p []byte, pos int) {
	r, _ := utf8.DecodeRune(p)
	switch {
	case r == '\u00AD' || r == '\u200B' || r == '\u2060' || r == '\uFEFF':
		return
	case r <= ' ' || r == 0x7f || unicode.IsSpace(r):
		f.flushChar()
		f.gap(pos)
		return
	}
	if f.segLen == 0 || f.segLen+len(p) > len(f.seg) || r < utf8.RuneSelf || norm.NFC.Properties(p).BoundaryBefore() {
		f.flushChar()
		f.segPos = pos
	}
	f.segLen += copy(f.seg[f.segLen:], p)
}

// flushChar passes the pending character and its marks to put.
func (f *folder) flushChar() {
	if f.segLen == 0 {
		return
	}
	if f.space && f.any {
		f.put(' ', f.spaceAt)
	}
	f.space, f.any = false, true
	if f.segLen == 1 {
		f.segLen = 0
		f.put(f.seg[0], f.segPos)
		return
	}
	var buffer [3 * len(f.seg)]byte
	out := norm.NFC.Append(buffer[:0], f.seg[:f.segLen]...)
	f.segLen = 0
	for _, c := range out {
		f.put(c, f.segPos)
	}
}

// flush passes all that is pending to put: at a tag and at the end.
func (f *folder) flush() {
	if f.held > 0 {
		if f.pending[0] == '&' {
			f.reference()
		} else {
			f.held = 0
			f.char([]byte("\uFFFD"), f.heldPos)
		}
	}
	f.flushChar()
}

// Fold returns a plain text normalised, at most MaxText+1 bytes of it.
func Fold(text string) []byte {
	var out []byte
	f := folder{put: func(c byte, _ int) {
		if len(out) <= MaxText {
			out = append(out, c)
		}
	}}
	f.text([]byte(text), 0, false)
	f.flush()
	return out
}
