package warc

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// file is what a Writer of Create or Append closes.
type file interface {
	io.Closer
	Sync() error
}

// Create makes a WARC file, or empties one, and writes its warcinfo record. A
// name that ends in .gz asks for compressed records.
func Create(path string, info Fields) (*Writer, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return begin(f, info)
}

// Append goes on with a WARC file, as Create would have made it if there is
// none. A torn record at its end, left by a program that was killed, is cut
// off. The file is read to find its end.
func Append(path string, info Fields) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	whole, err := wholeRecords(f)
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
	return begin(f, info)
}

// wholeRecords returns up to where a file consists of whole records.
func wholeRecords(f *os.File) (int64, error) {
	r := NewReader(f)
	r.Name = f.Name()
	for {
		_, err := r.Next()
		switch {
		case err == nil:
		case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
			return r.end, nil
		default:
			return 0, fmt.Errorf("cannot be appended to: %w", err)
		}
	}
}

func begin(f *os.File, info Fields) (*Writer, error) {
	w := NewWriter(f)
	w.Plain = !strings.HasSuffix(f.Name(), ".gz")
	w.file = f
	if err := w.writeInfo(info, Fields{{"WARC-Filename", filepath.Base(f.Name())}}); err != nil {
		f.Close()
		return nil, err
	}
	return w, nil
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
