package warc

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/filelock"
	"github.com/lokman-crawler/lokman/internal/weburl"
	"github.com/lokman-crawler/lokman/internal/zstdframe"
)

// A Writer writes records, each whole: a program that is killed leaves at most
// its last record torn. It may be used by several goroutines at once.
//
// Make one with Create, Append or NewWriter.
type Writer struct {
	// Plain leaves records uncompressed. Otherwise each is a gzip member of its
	// own, as readers expect, or a zstd frame in a file whose name ends in .zst.
	Plain bool

	mu     sync.Mutex
	out    *bufio.Writer
	z      *gzip.Writer
	frames *zstd.Encoder // nil for gzip
	info   string        // the ID of the last warcinfo record
	err    error

	// Of Create and Append.
	options Options
	path    string
	number  int          // of the file
	file    *countedFile // nil once it is closed

	originals *originals // answers in the file, for a Recorder
}

// Options say how files are written. The zero value is what [Create] and [Append] use.
type Options struct {
	// Info are fields of the warcinfo record that is written first.
	Info Fields

	// Size is how many bytes a file has before a new one is begun, with the next
	// record that is not beside another one. Then the files have numbers:
	// crawl.warc.gz is not a file, but crawl-00000.warc.gz, crawl-00001.warc.gz and
	// so on, and [Open] reads them by that name. 0 means one file without a number.
	Size int64

	// Dictionary is what zstd is to know beforehand, in its format for dictionaries
	// (RFC 8878, 5), at most 8 MiB: short records become much shorter. Files whose
	// names end in .zst begin with it; for others it is not used.
	Dictionary []byte
}

// NewWriter returns a writer of compressed records. The first one should be
// that of Info.
func NewWriter(out io.Writer) *Writer {
	return &Writer{out: bufio.NewWriterSize(out, buffer), originals: new(originals)}
}

// Info writes a warcinfo record, which describes the records after it: fields
// such as software, operator or robots (6.2). The format is always among them.
func (w *Writer) Info(f Fields) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.writeInfo(f, nil)
}

