package warc

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
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
