package crawl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/crawl/internal/hosts"
	"github.com/lokman-crawler/lokman/crawl/sitemap"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// newFetcher returns what makes the crawler's requests, and the crawler's limits with their
// defaults.
func (c *Crawler) newFetcher() (*fetch.Fetcher, Limits, error) {
	l, err := c.Limits.withDefaults()
	if err != nil {
		return nil, l, err
	}
	switch {
	case c.Workers < 0:
		return nil, l, fmt.Errorf("crawl: Workers is %d: want 1 or more, or 0 for the default", c.Workers)
	case hosts.HasOwnHeader(c.Header):
		return nil, l, fmt.Errorf("crawl: %w", hosts.ErrOwnHeader)
	case c.Delay < 0 && c.Delay != None, c.AddressDelay < 0 && c.AddressDelay != None:
		return nil, l, fmt.Errorf("crawl: Delay is %v and AddressDelay %v: want more than 0, 0 for the default, or None", c.Delay, c.AddressDelay)
	}
	if err := hosts.CheckRate(c.Rate); err != nil {
		return nil, l, fmt.Errorf("crawl: %w", err)
	}
	if c.Header.Get("Authorization") != "" || c.Header.Get("Cookie") != "" {
		c.logger().Warn("Header has an Authorization or a Cookie, which all hosts get: PerHost gives it to one")
	}
	settings, err := c.hosts().Settings()
	if err != nil {
		return nil, l, err
	}
	config := fetch.Config{
		Transport: c.Transport, Header: c.Header, Prepare: c.Prepare, Rate: c.Rate, Jar: c.Jar, UserAgent: cmp.Or(c.UserAgent, DefaultUserAgent), Anonymous: c.UserAgent == "", Workers: c.workers(),
		Settings: settings, HostKey: c.HostKey, Revisit: c.Revisit, Purpose: c.Purpose, RetryOn: c.RetryOn, Bodies: c.Bodies, ErrorBodies: c.ErrorBodies,
		Limits: fetch.Limits{
			Redirects: l.Redirects, Attempts: l.Attempts, Body: l.Body, Header: l.Header, Time: l.Time, URL: l.URL,
			HostPages: l.HostPages, HostBytes: l.HostBytes, HostTime: l.HostTime, HostDown: l.HostDown, Backoff: l.Backoff,
		},
		Log: c.logger(), Sites: &c.sites, Counts: &c.stats.Counts, Requested: c.requested, Refused: c.refused,
	}
	if c.Transport == nil {
		config.Own = new(Transport).init()
	} else if t, ok := c.Transport.(*Transport); ok {
		config.Own = t.init()
	}
	f, err := fetch.New(config)
	return f, l, err
}

// validator returns the Validators as a Fetcher asks them, nil without.
func (r *run) validator() fetch.Known {
	if r.validators == nil {
		return nil
	}
	return func(ctx context.Context, url string) (fetch.Validator, error) {
		v, err := r.validators.Validator(ctx, url)
		return fetch.Validator(v), err
	}
}

func (c *Crawler) observe(e Event) {
	if c.Observer != nil {
		c.Observer.Observe(e)
	}
}

// requested tells of a request.
func (c *Crawler) requested(u *weburl.URL, res *fetch.Result, took time.Duration) {
	c.observe(Event{
		Kind: "request", URL: u.Canonical(), Host: u.Host(), Status: res.Status, Bytes: len(res.Body), Elapsed: took, Err: res.Err,
	})
}

// refused tells of what is left out.
func (c *Crawler) refused(url string, links int, err error) {
	c.stats.refused.Add(int64(links))
	c.observe(Event{Kind: "refused", URL: url, Host: weburl.HostOf(url), Err: err})
}

func (c *Crawler) workers() int { return cmp.Or(c.Workers, 8) }

func (c *Crawler) logger() *slog.Logger {
	if c.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.Logger
}

// A HostState is how a crawl gets on with one host.
type HostState struct {
	Host  string        // the frontier's key of the host, see Crawler.HostKey
	Delay time.Duration // between two requests: of Crawler.Delay or robots.txt, longer while the server is overloaded
	Wait  time.Duration // from now until the next request may be made
	Down  bool          // it cannot be reached, or its robots.txt cannot, or its last request got no answer; it is tried again
}

// Hosts returns the n hosts that were asked last, the latest first. A crawl
// remembers the latest 10,000. It costs O(n).
func (c *Crawler) Hosts(n int) []HostState {
	var hosts []HostState
	for _, h := range c.sites.Latest(n) {
		hosts = append(hosts, HostState(h))
	}
	return hosts
}

// Allowed returns nil if the running crawl may fetch a URL now. It does not fetch the
// URL: it is for what pages load when a browser renders them. The robots.txt is fetched
// first if it is not known. An error other than ErrRobots says that it could not be read.
//
// If ctx is the context of the page's request, the URL counts in Stats.Requests, and on
// another host than the page's it waits for its turn as pages do, for 5 s at most: what a
// page loads from elsewhere comes at the pace of the crawl.
func (c *Crawler) Allowed(ctx context.Context, url string) error {
	f := c.current.Load()
	if f == nil {
		return errors.New("crawl: the crawler is not running")
	}
	canonical, err := f.Allow(ctx, url)
	switch {
	case err == nil:
		return nil
	case canonical == "":
		return fmt.Errorf("crawl: %w", err)
	}
	return &Error{canonical, err}
}

// Sitemaps reads sitemaps and feeds as politely as a crawl reads pages, and follows
// indexes. Given the root of a site ("https://example.org/") it reads what its
// robots.txt names, or /sitemap.xml if it names none; any other URL is that of
// a list itself. Entries come in the order of the lists, without
// those of indexes: as seeds, or with their LastMod to choose from.
//
// A list lies where redirects lead to. What it names on the hosts that led
// there, by robots.txt, a redirect or an index, is "beside" it.
// Some lists name pages of other hosts: see [sitemap.Entry]. They are named by
// a site, not by a person: do not open their hosts. Lists on other hosts, as
// OPML files name them, are left out.
//
// It is a crawl of its own, which asks hosts too that an earlier one has given
// up: do not call it during one. An error says which list could not be read, or
// not whole; the next lists follow. After the context's error nothing does. At
// most 1,000 lists are read, and indexes followed for three steps. What is left
// out is counted by Stats.Refused and a refused [Event]: a list by its URL, with
// the [Cause] "foreign" or [sitemap.ErrLimit]; entries that cannot be used by the URL and
// the error of their list.
func (c *Crawler) Sitemaps(ctx context.Context, url string) iter.Seq2[sitemap.Entry, error] {
	return func(yield func(sitemap.Entry, error) bool) {
		if !c.running.CompareAndSwap(false, true) {
			yield(sitemap.Entry{}, ErrRunning)
			return
		}
		defer c.running.Store(false)
		f, _, err := c.newFetcher()
		if err != nil {
			yield(sitemap.Entry{}, err)
			return
		}
		defer f.Close()
		c.sites.Forgive()
		u, err := weburl.Parse(url)
		if err != nil {
			yield(sitemap.Entry{}, fmt.Errorf("crawl: sitemaps: %w", err))
			return
		}
		f.Sitemaps(ctx, u, func(e sitemap.Entry, list string, err error) bool {
			if list != "" {
				err = &Error{list, err}
			}
			return yield(e, err)
		})
	}
}
