package snomed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/lines"
	"github.com/lokman-crawler/lokman/internal/unzip"
	"github.com/lokman-crawler/lokman/ontology"
)

// maxLine is the longest line that is read, in bytes. A description has at most
// 255 characters, a definition, which isn't read, 4,096.
const maxLine = 1 << 20

// rows reads a file row by row.
type rows struct {
	in     *lines.Reader
	name   string
	text   []byte   // the current row; it changes with the next
	fields [][]byte // of the current row
}

// eachRow calls read with each row of a file after its header, which names the
// columns. Read returns what it expected instead of the row, or "".
func eachRow(f file, header string, read func(row [][]byte) (want string)) error {
	in, err := f.open()
	if err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	defer in.Close()
	unzipped, err := unzip.NewReader(in)
	if err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	r := rows{in: lines.NewReader(unzipped, maxLine), name: f.name}
	if err := r.next(); err != nil && err != io.EOF {
		return err
	}
	if string(r.text) != header {
		return r.expected("the header " + strings.ReplaceAll(header, "\t", " "))
	}
	r.fields = make([][]byte, strings.Count(header, "\t")+1)
	for {
		switch err := r.next(); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if !r.split() {
			return r.expected(fmt.Sprintf("%d columns with tabs between", len(r.fields)))
		}
		if r.cut() {
			return r.expected("the end of this line: the file is cut short")
		}
		if want := read(r.fields); want != "" {
			return r.expected(want)
		}
	}
}

// split reports whether the row has as many columns as there are fields, which
// it sets.
func (r *rows) split() bool {
	rest, last := r.text, len(r.fields)-1
	for i := range last {
		tab := bytes.IndexByte(rest, '\t')
		if tab < 0 {
			return false
		}
		r.fields[i], rest = rest[:tab], rest[tab+1:]
	}
	r.fields[last] = rest
	return bytes.IndexByte(rest, '\t') < 0
}

// cut reports whether the row is the last, without an end, and may lack the end of its
// last column, which in all files is an identifier of 18 digits.
func (r *rows) cut() bool { return r.in.Unended && len(r.fields[len(r.fields)-1]) != 18 }

// next reads the next line that is not blank and no comment, which published
// files lack and hand-made ones have. At the end of the file it is io.EOF.
func (r *rows) next() error {
	for {
		if err := r.read(); err != nil {
			return err
		}
		if len(r.text) > 0 && r.text[0] != '#' {
			return nil
		}
	}
}

func (r *rows) read() error {
	text, err := r.in.Next()
	r.text = nil
	switch {
	case errors.Is(err, lines.ErrTooLong):
		return r.expected(fmt.Sprintf("a line of at most %d bytes", maxLine))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return r.expected("more: the compressed file is cut short")
	case err == io.EOF:
		return err
	case err != nil:
		return fmt.Errorf("%s: after line %d: %w", r.name, r.in.Number-1, err)
	}
	if r.in.Number == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	r.text = text
	if !utf8.Valid(r.text) {
		return r.expected("UTF-8 text")
	}
	return nil
}

func (r *rows) expected(want string) error {
	return &ontology.SyntaxError{Format: "snomed", Name: r.name, Line: r.in.Number, Want: want, Got: string(r.text[:min(len(r.text), 200)])}
}
