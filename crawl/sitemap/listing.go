package sitemap

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A listing is a list while it is read, whatever its format: where it lies,
// where its entries go, and the first fault in it.
type listing struct {
	in      *bufio.Reader
	line    int
	base    *weburl.URL // nil if not known
	folder  string      // of the list, with its last slash
	yield   func(Entry, error) bool
	limit   int // of entries; negative for none
	maxURL  int // bytes
	count   int // of entries
	fault   *Error
	emitted bool // an entry was handed out
}

func (l *listing) locate(base string) error {
	l.line = 1
	if base == "" {
		return nil
	}
	u, err := weburl.Parse(base)
	if err != nil {
		return l.stop("the URL of the list", err)
	}
	path := u.Path()
	l.base = u
	l.folder = u.Scheme() + "://" + u.Host() + path[:strings.LastIndexByte(path, '/')+1]
	return nil
}

// read finds out what r holds and reads it.
func (l *listing) read(r io.Reader, limit int64) error {
	if err := l.open(r, limit); err != nil {
		return l.stop("", err)
	}
	first, err := l.skipSpace()
	switch {
	case err == io.EOF:
		return l.stop("a sitemap or a feed", ErrFormat)
	case err != nil:
		return l.stop("", err)
	case first == '<':
		return readXML(l)
	}
	return readText(l)
}

// skipSpace returns the first byte that is not white space, unread.
func (l *listing) skipSpace() (byte, error) {
	for {
		c, err := l.in.ReadByte()
		if err != nil {
			return 0, err
		}
		if !isSpace(c) {
			return c, l.in.UnreadByte()
		}
		if c == '\n' {
			l.line++
		}
	}
}

// admit counts an entry that begins.
func (l *listing) admit() error {
	if l.count == l.limit {
		return l.stop(fmt.Sprintf("at most %d entries", l.limit), ErrLimit)
	}
	l.count++
	return nil
}

// emit hands an entry out.
func (l *listing) emit(e Entry) error {
	l.emitted = true
	if !l.yield(e, nil) {
		return errBreak
	}
	return nil
}

// resolve reads a URL, which may be relative to that of the list.
func (l *listing) resolve(raw string) (*weburl.URL, error) {
	if l.base == nil {
		return l.parse(raw)
	}
	return l.base.ResolveMax(raw, l.maxURL)
}

// parse reads an absolute URL.
func (l *listing) parse(raw string) (*weburl.URL, error) {
	u, err := weburl.Parse(raw)
	if err == nil && len(u.Canonical()) > l.maxURL {
		return nil, &weburl.Error{URL: u.Canonical(), Err: weburl.ErrTooLong}
	}
	return u, err
}

// reach says how far from the list a URL lies.
func (l *listing) reach(u *weburl.URL) Reach {
	switch {
	case l.base == nil, strings.HasPrefix(u.Canonical(), l.folder):
		return Below
	case u.Host() == l.base.Host():
		return Beside
	}
	return Foreign
}

// note keeps a fault if it is the first.
func (l *listing) note(line int, want, got string, reason error) {
	if l.fault == nil {
		l.fault = &Error{URL: l.name(), Line: line, Want: want, Got: excerpt.Of(got, maxGot), Err: reason}
	}
}

// noteURL keeps the fault that err, of package weburl, makes of a URL. It is
// worded by weburl, which leaves credentials out.
func (l *listing) noteURL(line int, err error) {
	var refused *weburl.Error
	if errors.As(err, &refused) {
		l.note(line, "a URL of http or https", refused.URL, refused.Err)
	}
}

// stop makes the error that ends reading.
func (l *listing) stop(want string, reason error) error {
	return &Error{URL: l.name(), Line: l.line, Want: want, Stopped: true, Err: reason}
}

func (l *listing) name() string {
	if l.base == nil {
		return ""
	}
	return l.base.Canonical()
}
