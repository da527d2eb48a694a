package mesh

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/lines"
	"github.com/lokman-crawler/lokman/ontology"
)

// textLines are the lines of a text that are not blank.
type textLines struct {
	in   *lines.Reader
	text []byte // the current line; it changes with the next

	unended bool // the last line has no end
}

// next goes to the next line and reports whether there is one.
func (l *textLines) next() (bool, error) {
	for {
		text, err := l.in.Next()
		l.text = nil
		switch {
		case errors.Is(err, lines.ErrTooLong):
			return false, l.expected(fmt.Sprintf("a line of at most %d bytes", maxLine))
		case err == io.EOF:
			return false, nil
		case err != nil && l.in.Number == 1:
			return false, err
		case err != nil:
			return false, fmt.Errorf("after line %d: %w", l.in.Number-1, err)
		}
		l.text, l.unended = bytes.TrimRight(text, " \r"), l.in.Unended
		if !utf8.Valid(l.text) {
			return false, l.expected("UTF-8")
		}
		if len(bytes.TrimSpace(l.text)) > 0 {
			return true, nil
		}
	}
}

func (l *textLines) expected(want string) error {
	return &ontology.SyntaxError{Format: "mesh", Line: l.in.Number, Want: want, Got: string(l.text[:min(len(l.text), 200)])}
}
