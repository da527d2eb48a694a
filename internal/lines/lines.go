// Package lines reads texts line by line, lines of bounded length, and counts
// them.
package lines

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// WantEnd is what is wanted of a last line that is Unended, for warnings.
const WantEnd = "the end of this line: the file may have been cut short"

// ErrTooLong is returned for a line that is longer than the longest that is
// read.
var ErrTooLong = errors.New("the line is too long")

// A Reader reads a text line by line.
type Reader struct {
	// Number is that of the current line, from 1. At the end it is one more
	// than the text has lines.
	Number int

	// Unended is set for a last line without an end: the text may have been cut
	// short.
	Unended bool

	in   *bufio.Reader
	max  int
	long []byte // a line that is longer than the buffer
}

// NewReader returns a reader of lines of at most so many bytes, their ends
// included.
func NewReader(in *bufio.Reader, max int) *Reader { return &Reader{in: in, max: max} }

// Next returns the next line without its end, which is "\n" or "\r\n". The line
// changes with the next one. At the end of the text the error is io.EOF; with
// ErrTooLong comes the line's beginning.
func (r *Reader) Next() ([]byte, error) {
	r.Number++
	line, err := r.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line, err = r.nextLong(line)
	}
	if len(line) > r.max {
		return line[:r.max], ErrTooLong
	}
	r.Unended = err != nil
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), nil
}

func (r *Reader) nextLong(begin []byte) (line []byte, err error) {
	r.long = append(r.long[:0], begin...)
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull && len(r.long) <= r.max; {
		begin, err = r.in.ReadSlice('\n')
		r.long = append(r.long, begin...)
	}
	return r.long, err
}
