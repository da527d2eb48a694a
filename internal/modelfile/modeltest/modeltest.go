// Package modeltest reads models in tests.
package modeltest

import (
	"bytes"
	"io"
	"testing"
)

// Read returns what the zero value of a model reads, nil if that is an error.
func Read[T any, P interface {
	*T
	io.ReaderFrom
}](r io.Reader) (P, error) {
	m := P(new(T))
	if _, err := m.ReadFrom(r); err != nil {
		return nil, err
	}
	return m, nil
}

// Reread returns what the zero value of a model reads of what a model writes.
func Reread[T any, P interface {
	*T
	io.WriterTo
	io.ReaderFrom
}](t testing.TB, written P) P {
	t.Helper()
	var file bytes.Buffer
	if _, err := written.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	again, err := Read[T, P](&file)
	if err != nil {
		t.Fatal(err)
	}
	return again
}
