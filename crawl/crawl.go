// Package crawl fetches web pages in the order a [Strategy] values them.
//
// The zero [Crawler] crawls breadth-first, politely, in memory:
//
//	var c crawl.Crawler
//	for page, err := range c.Crawl(ctx, "https://medlineplus.gov/") {
//		if err != nil {
//			return err // the crawl cannot go on
//		}
//		fmt.Println(page.Status, page.URL, page.Err)
//	}
//
// It obeys robots.txt, waits between two requests to a host and says who it
// is. Package [github.com/lokman-crawler/lokman/crawl/strategy] has the
// strategies for topical crawls.
package crawl

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/frontier"
)

// A Crawler is one crawl's configuration. Set the fields before the first
// call; after that it must not be copied.
type Crawler struct {
	// Strategy values pages and links. nil crawls breadth-first.
	Strategy Strategy

	// Frontier holds the queue. nil makes one in memory for each crawl, with
	// FrontierOptions(Strategy); one with options that the strategy cannot work
	// with is an error, see Strategy.
	Frontier frontier.Frontier

	// Transport makes the requests. It must not follow redirects. nil means
	// the zero [Transport], which connects to public addresses alone: to open a
	// private host, or for a proxy, set one. Another http.RoundTripper is used as
	// it is, without such a guard. A wrapper around a *Transport keeps its guard and
	// Limits.Header; Header, PerHost and Prepare change requests without one.
	//
	// A request ends with its context, by Limits.Time or with the crawl. A Read of
	// the answer's body must then return soon, as those of net/http do, and so those
	// of a wrapper around them. Only a Read that goes on for 5 s more is ended by a
	// Close beside it. Otherwise a body is closed once, when it is not read any more,
	// and Close is waited for.
	//
	// An error of RoundTrip, Read or Close with a method EndsCrawl() bool that returns
	// true says nothing about the URL, as that of a full disk below a recorder: it ends
	// the crawl, and the URL stays queued.
	Transport http.RoundTripper

	// Header is sent with each request, those for robots.txt files and of all hosts, in place
	// of the crawler's own, as Accept, or besides: Accept-Language. User-Agent and Accept-Encoding
	// cannot be set here. What is for one host, such as Authorization, belongs into PerHost.
	Header http.Header

	// PerHost says how single hosts are asked: credentials, headers, delay, concurrency. The
	// keys are those of hosts, in lower case and without the scheme's port: "https://example.org",
	// which is one origin, "example.org" and "example.org:8080" of either scheme,
	// "*.example.org" for all names below it, and "*" for all other hosts. Of several that fit
	// the first of these alone counts.
	PerHost map[string]HostSettings

	// HostSettings, if set, returns the settings of the hosts that PerHost does not name, by
	// their origins, such as "http://example.org:8080"; PerHost["*"] is not used then. It is
	// called once for each origin that the crawl remembers, by several workers at once.
	HostSettings func(origin string) HostSettings

	// Prepare, if set, may change the header of each request before it is made, for one host
	// say: credentials that belong to it, a signature. It leaves the URL as it is. An error is
	// the page's, which is not tried again. It is called by several workers at once.
	Prepare func(*http.Request) error

	// Jar, if set, keeps cookies: those of at most 4 KiB, 50 of an answer and
	// 180 of a registrable domain in one crawl. Use one with a public suffix
	// list. A URL that redirects for a cookie, and is redirected back to, is asked
	// once more with it: then it is a page twice, first with Redirect set.
	Jar http.CookieJar

	// Validators, if set, remember which pages have not changed since an
	// earlier crawl.
	Validators Validators

	// Fresh, if set, has pages fetched again, when it says so: &fresh.Policy{} of
	// [github.com/lokman-crawler/lokman/crawl/fresh]. A page that comes again is valued and handed over
	// like any other, with Page.Again, and its new links are followed. A Frontier of your own says by its
	// Options how many requests such pages have (Refresh) and whether the crawl waits for them
	// (Continuous); that of the crawler gives them half, and waits.
	Fresh Freshness

	// UserAgent says who crawls and where to complain. Its first word, up to a
	// slash, is the name that robots.txt files are searched for. "" means
	// DefaultUserAgent, and a warning in the log once a public host is asked.
	UserAgent string

	// Workers is how many pages are fetched at once, on different hosts.
	// 0 means 8. With 1 the order of a crawl depends on the pages alone.
	Workers int

	// Delay is the time between the end of one request to a host, for its
	// robots.txt too, and the start of the next; a longer Crawl-delay in
	// robots.txt is obeyed. 0 means one second, NoDelay no delay: the log names it when the
	// crawl begins. For one host: see PerHost.
	Delay time.Duration

	// Rate, if set, paces all requests of the crawl together, whatever their hosts: ten a
	// second with rate.NewLimiter(10, 1) of golang.org/x/time/rate. Several crawlers may share
	// one. Delay holds besides.
	Rate *rate.Limiter

	// AddressDelay is the time between the starts of two requests to one IP address,
	// or one IPv6 network of 64 bits, whatever the names and ports that lead there: a
	// page with thousands of links to names of one machine is no way to have it asked
	// by all workers at once. Shorten it to crawl many sites of one provider faster.
	// It needs a Transport that knows the addresses of hosts by a method as that of
	// [*Transport.Addresses], which is called by several goroutines at once. Processes that
	// share a frontier each keep it by themselves. 0 means a quarter of Delay, None
	// no delay.
	AddressDelay time.Duration

	// IgnoreRobots crawls what robots.txt forbids: for your own sites.
	IgnoreRobots bool

	// Purpose is what the pages are for: "search", "train-ai", "ai-input", as in
	// [github.com/lokman-crawler/lokman/crawl/robots.Usage].
	// A URL that its site does not allow for one of them fails with the [Cause] "usage":
	// before it is asked for, if robots.txt says so, or without its body and links, if the
	// answer does. Without a purpose Page.Usage alone tells.
	Purpose []string

	// IgnoreNoFollow follows links that the page asks not to: by rel=nofollow,
	// <meta name=robots> or X-Robots-Tag.
	IgnoreNoFollow bool

	// IgnoreRefresh ignores Refresh headers and <meta http-equiv=refresh>.
	// Otherwise they are followed, and the target inherits the page's value as
	// that of a redirect does.
	IgnoreRefresh bool

	// FollowCanonical treats a page that names another URL as its canonical one
	// as a redirect to it. Such a page is not valued.
	FollowCanonical bool

	// LinkKinds are the kinds of links that pages have besides <a> elements, and
	// that are followed as those are: "area", "frame", "next", "alternate" and "feed", as
	// classify.Reader.Kinds has them. Page.LinksOf has those of any kind, followed or not.
	LinkKinds []string

	// HostKey, if set, names what counts as one host in the frontier, so that
	// no two URLs of the same key are fetched at once: the registrable domain,
	// say, or an IP address. nil, and a key of "", mean the URL's host and port.
	HostKey func(url string) string

	// Normalize, if set, turns the canonical URL of each seed and link into the URL that
	// is known and fetched; the links of pages have that form. A link for which it returns
	// an error is left out. If a URL redirects to one with the same form, such as a
	// directory without its slash, the page is known by the URL that it redirects to.
	// Normalize is called by several workers at once.
	Normalize func(url string) (string, error)

	// Scope, if set, is called for links; an error leaves the link out and says
	// why. It is not called for seeds. It is called by several workers at
	// once.
	Scope func(url string) error

	// PropagatePanics ends the crawl when the Strategy, the Transport, Prepare, Scope,
	// Normalize or HostKey panics: Run and Crawl panic with a *PanicError on
	// their caller's goroutine. Otherwise such a panic is the error of the page
	// at hand, which is not tried again.
	PropagatePanics bool

	// ResumeWithoutState resumes a Frontier although the Strategy learns from pages (it
	// has Begun, see [Strategy]) and cannot learn those fetched before: the Frontier has
	// no observations for a [Resumable], or those of another configuration. Queued URLs
	// keep their values, but the order is not that of a crawl without the interruption,
	// and values that add up may be added twice. Otherwise that is ErrState.
	ResumeWithoutState bool

	// Revisit tries a page that failed for a reason that may pass once more
	// when nothing else is left to fetch, the last failed first (Tran et al.
	// 2001, section 2.1), in place of Limits.Attempts tries in a row. It
	// requires a Frontier that supports frontier.Revisit.
	Revisit bool

	// RetryOn, if set, says which statuses are tried again, of those that are neither pages nor
	// redirects. nil means 408, 425, 429 and the 5xx but 501 and 505. It is called by several
	// workers at once.
	RetryOn func(status int) bool

	// Gate, if set, is called by each worker before it takes a URL, and holds the
	// crawl while it does not return: to pause it. It returns nil while the gate is
	// open, and the context's error when that ends; another error ends the crawl. If
	// the gate closed while a worker was given its URL, the worker gives it back: it
	// checks by calling Gate with a cancelled context. Pages whose requests have
	// begun are finished. It is called by several workers at once.
	Gate func(context.Context) error

	// Enough, if set, is told of each page once it is acknowledged, one at a time, and ends the
	// crawl by returning true: as a limit does, without an error. No further URL is taken, the
	// pages in flight are finished. Package [github.com/lokman-crawler/lokman/crawl/enough] has rules.
	Enough func(*Page) bool

	// Bodies, if set, says which bodies are read, by their media type in lower case: of
	// the others the first 512 bytes are, and the page is Truncated. nil means all but
	// images, audio, video and fonts. Where the server names no type, the first bytes
	// tell. It is called by several workers at once.
	Bodies func(mediaType string) bool

	// ErrorBodies keeps the bodies of answers that are neither pages nor redirects, those
	// without a Location included: Page.Body beside Page.Err.
	ErrorBodies bool

	// Limits bound the crawl. The zero value has the documented defaults.
	Limits Limits

	// Observer, if set, receives all requests, pages, retries and refusals.
	Observer Observer

	// Logger receives failures and refusals, without the secrets in URLs. nil logs
	// nothing.
	Logger *slog.Logger

	running  atomic.Bool
	observed position // of the Strategy
	current  atomic.Pointer[fetch.Fetcher]
	stats    counters
	sites    fetch.Sites
}

