package dial_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

// Each step waits and checks a name; then so many lookups have been made.
func TestAges(t *testing.T) {
	type step struct {
		wait    time.Duration
		host    string
		lookups int
	}
	for name, c := range map[string]struct {
		age   time.Duration
		steps []step
	}{
		"default": {0, []step{
			{0, "example.com", 1}, {0, "EXAMPLE.com.", 1}, {5*time.Minute - 1, "example.com", 1}, {1, "example.com", 2}, {time.Second, "example.com", 2},
		}},
		"given": {time.Hour, []step{
			{0, "example.com", 1}, {time.Hour - 1, "example.com", 1}, {1, "example.com", 2},
		}},
		"failure": {0, []step{
			{0, "unknown.test", 1}, {10*time.Second - 1, "unknown.test", 1}, {1, "unknown.test", 2},
		}},
		"failure at short age": {time.Second, []step{
			{0, "unknown.test", 1}, {time.Second - 1, "unknown.test", 1}, {1, "unknown.test", 2},
		}},
		"failure that may pass": {0, []step{
			{0, "servfail.test", 1}, {500*time.Millisecond - 1, "servfail.test", 1}, {1, "servfail.test", 2},
		}},
		"refused": {0, []step{
			{0, "wiki.corp", 1}, {time.Minute, "wiki.corp", 1},
		}},
		"no lookup": {0, []step{
			{0, "localhost", 0}, {0, "a.localhost", 0}, {0, "127.0.0.1", 0}, {0, "[2606:4700::1]", 0}, {0, "1.2.3.4.5", 0}, {0, "example.com:22", 0},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				z := knows(inside)
				d := dial.Dialer{Resolver: z, MaxAge: c.age}
				for i, s := range c.steps {
					time.Sleep(s.wait)
					d.Check(t.Context(), s.host)
					if z.asked() != s.lookups {
						t.Fatalf("step %d: %d lookups, want %d", i, z.asked(), s.lookups)
					}
				}
			})
		})
	}
}

// Callers that want one name at once share one lookup.
func TestSharedLookup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		z := knows(inside)
		z.takes = time.Second
		d := dial.Dialer{Resolver: z}
		var all sync.WaitGroup
		for i := range 100 {
			all.Go(func() {
				host, want := "example.com", error(nil)
				if i%2 == 1 {
					host, want = "wiki.corp", dial.ErrRefused
				}
				if err := d.Check(t.Context(), host); !errors.Is(err, want) {
					t.Errorf("Check(%s) = %v", host, err)
				}
			})
		}
		all.Wait()
		if z.asked() != 2 {
			t.Errorf("%d lookups of two names", z.asked())
		}
	})
}

// When the caller who asks gives up, the next one asks; one who waits and
// gives up disturbs nobody.
func TestCancelledLookup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		z := knows(inside)
		z.takes = 3 * time.Second
		d := dial.Dialer{Resolver: z}
		start := time.Now()
		check := func(limit time.Duration) func() {
			return func() {
				ctx, cancel := context.WithTimeout(t.Context(), limit)
				defer cancel()
				err := d.Check(ctx, "example.com")
				if limit < 3*time.Second {
					if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != limit {
						t.Errorf("with %v to wait: %v after %v", limit, err, time.Since(start))
					}
				} else if err != nil || time.Since(start) != 4*time.Second {
					t.Errorf("with %v to wait: %v after %v", limit, err, time.Since(start))
				}
			}
		}
		var all sync.WaitGroup
		all.Go(check(time.Second)) // asks first
		synctest.Wait()
		all.Go(check(500 * time.Millisecond))
		for range 10 {
			all.Go(check(time.Minute))
		}
		all.Wait()
		if z.asked() != 2 {
			t.Errorf("%d lookups, want 2", z.asked())
		}
	})
}

// hasty is a resolver that reports its caller's deadline as its own failure.
type hasty struct{ *zone }

func (h hasty) LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error) {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < time.Second {
		time.Sleep(time.Until(end))
		return nil, &net.DNSError{Err: "timeout", Name: host, IsTimeout: true}
	}
	return h.zone.LookupNetIP(ctx, network, host)
}

func TestDeadlineIsNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dial.Dialer{Resolver: hasty{knows(inside)}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		if err := d.Check(ctx, "example.com"); err == nil {
			t.Error("no error at the deadline")
		}
		if err := d.Check(t.Context(), "example.com"); err != nil {
			t.Errorf("another caller's deadline is kept: %v", err)
		}
	})
}

// A resolver that does not answer costs everybody the timeout once.
func TestLookupTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		z := knows(inside)
		z.takes = time.Hour
		d := dial.Dialer{Resolver: z}
		start := time.Now()
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				if err := d.Check(t.Context(), "example.com"); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 10*time.Second {
					t.Errorf("%v after %v", err, time.Since(start))
				}
			})
		}
		all.Wait()
		if z.asked() != 1 {
			t.Errorf("%d lookups", z.asked())
		}
	})
}

// fills is a resolver that knows every name.
type fills struct{ lookups int }

func (f *fills) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	f.lookups++
	return []netip.Addr{netip.MustParseAddr("93.184.215.14")}, nil
}

// The answers for 10,000 names are kept, those that were used last.
func TestAnswersAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f fills
		d := dial.Dialer{Resolver: &f}
		check := func(name string, asks bool) {
			t.Helper()
			before := f.lookups
			d.Check(t.Context(), name)
			if (f.lookups > before) != asks {
				t.Fatalf("%s: lookup %v, want %v", name, !asks, asks)
			}
		}
		for range 3 { // an answer that is renewed takes one place
			check("again.test", true)
			time.Sleep(5 * time.Minute)
		}
		for i := range 10_001 {
			check(fmt.Sprintf("n%d.test", i), true)
		}
		check("n1.test", false)
		check("n0.test", true)
		check("n1.test", false)
		check("n2.test", true)
	})
}

func TestOddAnswers(t *testing.T) {
	var many []string
	for i := range 65 {
		many = append(many, fmt.Sprintf("93.184.215.%d", i))
	}
	var w wire
	d := dial.Dialer{Dial: w.dial, Resolver: knows(map[string][]string{
		"empty.test": {},
		"many.test":  many,
		"most.test":  many[:64],
		"same.test":  {"93.184.215.14", "::ffff:93.184.215.14", "93.184.215.14"},
	})}
	for host, want := range map[string]string{
		"empty.test": "dial: lookup empty.test: no address",
		"many.test":  "dial: lookup many.test: more than 64 addresses",
		"gone.test":  "dial: lookup gone.test: no such host",
	} {
		err := connect(t, &d, host+":80")
		var dns *net.DNSError
		if !errors.As(err, &dns) || err.Error() != want {
			t.Errorf("%s: %v, want %s", host, err, want)
		}
	}
	w.down = map[string]error{"93.184.215.14:80": errors.New("down")}
	if err := connect(t, &d, "same.test:80"); err == nil || len(w.dialled) != 1 {
		t.Errorf("one address in three forms: %v, dialled %v", err, w.dialled)
	}
	if err := connect(t, &d, "most.test:80"); err != nil {
		t.Error(err)
	}
}
