// Package modelfile writes and reads what the library has learned. All models
// have one shape: an object of JSON whose first keys are "format" and
// "version", a field a line and maps with their keys sorted, so that two
// versions of a model can be compared line by line.
package modelfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// A Format is one kind of model file.
type Format struct {
	Name     string
	Version  int   // the only one that is written and read
	MaxBytes int64 // of a file
	Err      error // the ErrModel of the package, wrapped by the errors about a file that is not such a model; its text begins with the name of the package
}

// A Head says what a file is. Each stored model embeds one.
type Head struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
}

func (h *Head) head() *Head { return h }

type stored interface{ head() *Head }

// Write writes a model and returns the number of bytes written. A model that could not be read
// again is not written, so that it does not take the place of one that can. The error names the
// package.
func (f Format) Write(w io.Writer, model stored) (int64, error) {
	n, err := f.write(w, model)
	if err != nil {
		name, _, _ := strings.Cut(f.Err.Error(), ":")
		err = fmt.Errorf("%s: write model: %w", name, err)
	}
	return n, err
}

func (f Format) write(w io.Writer, model stored) (int64, error) {
	*model.head() = Head{f.Name, f.Version}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(model); err != nil {
		return 0, err
	}
	if int64(b.Len()) > f.MaxBytes {
		return 0, fmt.Errorf("a model of %d bytes, of which no more than %d could be read again", b.Len(), f.MaxBytes)
	}
	return b.WriteTo(w)
}

// Read reads a model up to the end of r, and returns the number of bytes read. An error
// that wraps f.Err says what was
// found in place of a model of this format and version; any other is one of r.
// The check, if there is one, is of a model that was read.
func (f Format) Read(r io.Reader, model stored, check func() error) (n int64, err error) {
	b, err := io.ReadAll(io.LimitReader(r, f.MaxBytes+1))
	n = int64(len(b))
	if err != nil {
		return n, err
	}
	if err := f.parse(b, model); err != nil {
		return n, fmt.Errorf("%w: %w", f.Err, err)
	}
	if check == nil {
		return n, nil
	}
	if err := check(); err != nil {
		return n, fmt.Errorf("%w: %w", f.Err, err)
	}
	return n, nil
}

func (f Format) parse(b []byte, model stored) error {
	if int64(len(b)) > f.MaxBytes {
		return fmt.Errorf("more than %d bytes", f.MaxBytes)
	}
	if err := json.Unmarshal(b, model); err != nil {
		return err
	}
	switch head := model.head(); {
	case head.Format != f.Name:
		return fmt.Errorf("format %.40q, want %q", head.Format, f.Name)
	case head.Version != f.Version:
		return fmt.Errorf("version %d, want %d", head.Version, f.Version)
	}
	return nil
}
