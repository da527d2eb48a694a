// Package dial connects to the public Internet and to nothing else.
//
// A crawler requests the URLs it finds. The author of a page can thereby make
// it request http://localhost:9200/ or http://169.254.169.254/ or a name that
// leads there, and read through it what only its own network may read
// (server-side request forgery). A [Dialer] works where no spelling of a URL
// gets around it: it looks the host up itself, judges every address by
// [Public], and connects to an address that it has judged.
//
// The zero Dialer works:
//
//	d := dial.Dialer{Open: []string{"wiki.corp.example:8080"}}
//	transport := &http.Transport{DialContext: d.DialContext}
//
// # Proxies and browsers
//
// Behind a proxy a transport dials the proxy alone, and a browser dials for
// itself. [Dialer.Check] then gives the verdict on a host, but the proxy or
// browser looks the name up once more and may get another answer: give the
// proxy a guard of its own. The proxy's address is reached by a Dialer that has
// it in Open, and targets are checked by another one that has not, so that
// pages cannot address the proxy.
//
// # Limits
//
// An address that is public may still be special to the machine: its own
// outer address, or a network that routes a public block inwards. A NAT64
// prefix that a network chose for itself (RFC 6052, 2.2) looks like any other.
// The firewall has to know those.
package dial

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync"
	"syscall"
	"time"
)

// A Dialer makes TCP connections to public addresses and to what is named in
// Open. Its zero value is ready for use, by many goroutines at once. It must
// not be copied, nor its fields changed, after its first use.
//
// A name with any address that is refused is refused as a whole, even if other
// addresses of it are public. A site has no use for such an answer, it is how
// an attack by DNS begins, and who asks only for a [Dialer.Check] might be led
// to the wrong one.
//
// The ports that browsers block, such as 22 and 25, are refused on all hosts
// (Fetch Standard, section "port blocking"): what answers there is no web
// server, and may take a request for commands. All other ports are free, since
// some sites use odd ones.
type Dialer struct {
	// Open names what may be reached though the rules refuse it:
	//
	//	"wiki.corp"        that host, whatever addresses it has
	//	"wiki.corp:8080"   that host on that port alone, even a blocked one
	//	"10.0.0.7"         that address where the URL spells it out; also with a port
	//	"10.0.0.0/8"       those addresses, for every name that leads to them
	//
	// Only a CIDR opens addresses to names that are not listed. For the others
	// the name decides: with "localhost" open, a redirect to another name for
	// 127.0.0.1 stays refused. Names are in ASCII; their subdomains stay shut.
	Open []string

	// Resolver looks names up, as [*net.Resolver] does; nil means net.DefaultResolver.
	// The network is always "ip". It must return when its context ends, and may be called
	// by many goroutines at once, though never by two for one host.
	Resolver interface {
		LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
	}

	// Dial connects to an address that has been judged. The network is "tcp",
	// "tcp4" or "tcp6", the address has the form "address:port". It must return
	// when its context ends, and is called by several goroutines at once. Nil
	// means a net.Dialer which judges the address once more as the socket is about
	// to use it.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	// Timeout bounds a lookup, and once more the connecting, all addresses of
	// the host together. Default 10 s.
	Timeout time.Duration

	// MaxAge is how long an answer of the resolver is used, whatever its TTL,
	// which the resolver does not give. Default 5 minutes. That a name does not
	// exist is kept for 10 s, another failure for half a second, so that who tries
	// again a second later asks again; neither is kept longer than MaxAge. An
	// answer is dropped once none of its addresses can be connected to.
	MaxAge time.Duration

	once     sync.Once
	openings openings
	invalid  error // what is wrong with Open
	answers  answers
}

// DialContext connects to address, "host:port" with the port a number. The
// network is "tcp", "tcp4" or "tcp6". The addresses of a host are tried as in
// RFC 8305: IPv6 and IPv4 by turns, the next one as soon as one fails or has not
// answered for 250 ms, up to eight at once. The first that answers is the
// connection, and is tried first from then on; the other attempts have ended
// when DialContext returns.
//
// The error is a [*RefusedError] if the rules forbid the connection, and wraps
// a [*net.DNSError] if the resolver found none.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	switch network {
	case "tcp", "tcp4", "tcp6":
	default:
		return nil, net.UnknownNetworkError(short(network))
	}
	r, err := d.admit(address)
	if err != nil {
		return nil, err
	}
	if r.port == 0 {
		return nil, &net.AddrError{Err: "missing port", Addr: short(address)}
	}
	if err := d.resolve(ctx, &r); err != nil {
		return nil, err
	}
	return d.connect(ctx, network, r)
}

// Check returns nil if the rules let DialContext connect to host, which is "host"
// or "host:port", IPv6 addresses in brackets or not. Without a port, neither
// the blocked ports count nor what Open has with a port.
//
// It looks the name up, unless that was done lately or the name is open.
// An error other than a [*RefusedError], such as that of a failed lookup, does
// not mean that the host is forbidden.
func (d *Dialer) Check(ctx context.Context, host string) error {
	r, err := d.admit(host)
	if err != nil || r.open {
		return err
	}
	return d.resolve(ctx, &r)
}

