package crawl

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/internal/timedbody"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// fetcher makes the requests of a crawl, those for pages, robots.txt files and
// sitemaps alike: each at its host's turn and within its limits.
type fetcher struct {
	c *Crawler // its configuration; the fields below have the defaults filled in

	transport    http.RoundTripper
	guard        *dial.Dialer // of a *Transport; nil for another http.RoundTripper
	addresser    Addresser    // the transport; nil if it is none
	close        func()       // closes the connections of a *Transport
	userAgent    string
	agent        string // the name that robots.txt files are searched for
	workers      int
	delay        time.Duration
	addressDelay time.Duration
	hostKey      func(string) string
	limits       Limits
	log          *slog.Logger
	anonymous    sync.Once // the warning that nobody knows whose crawl it is

	hosts   *hostBudget
	cookies cookies     // that went into the jar
	begun   atomic.Bool // a host has answered, now or before the crawl was resumed
}

// A result is what became of a request, or of a URL that was not asked for.
type result struct {
	status    int // 0 without an answer
	header    http.Header
	body      []byte // of a 2xx status, or of an error if that is wanted
	truncated bool   // the body, by the limit
	took      time.Duration

	err       error // no answer, no whole body, or a status other than wanted
	transient bool  // another attempt may succeed

	cookies     string // that went with the request
	robots      robots.Decision
	redirect    string // where the answer redirects to, canonical
	notModified bool

	postponed  bool          // not asked for: the host's turn is far off or, as err says, it is down
	retryAfter time.Duration // what the server asked for
	hostWait   time.Duration // until the host may be asked again
	urlWait    time.Duration // until the URL may be asked for, if that is longer
}

func newFetcher(c *Crawler) (*fetcher, error) {
	limits, err := c.Limits.withDefaults()
	if err != nil {
		return nil, err
	}
	f := &fetcher{
		c: c, transport: c.Transport, close: func() {}, userAgent: c.UserAgent, workers: c.Workers, delay: c.Delay,
		addressDelay: c.AddressDelay, limits: limits, log: c.Logger,
	}
	switch {
	case f.workers < 0:
		return nil, fmt.Errorf("crawl: Workers is %d: want 1 or more, or 0 for the default", f.workers)
	case f.delay < 0 && f.delay != None, f.addressDelay < 0 && f.addressDelay != None:
		return nil, fmt.Errorf("crawl: Delay is %v and AddressDelay %v: want more than 0, 0 for the default, or None", f.delay, f.addressDelay)
	}
	orDefault(&f.userAgent, DefaultUserAgent)
	orDefault(&f.workers, 8)
	orDefault(&f.delay, time.Second)
	f.delay = max(f.delay, 0)
	orDefault(&f.addressDelay, f.delay/4)
	f.addressDelay = max(f.addressDelay, 0)
	f.hostKey = weburl.HostOf
	if c.HostKey != nil {
		f.hostKey = func(url string) string { return cmp.Or(c.HostKey(url), weburl.HostOf(url)) }
	}
	f.hosts = newHostBudget(f.limits, c.HostKey != nil)
	if f.agent = robots.Token(f.userAgent); f.agent == "" {
		return nil, fmt.Errorf("crawl: UserAgent %q does not begin with a name of letters, '-' and '_' that robots.txt can call", f.userAgent)
	}
	if f.log == nil {
		f.log = slog.New(slog.DiscardHandler)
	}
	if f.transport == nil {
		f.transport = &Transport{}
	}
	f.addresser, _ = f.transport.(Addresser)
	if t, ok := f.transport.(*Transport); ok {
		t.init()
		if err := t.guard.Validate(); err != nil {
			return nil, fmt.Errorf("crawl: Transport.Open: %w", err)
		}
		var wait time.Duration // Limits.Time bounds the header too
		if f.limits.Time == NoLimit {
			wait = headerTime
		}
		connect := connectTime
		if f.limits.Time != NoLimit {
			connect = min(connect, f.limits.Time/2) // or nobody would know that it was the host that did not answer
		}
		own := t.verifier(f.workers, f.limits.Header, wait, connect) // an idle one holds two goroutines
		f.transport, f.close, f.guard = own, own.CloseIdleConnections, t.guard
	}
	return f, nil
}

// use returns the site of a URL and what to call when done with it.
func (f *fetcher) use(u *weburl.URL) (*site, func()) {
	return f.c.sites.use(u, f.hostKey(u.Canonical()), f.delay)
}

// get asks for a URL at its host's turn, for which it waits as long as most
// says, and reads of the answer what is wanted.
func (f *fetcher) get(ctx context.Context, s *site, u *weburl.URL, v Validator, r reading, most maxWait) (res result) {
	end, err := f.turn(ctx, s, u, most)
	if err != nil {
		return result{err: err}
	}
	f.identify(u)
	start := time.Now()
	defer func() { // after a panic of the transport too
		res.took = time.Since(start)
		end(res.took, res.status == http.StatusTooManyRequests || res.status == http.StatusServiceUnavailable)
	}()
	res = f.send(ctx, u, v, r)
	if res.status != 0 && res.status < 500 {
		f.begun.Store(true)
	}
	f.observe(Event{
		Kind: EventRequested, URL: u.Canonical(), Host: u.Host(), Status: res.status, Bytes: len(res.body),
		Elapsed: time.Since(start), Err: res.err,
	})
	return res
}

