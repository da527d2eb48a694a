package rdf

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/latin1"
)

// repairs are the bytes of an XML document, in which what is no XML in its text is
// written as it should be: an ampersand or a less-than sign that is not escaped, an
// entity of HTML, a control character, a byte that is no UTF-8. With no function to
// warn with they are the bytes as they are.
type repairs struct {
	in       *bufio.Reader
	warn     func(want, got string)
	entities map[string]string // that the document declares
	body     bool              // the first element has begun
	until    string            // what ends a comment, a CDATA section or an instruction
	last     [2]byte           // before the current byte
	whole    int               // bytes of a character that are still to come
	pending  string            // what is to come before the rest of the document
}

// ReadByte implements io.ByteReader.
func (x *repairs) ReadByte() (byte, error) {
	if x.pending != "" {
		c := x.pending[0]
		x.pending = x.pending[1:]
		return c, nil
	}
	c, err := x.in.ReadByte()
	if err != nil || x.warn == nil {
		return c, err
	}
	switch {
	case x.whole > 0:
		x.whole--
	case c >= utf8.RuneSelf:
		c = x.character(c)
	case c < ' ' && c != '\n' && c != '\t' && c != '\r':
		x.warn("no control characters", strconv.Quote(string(rune(c))))
		c = ' '
	case x.until != "":
		if c == '>' && strings.HasSuffix(string(x.last[:])+">", x.until) {
			x.until = ""
		}
	case c == '<':
		c = x.tag()
	case c == '&' && x.body:
		c = x.reference()
	}
	x.last = [2]byte{x.last[1], c}
	return c, nil
}

// character reads the first byte of one that is not ASCII.
func (x *repairs) character(c byte) byte {
	next, _ := x.in.Peek(utf8.UTFMax - 1)
	text := append([]byte{c}, next...)
	if r, n := utf8.DecodeRune(text); r != utf8.RuneError || n > 1 {
		x.whole = n - 1
		return c
	}
	x.warn("UTF-8", string(text))
	return x.instead(string(latin1.Repair(text[:1])))
}

// tag reads "<".
func (x *repairs) tag() byte {
	next, _ := x.in.Peek(len("![CDATA["))
	text := string(next)
	r, _ := utf8.DecodeRune(next)
	switch {
	case strings.HasPrefix(text, "?"):
		x.until = "?>"
	case strings.HasPrefix(text, "!--"):
		x.until = "-->"
	case text == "![CDATA[":
		x.until = "]]>"
	case isNameStart(r), r == '_', r == ':':
		x.body = true
	case x.body && r != '/' && r != '!':
		x.warn("&lt; for a less-than sign", "<"+text)
		return x.instead("&lt;")
	}
	return '<'
}

// reference reads "&".
func (x *repairs) reference() byte {
	const (
		longest = 1 << 10 // of a name of an entity
		want    = "a character reference or an entity that was declared, or &amp; for an ampersand"
	)
	next, _ := x.in.Peek(longest)
	end := bytes.IndexAny(next, "; &<")
	if end < 0 || next[end] != ';' {
		x.warn(want, "&")
		return x.instead("&amp;")
	}
	name := string(next[:end])
	if x.known(name) {
		return '&'
	}
	x.warn(want, "&"+name)
	if text, ok := xml.HTMLEntity[name]; ok {
		x.in.Discard(end + 1)
		return x.instead(text)
	}
	return x.instead("&amp;")
}

func (x *repairs) known(name string) bool {
	switch _, ok := referred(name, x.entities); name {
	case "#9", "#10", "#13", "#x9", "#xA", "#xD", "#xa", "#xd":
		return true
	default:
		return ok
	}
}

// instead returns the first byte of a text and puts the others before the rest.
func (x *repairs) instead(text string) byte {
	x.pending = text[1:]
	return text[0]
}
