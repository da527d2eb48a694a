// Package fetch makes the requests of a crawl, those for pages, robots.txt files and sitemaps
// alike: each at its host's turn and within its limits.
package fetch

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/crawl/internal/transport"
	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Config has the fields of a crawl.Crawler that are about requests, with their defaults
// filled in.
type Config struct {
	Transport http.RoundTripper
	Own       *transport.Transport // in place of Transport: with its guard, and connections for the crawl alone

	Header      http.Header               // of each request, besides the usual
	Prepare     func(*http.Request) error // may be nil
	Rate        *rate.Limiter             // of all requests; may be nil
	Jar         http.CookieJar            // may be nil
	UserAgent   string
	Anonymous   bool // nobody has set UserAgent
	Workers     int
	Settings    func(origin string) Settings
	HostKey     func(url string) string // may be nil, or return "", for the URL's host
	Revisit     bool
	Purpose     []string                    // uses of robots.Usage
	RetryOn     func(status int) bool       // nil for its default
	Bodies      func(mediaType string) bool // nil for its default
	ErrorBodies bool
	Limits      Limits
	Log         *slog.Logger

	Sites  *Sites // outlast the Fetcher
	Counts *Counts

	Requested func(u *weburl.URL, res *Result, took time.Duration) // after each request
	Refused   func(url string, links int, err error)               // of links or entries of a list that are left out
}

// Settings are those of an origin: a crawl.HostSettings, with the crawler's in place of what it
// leaves open.
type Settings struct {
	Header                      http.Header
	Authorization               string // "" for none
	Withheld                    bool   // there is one that http is not given
	Delay, AddressDelay, Jitter time.Duration
	Concurrency                 int // 0 for as many requests as the frontier grants, but one if there is a delay
	Rate                        *rate.Limiter
	IgnoreRobots                bool
	Err                         error // what is wrong with them
}

// Counts are those of crawl.Stats that requests change.
type Counts struct{ Requests, Bytes, RobotsRead atomic.Int64 }

// A Fetcher makes requests.
type Fetcher struct {
	Config
	Agent string // the name that robots.txt files are searched for
	Close func() // closes the connections of Config.Own

	client    http.RoundTripper
	guard     *dial.Dialer // of Config.Own; nil without it
	addresser addresser    // the transport; nil if it is none
	warned    sync.Once    // the warning that nobody knows whose crawl it is
	usage     *hostUsages
	cookies   cookies     // that went into the jar
	begun     atomic.Bool // a host has answered, now or before the crawl was resumed
}

// An addresser is a transport that knows the addresses of hosts.
type addresser interface {
	Addresses(ctx context.Context, host string) ([]netip.Addr, error)
}

// A Result is what became of a request, or of a URL that was not asked for.
type Result struct {
	Status    int // 0 without an answer
	Header    http.Header
	Body      []byte // of a 2xx status, or of an error if that is wanted
	Truncated bool   // the body, by the limit
	took      time.Duration

	Err       error // no answer, no whole body, or a status other than wanted
	Transient bool  // another attempt may succeed

	Cookies     string // that went with the request
	Robots      robots.Decision
	Usage       robots.Usage
	Redirect    string // where the answer redirects to, canonical
	NotModified bool

	Postponed  bool          // not asked for: the host's turn is far off or, as Err says, it is down
	RetryAfter time.Duration // what the server asked for
	HostWait   time.Duration // until the host may be asked again
	URLWait    time.Duration // until the URL may be asked for, if that is longer
}

// New returns a Fetcher. The caller calls its Close.
func New(c Config) (*Fetcher, error) {
	f := &Fetcher{Config: c, client: c.Transport, Close: func() {}}
	f.usage = newHostUsages(&f.Limits, c.HostKey != nil)
	f.HostKey = weburl.HostOf
	if c.HostKey != nil {
		f.HostKey = func(url string) string { return cmp.Or(c.HostKey(url), weburl.HostOf(url)) }
	}
	if f.Agent = robots.Token(f.UserAgent); f.Agent == "" {
		return nil, fmt.Errorf("crawl: UserAgent %q does not begin with a name of letters, '-' and '_' that robots.txt can call", f.UserAgent)
	}
	for _, use := range f.Purpose {
		if use != "search" && use != "train-ai" && use != "ai-input" {
			return nil, fmt.Errorf(`crawl: Purpose has %.40q: want "search", "train-ai" or "ai-input"`, use)
		}
	}
	if c.Own == nil {
		f.addresser, _ = c.Transport.(addresser)
		return f, nil
	}
	f.addresser, f.guard = c.Own, c.Own.Guard
	if err := f.guard.Validate(); err != nil {
		return nil, fmt.Errorf("crawl: Transport.Open: %w", err)
	}
	if c.Own.Err != nil {
		return nil, fmt.Errorf("crawl: Transport: %w", c.Own.Err)
	}
	var wait time.Duration // Limits.Time bounds the header too
	connect := transport.ConnectTime
	if f.Limits.Time == noLimit {
		wait = transport.HeaderTime
	} else {
		connect = min(connect, f.Limits.Time/2) // or nobody would know that it was the host that did not answer
	}
	own := c.Own.Client(f.Workers, f.Limits.Header, wait, connect) // an idle one holds two goroutines
	f.client, f.Close = own, own.CloseIdleConnections
	return f, nil
}

// use returns the site of a URL and what to call when done with it.
func (f *Fetcher) use(u *weburl.URL) (*site, func()) {
	return f.Sites.use(u, f.HostKey(u.Canonical()), f.Settings)
}

// CheckHost returns why the host of a URL, with a key in the frontier, may not be asked any more.
func (f *Fetcher) CheckHost(key, url string) error { return f.usage.check(key, url) }

// CountPage notes that a URL was a page.
func (f *Fetcher) CountPage(key, url string) { f.usage.add(key, url, 1, 0, 0) }

// Begun notes that a host has answered before the crawl was resumed.
func (f *Fetcher) Begun() { f.begun.Store(true) }
