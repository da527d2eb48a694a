package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/lokman-crawler/lokman/internal/zstdframe"
)

// Create makes a WARC file, or empties one, and writes its warcinfo record. A
// name that ends in .gz or .zst asks for compressed records. The file belongs to one
// Writer at a time, in this process and others: that of another one is refused.
func Create(path string, info Fields) (*Writer, error) { return Options{Info: info}.Create(path) }

// Create is [Create] with options. Numbered files are not emptied: if there are some, it
// is an error.
func (o Options) Create(path string) (*Writer, error) {
	w := o.writer(path)
	if o.Size > 0 {
		if numbers, err := set(path); err != nil {
			return nil, err
		} else if len(numbers) > 0 {
			return nil, fmt.Errorf("warc: %s is there already: Append goes on with it", numbered(path, numbers[0]))
		}
	}
	f, err := openLocked(w.name())
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if err := f.Truncate(0); err != nil {
			return nil, errors.Join(err, f.Close())
		}
	}
	return w.opened(f, 0, o.Dictionary)
}

// Append goes on with a WARC file, as Create would have made it if there is
// none or an empty one. A torn record at its end, left by a program that was
// killed, is cut off, and so are the zeros that a machine may leave there that lost
// its power. Any other file is refused and left as it is: one that does
// not begin with a record, that ends with something else than a record, whose
// torn gzip member holds several, or that another Writer has. The file is read to find
// its end, and which answers a [Recorder] need not record again.
func Append(path string, info Fields) (*Writer, error) { return Options{Info: info}.Append(path) }

// Append is [Append] with options. Of numbered files it goes on with the last one. A file
// that has a dictionary keeps it.
func (o Options) Append(path string) (*Writer, error) {
	w := o.writer(path)
	if o.Size > 0 {
		numbers, err := set(path)
		if err != nil {
			return nil, err
		}
		for i, n := range numbers {
			if i > 0 { // the one before it is at its end
				if err := w.originals.noteFile(w.name()); err != nil {
					return nil, err
				}
			}
			w.number = n
		}
	}
	f, err := openLocked(w.name())
	if err != nil {
		return nil, err
	}
	r, err := wholeRecords(f, w.originals)
	if err == nil {
		err = f.Truncate(r.end)
	}
	if err == nil {
		_, err = f.Seek(r.end, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	dictionary := w.options.Dictionary
	if r.end > 0 {
		dictionary = r.dictionary
	}
	if w.options.Dictionary == nil {
		w.options.Dictionary = r.dictionary
	}
	return w.opened(f, r.end, dictionary)
}

func (o Options) writer(path string) *Writer {
	return &Writer{out: bufio.NewWriterSize(nil, buffer), originals: new(originals), path: path, options: o}
}

// opened returns the writer once its first file is begun.
func (w *Writer) opened(f *os.File, size int64, dictionary []byte) (*Writer, error) {
	if err := w.begin(f, size, dictionary); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return w, nil
}

// noteFile remembers the answers of a file up to where it is whole.
func (s *originals) noteFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, _ = wholeRecords(f, s) // what is damaged is recorded again
	return nil
}

// wholeRecords reads up to where a file consists of whole records, after which there
// is at most a torn one, and adds the answers among them to known. The reader's end is
// there.
func wholeRecords(f *os.File, known *originals) (*Reader, error) {
	r := NewReader(f)
	r.Name = f.Name()
	var err error
	var rec *Record
	records, status := -1, 0
	for err == nil {
		last, its := rec, status
		if rec, err = r.Next(); err == nil {
			status = rec.status()
		}
		records++
		if last != nil && (err == nil || r.end > last.Offset) {
			known.note(last, its)
		}
	}
	if err == io.EOF && (records > 0 || r.file.n == 0) {
		return r, nil
	}
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		err = r.isTornRecord(f, records > 0)
	}
	if err != nil && records > 0 && r.end > 0 && endsInZeros(f, r.start) {
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot be appended to: %w", err)
	}
	return r, nil
}

const recordBegin = "WARC/1."

var errSeveral = errors.New("the file ends within a gzip member or zstd frame of several records: take the whole ones into another file first")

// isTornRecord returns why that at which the reader got stuck is not the
// beginning of a single record. Little of one will do after others, and after a
// dictionary, which only WARC files begin with.
func (r *Reader) isTornRecord(f io.ReaderAt, others bool) error {
	file := make([]byte, maxBeginning)
	n, _ := f.ReadAt(file, r.start)
	begin := beginning(file[:n], new(gzip.Reader))
	switch {
	case r.inside && r.begun > 0:
		return &Error{r.Name, r.start, errSeveral}
	case begin == recordBegin, others && r.end > 0 && strings.HasPrefix(recordBegin, begin):
		return nil
	case !others && (r.dictionary != nil || bytes.HasPrefix(file[:n], zstdframe.DictionaryMagic)):
		return nil
	}
	return &Error{r.Name, r.start, fmt.Errorf("expected a record, which begins with %s, found %q", recordBegin, begin)}
}

// endsInZeros reports whether a file ends in more zeros than a record may, and no
// record begins behind that at a place.
func endsInZeros(f *os.File, at int64) bool {
	const enough = 16
	last := make([]byte, enough)
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size-at < enough {
		return false
	}
	if _, err := f.ReadAt(last, size-enough); err != nil || string(last) != strings.Repeat("\x00", enough) {
		return false
	}
	_, found := nextRecord(f, at+1)
	return !found
}

// nextRecord returns where the first record, gzip member that holds one, or zstd frame
// seems to begin from a place on.
func nextRecord(f io.ReaderAt, at int64) (int64, bool) {
	in := bufio.NewReaderSize(io.NewSectionReader(f, at, maxBlock), buffer)
	var z gzip.Reader
	for ; ; at++ {
		next, _ := in.Peek(maxBeginning)
		switch {
		case len(next) == 0:
			return 0, false
		case bytes.HasPrefix(next, []byte(recordBegin)), bytes.HasPrefix(next, zstdframe.Magic),
			bytes.HasPrefix(next, []byte("\x1f\x8b\x08")) && beginning(next, &z) == recordBegin:
			return at, true
		}
		_, _ = in.Discard(1) // it is there
	}
}

// maxBeginning is how many compressed bytes the first few of a record may take, the
// header of their gzip member included: more would have a file that seems to begin a
// member at every byte read many times.
const maxBeginning = 1 << 10

// beginning returns the first bytes of a record or of the gzip member that
// holds it, fewer than those of recordBegin if there are no more. Nothing is known of a
// zstd frame before its first block is whole.
func beginning(file []byte, z *gzip.Reader) string {
	in := bytes.NewReader(file)
	text := io.Reader(in)
	if bytes.HasPrefix(zstdframe.Magic, file[:min(len(zstdframe.Magic), len(file))]) || zstdframe.IsSkippable(file) {
		return ""
	}
	if magic := file[:min(2, len(file))]; strings.HasPrefix("\x1f\x8b", string(magic)) {
		if err := z.Reset(in); err != nil {
			return "" // torn within the member's own header
		}
		text = z
	}
	begin := make([]byte, len(recordBegin))
	n, _ := io.ReadFull(text, begin) // torn as it is
	return string(begin[:n])
}
