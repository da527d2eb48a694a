package umls

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lokman-crawler/lokman/internal/lines"
	"github.com/lokman-crawler/lokman/internal/unzip"
	"github.com/lokman-crawler/lokman/ontology"
)

// maxLine is the longest row that is read, in bytes. The longest in a release
// are definitions of some tens of kilobytes.
const maxLine = 1 << 20

// A table is one file of a release: rows of fields, each field with a | behind.
type table struct {
	name    string
	columns int
}

var (
	mrconso = table{"MRCONSO.RRF", 18}
	mrrel   = table{"MRREL.RRF", 16}
	mrsty   = table{"MRSTY.RRF", 6}
	mrhier  = table{"MRHIER.RRF", 9}
	mrrank  = table{"MRRANK.RRF", 4}
)

// scan calls visit with each row of a table, without its line end. The row is
// overwritten by the next. A table that is not there has no rows.
func (d Dir) scan(ctx context.Context, t table, visit func(row []byte) error) error {
	paths, err := d.files(t)
	if err != nil || len(paths) == 0 {
		return err
	}
	p := &parts{paths: paths}
	defer p.close()
	r := rows{name: filepath.Join(filepath.Dir(paths[0]), t.name), columns: t.columns, in: lines.NewReader(bufio.NewReaderSize(p, 256<<10), maxLine)}
	for {
		row, err := r.next()
		if err == io.EOF {
			return nil
		}
		read := r.in.Number
		if err == nil {
			err = visit(row)
		} else {
			read--
		}
		if err == nil && r.in.Number%4096 == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return r.located(err, read)
		}
	}
}

// files returns the files that hold a table: the file as it is or gzipped, or
// its parts (MRCONSO.RRF.aa.gz, MRCONSO.RRF.ab.gz) as releases are shipped.
func (d Dir) files(t table) ([]string, error) {
	for _, dir := range [2]string{d.Path, filepath.Join(d.Path, "META")} {
		entries, err := os.ReadDir(dir)
		if errors.Is(err, fs.ErrNotExist) && dir != d.Path {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("umls: %w", err)
		}
		var split []string
		for _, e := range entries { // sorted by name
			suffix, ok := strings.CutPrefix(e.Name(), t.name)
			if suffix = strings.TrimSuffix(suffix, ".gz"); !ok {
				continue
			}
			path := filepath.Join(dir, e.Name())
			if suffix == "" {
				return []string{path}, nil
			}
			if len(suffix) == 3 && suffix[0] == '.' && isLower(suffix[1]) && isLower(suffix[2]) {
				split = append(split, path)
			}
		}
		if len(split) > 0 {
			return split, nil
		}
	}
	if t == mrconso {
		return nil, fmt.Errorf("umls: no %s in %s: %w", t.name, d.Path, fs.ErrNotExist)
	}
	return nil, nil
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

// parts reads files one after the other, gzipped or not, as one.
type parts struct {
	paths []string
	file  *os.File
	in    io.Reader
}

func (p *parts) Read(buf []byte) (int, error) {
	for {
		if p.in == nil {
			if len(p.paths) == 0 {
				return 0, io.EOF
			}
			if err := p.open(); err != nil {
				return 0, err
			}
		}
		n, err := p.in.Read(buf)
		if err == io.EOF {
			p.close()
			if err = nil; n == 0 {
				continue
			}
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", p.file.Name(), err)
		}
		return n, err
	}
}

func (p *parts) open() (err error) {
	if p.file, err = os.Open(p.paths[0]); err != nil {
		return err
	}
	p.paths = p.paths[1:]
	if p.in, err = unzip.NewReader(p.file); err != nil {
		return fmt.Errorf("%s: %w", p.file.Name(), err)
	}
	return nil
}

func (p *parts) close() {
	if p.in != nil {
		p.file.Close()
		p.in = nil
	}
}

// separators is what stands behind each field.
var separators = []byte{'|'}

// rows reads the rows of one table.
type rows struct {
	name    string
	columns int
	in      *lines.Reader
}

// next returns a row of as many fields as the table has, at the end io.EOF.
func (r *rows) next() ([]byte, error) {
	row, err := r.in.Next()
	switch {
	case errors.Is(err, lines.ErrTooLong):
		return nil, unexpected(fmt.Sprintf("a row of at most %d bytes", maxLine), row)
	case err != nil:
		return nil, err
	case bytes.Count(row, separators) != r.columns || row[len(row)-1] != '|':
		return nil, unexpected(fmt.Sprintf("%d fields, each with a | behind", r.columns), row)
	case row[0] == '|':
		return nil, unexpected("an identifier in the first field", row)
	}
	return row, nil
}

// unexpected is a SyntaxError that still lacks its place.
func unexpected(want string, row []byte) error {
	return &ontology.SyntaxError{Format: "umls", Want: want, Got: string(row[:min(len(row), 200)])}
}

// located adds the place to an error: the current line or, if reading failed, how
// many lines were read.
func (r *rows) located(err error, read int) error {
	var syntax *ontology.SyntaxError
	if errors.As(err, &syntax) {
		syntax.Name, syntax.Line = r.name, r.in.Number
		return err
	}
	return fmt.Errorf("umls: after line %d: %w", read, err) // what fails to be read has a name
}

// split cuts a row that next returned into its fields.
func split(row []byte, fields [][]byte) {
	for i := range fields {
		end := bytes.IndexByte(row, '|')
		fields[i], row = row[:end], row[end+1:]
	}
}