// turn waits until a site may be asked, and its addresses.
func (f *fetcher) turn(ctx context.Context, s *site, u *weburl.URL, most maxWait) (end func(took time.Duration, overloaded bool), err error) {
	wait, err := f.addressTurn(ctx, s, u, most.pause)
	if err != nil {
		return nil, err
	}
	if err := sleep(ctx, wait); err != nil {
		return nil, err
	}
	return s.turn(ctx, most)
}

// identify warns once when a public host is asked under the default name: its
// owner would complain to the authors of the library.
func (f *fetcher) identify(u *weburl.URL) {
	if f.c.UserAgent == "" && f.guard != nil && !isPrivate(u.Hostname()) {
		f.anonymous.Do(func() {
			f.log.Warn("the default User-Agent is used: set Crawler.UserAgent to a name of your own, with where to complain", "user-agent", f.userAgent)
		})
	}
}

func (f *fetcher) observe(e Event) {
	if f.c.Observer != nil {
		f.c.Observer.Observe(e)
	}
}

// send makes a request. The error of the result is that of a request without an
// answer, or a *bodyError.
func (f *fetcher) send(ctx context.Context, u *weburl.URL, v Validator, r reading) (res result) {
	if f.limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, f.limits.Time,
			fmt.Errorf("no complete answer within %v: %w", f.limits.Time, context.DeadlineExceeded))
		defer cancel()
	}
	ctx, cancel := boundConnections(ctx)
	defer cancel(nil)
	req := (&http.Request{
		Method: http.MethodGet, URL: u.NetURL(), Host: u.Host(), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{
			"User-Agent":      {f.userAgent},
			"Accept":          {"text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"},
			"Accept-Encoding": {acceptEncoding},
		},
	}).WithContext(ctx)
	v.ask(req.Header)
	addCookies(f.c.Jar, req)
	f.c.stats.requests.Add(1)
	resp, err := f.transport.RoundTrip(req)
	if err == nil {
		err = checkAnswer(f.transport, resp)
	}
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		err = wrapTLSError(u.Hostname(), quote(err))
		return result{err: err, transient: isTransient(err)}
	}
	// Not every body ends with its request's context, and not every one may be
	// closed beside a Read.
	resp.Body = timedbody.New(ctx, resp.Body)
	defer func() {
		if err := resp.Body.Close(); endsCrawl(err) {
			res = result{err: err}
		}
	}()
	f.cookies.keep(f.c.Jar, req.URL, resp.Cookies())
	res = result{status: resp.StatusCode, header: resp.Header, cookies: req.Header.Get("Cookie")}
	limit, ok := r.of(resp)
	if !ok {
		slow := time.AfterFunc(drainTime, func() { cancel(errDrain) })
		drain(resp)
		slow.Stop() // what Close does with the body is bounded by Limits.Time
		return res
	}
	var broken *bodyError
	if res.body, res.truncated, broken = readBody(resp, limit); broken != nil {
		if cause := context.Cause(ctx); cause != nil {
			// What came in time is kept, as what is within Limits.Body is.
			broken = &bodyError{err: cause, transient: len(res.body) == 0}
		}
		res.err, res.transient = broken, broken.transient
	}
	return res
}

// checkAnswer gives an answer without a body an empty one, as http.Client does. Transports of
// others may return less than net/http's.
func checkAnswer(t http.RoundTripper, resp *http.Response) error {
	switch {
	case resp == nil:
		return fmt.Errorf("the Transport (%T) returned neither an answer nor an error", t)
	case resp.StatusCode == 0:
		return fmt.Errorf("the Transport (%T) returned an answer without a status", t)
	case resp.Body == nil:
		resp.Body = http.NoBody
	}
	return nil
}

// maxConnections is how many connections a request may go through. Package
// net/http takes a new one where a server has closed an idle one, and whenever
// an HTTP/2 server says GOAWAY, hundreds of times in a second.
const maxConnections = 6

var errConnections = fmt.Errorf("the server closed %d connections instead of answering", maxConnections)

// boundConnections ends a request that goes through too many connections.
func boundConnections(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	taken := 0
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) {
			if taken++; taken > maxConnections {
				cancel(errConnections)
			}
		},
	}), cancel
}

// drainTime is how long a worker waits for a body that is not kept.
const drainTime = 500 * time.Millisecond

// errDrain ends such a request. It is no cancellation: the answer counts, and a
// recorder beneath keeps it.
var errDrain = fmt.Errorf("a body that is not kept did not come within %v: %w", drainTime, context.DeadlineExceeded)

// drain reads a short body that is not kept, so that its connection can be
// used again. After a 101 the connection speaks another protocol.
func drain(resp *http.Response) {
	if short := int64(16 << 10); resp.StatusCode >= 200 && resp.ContentLength >= 0 && resp.ContentLength <= short {
		_, _ = io.CopyN(io.Discard, resp.Body, short)
	}
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// headerURL returns the URL of a header. One with bytes that are not UTF-8 is in an
// encoding of the server's own, who wants these bytes back.
func headerURL(value string) string {
	if utf8.ValidString(value) {
		return value
	}
	var b strings.Builder
	for _, c := range []byte(value) {
		if c < utf8.RuneSelf {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
