// Package spool keeps bytes until they are read back.
package spool

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// inMemory is how much is kept in memory.
const inMemory = 1 << 20

// A Spool keeps bytes until they are read back: the first in memory, what
// comes after them in a temporary file.
type Spool struct {
	memory bytes.Buffer
	file   *os.File // nil as long as memory suffices
	length int64    // of all
}

// Write implements io.Writer.
func (s *Spool) Write(p []byte) (int, error) {
	n := min(len(p), inMemory-s.memory.Len())
	s.memory.Write(p[:n])
	s.length += int64(n)
	if n == len(p) {
		return n, nil
	}
	if s.file == nil {
		f, err := os.CreateTemp("", "warc-body-")
		if err != nil {
			return n, err
		}
		s.file = f
	}
	m, err := s.file.Write(p[n:])
	s.length += int64(m)
	return n + m, err
}

// Len returns how many bytes were written.
func (s *Spool) Len() int64 { return s.length }

// Rewind returns a reader of all that was written, which may be used once.
func (s *Spool) Rewind() (io.Reader, error) {
	if s.file == nil {
		return &s.memory, nil
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return io.MultiReader(&s.memory, s.file), nil
}

// Remove frees what the spool holds.
func (s *Spool) Remove() error {
	s.memory = bytes.Buffer{}
	if s.file == nil {
		return nil
	}
	err := errors.Join(s.file.Close(), os.Remove(s.file.Name()))
	s.file = nil
	return err
}
