package chrome

import (
	"context"
	"net/netip"

	"github.com/lokman-crawler/lokman/crawl"
)

// Addresses implements [crawl.Addresser] if the Transport does.
func (r *Renderer) Addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	if t, ok := r.Transport.(crawl.Addresser); ok {
		return t.Addresses(ctx, host)
	}
	return nil, nil
}
