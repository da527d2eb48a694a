package wordnet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/lines"
	"github.com/lokman-crawler/lokman/internal/unzip"
	"github.com/lokman-crawler/lokman/ontology"
)

// maxLine is the longest line that is read, in bytes. The longest in WordNet
// 3.0 has 12,972.
const maxLine = 1 << 20

// file is a file of the database, read line by line.
type file struct {
	in   *lines.Reader
	name string
	text []byte // the current line without its end; it changes with the next
}

func newFile(name string, r io.Reader) (*file, error) {
	in, err := unzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &file{in: lines.NewReader(in, maxLine), name: name}, nil
}

// next reads a line of the database; those of the licence begin with two
// spaces and are left out. A file whose last line has no end was cut.
func (f *file) next() (bool, error) {
	for {
		more, err := f.read()
		if err != nil || !more {
			return false, err
		}
		if !bytes.HasPrefix(f.text, []byte("  ")) {
			return true, nil
		}
	}
}

func (f *file) read() (bool, error) {
	text, err := f.in.Next()
	f.text = nil
	switch {
	case errors.Is(err, lines.ErrTooLong):
		return false, f.expected(fmt.Sprintf("a line of at most %d bytes", maxLine))
	case err == io.EOF:
		return false, nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return false, f.expected("more: the gzip stream is cut short")
	case err != nil:
		return false, fmt.Errorf("%s: after line %d: %w", f.name, f.in.Number-1, err)
	}
	f.text = text
	if f.in.Unended {
		return false, f.expected("the end of this line: the file is cut short")
	}
	if !utf8.Valid(f.text) {
		return false, f.expected("UTF-8 text")
	}
	return true, nil
}

func (f *file) expected(want string) error {
	return &ontology.SyntaxError{Format: "wordnet", Name: f.name, Line: f.in.Number, Want: want, Got: string(f.text[:min(len(f.text), 200)])}
}