func (w *Writer) writeInfo(f Fields, more Fields) error {
	var block bytes.Buffer
	all := append(Fields{
		{"format", "WARC File Format 1.1"},
		{"conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
	}, f...)
	if err := all.appendTo(&block); err != nil {
		return err
	}
	id := newID()
	w.info = ""
	header := append(Fields{{"WARC-Type", typeInfo}, {"WARC-Record-ID", id}}, more...)
	err := w.put(header.block(block.Bytes()), &block, int64(block.Len()))
	w.info = id
	return err
}

// Metadata writes a metadata record: what the crawl notes about a URL.
func (w *Writer) Metadata(url string, f Fields) error {
	return w.metadata(Fields{{"WARC-Target-URI", url}}, f)
}

func (w *Writer) metadata(header, f Fields) error {
	var block bytes.Buffer
	if err := f.appendTo(&block); err != nil {
		return err
	}
	header = append(Fields{{"WARC-Type", typeMetadata}}, header...)
	return w.Write(header.block(block.Bytes()), &block, int64(block.Len()))
}

// block adds what is to be said about a block of fields.
func (f Fields) block(block []byte) Fields {
	return append(f, Field{"WARC-Block-Digest", sha1Of(block)}, Field{"Content-Type", "application/warc-fields"})
}

// Write writes a record of any type. The fields must say the WARC-Type, and what
// the standard has mandatory for it: the WARC-Target-URI of a response, resource,
// request, revisit, conversion or continuation, the WARC-Profile of a revisit, the
// WARC-Segment-Number and WARC-Segment-Origin-ID of a continuation. What is missing
// of WARC-Record-ID, WARC-Date and WARC-Warcinfo-ID is added, and Content-Length,
// which is the length of the block in bytes and not to be given. A record that lacks
// a field or has a negative length, which is that of an [net/http.Response] of unknown
// length, is refused, and nothing of it is written.
//
// After an error of writing, or of a block that is shorter, the file ends with
// a torn record, and every further call returns that error.
func (w *Writer) Write(f Fields, block io.Reader, length int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	// What is beside another record should be in its file.
	if full := w.file != nil && w.options.Size > 0 && w.file.size >= w.options.Size; full && w.err == nil && f.Get("WARC-Concurrent-To") == "" {
		if err := w.next(); err != nil {
			w.err = fmt.Errorf("warc: beginning another file: %w", err)
		}
	}
	return w.put(f, block, length)
}

func (w *Writer) put(f Fields, block io.Reader, length int64) error {
	if w.err != nil {
		return w.err
	}
	header, err := w.header(f, length)
	if err != nil {
		return err
	}
	if err := w.record(header, block, length); err != nil {
		w.err = fmt.Errorf("warc: writing a record: %w", err)
	}
	return w.err
}

func (w *Writer) header(f Fields, length int64) ([]byte, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	if length < 0 {
		return nil, fmt.Errorf("warc: a record whose length is %d is not written: read the block first to know it", length)
	}
	all := append(Fields{}, f...)
	add := func(name, value string) {
		if value != "" && f.Get(name) == "" {
			all = append(all, Field{name, value})
		}
	}
	add("WARC-Record-ID", newID())
	add("WARC-Date", time.Now().UTC().Format(dateFormat))
	add("WARC-Warcinfo-ID", w.info)
	all = append(all, Field{"Content-Length", strconv.FormatInt(length, 10)})
	var header bytes.Buffer
	header.WriteString("WARC/1.1\r\n")
	if err := all.appendTo(&header); err != nil {
		return nil, err
	}
	header.WriteString("\r\n")
	if header.Len() > maxHeader {
		return nil, fmt.Errorf("warc: the header of %s is %w", excerpt.Of(weburl.Redact(f.Get("WARC-Target-URI")), maxQuote), ErrTooLong)
	}
	return header.Bytes(), nil
}

// mandatory says which fields a caller has to give for a type of record (5).
var mandatory = map[string][]string{
	typeResponse: {"WARC-Target-URI"},
	typeResource: {"WARC-Target-URI"},
	typeRequest:  {"WARC-Target-URI"},
	typeRevisit:  {"WARC-Target-URI", "WARC-Profile"},

	"conversion":   {"WARC-Target-URI"},
	"continuation": {"WARC-Target-URI", "WARC-Segment-Number", "WARC-Segment-Origin-ID"},
}

// check returns an error about a field that a record has to have, or may not.
func (f Fields) check() error {
	kind := strings.TrimSpace(f.Get("WARC-Type"))
	if kind == "" {
		return errors.New("warc: a record without WARC-Type is not written")
	}
	for _, name := range mandatory[strings.ToLower(kind)] {
		if strings.TrimSpace(f.Get(name)) == "" {
			return fmt.Errorf("warc: a %s record without %s is not written", excerpt.Of(kind, maxQuote), name)
		}
	}
	if f.Get("Content-Length") != "" {
		return errors.New("warc: Content-Length is written by the Writer, from the length of the block")
	}
	return nil
}

func (w *Writer) record(header []byte, block io.Reader, length int64) error {
	var out io.WriteCloser = plain{w.out}
	switch {
	case w.Plain:
	case w.frames != nil:
		w.frames.ResetContentSize(w.out, int64(len(header))+length+int64(len(recordEnd)))
		out = w.frames
	default:
		if w.z == nil {
			w.z = gzip.NewWriter(w.out)
		}
		w.z.Reset(w.out)
		out = w.z
	}
	if _, err := out.Write(header); err != nil {
		return err
	}
	if _, err := io.CopyN(out, block, length); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	if _, err := io.WriteString(out, recordEnd); err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	return w.out.Flush()
}

const recordEnd = "\r\n\r\n"

// plain is what is not compressed.
type plain struct{ *bufio.Writer }

func (plain) Close() error { return nil }

// name is that of the file that is written to.
func (w *Writer) name() string {
	if w.options.Size > 0 {
		return numbered(w.path, w.number)
	}
	return w.path
}

// begin goes on with a file of some bytes, whose frames have a dictionary.
func (w *Writer) begin(f *os.File, size int64, dictionary []byte) error {
	w.file = &countedFile{f, size}
	w.out.Reset(w.file)
	w.Plain, w.frames = true, nil
	switch filepath.Ext(f.Name()) {
	case ".gz":
		w.Plain = false
	case ".zst":
		var err error
		if w.frames, err = zstdframe.NewEncoder(dictionary); err != nil {
			return fmt.Errorf("warc: the dictionary: %w", err)
		}
		w.Plain = false
		if size == 0 && dictionary != nil {
			_, _ = w.out.Write(zstdframe.DictionaryFrame(dictionary)) // Flush has the error
		}
	}
	return w.writeInfo(w.options.Info, Fields{{"WARC-Filename", filepath.Base(f.Name())}})
}

// next ends a file that is full and begins the next one.
func (w *Writer) next() error {
	w.number++
	f, err := openLocked(w.name())
	if err != nil {
		return err
	}
	if info, err := f.Stat(); err != nil || info.Size() > 0 {
		return errors.Join(err, fmt.Errorf("warc: %s is there already", w.name()), f.Close())
	}
	return errors.Join(w.file.Sync(), w.file.Close(), w.begin(f, 0, w.options.Dictionary))
}

// A countedFile counts its bytes.
type countedFile struct {
	*os.File
	size int64
}

func (f *countedFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	f.size += int64(n)
	return n, err
}

// openLocked opens a file to write to, which no other Writer has.
func openLocked(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := filelock.Lock(f); err != nil {
		return nil, errors.Join(fmt.Errorf("warc: %s: %w", path, err), f.Close())
	}
	return f, nil
}

// Sync waits until what was written is on the disk. A program that is killed
// loses nothing without it; a machine that loses its power may.
func (w *Writer) Sync() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		return w.err
	}
	return cmp.Or(w.err, w.file.Sync())
}

// Close closes the file of Create or Append.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		return w.err
	}
	err := cmp.Or(w.err, w.file.Close())
	w.file, w.err = nil, errClosed
	return err
}

var errClosed = fmt.Errorf("warc: writer: %w", os.ErrClosed)

// newID returns a random UUID (RFC 9562, 5.4) as WARC-Record-ID requires it.
func newID() string {
	var u [16]byte
	_, _ = rand.Read(u[:]) // never fails
	u[6] = u[6]&0x0f | 0x40
	u[8] = u[8]&0x3f | 0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}
