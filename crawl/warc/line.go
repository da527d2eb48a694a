package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// ErrTooLong is the cause of an [Error] about a header beyond the limit.
var ErrTooLong = errors.New("too long")

// head reads the lines of a header, which may not have more than a number of
// bytes together.
type head struct {
	in   *bufio.Reader
	left int
}

// line returns the next line without its end, CRLF or LF. It is valid until
// the next call. The file ending within a line is io.ErrUnexpectedEOF.
func (h *head) line() ([]byte, error) {
	line, err := h.in.ReadSlice('\n')
	h.left -= len(line)
	if err == bufio.ErrBufferFull && h.left >= 0 {
		long := bytes.Clone(line)
		for err == bufio.ErrBufferFull && h.left >= 0 {
			line, err = h.in.ReadSlice('\n')
			h.left -= len(line)
			long = append(long, line...)
		}
		line = long
	}
	switch {
	case h.left < 0:
		return nil, fmt.Errorf("the header, from %q on, is %w", excerpt.Of(string(line), maxQuote), ErrTooLong)
	case err == io.EOF:
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, err
	}
	return bytes.TrimSuffix(line[:len(line)-1], []byte("\r")), nil
}

// fields reads lines up to an empty one. A line that begins with white space
// goes on with the value before. What is none of this goes to odd, whose error
// ends the reading.
func (h *head) fields(odd func(line []byte) error) (Fields, error) {
	var fields Fields
	var folded []byte // the last value, if it is folded
	unfold := func() {
		if folded != nil {
			fields[len(fields)-1].Value = string(bytes.TrimSpace(folded))
			folded = nil
		}
	}
	for {
		line, err := h.line()
		if err != nil {
			return nil, err
		}
		if len(line) == 0 {
			unfold()
			return fields, nil
		}
		if (line[0] == ' ' || line[0] == '\t') && len(fields) > 0 {
			if folded == nil {
				folded = []byte(fields[len(fields)-1].Value)
			}
			folded = append(append(folded, ' '), bytes.TrimSpace(line)...)
			continue
		}
		unfold()
		if field, ok := parseField(line); ok {
			fields = append(fields, field)
		} else if err := odd(line); err != nil {
			return nil, err
		}
	}
}
