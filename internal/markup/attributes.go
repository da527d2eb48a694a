package markup

import (
	"bytes"
	"html"
	"iter"
	"strings"
)

// AttributeOf returns an attribute of an element, references decoded and without
// space round it.
func (o *Outline) AttributeOf(e int32, name string) (string, bool) {
	x := &o.Elements[e]
	tag := bytes.TrimSuffix(o.Page[x.Pos:min(x.inner, x.Pos+maxTag, len(o.Page))], []byte(">"))
	for key, value := range attributesIn(tag[min(1+len(x.Name), len(tag)):]) {
		if strings.EqualFold(string(key), name) {
			return strings.TrimSpace(html.UnescapeString(string(value))), true
		}
	}
	return "", false
}

// attributesIn yields the attributes in a start tag, given what is between its name and
// its '>': names and values as written, nil for a value that is not there.
func attributesIn(b []byte) iter.Seq2[[]byte, []byte] {
	const spaces = " \t\n\f\r"
	return func(yield func(name, value []byte) bool) {
		for {
			b = bytes.TrimLeft(b, spaces+"/")
			if len(b) == 0 {
				return
			}
			n := 1 // the first byte of a name may be '='
			for n < len(b) && ends[b[n]] == 0 {
				n++
			}
			name := b[:n]
			var value []byte
			if b = bytes.TrimLeft(b[n:], spaces); len(b) > 0 && b[0] == '=' {
				value, b = attributeValue(bytes.TrimLeft(b[1:], spaces))
			}
			if !yield(name, value) {
				return
			}
		}
	}
}

// attributeValue cuts the value that b begins with from what follows.
func attributeValue(b []byte) (value, rest []byte) {
	if len(b) > 0 && (b[0] == '"' || b[0] == '\'') {
		value, rest, _ = bytes.Cut(b[1:], b[:1])
		return value, rest
	}
	n := 0
	for n < len(b) && !isSpace(b[n]) {
		n++
	}
	return b[:n], b[n:]
}
