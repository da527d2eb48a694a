package crawl

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"
	"unicode/utf8"
)

// A Validator is what a server sent to check later whether a page has changed
// (RFC 9110, 8.8).
type Validator struct {
	ETag         string `json:"etag,omitempty"`          // as the server wrote it, with quotes
	LastModified string `json:"last_modified,omitempty"` // as the server wrote it
}

// Validators remember the validators of pages from one crawl to the next. A
// page that has not changed comes with status 304 and [Page.NotModified] set,
// and without a body. Both methods are called by several workers at once. An
// error ends the crawl; that of Validator leaves the URL queued.
type Validators interface {
	// Validator returns what is known about a URL, the zero value for nothing.
	Validator(ctx context.Context, url string) (Validator, error)
	// Keep remembers the validator of a page that the crawl's sink has taken, the zero
	// value for one that had a validator and has none now.
	Keep(ctx context.Context, url string, v Validator) error
}

// validatorLength is how many bytes a part of a validator may have. A longer
// one might be more than the server takes in a request.
const validatorLength = 1 << 10

func validatorOf(h http.Header) Validator {
	v := Validator{ETag: h.Get("ETag"), LastModified: h.Get("Last-Modified")}
	if len(v.ETag) > validatorLength {
		v.ETag = ""
	}
	if len(v.LastModified) > validatorLength {
		v.LastModified = ""
	}
	return v
}

// MemoryValidators keep validators in memory. The zero value is empty and
// ready to use, by several goroutines at once.
type MemoryValidators struct {
	mu    sync.Mutex
	byURL map[string]Validator
}

// Validator implements [Validators].
func (m *MemoryValidators) Validator(_ context.Context, url string) (Validator, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.byURL[url], nil
}

// Keep implements [Validators].
func (m *MemoryValidators) Keep(_ context.Context, url string, v Validator) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byURL == nil {
		m.byURL = make(map[string]Validator)
	}
	if v == (Validator{}) {
		delete(m.byURL, url)
	} else {
		m.byURL[url] = v
	}
	return nil
}

// URLs returns the URLs that have a validator, sorted: the seeds of a crawl that
// looks for changes. A page that has not changed has no links.
func (m *MemoryValidators) URLs() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.byURL))
}

// validatorLine is a line of what WriteTo writes.
type validatorLine struct {
	URL string `json:"url"`
	Validator

	// Bytes is in place of a Validator that is not UTF-8, as JSON has to be.
	Bytes *validatorBytes `json:"bytes,omitempty"`
}

// validatorBytes are a Validator in base64.
type validatorBytes struct {
	ETag         []byte `json:"etag,omitempty"`
	LastModified []byte `json:"last_modified,omitempty"`
}

func newValidatorLine(url string, v Validator) validatorLine {
	if utf8.ValidString(v.ETag) && utf8.ValidString(v.LastModified) {
		return validatorLine{URL: url, Validator: v}
	}
	return validatorLine{URL: url, Bytes: &validatorBytes{[]byte(v.ETag), []byte(v.LastModified)}}
}

// WriteTo writes the validators for [MemoryValidators.ReadFrom]: JSON, one line for
// each URL, sorted by URL. It returns the number of bytes written.
func (m *MemoryValidators) WriteTo(w io.Writer) (int64, error) {
	b, err := m.encode()
	if err != nil {
		return 0, err
	}
	return b.WriteTo(w)
}

func (m *MemoryValidators) encode() (*bytes.Buffer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, url := range slices.Sorted(maps.Keys(m.byURL)) {
		if err := enc.Encode(newValidatorLine(url, m.byURL[url])); err != nil {
			return nil, err
		}
	}
	return &b, nil
}

// ReadFrom makes the validators those that [MemoryValidators.WriteTo] has written, up to
// the end of r; an empty r has none. An error names the line, and the validators stay what
// they are.
func (m *MemoryValidators) ReadFrom(r io.Reader) (int64, error) {
	var n byteCount
	read := make(map[string]Validator)
	dec := json.NewDecoder(io.TeeReader(r, &n))
	for line := 1; ; line++ {
		var l validatorLine
		err := dec.Decode(&l)
		if err == io.EOF {
			break
		}
		if err == nil && l.URL == "" {
			err = errors.New("a validator without a url")
		}
		if err != nil {
			return int64(n), fmt.Errorf("crawl: validators: line %d: %w", line, err)
		}
		if l.Bytes != nil {
			l.Validator = Validator{string(l.Bytes.ETag), string(l.Bytes.LastModified)}
		}
		read[l.URL] = l.Validator
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.byURL = read
	return int64(n), nil
}

// A byteCount counts what is written to it.
type byteCount int64

func (n *byteCount) Write(b []byte) (int, error) {
	*n += byteCount(len(b))
	return len(b), nil
}
