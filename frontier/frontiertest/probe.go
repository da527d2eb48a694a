package frontiertest

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/notation"
)

const (
	maxWait = time.Minute           // a call that takes longer is stuck
	moment  = 20 * time.Millisecond // long enough for a Pop to be blocked
	wait    = 60 * time.Millisecond // for what has to come later, but does come
	grain   = 2 * time.Millisecond  // by which a backend's clock may be rounded
)

// far is when nothing falls due during a test.
func far() time.Time { return time.Now().Add(24 * time.Hour) }

func page(name string, value float64) frontier.Entry { return notation.Page(name, value) }

func name(url string) string { return notation.Name(url) }

func names(ls []frontier.Lease) string {
	var all []string
	for _, l := range ls {
		all = append(all, name(l.URL))
	}
	return strings.Join(all, " ")
}

// tb is what *testing.T and *rapid.T have in common.
type tb interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Context() context.Context
}

// A probe calls a frontier on behalf of a test, which fails if a call does.
type probe struct {
	tb
	frontier.Frontier
}

func (p probe) patient() (context.Context, context.CancelFunc) {
	return context.WithTimeout(p.Context(), maxWait)
}

// must returns what a call returns. The test ends if it fails or is stuck.
func must[T any](p probe, what string, call func(context.Context) (T, error)) T {
	p.Helper()
	ctx, cancel := p.patient()
	defer cancel()
	v, err := call(ctx)
	if err != nil {
		p.Fatalf("%s: %v", what, err)
	}
	return v
}

func (p probe) push(entries ...frontier.Entry) {
	p.Helper()
	must(p, "Push", func(ctx context.Context) (any, error) { return nil, p.Push(ctx, entries...) })
}

func (p probe) pop() frontier.Lease {
	p.Helper()
	return must(p, "Pop", p.Pop)
}

// want pops and checks which URL it is.
func (p probe) want(page string) frontier.Lease {
	p.Helper()
	l := p.pop()
	if got := name(l.URL); got != page {
		p.Fatalf("Pop returned %s, want %s", got, page)
	}
	return l
}

func (p probe) done(l frontier.Lease, o frontier.Outcome) {
	p.Helper()
	must(p, "Done of "+name(l.URL), func(ctx context.Context) (any, error) { return nil, p.Done(ctx, l, o) })
}

// finish ends a lease with nothing but a result.
func (p probe) finish(l frontier.Lease, r frontier.Result) {
	p.Helper()
	p.done(l, frontier.Outcome{Result: r})
}

// ended ends the lease of a page that was fetched and reports whether it still
// held: on a slow machine it may have expired.
func (p probe) ended(l frontier.Lease) bool {
	p.Helper()
	ctx, cancel := p.patient()
	defer cancel()
	err := p.Done(ctx, l, frontier.Outcome{})
	if err != nil && !errors.Is(err, frontier.ErrStaleLease) {
		p.Fatalf("Done(%s): %v", name(l.URL), err)
	}
	return err == nil
}

// stale checks that a lease no longer holds.
func (p probe) stale(l frontier.Lease) {
	p.Helper()
	ctx, cancel := p.patient()
	defer cancel()
	o := frontier.Outcome{Links: []frontier.Entry{page("stale/link", 99)}, Observation: []byte("stale")}
	if err := p.Done(ctx, l, o); !errors.Is(err, frontier.ErrStaleLease) {
		p.Fatalf("Done of a stale lease of %s = %v, want ErrStaleLease", name(l.URL), err)
	}
	if r, ok := p.Frontier.(ability.Renewer); ok {
		if _, err := r.Renew(ctx, l); !errors.Is(err, frontier.ErrStaleLease) {
			p.Fatalf("Renew of a stale lease of %s = %v, want ErrStaleLease", name(l.URL), err)
		}
	}
}

// nothing checks that a Pop blocks.
func (p probe) nothing() {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.Context(), moment)
	defer cancel()
	if l, err := p.Pop(ctx); err == nil {
		p.Fatalf("Pop returned %s, want it to block", name(l.URL))
	} else if !errors.Is(err, context.DeadlineExceeded) {
		p.Fatalf("Pop = %v, want it to block until the context's deadline", err)
	}
}

// end checks that there is nothing to come.
func (p probe) end() {
	p.Helper()
	if ls := p.drain(); len(ls) > 0 {
		p.Fatalf("Pop returned %s, want io.EOF", names(ls))
	}
}

// drain fetches all there is to fetch.
func (p probe) drain() (ls []frontier.Lease) {
	p.Helper()
	for {
		var end bool
		l := must(p, "Pop", func(ctx context.Context) (frontier.Lease, error) {
			l, err := p.Pop(ctx)
			if end = err == io.EOF; end {
				err = nil
			}
			return l, err
		})
		if end {
			return ls
		}
		p.done(l, frontier.Outcome{})
		ls = append(ls, l)
	}
}

// order checks in which order the rest is popped.
func (p probe) order(want string) {
	p.Helper()
	if got := names(p.drain()); got != want {
		p.Errorf("order of the pops\ngot  %s\nwant %s", got, want)
	}
}

// notBefore checks that it is late enough.
func (p probe) notBefore(t time.Time, what string) {
	p.Helper()
	if early := time.Until(t); early > grain {
		p.Errorf("%s came %v too soon", what, early)
	}
}

// refused checks that an error refuses an entry.
func (p probe) refused(err error, e frontier.Entry) {
	p.Helper()
	var bad *frontier.EntryError
	if !errors.As(err, &bad) {
		p.Errorf("the error is %v, want an *EntryError", err)
	} else if bad.URL != e.URL {
		p.Errorf("the error is of %q, want %q", bad.URL, e.URL)
	}
}

// listed returns the list of failures, nil where the frontier has none.
func (p probe) listed() (all []frontier.Failure) {
	p.Helper()
	l, ok := p.Frontier.(ability.Lister)
	if !ok {
		return nil
	}
	ctx, cancel := p.patient()
	defer cancel()
	for f, err := range l.Failures(ctx) {
		if err != nil {
			p.Fatalf("Failures: %v", err)
		}
		all = append(all, f)
	}
	return all
}

// failed checks the list of failures, where the frontier has one.
func (p probe) failed(want ...frontier.Failure) {
	p.Helper()
	if _, ok := p.Frontier.(ability.Lister); !ok {
		return
	}
	if diff := cmp.Diff(want, p.listed(), cmpopts.EquateEmpty()); diff != "" {
		p.Errorf("Failures (-want +got):\n%s", diff)
	}
}

// count checks the numbers of records, where the frontier counts them.
func (p probe) count(want frontier.Stats) {
	p.Helper()
	if c, ok := p.Frontier.(ability.Counter); ok {
		if got := must(p, "Stats", c.Stats); got != want {
			p.Errorf("Stats\ngot  %+v\nwant %+v", got, want)
		}
	}
}
