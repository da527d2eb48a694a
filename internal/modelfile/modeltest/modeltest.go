// Package modeltest reads models in tests.
package modeltest

import "io"

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
