package wire

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// ErrMalformed is what an error is that says that an answer is none of Redis, or
// none of a script of this package.
var ErrMalformed = errors.New("the server's answer is malformed")

// Malformed returns such an error.
func Malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

// What a reply may have. go-redis makes room for the length that a reply says it
// has before anything of it has come, and reads what is nested by recursion.
const (
	mostElements  = 1 << 20   // of all arrays in a reply
	mostDepth     = 32        // of arrays in arrays
	longestLine   = 64 << 10  // bytes
	longestLength = 24        // bytes of the line that says a length
	longestText   = 64 << 20  // bytes
	longestReply  = 512 << 20 // bytes
)

// Replies follows the bytes of a connection as the RESP protocol has them, and
// refuses replies that are beyond these bounds or no replies. The zero value is at
// the beginning of a reply.
type Replies struct {
	line     []byte // the beginning of a line, up to longestLength
	length   int    // of the line so far
	text     int    // bytes left of a text and the line end behind it
	open     []int  // elements left of each open array
	elements int    // of the reply so far
	size     int    // of the reply so far, bytes
}

// Read takes the next bytes.
func (r *Replies) Read(p []byte) error {
	for len(p) > 0 {
		n := min(len(p), r.text)
		if n == 0 {
			if n = bytes.IndexByte(p, '\n') + 1; n == 0 {
				n = len(p)
			}
		}
		piece := p[:n]
		p = p[n:]
		if r.size += n; r.size > longestReply {
			return Malformed("it has more than %d bytes", longestReply)
		}
		if r.text > 0 {
			if r.text -= n; r.text == 0 {
				r.end()
			}
			continue
		}
		r.line = append(r.line, piece[:min(n, longestLength-len(r.line))]...)
		if r.length += n; r.length > longestLine {
			return Malformed("a line of more than %d bytes", longestLine)
		}
		if piece[n-1] != '\n' {
			continue
		}
		if err := r.begin(); err != nil {
			return err
		}
	}
	return nil
}

// begin takes a whole line.
func (r *Replies) begin() error {
	line, cut := r.line, r.length > len(r.line)
	r.line, r.length = r.line[:0], 0
	switch line[0] {
	case '+', '-', ':', ',', '#', '(', '_':
		r.end()
		return nil
	case '$', '=', '!', '*', '~', '>', '%':
	default:
		return Malformed("a line begins with %q", line[0])
	}
	n, err := strconv.Atoi(string(bytes.TrimRight(line[1:], "\r\n")))
	if err != nil || n < -1 || cut {
		return Malformed("%q is no length", line[1:])
	}
	switch line[0] {
	case '$', '=', '!':
		if n > longestText {
			return Malformed("a text of %d bytes, more than %d", n, longestText)
		}
		if n >= 0 {
			r.text = n + 2
			return nil
		}
	default:
		if n > mostElements-r.elements || len(r.open) == mostDepth {
			return Malformed("arrays of more than %d elements in all, or more than %d in one another", mostElements, mostDepth)
		}
		r.elements += max(n, 0)
		if line[0] == '%' {
			n *= 2
		}
		if n > 0 {
			r.open = append(r.open, n)
			return nil
		}
	}
	r.end()
	return nil
}

// end ends an element, and the arrays of which it is the last.
func (r *Replies) end() {
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i]--; r.open[i] > 0 {
			return
		}
		r.open = r.open[:i]
	}
	r.elements, r.size = 0, 0
}

// Over reports whether no reply has begun and not ended.
func (r *Replies) Over() bool { return len(r.open)+r.text+r.length == 0 }
