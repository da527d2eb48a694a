package unzip

import (
	"bufio"
	"compress/gzip"
	"io"
)

// Members reads what gzip members hold, one after the other. What follows the last
// one and does not begin as a member does is left out, however short, as gzip and
// browsers leave it out.
type Members struct {
	in *bufio.Reader
	z  *gzip.Reader
}

// NewMembers returns a reader of the members that in begins with.
func NewMembers(in *bufio.Reader) (*Members, error) {
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &Members{in, z}, nil
}

// Read implements io.Reader.
func (m *Members) Read(p []byte) (int, error) {
	for {
		n, err := m.z.Read(p)
		if n > 0 || err != io.EOF {
			if err == io.EOF {
				err = nil // of this member, which the next call meets again
			}
			return n, err
		}
		if !isGzip(m.in) {
			return 0, io.EOF
		}
		err = m.z.Reset(m.in)
		if err == gzip.ErrHeader {
			return 0, io.EOF
		}
		if err != nil {
			return 0, err
		}
		m.z.Multistream(false)
	}
}

func isGzip(in *bufio.Reader) bool {
	magic, _ := in.Peek(2)
	return string(magic) == "\x1f\x8b"
}
