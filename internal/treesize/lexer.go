package treesize

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// signs says what a byte may end.
var signs = [256]uint8{
	' ': space | endsName | endsKey, '\n': space | endsName | endsKey, '\r': space | endsName | endsKey,
	'\t': space | endsName | endsKey, '\f': space | endsName | endsKey,
	'/': endsName | endsKey, '>': endsName | endsKey, '=': endsKey,
}

const (
	space = 1 << iota
	endsName
	endsKey
)

// markup is a tag as it stands in the page.
type markup struct {
	tag
	nameStart, nameEnd int
	end                int // after '>'
	attributes         int // at most
	self               closing
}

// closing says whether a tag is written <x/>.
type closing uint8

const (
	no      closing = iota
	perhaps         // a slash that ends an attribute's value, which counts or not
	yes
)

// readTag reads the tag whose name starts at src[at]. It reports false if the
// page ends before the tag does.
func readTag(src []byte, at int, t *markup) bool {
	i := t.readName(src, at)
	t.nameStart, t.nameEnd, t.attributes, t.self = at, i, 0, no
	if i < len(src) && src[i] == '>' {
		t.end = i + 1
		return true
	}
	slash, value := -1, -1 // where the last slash outside of values stands, and the end of the last bare value
	for {
		for i < len(src) && (src[i] == '/' || signs[src[i]]&space != 0) {
			if src[i] == '/' {
				slash = i
			}
			i++
		}
		if i == len(src) {
			return false
		}
		if src[i] == '>' {
			t.end = i + 1
			switch {
			case slash == i-1:
				t.self = yes
			case value == i && src[i-1] == '/':
				t.self = perhaps
			}
			return true
		}
		t.attributes++
		for i++; i < len(src) && signs[src[i]]&endsKey == 0; i++ { // a key may begin with '='
		}
		for i < len(src) && signs[src[i]]&space != 0 {
			i++
		}
		if i == len(src) || src[i] != '=' {
			continue
		}
		for i++; i < len(src) && signs[src[i]]&space != 0; i++ {
		}
		if i == len(src) {
			return false
		}
		switch c := src[i]; c {
		case '"', '\'':
			n := bytes.IndexByte(src[i+1:], c)
			if n < 0 {
				return false
			}
			i += n + 2
		default:
			for i < len(src) && src[i] != '>' && signs[src[i]]&space == 0 {
				i++
			}
			value = i
		}
	}
}

// letterBit is set in all letters and in no byte that ends a name.
const letterBit = 0x4040404040404040

// readName reads the name of a tag and returns where it ends.
func (t *markup) readName(src []byte, at int) int {
	if len(src)-at >= wordLen { // most names are a few letters
		word := binary.LittleEndian.Uint64(src[at:])
		n := bits.TrailingZeros64(^word&letterBit) / 8
		if n < wordLen && signs[src[at+n]]&endsName != 0 {
			t.tag = lookWord((word | 0x2020202020202020) & (1<<(8*n) - 1))
			return at + n
		}
	}
	i := at
	for i < len(src) && signs[src[i]]&endsName == 0 {
		i++
	}
	t.tag = look(src[at:i])
	return i
}

// commentEnd returns where the comment ends whose "<!--" starts at src[at].
func commentEnd(src []byte, at int) int {
	for i := at + len("<!--"); ; i++ {
		n := bytes.IndexByte(src[i:], '>')
		if n < 0 {
			return len(src)
		}
		i += n
		if bytes.HasSuffix(src[at+len("<!"):i], []byte("--")) || bytes.HasSuffix(src[at+len("<!--"):i], []byte("--!")) {
			return i + 1
		}
	}
}

// rawEnd returns where the end tag of a raw text element stands, the end of
// the page if there is none.
func rawEnd(src []byte, at int, name []byte) int {
	for i := at; ; i++ {
		n := bytes.IndexByte(src[i:], '<')
		if n < 0 {
			return len(src)
		}
		i += n
		rest := src[i+1:]
		if len(rest) > len(name)+1 && rest[0] == '/' && bytes.EqualFold(rest[1:len(name)+1], name) && signs[rest[len(name)+1]]&endsName != 0 {
			return i
		}
	}
}
