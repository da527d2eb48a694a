package warc

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
	"github.com/lokman-crawler/lokman/internal/zstdframe"
)

// A Field is a named value of a record's header, or of a block of type
// application/warc-fields.
type Field struct{ Name, Value string }

// Fields are in the order of the file. A name may occur more than once.
type Fields []Field

// Get returns the first value of a name, whatever its case, "" if there is
// none.
func (f Fields) Get(name string) string {
	for _, field := range f {
		if strings.EqualFold(field.Name, name) {
			return field.Value
		}
	}
	return ""
}

// count returns how often a name occurs.
func (f Fields) count(name string) (n int) {
	for _, field := range f {
		if strings.EqualFold(field.Name, name) {
			n++
		}
	}
	return n
}

// appendTo writes a line for each field. A line break within a value becomes a
// space, so that a value cannot pass for another field.
func (f Fields) appendTo(out *bytes.Buffer) error {
	for _, field := range f {
		if !isToken(field.Name) {
			return fmt.Errorf("warc: %q is no name for a field", excerpt.Of(field.Name, maxQuote))
		}
		out.WriteString(field.Name)
		out.WriteString(": ")
		out.WriteString(strings.TrimSpace(oneLine.Replace(field.Value)))
		out.WriteString("\r\n")
	}
	return nil
}

var oneLine = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ", "\x00", " ")

// parseField reads "name: value".
func parseField(line []byte) (Field, bool) {
	name, value, found := bytes.Cut(line, []byte(":"))
	name = bytes.TrimRight(name, " \t")
	if !found || !isToken(string(name)) {
		return Field{}, false
	}
	return Field{string(name), string(bytes.TrimSpace(value))}, true
}

// isToken knows the names that RFC 9110, 5.6.2, allows.
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return s != ""
}

// maxQuote is how many bytes an error repeats of a file.
const maxQuote = 60

// ErrTooLong is the cause of an [Error] about a header beyond the limit.
var ErrTooLong = zstdframe.ErrTooLong

// maxHTTPHeader is how long the header of a recorded answer may be.
const maxHTTPHeader = 1 << 20

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
		return nil, fmt.Errorf("the header, from %q on, is %w", excerpt.Of(weburl.Redact(string(line)), maxQuote), ErrTooLong)
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
