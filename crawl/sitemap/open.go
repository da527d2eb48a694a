package sitemap

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"golang.org/x/net/html/charset"

	"github.com/lokman-crawler/lokman/internal/unzip"
)

const (
	bufferSize = 64 << 10
	headSize   = 1 << 10 // bytes in which an XML declaration must end
)

// open makes l.in the unzipped text of r in UTF-8. Each layer of zip has
// the limit: many empty members of gzip would otherwise take long to say nothing.
func (l *listing) open(r io.Reader, limit int64) error {
	in := &limited{r: r, left: limit}
	for range maxLayers {
		unzipped, err := unzip.NewReader(in)
		if err != nil {
			return err
		}
		in = &limited{r: unzipped, left: limit}
	}
	l.in = bufio.NewReaderSize(in, bufferSize)
	return l.decode()
}

// decode makes l.in UTF-8. A byte order mark decides, then what only UTF-16 can
// begin with, then the XML declaration; without any it is UTF-8 already.
func (l *listing) decode() error {
	head, _ := l.in.Peek(headSize)
	label, mark := "", 0
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		mark = 3
	case bytes.HasPrefix(head, []byte("\xFF\xFE")):
		label, mark = "utf-16le", 2
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		label, mark = "utf-16be", 2
	case bytes.HasPrefix(head, []byte("<\x00")):
		label = "utf-16le"
	case bytes.HasPrefix(head, []byte("\x00<")):
		label = "utf-16be"
	default:
		label = l.declared(head)
	}
	l.in.Discard(mark) // no more than what was peeked at
	if label == "" {
		return nil
	}
	decoded, err := charset.NewReaderLabel(label, l.in)
	if err != nil {
		return err
	}
	l.in = bufio.NewReaderSize(decoded, bufferSize)
	return nil
}

// declared returns the encoding that an XML declaration names; empty if it is
// UTF-8, or not known, or UTF-16, for then the declaration could not be read.
func (l *listing) declared(head []byte) string {
	head = bytes.TrimLeft(head, space)
	declaration, _, ok := bytes.Cut(head, []byte("?>"))
	if !ok || !bytes.HasPrefix(declaration, []byte("<?xml")) {
		return ""
	}
	value, _ := attribute(declaration[len("<?xml"):], "encoding")
	if value == "" {
		return ""
	}
	encoding, name := charset.Lookup(value)
	if encoding == nil {
		l.note(l.line, "an encoding that is known", value, nil)
		return ""
	}
	if name == "utf-8" || strings.HasPrefix(name, "utf-16") {
		return ""
	}
	return name
}

// space is the white space around values.
const space = " \t\r\n\v\f\x00"

func isSpace(c byte) bool { return c <= ' ' && strings.IndexByte(space, c) >= 0 }
