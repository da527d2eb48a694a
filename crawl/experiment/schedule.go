package experiment

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// A Clock times a crawl of a recorded or generated web. The time is simulated:
// nothing waits, and a crawl is the same each time. Workers, delays and slow
// hosts change the order of a crawl as they do live, since the best URL of all
// may be on a host that is busy and what a page links to is known only once it
// has come. The zero Clock has one worker, and answers that come at once. A Crawl-delay in a
// robots.txt has no effect: set Delay instead.
type Clock struct {
	Workers int                            // fetches at once, one a host; 0 means 1
	Delay   time.Duration                  // between an answer of a host and the next request to it
	Latency func(url string) time.Duration // of an answer; nil means none
}

// schedule is a frontier that a crawler with one worker takes for the frontier
// of a crawl with many: it says what the next free worker would be given, and
// holds back what the others have not seen the answer of yet.
type schedule struct {
	*frontier.Memory
	clock   Clock
	free    []time.Duration          // when each worker will be
	next    map[string]time.Duration // when a host may be asked again
	started map[string]start         // by URL
	pending []fetch
}

type start struct {
	worker int
	at     time.Duration
}

// fetch is a fetch whose outcome the frontier is to learn of at a time.
type fetch struct {
	at      time.Duration
	lease   frontier.Lease
	outcome frontier.Outcome
}

func newSchedule(c Clock, o frontier.Options) *schedule {
	return &schedule{
		Memory: frontier.New(o), clock: c, free: make([]time.Duration, max(1, c.Workers)),
		next: map[string]time.Duration{}, started: map[string]start{},
	}
}

// Pop implements [frontier.Frontier].
func (s *schedule) Pop(ctx context.Context) (frontier.Lease, error) {
	for {
		if err := ctx.Err(); err != nil {
			return frontier.Lease{}, err
		}
		worker := slices.Index(s.free, slices.Min(s.free))
		now := s.free[worker]
		if err := s.settle(ctx, now); err != nil {
			return frontier.Lease{}, err
		}
		l, aside, err := s.best(ctx, now)
		for _, a := range aside {
			if err := s.Memory.Done(ctx, a, frontier.Outcome{Result: frontier.Returned}); err != nil {
				return frontier.Lease{}, err
			}
		}
		if err == nil {
			s.started[l.URL] = start{worker, now}
			return l, nil
		}
		later, ok := s.after(now, aside)
		if !errors.Is(err, errNothingNow) || !ok {
			return frontier.Lease{}, err
		}
		s.free[worker] = later
	}
}

// errNothingNow says that no host may be asked now.
var errNothingNow = errors.New("experiment: nothing to fetch at this time")

// best leases the best URL whose host may be asked now, and those that are
// better and have to wait.
func (s *schedule) best(ctx context.Context, now time.Duration) (l frontier.Lease, aside []frontier.Lease, err error) {
	for {
		l, err = s.Memory.Pop(&impatient{Context: ctx})
		switch {
		case err == io.EOF && len(s.pending)+len(aside) > 0, errors.Is(err, context.Canceled) && ctx.Err() == nil:
			return l, aside, errNothingNow
		case err != nil:
			return l, aside, err
		case s.next[l.Host] <= now:
			return l, aside, nil
		}
		aside = append(aside, l)
	}
}

// after returns when something changes: a fetch ends or a host may be asked.
func (s *schedule) after(now time.Duration, aside []frontier.Lease) (later time.Duration, ok bool) {
	note := func(t time.Duration) {
		if t > now && (!ok || t < later) {
			later, ok = t, true
		}
	}
	for _, f := range s.pending {
		note(f.at)
	}
	for _, l := range aside {
		note(s.next[l.Host])
	}
	return later, ok
}

// Done implements [frontier.Frontier]. The outcome takes effect when the answer
// would have come.
func (s *schedule) Done(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	if err := frontier.Valid(o.Links...); err != nil {
		return err
	}
	began := s.started[l.URL]
	delete(s.started, l.URL)
	at := began.at
	if s.clock.Latency != nil {
		at += s.clock.Latency(l.URL)
	}
	s.free[began.worker] = at
	s.next[l.Host] = at + max(s.clock.Delay, o.HostWait.Round(time.Second))
	o.HostWait = 0
	if o.Result == frontier.Retry {
		// The crawler uses the wall clock, in whole seconds, of which a busy machine has lost
		// a part by now.
		at += (time.Until(o.RetryAt) + time.Second - 1).Truncate(time.Second)
		o.RetryAt = time.Time{}
	}
	s.pending = append(s.pending, fetch{at, l, o})
	if len(s.free) == 1 && o.Result != frontier.Retry {
		return s.settle(ctx, at)
	}
	return nil
}

// settle passes the outcomes that are due to the frontier, the earliest first.
func (s *schedule) settle(ctx context.Context, now time.Duration) error {
	slices.SortStableFunc(s.pending, func(a, b fetch) int { return int(a.at - b.at) })
	for len(s.pending) > 0 && s.pending[0].at <= now {
		f := s.pending[0]
		s.pending = slices.Delete(s.pending, 0, 1)
		if err := s.Memory.Done(ctx, f.lease, f.outcome); err != nil {
			return err
		}
	}
	return nil
}

// impatient is a context that ends as soon as a call waits for its end.
type impatient struct {
	context.Context
	waited bool
}

func (c *impatient) Done() <-chan struct{} {
	c.waited = true
	return ended
}

func (c *impatient) Err() error {
	if c.waited {
		return context.Canceled
	}
	return c.Context.Err()
}

var ended = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()