// Validate returns an error if an entry of Open is not of one of the stated
// forms. The other methods fail with the same error.
func (d *Dialer) Validate() error {
	d.once.Do(func() { d.openings, d.invalid = readOpen(d.Open) })
	return d.invalid
}

// A route is a site and how it may be reached.
type route struct {
	site
	open  bool         // by its name, whatever its addresses
	addrs []netip.Addr // every one of them judged
}

// admit begins a route with what can be said without its addresses.
func (d *Dialer) admit(text string) (route, error) {
	if err := d.Validate(); err != nil {
		return route{}, err
	}
	s, err := readSite(text)
	if err != nil {
		return route{}, err
	}
	open, err := d.openings.admit(s)
	return route{site: s, open: open}, err
}

// readSite reads "host" or "host:port". The error is a *RefusedError.
func readSite(text string) (site, error) {
	s, why := parseSite(text)
	if why != "" {
		return site{}, &RefusedError{Host: short(text), Why: why}
	}
	return s, nil
}

// resolve finds the addresses of a route and judges them.
func (d *Dialer) resolve(ctx context.Context, r *route) error {
	addrs, err := d.addresses(ctx, r.site)
	if err != nil {
		return err
	}
	for _, addr := range addrs {
		if err := d.judge(*r, addr); err != nil {
			return err
		}
	}
	r.addrs = addrs
	return nil
}

// judge returns a RefusedError if a route must not lead to addr.
func (d *Dialer) judge(r route, addr netip.Addr) error {
	if r.open || d.openings.contain(addr) {
		return nil
	}
	if why := special(addr); why != "" {
		return &RefusedError{Host: r.host(), Port: r.port, Addr: addr, Why: why}
	}
	return nil
}

// addresses returns the addresses of a site. The result must not be changed.
func (d *Dialer) addresses(ctx context.Context, s site) ([]netip.Addr, error) {
	switch {
	case s.addr.IsValid():
		return []netip.Addr{s.addr}, nil
	case isLocalhost(s.name):
		// Not a matter for DNS, where anything may be said about it (RFC 6761,
		// 6.3).
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}, nil
	}
	a, err := d.answers.get(ctx, s.name, d.ask)
	if err != nil {
		return nil, fmt.Errorf("dial: %s: %w", s.name, err)
	}
	if a.err != nil {
		return nil, fmt.Errorf("dial: %w", a.err)
	}
	return a.addrs, nil
}

// ask has the resolver look a name up. It returns an error instead of an answer
// if the caller gave up, which says nothing about the name.
func (d *Dialer) ask(ctx context.Context, name string) (*answer, error) {
	resolver := d.Resolver
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	limited, cancel := context.WithTimeout(ctx, d.timeout())
	defer cancel()
	addrs, err := resolver.LookupNetIP(limited, "ip", name)
	if err != nil && givenUp(ctx) {
		return nil, err
	}
	age := d.maxAge()
	if err == nil {
		addrs, err = plain(name, addrs)
	}
	if err != nil {
		age = min(age, failureAge(err))
	}
	return &answer{name: name, addrs: addrs, err: err, until: time.Now().Add(age)}, nil
}

// connect connects to an address of a route.
func (d *Dialer) connect(ctx context.Context, network string, r route) (net.Conn, error) {
	dial := d.Dial
	if dial == nil {
		dial = (&net.Dialer{ControlContext: d.guard(r)}).DialContext
	}
	addrs := interleave(r.addrs)
	if network != "tcp" {
		addrs = slices.DeleteFunc(addrs, func(a netip.Addr) bool { return a.Is4() != (network == "tcp4") })
	}
	if len(addrs) == 0 {
		return nil, fmt.Errorf("dial: %s: no address for %s", r.host(), network)
	}
	limited, cancel := context.WithTimeout(ctx, d.timeout())
	defer cancel()
	conn, i, err := race(limited, len(addrs), func(ctx context.Context, i int) (net.Conn, error) {
		return dial(ctx, network, netip.AddrPortFrom(addrs[i], r.port).String())
	})
	if err == nil {
		if i > 0 {
			d.answers.prefer(r.name, addrs[i])
		}
		return conn, nil
	}
	if ctx.Err() == nil {
		d.answers.drop(r.name)
	}
	return nil, fmt.Errorf("dial: %s: %w", r.host(), err)
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

func (d *Dialer) timeout() time.Duration {
	if d.Timeout > 0 {
		return d.Timeout
	}
	return 10 * time.Second
}

func (d *Dialer) maxAge() time.Duration {
	if d.MaxAge > 0 {
		return d.MaxAge
	}
	return 5 * time.Minute
}
