package program

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
)

// Lines are a file of JSON lines.
type Lines struct {
	file   *os.File // nil for none
	buffer *bufio.Writer
}

// CreateLines makes the file of a flag, or empties one, for its owner alone. Without a path nothing is
// written.
func CreateLines(path string) (*Lines, error) {
	if path == "" {
		return &Lines{}, nil
	}
	f, err := Create(path)
	if err != nil {
		return nil, err
	}
	return &Lines{file: f, buffer: bufio.NewWriter(f)}, nil
}

// Put writes a line.
func (l *Lines) Put(v any) error {
	if l.file == nil {
		return nil
	}
	return json.NewEncoder(l.buffer).Encode(v)
}

// Close writes what is left to write.
func (l *Lines) Close() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(l.buffer.Flush(), l.file.Close())
}

// PrintLines prints JSON, a line a row.
func PrintLines[T any](w io.Writer, rows []T) error {
	encoder := json.NewEncoder(w)
	for _, r := range rows {
		if err := encoder.Encode(r); err != nil {
			return err
		}
	}
	return nil
}
