package treesize

import (
	"bytes"
	"strings"
)

// tag is what is known about a name.
type tag struct {
	name   name
	traits traits
}

// tags is a hash table of the elements by name, so that a look-up takes a few
// nanoseconds.
var tags = func() (table [slots]struct {
	word uint64
	rest string
	tag  tag
}) {
	nextFormatting, next := firstOther, unnamed
	for _, e := range elements {
		for w := range strings.FieldsSeq(e.words) {
			n := e.name
			switch {
			case n != unnamed:
			case e.traits&formatting != 0:
				n = nextFormatting
				nextFormatting++
			default:
				n = next
				next++
			}
			word := wordOf([]byte(w))
			at := slot(word)
			for table[at].word != 0 {
				at = (at + 1) % slots
			}
			table[at].word, table[at].rest, table[at].tag = word, w[min(len(w), wordLen):], tag{n, e.traits}
		}
	}
	return table
}()

const (
	slots   = 512
	wordLen = 8
)

func slot(word uint64) int { return int(word * 0x9e3779b97f4a7c15 >> 55) }

// wordOf packs the first eight bytes of a name, in lower case.
func wordOf(name []byte) uint64 {
	var word uint64
	for i := range min(len(name), wordLen) {
		word |= uint64(lower(name[i])) << (8 * i)
	}
	return word
}

// look returns what is known about a name, in any case, as a page has it.
func look(name []byte) tag {
	word := wordOf(name)
	if bytes.IndexByte(name, 0) >= 0 { // or else "b\x00" would be packed as "b"
		return tag{}
	}
	for at := slot(word); ; at = (at + 1) % slots {
		switch t := &tags[at]; {
		case t.word == 0:
			return tag{}
		case t.word == word && len(name) <= wordLen && t.rest == "":
			return t.tag
		case t.word == word && len(name) > wordLen && equalFold(name[wordLen:], t.rest):
			return t.tag
		}
	}
}

// lookWord returns what is known about a name of up to eight bytes.
func lookWord(word uint64) tag {
	for at := slot(word); ; at = (at + 1) % slots {
		if t := &tags[at]; t.word == word && t.rest == "" || t.word == 0 {
			return t.tag
		}
	}
}

// equalFold reports whether a is b, which is in lower case, ASCII letters
// folded.
func equalFold(a []byte, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if lower(a[i]) != b[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
