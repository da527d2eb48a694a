package chrome

import (
	"context"
	"net/netip"

	"github.com/lokman-crawler/lokman/crawl"
)

// Addresses implements [crawl.Addresser] if the Transport does, as that of the zero Renderer.
func (r *Renderer) Addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	if t, ok := r.init().transport.(crawl.Addresser); ok {
		return t.Addresses(ctx, host)
	}
	return nil, nil
}
