package dial

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

const (
	maxNames = 10_000 // whose answers are kept; those used last stay
	maxAddrs = 64     // in an answer; no site has as many
)

// failureAge is for how long a failed lookup is not repeated. That a name does not
// exist is an answer, which resolvers keep for minutes (RFC 2308, 5). Anything else
// may have passed when the caller tries again: a crawl does a second later.
func failureAge(err error) time.Duration {
	var dns *net.DNSError
	if errors.As(err, &dns) && dns.IsNotFound {
		return 10 * time.Second
	}
	return 500 * time.Millisecond
}

// givenUp reports whether a context is over. A resolver may notice a deadline
// before the context does.
func givenUp(ctx context.Context) bool {
	end, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && !time.Now().Before(end)
}

// plain returns a copy of a resolver's answer with each address once, IPv4 as
// such.
func plain(name string, addrs []netip.Addr) ([]netip.Addr, error) {
	var all []netip.Addr
	for _, addr := range addrs {
		if addr = addr.Unmap(); !slices.Contains(all, addr) {
			all = append(all, addr)
		}
		if len(all) > maxAddrs {
			return nil, &net.DNSError{Err: fmt.Sprintf("more than %d addresses", maxAddrs), Name: name}
		}
	}
	if len(all) == 0 {
		return nil, &net.DNSError{Err: "no address", Name: name, IsNotFound: true}
	}
	return all, nil
}

// An answer is what the resolver said about a name.
type answer struct {
	name  string
	addrs []netip.Addr
	err   error
	until time.Time
}

// answers keeps what the resolver said lately. The zero value is empty.
type answers struct {
	mu     sync.Mutex
	kept   map[string]*list.Element // by name
	used   list.List                // of *answer, the one used last in front
	asking map[string]chan struct{} // closed when the caller who asks has returned
}

// get returns the answer for a name, by ask if there is none. Of callers that
// need the same one, one asks and the others wait for it; if that one gives
// up, the next of them asks.
func (as *answers) get(ctx context.Context, name string, ask func(context.Context, string) (*answer, error)) (*answer, error) {
	for {
		a, asked, mine := as.look(name)
		if a != nil {
			return a, nil
		}
		if mine {
			defer func() { as.asked(name, a) }()
			var err error
			a, err = ask(ctx, name)
			return a, err
		}
		select {
		case <-asked:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// look returns the answer for a name if there is one, else a channel that is
// closed once there may be, and whether it falls to the caller to ask.
func (as *answers) look(name string) (a *answer, asked <-chan struct{}, mine bool) {
	as.mu.Lock()
	defer as.mu.Unlock()
	if e := as.kept[name]; e != nil {
		if a := e.Value.(*answer); time.Now().Before(a.until) {
			as.used.MoveToFront(e)
			return a, nil, false
		}
	}
	c, ok := as.asking[name]
	if !ok {
		if as.asking == nil {
			as.asking = make(map[string]chan struct{})
		}
		c = make(chan struct{})
		as.asking[name] = c
	}
	return nil, c, !ok
}

// asked keeps the answer, if there is one, and wakes those who wait for it.
func (as *answers) asked(name string, a *answer) {
	as.mu.Lock()
	defer as.mu.Unlock()
	close(as.asking[name])
	delete(as.asking, name)
	if a == nil {
		return
	}
	as.remove(name)
	if as.kept == nil {
		as.kept = make(map[string]*list.Element)
	}
	as.kept[name] = as.used.PushFront(a)
	if len(as.kept) > maxNames {
		as.remove(as.used.Back().Value.(*answer).name)
	}
}

// prefer puts one address of a name before the others, for as long as its answer is
// used.
func (as *answers) prefer(name string, addr netip.Addr) {
	as.mu.Lock()
	defer as.mu.Unlock()
	e := as.kept[name]
	if e == nil {
		return
	}
	a := *e.Value.(*answer) // others have the addresses
	if i := slices.Index(a.addrs, addr); i >= 0 {
		a.addrs = slices.Concat(a.addrs[i:i+1], a.addrs[:i], a.addrs[i+1:])
		e.Value = &a
	}
}

// drop forgets the answer for a name.
func (as *answers) drop(name string) {
	as.mu.Lock()
	defer as.mu.Unlock()
	as.remove(name)
}

func (as *answers) remove(name string) {
	if e := as.kept[name]; e != nil {
		as.used.Remove(e)
		delete(as.kept, name)
	}
}
