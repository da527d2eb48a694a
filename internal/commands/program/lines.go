package program

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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

// ReadWhole reads a file of JSON lines from its start. What is torn after the last whole
// line, because the program that wrote it was killed, is not read; see [Cut].
func ReadWhole[T any](f *os.File) (values []T, torn []byte, err error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, nil, err
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, nil, err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	for line := range bytes.Lines(data[:whole]) {
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return values, nil, fmt.Errorf("%s:%d: %w", f.Name(), len(values)+1, err)
		}
		values = append(values, v)
	}
	return values, data[whole:], nil
}

// Cut takes off a file what is torn, so that the next write goes on after the whole lines.
func Cut(f *os.File, torn []byte) error {
	end, err := f.Seek(-int64(len(torn)), io.SeekEnd)
	if err == nil {
		err = f.Truncate(end)
	}
	return err
}
