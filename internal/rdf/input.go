package rdf

import (
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// An input is a window on a reader. It starts at the token that is read and
// grows with it up to MaxToken.
type input struct {
	r        io.Reader
	buf      []byte
	pos, end int // buf[pos:end] is what has been read and not taken
	line     int // of buf[pos], from 1
	total    int64
	ended    bool
	err      error // why there is no more, unless it is the end
}

func newInput(r io.Reader) input {
	return input{r: r, buf: make([]byte, 64<<10), line: 1}
}

// at returns the byte i places behind the start of the token, and false
// behind the end of the input or after an error.
func (in *input) at(i int) (byte, bool) {
	if in.pos+i < in.end {
		return in.buf[in.pos+i], true
	}
	if !in.fill(i) {
		return 0, false
	}
	return in.buf[in.pos+i], true
}

// is reports whether that byte is c.
func (in *input) is(i int, c byte) bool {
	got, ok := in.at(i)
	return ok && got == c
}

// fill reads until the window holds the byte i places behind its start.
func (in *input) fill(i int) bool {
	if in.ended || in.err != nil {
		return false
	}
	if i >= MaxToken {
		in.err = &SyntaxError{Line: in.line, Want: atMost(MaxToken, "bytes a token"), Got: excerpt.Of(string(in.buf[in.pos:in.pos+maxGot+1]), maxGot)}
		return false
	}
	if in.pos > 0 {
		in.end = copy(in.buf, in.buf[in.pos:in.end])
		in.pos = 0
	}
	for empty := 0; in.end <= i; {
		if in.end == len(in.buf) {
			in.buf = append(in.buf, make([]byte, len(in.buf))...)
		}
		n, err := in.r.Read(in.buf[in.end:])
		in.end += n
		in.total += int64(n)
		if n == 0 && err == nil {
			if empty++; empty == 100 {
				err = io.ErrNoProgress
			}
		}
		if err == io.EOF {
			in.ended = true
			return in.end > i
		}
		if err != nil {
			in.err = fmt.Errorf("rdf: line %d: %w", in.line, err)
			return in.end > i
		}
	}
	return true
}

// scan returns the place of the first byte from i on that is among the stops.
func (in *input) scan(i int, stops *[256]bool) (int, bool) {
	for {
		window := in.buf[in.pos:in.end]
		for i < len(window) {
			if stops[window[i]] {
				return i, true
			}
			i++
		}
		if !in.fill(i) {
			return i, false
		}
	}
}

// expected makes the error of a token that cannot be read, which starts the
// window.
func (in *input) expected(want string) error {
	if in.err != nil {
		return in.err
	}
	got := in.buf[in.pos:min(in.end, in.pos+maxGot+1)]
	return &SyntaxError{Line: in.line, Want: want, Got: excerpt.Of(string(got), maxGot)}
}
