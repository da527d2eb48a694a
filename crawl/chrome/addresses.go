package chrome

import (
	"context"
	"net/netip"
)

// Addresses returns those that the Transport knows of a host, as that of the zero Renderer
// does, so that a crawl keeps requests to one address apart: see Crawler.AddressDelay.
func (r *Renderer) Addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	if t, ok := r.init().transport.(interface {
		Addresses(context.Context, string) ([]netip.Addr, error)
	}); ok {
		return t.Addresses(ctx, host)
	}
	return nil, nil
}
