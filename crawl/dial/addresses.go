package dial

import (
	"context"
	"net/netip"
	"slices"
)

// Addresses returns the addresses of a host, "host" or "host:port", as DialContext finds
// them: looked up unless that was done lately, and all of them judged. The error is that
// of [Dialer.Check].
func (d *Dialer) Addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	r, err := d.admit(host)
	if err != nil {
		return nil, err
	}
	err = d.resolve(ctx, &r)
	return slices.Clone(r.addrs), err
}
