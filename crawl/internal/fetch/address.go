package fetch

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// addressPaces keep requests to one address apart, whatever the names and ports that
// lead there.
type addressPaces struct {
	mu       sync.Mutex
	networks map[netip.Addr]*network
}

// A network is an address, or a network of one owner.
type network struct {
	limiter *rate.Limiter
	next    time.Time // when the host may come back that was sent away last
}

const (
	maxNetworks  = 10_000 // that are remembered, besides those that were asked within the delay
	maxAddresses = 16     // of a host that are looked at
)

// take takes the next turn of all addresses of a host if that is within most, and returns
// the wait. Otherwise it returns when to come again: each host at another time.
func (a *addressPaces) take(addrs []netip.Addr, delay, most time.Duration) (wait time.Duration, taken bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	a.makeRoom(now)
	var reserved []*rate.Reservation
	next := now
	for _, addr := range addrs[:min(len(addrs), maxAddresses)] {
		p := a.network(addr, delay)
		if pace := rate.Every(delay); p.limiter.Limit() != pace { // of another host with another delay
			p.limiter.SetLimitAt(now, pace)
		}
		r := p.limiter.ReserveN(now, 1)
		reserved = append(reserved, r)
		wait = max(wait, r.DelayFrom(now))
		if p.next.After(next) {
			next = p.next
		}
	}
	if wait <= most {
		return wait, true
	}
	next = next.Add(delay)
	for i, r := range reserved {
		r.CancelAt(now)
		a.network(addrs[i], delay).next = next
	}
	return max(wait, next.Sub(now)), false
}

func (a *addressPaces) network(addr netip.Addr, delay time.Duration) *network {
	at := networkOf(addr)
	p := a.networks[at]
	if p == nil {
		p = &network{limiter: rate.NewLimiter(rate.Every(delay), 1)}
		a.networks[at] = p
	}
	return p
}

// makeRoom forgets addresses that may be asked at once, if there are too many.
func (a *addressPaces) makeRoom(now time.Time) {
	if a.networks == nil {
		a.networks = make(map[netip.Addr]*network)
	}
	if len(a.networks) < maxNetworks {
		return
	}
	for at, p := range a.networks {
		if p.limiter.TokensAt(now) >= 1 && now.After(p.next) {
			delete(a.networks, at)
		}
	}
}

// networkOf returns the same for all addresses of an IPv6 network of 64 bits, which is what
// one customer has.
func networkOf(addr netip.Addr) netip.Addr {
	if addr = addr.Unmap(); addr.Is4() {
		return addr
	}
	network, err := addr.WithZone("").Prefix(64)
	if err != nil {
		return addr
	}
	return network.Addr()
}
