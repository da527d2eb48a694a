package crawl

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// pacer keeps requests to one host apart, of whatever kind and for whichever
// page they are: pages, robots.txt files, redirects that lead there, sitemaps.
// Hosts are told apart by the key that the frontier has of them.
type pacer struct {
	key     string
	limiter *rate.Limiter
	busy    chan struct{} // holds one while the host is asked, if it has a delay
	sites   int           // how many origins the host has; guarded by the table of sites

	mu       sync.Mutex
	base     time.Duration            // wanted between two requests
	delays   map[string]time.Duration // the longer ones that origins want
	delay    time.Duration            // the longest of these
	slowdown float64                  // what the delay is multiplied by: 1, or more for a host in trouble
	took     time.Duration            // the last request
	last     time.Time                // end of it
	until    time.Time                // when the server wants to be asked again, if it said so
	answered time.Time                // when a page was last had from the host
	by       string                   // the origin that had it
}

const (
	maxSlowdown = 64
	longestWait = 5 * time.Minute // that a host in trouble is slowed down to
)

// maxInlineWait is how long a worker waits for a host's turn. What comes later
// goes back to the frontier: most often the first page after a robots.txt, of
// which there may be more than workers.
const maxInlineWait = 250 * time.Millisecond

// inline is how long a worker waits.
type inline struct {
	others time.Duration // while others ask the host
	turn   time.Duration // for the host's turn after that
}

var shortWait = inline{maxInlineWait, maxInlineWait}

// errBusy says that a turn would take longer than the worker may wait.
var errBusy = errors.New("the host is asked by others")

func newPacer(key string, delay time.Duration) *pacer {
	return &pacer{
		key: key, limiter: rate.NewLimiter(every(delay), 1), busy: make(chan struct{}, 1),
		base: delay, delay: delay, slowdown: 1,
	}
}

func every(delay time.Duration) rate.Limit {
	if delay <= 0 {
		return rate.Inf
	}
	return rate.Every(delay)
}

// pace is the time between two requests. The caller holds the lock.
func (p *pacer) pace() time.Duration {
	slowed := min(time.Duration(float64(p.delay)*p.slowdown), max(p.delay, longestWait))
	return max(slowed, p.delay)
}

// setDelay notes what delay an origin wants. The longest counts for the host.
func (p *pacer) setDelay(origin string, delay time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if delay > p.base {
		if p.delays == nil {
			p.delays = make(map[string]time.Duration)
		}
		p.delays[origin] = delay
	} else if _, ok := p.delays[origin]; !ok {
		return
	} else {
		delete(p.delays, origin)
	}
	p.delay = p.base
	for _, d := range p.delays {
		p.delay = max(p.delay, d)
	}
	p.limiter.SetLimit(every(p.pace()))
}

// turn waits until the host may be asked and returns what to call after that.
// The frontier seldom leases a URL before its turn; a page right after its
// robots.txt is the common case. The error is errBusy or the context's.
func (p *pacer) turn(ctx context.Context, most inline) (end func(took time.Duration, overloaded bool), err error) {
	release, err := p.occupy(ctx, most.others)
	if err != nil {
		return nil, err
	}
	if p.wait() > most.turn {
		release()
		return nil, errBusy
	}
	// Not limiter.Wait: it fails at once if the context's deadline comes first,
	// and a URL would look failed that was never asked for.
	if err := sleep(ctx, p.limiter.Reserve().Delay()); err != nil {
		release()
		return nil, err
	}
	if err := sleep(ctx, p.wait()); err != nil {
		release()
		return nil, err
	}
	return func(took time.Duration, overloaded bool) {
		p.asked(took, overloaded)
		release()
	}, nil
}

// occupy has the host to itself, if there is a delay to keep. It waits up to a
// time for others.
func (p *pacer) occupy(ctx context.Context, forOthers time.Duration) (release func(), err error) {
	p.mu.Lock()
	delay := p.delay
	p.mu.Unlock()
	if delay == 0 {
		return func() {}, ctx.Err()
	}
	select {
	case p.busy <- struct{}{}:
		return func() { <-p.busy }, nil
	default:
	}
	t := time.NewTimer(forOthers)
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

func sleep(ctx context.Context, d time.Duration) error {
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

// asked notes that a request has ended. A server that is overloaded is asked
// half as often from then on, and bit by bit more often while it is not.
func (p *pacer) asked(took time.Duration, overloaded bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last, p.took = time.Now(), took
	before := p.slowdown
	if overloaded {
		p.slowdown = min(p.slowdown*2, maxSlowdown)
	} else {
		p.slowdown = max(p.slowdown*0.9, 1)
	}
	if p.slowdown != before {
		p.limiter.SetLimit(every(p.pace()))
	}
}

// had notes that an origin of the host has given an answer to a page.
func (p *pacer) had(origin string) {
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

// putOff notes that the server wants to be left alone for a while.
func (p *pacer) putOff(wish time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if until := time.Now().Add(wish); until.After(p.until) {
		p.until = until
	}
}

// wait returns how long the host is to be left alone from now on: the delay,
// and no shorter than its last answer took.
func (p *pacer) wait() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	wait := time.Until(p.until)
	if p.delay > 0 && !p.last.IsZero() {
		wait = max(wait, time.Until(p.last.Add(max(p.pace(), p.took))))
	}
	return max(0, wait)
}
