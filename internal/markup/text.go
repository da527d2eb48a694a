package markup

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxText is how long a region's text may be, in bytes after normalisation.
const MaxText = 64 << 10

// A folder normalises texts: white space collapsed to single spaces, soft hyphens and zero-width
// spaces left out, NFC.
type folder struct {
	out   []byte
	at    []int32 // offset in the page of each byte
	space int32   // where a space is due before the next character, -1 for none
}

// gap separates the next text from the last, as the border of a block does.
func (f *folder) gap(pos int32) {
	if f.space < 0 {
		f.space = pos
	}
}

// text adds a text, whose bytes are at offsets of the page.
func (f *folder) text(s string, at offsets) {
	start, plain := len(f.out), true
	out, from := f.out, f.at
	for i := 0; i < len(s); {
		n := 0
		for i+n < len(s) && s[i+n] > ' ' && s[i+n] < 0x7f {
			n++
		}
		r := rune(0)
		if n == 0 {
			r, n = utf8.DecodeRuneInString(s[i:])
			plain = plain && r < utf8.RuneSelf
			if r <= ' ' || r == 0x7f || r >= utf8.RuneSelf && unicode.IsSpace(r) {
				f.gap(at.of(i))
				i += n
				continue
			}
			if r == '\u00AD' || r == '\u200B' || r == '\u2060' || r == '\uFEFF' {
				i += n
				continue
			}
		}
		if f.space >= 0 && len(out) > 0 {
			out, from = append(out, ' '), append(from, f.space)
		}
		f.space = -1
		if r == 0 {
			out, from = append(out, s[i:i+n]...), at.appendTo(from, i, n)
		} else {
			out = utf8.AppendRune(out, r)
			for pos := at.of(i); len(from) < len(out); {
				from = append(from, pos)
			}
		}
		i += n
	}
	f.out, f.at = out, from
	if !plain && !norm.NFC.IsNormal(out[start:]) {
		f.normalize(start)
	}
}

// normalize normalises the end of what came out.
func (f *folder) normalize(start int) {
	in, at := string(f.out[start:]), append([]int32(nil), f.at[start:]...)
	f.out, f.at = f.out[:start], f.at[:start]
	var it norm.Iter
	for it.InitString(norm.NFC, in); !it.Done(); {
		pos := at[it.Pos()]
		f.out = append(f.out, it.Next()...)
		for len(f.at) < len(f.out) {
			f.at = append(f.at, pos)
		}
	}
}

// Fold returns a plain text normalised, at most MaxText+1 bytes of it.
func Fold(text string) []byte {
	f := folder{space: -1}
	f.text(text, offsets{})
	return f.out[:min(len(f.out), MaxText+1)]
}
