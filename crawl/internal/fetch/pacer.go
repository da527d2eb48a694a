package fetch

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A pacer keeps requests to one host apart, whatever their port: those for pages,
// robots.txt files and sitemaps, and for the redirects of each. Another one does so for
// all that is one host by Crawler.HostKey.
type pacer struct {
	key   string        // in the table of sites
	busy  chan struct{} // holds a value during a request, if these are limited
	sites int           // how many origins the host has; guarded by the table of sites

	parallel bool // several requests may be made at once: delays count from their starts
	limited  bool // whatever the delay

	mu sync.Mutex
	// limiter has one token. A request takes it when it ends, since delays count
	// from there, and the host may be asked again when the token is back: the limit is
	// what brings it back in time.
	limiter  *rate.Limiter
	base     time.Duration            // minimum delay between two requests
	jitter   time.Duration            // up to which a random time is added
	delays   map[string]time.Duration // longer ones, by the origin that wants them
	delay    time.Duration            // the longest of these
	slowdown float64                  // factor of the delay: 1, or more for an overloaded host
	answered time.Time                // when a page of the host was last answered
	by       string                   // the origin that answered
}

const (
	maxSlowdown = 64
	longestWait = 5 * time.Minute // the longest delay of an overloaded host
)

// maxInlineWait is how long a worker waits for a host. If it takes longer, the
// URL goes back to the frontier: most often that of the first page after a
// robots.txt, of which there may be more than workers.
const maxInlineWait = 250 * time.Millisecond

// robotsWait is how long it waits for another host that a robots.txt redirects to.
const robotsWait = 10 * time.Second

// maxWait is how long a worker waits for a host.
type maxWait struct {
	others time.Duration // for the end of another worker's request
	pause  time.Duration // for the end of the pause after that
}

var shortWait = maxWait{maxInlineWait, maxInlineWait}

// errBusy says that the host cannot be asked as soon as the worker wants.
var errBusy = errors.New("other requests to the host come first")

// errElsewhere says that a robots.txt was not requested where it redirects to.
var errElsewhere = errors.New("other requests to the host that it redirects to come first")

func newPacer(key string, s *Settings) *pacer {
	return &pacer{
		key: key, busy: make(chan struct{}, max(1, s.Concurrency)), parallel: s.Concurrency > 1, limited: s.Concurrency > 0,
		limiter: rate.NewLimiter(1, 1), slowdown: 1,
	}
}

// lengthen makes the delays as long as another origin of the host has them.
func (p *pacer) lengthen(delay, jitter time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.base, p.jitter, p.delay = max(p.base, delay), max(p.jitter, jitter), max(p.delay, delay)
}

// turn waits until the host may be asked. The caller calls release when the request
// has ended. The error is errBusy or the context's.
func (p *pacer) turn(ctx context.Context, most maxWait) (release func(), err error) {
	if p.wait() > most.pause {
		return nil, errBusy
	}
	release, err = p.occupy(ctx, most.others)
	if err != nil {
		return nil, err
	}
	for waited := time.Duration(0); ; {
		wait := p.begin()
		if waited += wait; waited > most.pause {
			err = errBusy
		} else {
			err = Sleep(ctx, wait)
		}
		if err != nil {
			release()
			return nil, err
		}
		if wait == 0 || !p.parallel {
			return release, nil
		}
	}
}

// begin returns how long to wait for the host's turn. If requests may be made at once and
// it has come, it begins the pause before the next one.
func (p *pacer) begin() (wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	wait = p.left()
	if p.parallel && wait <= 0 {
		p.rest(p.slowed())
	}
	return max(0, wait)
}

// occupy waits until no other request to the host is made, or fewer than its Concurrency, if
// that is limited or it has a delay.
func (p *pacer) occupy(ctx context.Context, most time.Duration) (release func(), err error) {
	p.mu.Lock()
	free := p.delay == 0 && p.jitter == 0 && !p.limited
	p.mu.Unlock()
	if free {
		return func() {}, ctx.Err()
	}
	select {
	case p.busy <- struct{}{}:
		return func() { <-p.busy }, nil
	default:
	}
	t := time.NewTimer(most)
	defer t.Stop()
	select {
	case p.busy <- struct{}{}:
		return func() { <-p.busy }, nil
	case <-t.C:
		return nil, errBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Sleep waits, or returns the error of the context if that ends before.
func Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Backoff is the time before another attempt: 1 s, 2 s, 4 s ...
func Backoff(attempt int) time.Duration {
	return time.Second << max(0, min(attempt-1, 10))
}

// Backoff is the time before another attempt at a URL.
func (f *Fetcher) Backoff(attempt int) time.Duration {
	const most = 24 * time.Hour
	return min(min(f.Limits.Backoff, most)<<max(0, min(attempt-1, 10)), most)
}

// ended begins the pause after a request: the delay, or as long as the request
// took if that is more. The delay of an overloaded server is doubled, and
// shortened step by step when it no longer is.
func (p *pacer) ended(took time.Duration, overloaded bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if overloaded {
		p.slowdown = min(p.slowdown*2, maxSlowdown)
	} else {
		p.slowdown = max(p.slowdown*0.9, 1)
	}
	switch {
	case !p.parallel && p.delay > 0:
		p.rest(max(p.slowed(), took))
	case !p.parallel || overloaded:
		p.rest(p.slowed())
	}
}

// rest begins a pause of at least d. The caller holds the lock.
func (p *pacer) rest(d time.Duration) {
	if p.jitter > 0 {
		d += rand.N(p.jitter)
	}
	p.pause(d)
}

// slowed returns the delay of the host as it is now. The caller holds the lock.
func (p *pacer) slowed() time.Duration {
	return max(p.delay, min(time.Duration(float64(p.delay)*p.slowdown), longestWait))
}

// pause begins a pause, unless one is under way that lasts longer. The caller
// holds the lock.
func (p *pacer) pause(d time.Duration) {
	if d > p.left() {
		now := time.Now()
		p.limiter.AllowN(now, 1)
		p.limiter.SetLimitAt(now, rate.Limit((1-p.limiter.TokensAt(now))/d.Seconds()))
	}
}

// left returns what is left of the pause. The caller holds the lock.
func (p *pacer) left() time.Duration {
	seconds := (1 - p.limiter.Tokens()) / float64(p.limiter.Limit())
	return time.Duration(math.Round(seconds * float64(time.Second)))
}

// wait returns how long the host must not be asked from now on.
func (p *pacer) wait() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.left()
}

// putOff has the host left alone for a time that its server asks for.
func (p *pacer) putOff(wish time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pause(wish)
}

// setDelay notes the delay that the robots.txt of an origin, just read, asks
// for. The longest counts for the host.
func (p *pacer) setDelay(origin string, delay time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if delay <= p.base {
		delete(p.delays, origin)
	} else {
		if p.delays == nil {
			p.delays = make(map[string]time.Duration)
		}
		p.delays[origin] = delay
	}
	before := p.delay
	p.delay = p.base
	for _, d := range p.delays {
		p.delay = max(p.delay, d)
	}
	if p.delay > before {
		p.pause(p.slowed())
	}
}

// answer notes that an origin of the host has answered a request for a page.
func (p *pacer) answer(origin string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answered, p.by = time.Now(), origin
}

// othersAnswer reports whether another origin of the host has lately answered.
func (p *pacer) othersAnswer(origin string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.by != "" && p.by != origin && time.Since(p.answered) < time.Hour
}
