package dial

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// minShare is the least time an address gets if there is as much left.
const minShare = 2 * time.Second

// connect tries the addresses of a route in their order until one answers.
func (d *Dialer) connect(ctx context.Context, network string, r route) (net.Conn, error) {
	dial := d.Dial
	if dial == nil {
		dial = (&net.Dialer{ControlContext: d.guard(r)}).DialContext
	}
	addrs := r.addrs
	if network != "tcp" {
		addrs = slices.DeleteFunc(slices.Clone(addrs), func(a netip.Addr) bool { return a.Is4() != (network == "tcp4") })
	}
	first := fmt.Errorf("no address for %s", network)
	whole, cancel := context.WithTimeout(ctx, d.timeout())
	defer cancel()
	for i, addr := range addrs {
		conn, err := attempt(whole, len(addrs)-i, func(ctx context.Context) (net.Conn, error) {
			return dial(ctx, network, netip.AddrPortFrom(addr, r.port).String())
		})
		if err == nil {
			return conn, nil
		}
		if i == 0 {
			first = err
		}
		if whole.Err() != nil {
			break
		}
	}
	if ctx.Err() == nil {
		d.answers.drop(r.name)
	}
	return nil, fmt.Errorf("dial: %s: %w", r.host(), first)
}

// attempt gives dial its share of the time that is left for so many attempts.
func attempt(ctx context.Context, left int, dial func(context.Context) (net.Conn, error)) (net.Conn, error) {
	end, _ := ctx.Deadline()
	share := max(time.Until(end)/time.Duration(left), minShare)
	ctx, cancel := context.WithTimeout(ctx, share)
	defer cancel()
	return dial(ctx)
}

// guard judges the address that a socket is about to connect to. It was judged
// before; this holds whatever happens in between.
func (d *Dialer) guard(r route) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		return d.judge(r, at.Addr().Unmap())
	}
}
