package warc

import (
	"context"
	"net/netip"
)

// Addresses returns those that the Transport knows of a host, so that a crawl keeps
// requests to one address apart: see AddressDelay of a
// crawl.Crawler.
func (r *Recorder) Addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	if t, ok := r.Transport.(interface {
		Addresses(context.Context, string) ([]netip.Addr, error)
	}); ok {
		return t.Addresses(ctx, host)
	}
	return nil, nil
}
