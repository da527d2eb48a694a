package markup

import (
	"html"
	"slices"
	"strings"
)

// offsets are where in a page the bytes of a text are: one after the other, or each by itself.
type offsets struct {
	from int32
	each []int32
}

func (o offsets) of(i int) int32 {
	if o.each == nil {
		return o.from + int32(i)
	}
	return o.each[i]
}

// appendTo appends the offsets of some bytes.
func (o offsets) appendTo(to []int32, i, n int) []int32 {
	if o.each != nil {
		return append(to, o.each[i:i+n]...)
	}
	to = slices.Grow(to, n)[:len(to)+n]
	for k := range n {
		to[len(to)-n+k] = o.from + int32(i+k)
	}
	return to
}

// offsetsOf returns where a text is that begins at an offset of a page. What is not written as it is
// meant, such as a character reference, is where that begins; what does not come next, as the text
// was moved, is where the last byte before it is.
func offsetsOf(src []byte, pos int32, text string) offsets {
	if from := int(pos); len(src)-from >= len(text) && string(src[from:from+len(text)]) == text {
		return offsets{from: pos}
	}
	at := make([]int32, len(text))
	end := min(len(src), int(pos)+4*len(text)+maxBetween)
	for i, j := 0, int(pos); i < len(text); {
		switch {
		case j == end:
			at[i] = at[max(0, i-1)]
			i++
		case src[j] == '&':
			n := referenceLen(src[j:end])
			meant := meaningOf(src[j : j+n])
			if !strings.HasPrefix(text[i:], meant) {
				n, meant = 1, "&"
			}
			for range min(len(meant), len(text)-i) {
				at[i] = int32(j)
				i++
			}
			j += n
		case src[j] == text[i]:
			at[i] = int32(j)
			i, j = i+1, j+1
		case src[j] == '\r' && text[i] == '\n':
			at[i] = int32(j)
			i, j = i+1, j+1
			if j < end && src[j] == '\n' {
				j++
			}
		default:
			j = afterMarkup(src[:end], j)
		}
	}
	return offsets{each: at}
}

// meaningOf returns what a character reference means; the most common ones without allocating.
func meaningOf(reference []byte) string {
	switch string(reference) {
	case "&amp;":
		return "&"
	case "&lt;":
		return "<"
	case "&gt;":
		return ">"
	case "&quot;":
		return `"`
	case "&nbsp;", "&#160;":
		return "\u00A0"
	}
	return html.UnescapeString(string(reference))
}

// maxBetween is how many bytes of comments and the like may be between two parts of one text.
const maxBetween = 256

// afterMarkup returns the offset after a byte of a page, or after the tag or comment that begins there.
func afterMarkup(src []byte, j int) int {
	if src[j] == '<' {
		for j < len(src)-1 && src[j] != '>' {
			j++
		}
	}
	return j + 1
}

// maxReference is how long a character reference is at most; HTML's longest name, with & and ;, has 33.
const maxReference = 40

// referenceLen returns the length of the character reference that src begins with.
func referenceLen(src []byte) int {
	n := 1
	for n < min(len(src), maxReference) {
		c := src[n]
		if c != '#' && !isLetter(c) && (c < '0' || c > '9') {
			if c == ';' {
				n++
			}
			break
		}
		n++
	}
	return n
}
