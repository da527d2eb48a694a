package warc

import (
	"io"
	"net/http"
	"os"
)

// read opens the file of a record and reads the answer that it holds.
func (w *Web) read(p place) (*http.Response, error) {
	f, err := os.Open(w.files[p.file])
	if err != nil {
		return nil, err
	}
	resp, err := readAt(f, p)
	if err != nil {
		f.Close()
		return nil, err
	}
	return resp, nil
}

func readAt(f *os.File, p place) (*http.Response, error) {
	if _, err := f.Seek(p.offset, io.SeekStart); err != nil {
		return nil, err
	}
	r := NewReader(f)
	r.Name, r.file.n = f.Name(), p.offset
	if err := r.skip(p.skip); err != nil {
		return nil, err
	}
	rec, err := r.Next()
	if err != nil {
		return nil, err
	}
	resp, err := rec.Response()
	if err != nil {
		return nil, err
	}
	resp.Body = &storedBody{resp.Body, r, f}
	return resp, nil
}

// skip goes into a gzip member.
func (r *Reader) skip(n int64) error {
	if n == 0 {
		return nil
	}
	if err := r.seek(); err != nil {
		return r.fail(err)
	}
	if _, err := io.CopyN(io.Discard, r.text, n-position(r.member, r.within)); err != nil {
		return r.fail(err)
	}
	return nil
}

// storedBody is a body in a file. It ends well only if its record does, so
// that damage, which gzip knows at the end, does not go unseen.
type storedBody struct {
	io.ReadCloser
	reader *Reader
	file   *os.File
}

func (b *storedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		if damage := b.reader.verify(); damage != nil {
			err = damage
		}
	}
	return n, err
}

// verify reads the current record to its end, and the gzip member if it ends
// there too.
func (r *Reader) verify() error {
	if err := r.finish(); err != nil {
		return err
	}
	if r.inside {
		if err := skipEmpty(r.within); err != nil && err != io.EOF {
			return r.fail(err)
		}
	}
	return nil
}

// Close implements io.Closer.
func (b *storedBody) Close() error { return b.file.Close() }
