package mesh

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/ontology"
)

// lines reads a text line by line.
type lines struct {
	in   *bufio.Reader
	line int
	text []byte // the current line; it changes with the next
	long []byte // room for a line of several pieces
}

// next goes to the next line that is not blank and reports whether there is
// one.
func (l *lines) next() (bool, error) {
	for {
		l.line++
		text, err := l.read()
		if len(text) > MaxLine {
			l.text = nil
			return false, l.expected(fmt.Sprintf("a line of at most %d bytes", MaxLine))
		}
		if err != nil && err != io.EOF {
			if l.line == 1 {
				return false, err
			}
			return false, fmt.Errorf("after line %d: %w", l.line-1, err)
		}
		l.text = bytes.TrimRight(text, " \r\n")
		if !utf8.Valid(l.text) {
			return false, l.expected("UTF-8")
		}
		if blank := len(bytes.TrimSpace(l.text)) == 0; !blank || err == io.EOF {
			return !blank, nil
		}
	}
}

// read returns a line, or its beginning if it is longer than MaxLine.
func (l *lines) read() ([]byte, error) {
	part, err := l.in.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return part, err
	}
	l.long = l.long[:0]
	for err == bufio.ErrBufferFull && len(l.long) <= MaxLine {
		l.long = append(l.long, part...)
		part, err = l.in.ReadSlice('\n')
	}
	l.long = append(l.long, part...)
	if err == bufio.ErrBufferFull {
		err = nil
	}
	return l.long, err
}

func (l *lines) expected(want string) error {
	return &ontology.SyntaxError{Format: "mesh", Line: l.line, Want: want, Got: string(l.text[:min(len(l.text), 200)])}
}
