package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// Create makes a WARC file, or empties one, and writes its warcinfo record. A
// name that ends in .gz asks for compressed records.
func Create(path string, info Fields) (*Writer, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return begin(f, new(originals), info)
}

// Append goes on with a WARC file, as Create would have made it if there is
// none or an empty one. A torn record at its end, left by a program that was
// killed, is cut off, and so are the zeros that a machine may leave there that lost
// its power. Any other file is refused and left as it is: one that does
// not begin with a record, that ends with something else than a record, or whose
// torn gzip member holds several. The file is read to find its end, and which
// answers a [Recorder] need not record again.
func Append(path string, info Fields) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	known := new(originals)
	whole, err := wholeRecords(f, known)
	if err == nil {
		err = f.Truncate(whole)
	}
	if err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return begin(f, known, info)
}

// wholeRecords returns up to where a file consists of whole records, after
// which there is at most a torn one, and adds the answers among them to known.
func wholeRecords(f *os.File, known *originals) (int64, error) {
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
		return r.end, nil
	}
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		err = r.isTornRecord(f, records > 0)
	}
	if err != nil && records > 0 && r.end > 0 && endsInZeros(f, r.start) {
		err = nil
	}
	if err != nil {
		return 0, fmt.Errorf("cannot be appended to: %w", err)
	}
	return r.end, nil
}

const recordBegin = "WARC/1."

var errSeveral = errors.New("the file ends within a gzip member of several records: take the whole ones into another file first")

// isTornRecord returns why that at which the reader got stuck is not the
// beginning of a single record. Little of one will do after others.
func (r *Reader) isTornRecord(f io.ReaderAt, others bool) error {
	file := make([]byte, maxBeginning)
	n, _ := f.ReadAt(file, r.start)
	begin := beginning(file[:n], new(gzip.Reader))
	switch {
	case r.inside && r.begun > 0:
		return &Error{r.Name, r.start, errSeveral}
	case begin == recordBegin, others && r.end > 0 && strings.HasPrefix(recordBegin, begin):
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

// nextRecord returns where the first record, or gzip member that holds one, seems to
// begin from a place on.
func nextRecord(f io.ReaderAt, at int64) (int64, bool) {
	in := bufio.NewReaderSize(io.NewSectionReader(f, at, maxBlock), buffer)
	var z gzip.Reader
	for ; ; at++ {
		next, _ := in.Peek(maxBeginning)
		switch {
		case len(next) == 0:
			return 0, false
		case bytes.HasPrefix(next, []byte(recordBegin)), bytes.HasPrefix(next, []byte("\x1f\x8b\x08")) && beginning(next, &z) == recordBegin:
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
// holds it, fewer than those of recordBegin if there are no more.
func beginning(file []byte, z *gzip.Reader) string {
	in := bytes.NewReader(file)
	text := io.Reader(in)
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

func begin(f *os.File, known *originals, info Fields) (*Writer, error) {
	w := NewWriter(f)
	w.originals = known
	w.Plain = !strings.HasSuffix(f.Name(), ".gz")
	w.file = f
	if err := w.writeInfo(info, Fields{{"WARC-Filename", filepath.Base(f.Name())}}); err != nil {
		f.Close()
		return nil, err
	}
	return w, nil
}
