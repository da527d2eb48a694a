package warc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

const (
	maxHeader = 256 << 10 // of a record: the longest URLs are 64 KiB
	maxBlock  = 1 << 40
	buffer    = 32 << 10
)

var errPast = errors.New("warc: the reader has gone on to another record")

// A Reader reads the records of a file one after the other: WARC 1.1, 1.0 and
// the drafts before, plain or compressed, each record by itself, as it should
// be, or several together. Memory does not depend on the size of records.
//
// Make one with NewReader.
type Reader struct {
	// Name of the file, for errors.
	Name string

	file    *counter
	raw     *bufio.Reader // the file
	member  *counter
	z       *gzip.Reader
	inside  bool          // a gzip member
	within  *bufio.Reader // what the member holds
	text    *bufio.Reader // where records are read: raw or within
	start   int64         // of the record or member being read
	begun   int64         // where in the member the last record begins
	end     int64         // up to where the file is whole records
	current *Record
	err     error
}

// counter counts what is read through it.
type counter struct {
	src io.Reader
	n   int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.src.Read(p)
	c.n += int64(n)
	return n, err
}

// NewReader returns a reader of a file's records.
func NewReader(file io.Reader) *Reader {
	r := &Reader{file: &counter{src: file}}
	r.raw = bufio.NewReaderSize(r.file, buffer)
	return r
}

// Next returns the next record, io.EOF after the last one. Any other error is
// an *[Error], after which there is nothing more to read.
func (r *Reader) Next() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	if err := r.finish(); err != nil {
		return nil, err
	}
	if err := r.seek(); err != nil {
		return nil, r.fail(err)
	}
	rec := &Record{Offset: r.start, reader: r}
	if r.inside {
		r.begun = position(r.member, r.within)
		rec.Skip = r.begun
	}
	if err := rec.readHeader(r.text); err != nil {
		return nil, r.fail(err)
	}
	r.current = rec
	return rec, nil
}

func position(c *counter, in *bufio.Reader) int64 { return c.n - int64(in.Buffered()) }

// fail keeps an error for all calls to come.
func (r *Reader) fail(err error) error {
	switch {
	case r.err != nil:
		return r.err
	case err == io.EOF && r.current != nil:
		err = io.ErrUnexpectedEOF
	}
	r.err = err
	if err != io.EOF {
		r.err = &Error{r.Name, r.start, err}
	}
	r.current = nil
	return r.err
}

// finish reads over what is left of the current record and the two line ends
// after it. Compressed, these may be missing at the end of a member.
func (r *Reader) finish() error {
	if r.current == nil {
		return nil
	}
	if _, err := io.CopyN(io.Discard, r.text, r.current.left); err != nil {
		return r.fail(err)
	}
	for range 2 {
		if err := lineEnd(r.text); err != nil && !(r.inside && err == io.EOF) {
			return r.fail(err)
		}
	}
	r.current = nil
	if !r.inside {
		r.end = position(r.file, r.raw)
	}
	return nil
}

// lineEnd reads CRLF or LF.
func lineEnd(in *bufio.Reader) error {
	c, err := in.ReadByte()
	if err == nil && c == '\r' {
		c, err = in.ReadByte()
	}
	if err == nil && c != '\n' {
		err = fmt.Errorf("expected the end of a line after the block, found %q", c)
	}
	return err
}

// seek goes to the beginning of a record, over empty lines and the ends of
// gzip members. At the end of the file it returns io.EOF.
func (r *Reader) seek() error {
	for {
		if r.inside {
			err := skipEmpty(r.within)
			if err != io.EOF {
				return err
			}
			r.inside = false
			r.end = position(r.file, r.raw)
		}
		r.start = position(r.file, r.raw)
		magic, err := r.raw.Peek(2)
		switch {
		case len(magic) == 0:
			return err
		case string(magic) == "\x1f\x8b":
			if err := r.open(); err != nil {
				return err
			}
		case magic[0] == '\r' || magic[0] == '\n':
			_, _ = r.raw.Discard(1) // it is there
		default:
			r.text = r.raw
			return nil
		}
	}
}

// open begins a gzip member.
func (r *Reader) open() error {
	if r.z == nil {
		r.z = new(gzip.Reader)
		r.member = &counter{src: r.z}
		r.within = bufio.NewReaderSize(r.member, buffer)
	}
	if err := r.z.Reset(r.raw); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	r.z.Multistream(false)
	r.member.n, r.begun = 0, 0
	r.within.Reset(r.member)
	r.inside, r.text = true, r.within
	return nil
}

// skipEmpty reads over line ends.
func skipEmpty(in *bufio.Reader) error {
	for {
		c, err := in.ReadByte()
		if err != nil {
			return err
		}
		if c != '\r' && c != '\n' {
			return in.UnreadByte()
		}
	}
}

// readHeader reads the version and the named fields (4).
func (r *Record) readHeader(in *bufio.Reader) error {
	h := head{in, maxHeader}
	line, err := h.line()
	if err != nil {
		return err
	}
	version, found := strings.CutPrefix(strings.TrimSpace(string(line)), "WARC/")
	if !found || !strings.HasPrefix(version, "1.") && !strings.HasPrefix(version, "0.") {
		return fmt.Errorf("expected WARC/1.1 or an earlier version, found %q", excerpt.Of(string(line), maxQuote))
	}
	r.Version = version
	r.Fields, err = h.fields(func(line []byte) error {
		return fmt.Errorf("expected a name, a colon and a value, found %q", excerpt.Of(string(line), maxQuote))
	})
	if err != nil {
		return err
	}
	length := r.Fields.Get("Content-Length")
	n, err := strconv.ParseUint(length, 10, 63)
	if err != nil {
		return fmt.Errorf("expected a Content-Length in bytes, found %q", excerpt.Of(length, maxQuote))
	}
	if n > maxBlock {
		return fmt.Errorf("a block of %d bytes is %w: the limit is %d", n, ErrTooLong, int64(maxBlock))
	}
	r.Length, r.left = int64(n), int64(n)
	return nil
}