// DefaultUserAgent is the UserAgent of a Crawler that sets none.
const DefaultUserAgent = "Lokman/0.1 (+https://github.com/lokman-crawler/lokman)"

// ErrRunning is returned when a Crawler that is crawling is started again.
var ErrRunning = errors.New("crawl: the crawler is running already")

// Crawl fetches the seeds and what they lead to, and yields each page on the
// caller's goroutine once it is valued. A URL that failed for good is a page
// with Err set; a redirect is a page with Redirect set.
//
// A page is acknowledged to the frontier when the loop's body has returned.
// Leaving the loop cancels the fetches in flight, gives their URLs and that
// of the last page back to the frontier and waits for the workers.
//
// The second value is set at most once, last, with a nil page: the crawl could
// not go on. A crawl that reaches a limit or has nothing left to fetch ends
// without an error.
//
// A page whose loop body panics goes back to the frontier, and the attempt counts.
func (c *Crawler) Crawl(ctx context.Context, seeds ...string) iter.Seq2[*Page, error] {
	return func(yield func(*Page, error) bool) {
		unwound := true // the body panics or ends its goroutine
		ctx, cancel := context.WithCancel(ctx)
		pages := make(chan handover)
		end := make(chan error, 1)
		left := make(chan struct{}) // closed when the loop is left
		go func() {
			defer close(pages)
			var err error
			if panicked := protect(func() {
				err = c.run(ctx, func(ctx context.Context, p *Page) error {
					h := handover{p, make(chan struct{})}
					select {
					case pages <- h:
					case <-ctx.Done():
						return ctx.Err()
					}
					// The body finishes with this page even if the context ends.
					select {
					case <-h.returned:
						return nil
					case <-left:
					}
					select {
					case <-h.returned: // just before, with an earlier page
						return nil
					default:
					}
					if unwound {
						return errUnwound
					}
					return context.Canceled
				}, seeds)
			}); panicked != nil {
				err = panicked
			}
			end <- err
		}()
		defer func() {
			close(left)
			cancel()
			for range pages { // until every worker has stopped
			}
		}()
		for h := range pages {
			if !yield(h.page, nil) {
				unwound = false
				return
			}
			close(h.returned)
		}
		unwound = false
		if err := caught(<-end); err != nil {
			yield(nil, err)
		}
	}
}

// handover is a page on its way to the loop's body.
type handover struct {
	page     *Page
	returned chan struct{} // closed when the body has returned
}

// Run is Crawl for programs that handle pages in parallel: each worker calls
// sink with its page and acknowledges it when sink returns nil. Without a sink it
// returns an error. An error of sink stops the crawl and is returned. A panic of sink
// stops it too and reaches the caller of Run, as a *PanicError.
func (c *Crawler) Run(ctx context.Context, sink func(context.Context, *Page) error, seeds ...string) error {
	return caught(c.run(ctx, sink, seeds))
}

// caught panics on the caller's goroutine with what a worker has panicked with.
func caught(err error) error {
	if p := (*PanicError)(nil); errors.As(err, &p) {
		panic(p)
	}
	return err
}

// Stats returns the counts of the crawler's crawls so far.
func (c *Crawler) Stats() Stats { return c.stats.snapshot() }
