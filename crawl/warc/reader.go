package warc

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
	"github.com/lokman-crawler/lokman/internal/zstdframe"
)

const (
	maxHeader = 256 << 10 // of a record: the longest URLs are 64 KiB
	maxBlock  = 1 << 40
	buffer    = 32 << 10
)

var errPast = errors.New("warc: the reader has gone on to another record")

// A Reader reads the records of a file one after the other: WARC 1.1, 1.0 and
// the drafts before, plain or compressed with gzip or zstd, each record by itself,
// as it should be, or several together. Memory does not depend on the size of
// records: zstd frames have windows of 8 MiB at most, and so has a dictionary.
//
// Make one with NewReader.
type Reader struct {
	// Name of the file, for errors.
	Name string

	file    *counter
	raw     *bufio.Reader // the file
	member  *counter
	z       *gzip.Reader
	inside  bool          // a gzip member or a zstd frame
	within  *bufio.Reader // what it holds
	text    *bufio.Reader // where records are read: raw or within
	start   int64         // of the record or member being read
	begun   int64         // where in the member the last record begins
	end     int64         // up to where the file is whole records
	current *Record
	err     error

	zstd       *zstd.Decoder
	frame      zstdframe.Frame // that zstd reads
	dictionary []byte          // that the file begins with, nil for none
	goesOn     bool            // the record is not at its end, and may go on in the next frame
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
	r.goesOn = true
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
	r.goesOn = false
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

// seek goes to the beginning of a record, over empty lines, what holds no record, and
// the ends of gzip members and zstd frames. At the end of the file it returns io.EOF.
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
		magic, err := r.raw.Peek(len(zstdframe.Magic))
		switch {
		case len(magic) == 0:
			return err
		case bytes.HasPrefix(magic, gzipMagic), bytes.HasPrefix(magic, zstdframe.Magic):
			if err := r.open(magic[0] == zstdframe.Magic[0]); err != nil {
				return err
			}
		case r.start == 0 && bytes.HasPrefix(magic, zstdframe.DictionaryMagic):
			if r.dictionary, err = zstdframe.ReadDictionary(r.raw); err != nil {
				return err
			}
		case zstdframe.IsSkippable(magic):
			if err := zstdframe.Skip(r.raw); err != nil {
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

// open begins a gzip member or a zstd frame.
func (r *Reader) open(framed bool) error {
	if r.within == nil {
		r.member = new(counter)
		r.within = bufio.NewReaderSize(r.member, buffer)
	}
	if framed {
		if err := r.openFrame(); err != nil {
			return err
		}
		r.member.src = readerFunc(r.readFrames)
	} else {
		if r.z == nil {
			r.z = new(gzip.Reader)
		}
		if err := r.z.Reset(r.raw); err != nil {
			return zstdframe.Torn(err)
		}
		r.z.Multistream(false)
		r.member.src = r.z
	}
	r.member.n, r.begun = 0, 0
	r.within.Reset(r.member)
	r.inside, r.text = true, r.within
	return nil
}

// Files whose names end in .warc.zst are as the IIPC proposes: zstd frames, of which each
// record has one or more of its own, behind a frame to be skipped that holds the dictionary of
// all, if there is one.

// openFrame begins a zstd frame.
func (r *Reader) openFrame() error {
	if r.zstd == nil {
		var err error
		if r.zstd, err = zstdframe.NewDecoder(r.dictionary); err != nil {
			return fmt.Errorf("the dictionary: %w", err)
		}
	}
	if err := r.frame.Begin(r.raw); err != nil {
		return err
	}
	return r.zstd.Reset(&r.frame)
}

// readFrames reads the current frame, and those after it that the record goes on in.
func (r *Reader) readFrames(p []byte) (int, error) {
	for {
		n, err := r.zstd.Read(p)
		if n > 0 && err == io.EOF {
			err = nil // which the next call meets again
		}
		if n > 0 || err != io.EOF || !r.goesOn {
			return n, err
		}
		next, _ := r.raw.Peek(4)
		for zstdframe.IsSkippable(next) && err == io.EOF {
			if e := zstdframe.Skip(r.raw); e != nil {
				err = e
			}
			next, _ = r.raw.Peek(4)
		}
		if err != io.EOF || !bytes.HasPrefix(next, zstdframe.Magic) {
			return 0, err
		}
		if err := r.openFrame(); err != nil {
			return 0, err
		}
	}
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

// skip goes into a gzip member or zstd frame.
func (r *Reader) skip(n int64) error {
	if n == 0 {
		return nil
	}
	if err := r.seek(); err != nil {
		return r.fail(err)
	}
	if !r.inside {
		return r.fail(io.ErrUnexpectedEOF)
	}
	r.goesOn = true
	if _, err := io.CopyN(io.Discard, r.text, n-position(r.member, r.within)); err != nil {
		return r.fail(err)
	}
	r.goesOn = false
	return nil
}

// verify reads the current record to its end, and the gzip member if it ends
// there too.
func (r *Reader) verify() error {
	if err := r.finish(); err != nil {
		return err
	}
	if r.inside {
		if err := skipEmpty(r.within); err != nil && err != io.EOF {
			return r.fail(err)
		}
	}
	return nil
}

// A Record is a record's header, and a reader of its block.
type Record struct {
	Version string // "1.1"
	Fields  Fields // of the header
	Length  int64  // of the block in bytes

	// Where the record begins: at byte Offset of the file, or Skip bytes into
	// what the gzip member or zstd frame at Offset holds.
	Offset, Skip int64

	reader *Reader
	left   int64
}

// Types of records (6).
const (
	typeInfo     = "warcinfo"
	typeRequest  = "request"
	typeResponse = "response"
	typeRevisit  = "revisit"
	typeMetadata = "metadata"
	typeResource = "resource"
)

// Type returns the record's type in small letters: "warcinfo", "request", "response",
// "revisit", "metadata" or "resource" (6); others are possible. It is "" for a record
// without WARC-Type, which is none of the standard's: the Reader passes it on all the
// same, since it can tell where it ends, and a [Web] knows nothing of it.
func (r *Record) Type() string { return strings.ToLower(r.Fields.Get("WARC-Type")) }

// ID returns the record's identifier, a URI, without angle brackets.
func (r *Record) ID() string { return uri(r.Fields.Get("WARC-Record-ID")) }

// URL returns what the record is about, without the angle brackets that some
// programs write.
func (r *Record) URL() string { return uri(r.Fields.Get("WARC-Target-URI")) }

// Date returns when the record's content was obtained, the zero time if the
// record does not say.
func (r *Record) Date() time.Time {
	value := r.Fields.Get("WARC-Date")
	// W3CDTF lets parts be left out from the end.
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", time.DateOnly, "2006-01", "2006"} {
		if t, err := time.Parse(layout, value); err == nil {
			return t
		}
	}
	return time.Time{}
}

// dateFormat is that of the dates written: with fractions, as 1.1 allows.
const dateFormat = "2006-01-02T15:04:05.000000Z"

// Read reads the block. It may be called until the reader goes on to the next
// record. A block that is not whole ends with an *[Error].
func (r *Record) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	if r.reader.current != r {
		return 0, cmp.Or(r.reader.err, errPast)
	}
	n, err := r.reader.text.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	if err == nil || n > 0 {
		return n, nil
	}
	return 0, r.reader.fail(err)
}

func uri(s string) string {
	if inner, found := strings.CutPrefix(s, "<"); found {
		return strings.TrimSuffix(inner, ">")
	}
	return s
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
		return fmt.Errorf("expected WARC/1.1 or an earlier version, found %q", excerpt.Of(weburl.Redact(string(line)), maxQuote))
	}
	r.Version = version
	r.Fields, err = h.fields(func(line []byte) error {
		return fmt.Errorf("expected a name, a colon and a value, found %q", excerpt.Of(weburl.Redact(string(line)), maxQuote))
	})
	if err != nil {
		return err
	}
	if r.Fields.count("WARC-Type") > 1 {
		return errors.New("a record within the header of another one")
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

// An Error says where in a file reading failed. Of a file that ends within a
// record, as that of a crawl which was killed, Err is io.ErrUnexpectedEOF.
type Error struct {
	File   string // "" if there is no name
	Offset int64  // in bytes, of the record or of the gzip member or zstd frame that holds it
	Err    error
}

// Error names the file, the offset and the fault.
func (e *Error) Error() string {
	file := e.File
	if file != "" {
		file += ": "
	}
	return fmt.Sprintf("warc: %srecord at byte %d: %v", file, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

var gzipMagic = []byte{0x1f, 0x8b}

// readerFunc is the io.Reader of a function.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
