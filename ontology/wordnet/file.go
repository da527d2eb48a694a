package wordnet

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/unzip"
	"github.com/lokman-crawler/lokman/ontology"
)

// MaxLine is the longest line that is read, in bytes. The longest in WordNet
// 3.0 has 12,972.
const MaxLine = 1 << 20

// lines reads a file line by line.
type lines struct {
	in   *bufio.Reader
	name string
	line int
	text []byte // the current line without its end; it changes with the next
	long []byte // a line that is longer than the buffer
}

func newLines(name string, r io.Reader) (*lines, error) {
	in, err := unzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &lines{in: in, name: name}, nil
}

// next reads a line of the database; those of the licence begin with two
// spaces and are left out. A file whose last line has no end was cut.
func (l *lines) next() (bool, error) {
	for {
		more, err := l.read()
		if err != nil || !more {
			return false, err
		}
		if !bytes.HasPrefix(l.text, []byte("  ")) {
			return true, nil
		}
	}
}

func (l *lines) read() (bool, error) {
	l.line++
	l.long = l.long[:0]
	part, err := l.in.ReadSlice('\n')
	for err == bufio.ErrBufferFull && len(l.long)+len(part) <= MaxLine {
		l.long = append(l.long, part...)
		part, err = l.in.ReadSlice('\n')
	}
	if len(l.long) > 0 {
		l.long = append(l.long, part...)
		part = l.long
	}
	l.text = nil
	switch {
	case len(part) > MaxLine:
		return false, l.expected(fmt.Sprintf("a line of at most %d bytes", MaxLine))
	case err == io.EOF && len(part) == 0:
		return false, nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return false, l.expected("more: the gzip stream is cut short")
	case err != nil && err != io.EOF:
		return false, fmt.Errorf("%s: after line %d: %w", l.name, l.line-1, err)
	}
	l.text = bytes.TrimSuffix(part, []byte("\n"))
	l.text = bytes.TrimSuffix(l.text, []byte("\r"))
	if err == io.EOF {
		return false, l.expected("the end of this line: the file is cut short")
	}
	if !utf8.Valid(l.text) {
		return false, l.expected("UTF-8 text")
	}
	return true, nil
}

func (l *lines) expected(want string) error {
	return &ontology.SyntaxError{Format: "wordnet", Name: l.name, Line: l.line, Want: want, Got: string(l.text[:min(len(l.text), 200)])}
}
