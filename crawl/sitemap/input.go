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

// An input is the text of a list, unzipped and in UTF-8.
type input struct {
	in   *bufio.Reader
	line int // that is read, from 1
}

// open opens r, and returns the encoding that an XML declaration names if it is
// not known. Each layer of zip has the limit: many empty members of gzip would
// otherwise take long to yield nothing.
func (in *input) open(r io.Reader, limit int64) (unknown string, err error) {
	layer := &limited{r: r, left: limit}
	for range maxLayers {
		unzipped, err := unzip.NewLenientReader(layer)
		if err != nil {
			return "", err
		}
		layer = &limited{r: unzipped, left: limit}
	}
	in.in = bufio.NewReaderSize(layer, bufferSize)
	return in.decode()
}

// decode makes the input UTF-8. A byte order mark decides, then what only UTF-16 can
// begin with, then the XML declaration; without any it is UTF-8 already.
func (in *input) decode() (unknown string, err error) {
	head, _ := in.in.Peek(headSize)
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
		label, unknown = declared(head)
	}
	in.in.Discard(mark) // no more than what was peeked at
	if label == "" {
		return unknown, nil
	}
	decoded, err := charset.NewReaderLabel(label, in.in)
	if err != nil {
		return "", err
	}
	in.in = bufio.NewReaderSize(decoded, bufferSize)
	return "", nil
}

// declared returns the encoding that an XML declaration names, as label if it is
// known. It is neither if it is UTF-8, or UTF-16, since then the declaration could
// not be read.
func declared(head []byte) (label, unknown string) {
	head = bytes.TrimLeft(head, space)
	declaration, _, ok := bytes.Cut(head, []byte("?>"))
	if !ok || !bytes.HasPrefix(declaration, []byte("<?xml")) {
		return "", ""
	}
	value, _ := attribute(declaration[len("<?xml"):], "encoding")
	if value == "" {
		return "", ""
	}
	encoding, name := charset.Lookup(value)
	if encoding == nil {
		return "", value
	}
	if name == "utf-8" || strings.HasPrefix(name, "utf-16") {
		return "", ""
	}
	return name, ""
}

// readByte reads where the list cannot end.
func (in *input) readByte() (byte, error) {
	c, err := in.in.ReadByte()
	if c == '\n' {
		in.line++
	}
	return c, unexpected(err)
}

// skipSpace returns the first byte that is not white space, unread.
func (in *input) skipSpace() (byte, error) {
	for {
		c, err := in.in.ReadByte()
		if err != nil {
			return 0, err
		}
		if !isSpace(c) {
			return c, in.in.UnreadByte()
		}
		if c == '\n' {
			in.line++
		}
	}
}

// A limited reader fails with ErrLimit where its source goes on past the limit.
// It repeats its error, which a look ahead may have met and dropped.
type limited struct {
	r    io.Reader
	left int64 // negative for no limit
	err  error
}

func (l *limited) Read(p []byte) (n int, err error) {
	switch {
	case l.err != nil:
		return 0, l.err
	case l.left < 0:
		n, l.err = l.r.Read(p)
	case l.left > 0:
		n, l.err = l.r.Read(p[:min(int64(len(p)), l.left)])
		l.left -= int64(n)
	default:
		var one [1]byte
		if n, l.err = l.r.Read(one[:]); n > 0 {
			n, l.err = 0, ErrLimit
		}
	}
	return n, l.err
}
