package fetch

import (
	"context"
	"errors"
	"net/netip"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Guarded reports whether hosts of private networks are refused.
func (f *Fetcher) Guarded() bool { return f.guard != nil }

// CheckPrivate returns an error of [dial.ErrRefused] for a URL whose host is not public by how it is
// spelled and is not open.
func (f *Fetcher) CheckPrivate(ctx context.Context, u *weburl.URL) error {
	if f.guard != nil && IsPrivate(u.Hostname()) {
		if err := f.guard.Check(ctx, withPort(u)); errors.Is(err, dial.ErrRefused) {
			return err
		}
	}
	return nil
}

// IsPrivate reports whether a host is not public by how it is spelled, whatever
// DNS says.
func IsPrivate(host string) bool {
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if err != nil {
		return host == "localhost" || strings.HasSuffix(host, ".localhost")
	}
	public, _ := dial.Public(addr)
	return !public
}

// withPort returns the host of a URL with its port, which may be the scheme's.
func withPort(u *weburl.URL) string {
	switch {
	case u.Host() != u.Hostname():
		return u.Host()
	case u.Scheme() == "https":
		return u.Host() + ":443"
	}
	return u.Host() + ":80"
}
