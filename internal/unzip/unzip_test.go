package unzip

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"
)

func TestNewReader(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	io.WriteString(z, "text")
	z.Close()
	for _, c := range []struct{ in, want string }{
		{"text", "text"}, {zipped.String(), "text"}, {"", ""}, {"\x1f", "\x1f"},
	} {
		r, err := NewReader(bytes.NewReader([]byte(c.in)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != c.want {
			t.Errorf("%q: %q, %v; want %q", c.in, got, err, c.want)
		}
	}
	if _, err := NewReader(bytes.NewReader([]byte("\x1f\x8b and no more"))); err == nil {
		t.Error("a broken gzip header: no error")
	}
}
