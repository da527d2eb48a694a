// Package unzip reads files that may be gzipped.
package unzip

import (
	"bufio"
	"compress/gzip"
	"io"
)

const bufferSize = 64 << 10

// NewReader returns a buffered reader of what r holds, or of what it holds
// gzipped. The first bytes decide which; a short or empty r is read as it is.
func NewReader(r io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReaderSize(r, bufferSize)
	if !isGzip(in) {
		return in, nil
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(z, bufferSize), nil
}

// NewLenientReader is NewReader for files from the web: what follows the last gzip
// member and is none is left out.
func NewLenientReader(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, bufferSize)
	if !isGzip(in) {
		return in, nil
	}
	return NewMembers(in)
}
