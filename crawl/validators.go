package crawl

import (
	"context"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/crawl/internal/stored"
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

// MemoryValidators keep validators in memory. The zero value is empty and
// ready to use, by several goroutines at once.
type MemoryValidators struct{ kept stored.Memory }

// Validator implements [Validators].
func (m *MemoryValidators) Validator(_ context.Context, url string) (Validator, error) {
	return Validator(m.kept.Of(url)), nil
}

// Keep implements [Validators].
func (m *MemoryValidators) Keep(_ context.Context, url string, v Validator) error {
	m.kept.Keep(url, stored.Validator(v))
	return nil
}

// URLs returns the URLs that have a validator, sorted: the seeds of a crawl that
// looks for changes. A page that has not changed has no links.
func (m *MemoryValidators) URLs() []string { return m.kept.URLs() }

// WriteTo writes the validators for [MemoryValidators.ReadFrom]: JSON, one line for
// each URL, sorted by URL. It returns the number of bytes written.
func (m *MemoryValidators) WriteTo(w io.Writer) (int64, error) { return m.kept.WriteTo(w) }

// ReadFrom makes the validators those that [MemoryValidators.WriteTo] has written, up to
// the end of r; an empty r has none. An error names the line, and the validators stay what
// they are.
func (m *MemoryValidators) ReadFrom(r io.Reader) (int64, error) {
	n, err := m.kept.ReadFrom(r)
	if err != nil {
		err = fmt.Errorf("crawl: validators: %w", err)
	}
	return n, err
}
