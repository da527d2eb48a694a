package crawl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

const (
	sitemapDepth = 3    // indexes that lead from one to the next; the protocol has one
	sitemapCount = 1000 // sitemaps read in one call
)

// Sitemaps reads sitemaps and feeds as politely as a crawl reads pages, and follows
// indexes. Given the root of a site ("https://example.org/") it reads what its
// robots.txt names, or /sitemap.xml if it names none; any other URL is that of
// a list itself. Entries come in the order of the lists, without
// those of indexes: as seeds, or with their LastMod to choose from.
//
// A list lies where redirects lead to. What it names on the hosts that led
// there, by robots.txt, a redirect or an index, is [sitemap.ReachBeside] it.
// Some lists name pages of other hosts: see [sitemap.Entry]. They are named by
// a site, not by a person: do not open their hosts. Lists on other hosts, as
// OPML files name them, are left out.
//
// It is a crawl of its own, which asks hosts too that an earlier one has given
// up: do not call it during one. An error says which list could not be read, or
// not whole; the next lists follow. After the context's error nothing does. At
// most 1,000 lists are read, and indexes followed for three steps. What is left
// out is counted by Stats.Refused and an [EventRefused]: a list by its URL, with
// [ErrForeign] or [sitemap.ErrLimit]; entries that cannot be used by the URL and
// the error of their list.
func (c *Crawler) Sitemaps(ctx context.Context, url string) iter.Seq2[sitemap.Entry, error] {
	return func(yield func(sitemap.Entry, error) bool) {
		if !c.running.CompareAndSwap(false, true) {
			yield(sitemap.Entry{}, ErrRunning)
			return
		}
		defer c.running.Store(false)
		f, err := newFetcher(c)
		if err != nil {
			yield(sitemap.Entry{}, err)
			return
		}
		defer f.close()
		c.sites.forgive()
		if err := f.sitemaps(ctx, url, yield); err != nil {
			yield(sitemap.Entry{}, err)
		}
	}
}

// listing is a sitemap or feed to be read.
type listing struct {
	url   string
	depth int
	hosts []string // that led to it, its own included
}

// lead adds the list's own host to those that led to it.
func (l *listing) lead() {
	if host := weburl.HostOf(l.url); !slices.Contains(l.hosts, host) {
		l.hosts = append(slices.Clip(l.hosts), host)
	}
}

// listings are the lists to be read.
type listings struct {
	queue []listing
	count int             // of all that were ever in it
	known map[string]bool // these, and where they redirected to
}

// add returns why a list is left out.
func (q *listings) add(l listing) error {
	switch {
	case q.known[l.url]:
		return nil
	case l.depth > sitemapDepth:
		return fmt.Errorf("%w: indexes are followed for %d steps", sitemap.ErrLimit, sitemapDepth)
	case q.count == sitemapCount:
		return fmt.Errorf("%w: at most %d sitemaps are read", sitemap.ErrLimit, sitemapCount)
	}
	q.known[l.url] = true
	q.count++
	q.queue = append(q.queue, l)
	return nil
}

// sitemaps returns an error only when yield wants to hear it.
func (f *fetcher) sitemaps(ctx context.Context, url string, yield func(sitemap.Entry, error) bool) error {
	u, err := weburl.Parse(url)
	if err != nil {
		return fmt.Errorf("crawl: sitemaps: %w", err)
	}
	lists := listings{known: make(map[string]bool)}
	if u.Path() == "/" && u.Query() == "" {
		if err := f.namedSitemaps(ctx, u, &lists); err != nil {
			return &Error{u.Canonical(), err}
		}
	} else if err := lists.add(listing{url: u.Canonical()}); err != nil {
		return err
	}
	for len(lists.queue) > 0 {
		next := lists.queue[0]
		lists.queue = lists.queue[1:]
		more, err := f.readSitemap(ctx, next, &lists, yield)
		if !more {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil && !yield(sitemap.Entry{}, &Error{next.url, err}) {
			return nil
		}
	}
	return nil
}

// namedSitemaps adds the sitemaps that a site's robots.txt names.
func (f *fetcher) namedSitemaps(ctx context.Context, u *weburl.URL, lists *listings) error {
	s, done := f.use(u)
	defer done()
	names := []string{"/sitemap.xml"}
	if file, err := f.robotsOf(ctx, s, u); err != nil {
		return err
	} else if named := file.Sitemaps(); len(named) > 0 {
		names = named
	}
	for _, name := range names {
		at, err := u.Resolve(name)
		var refused *weburl.Error
		if errors.As(err, &refused) {
			f.refuse(u.Canonical(), fmt.Errorf("robots.txt names a sitemap %q: %w", excerpt.Of(weburl.Redact(name), maxQuote), refused.Err))
			continue
		}
		if err := lists.add(listing{url: at.Canonical(), hosts: []string{u.Host()}}); err != nil {
			f.refuse(at.Canonical(), err)
		}
	}
	return nil
}

// readSitemap yields a list's pages and adds the lists that it names. More is
// false when yield wants no more.
func (f *fetcher) readSitemap(ctx context.Context, l listing, lists *listings, yield func(sitemap.Entry, error) bool) (more bool, err error) {
	asked := l.url
	body, err := f.fetchSitemap(ctx, &l)
	if len(body) == 0 && err != nil {
		return true, err
	}
	if l.url != asked && lists.known[l.url] {
		return true, nil // it is read under its own name
	}
	lists.known[l.url] = true
	for e, err := range sitemap.Read(unfinished{bytes.NewReader(body), err}, l.url, sitemap.Limits{URL: f.limits.URL}) {
		if err != nil {
			f.refuseEntries(l.url, err)
			return true, err
		}
		if e.Reach == sitemap.ReachForeign && slices.Contains(l.hosts, weburl.HostOf(e.URL)) {
			e.Reach = sitemap.ReachBeside
		}
		if !e.Sitemap {
			if !yield(e, nil) {
				return false, nil
			}
			continue
		}
		err := ErrForeign
		if e.Reach != sitemap.ReachForeign {
			err = lists.add(listing{e.URL, l.depth + 1, l.hosts})
		}
		if err != nil {
			f.refuse(e.URL, err)
		}
	}
	return true, nil
}

// refuseEntries tells of the entries that are missing because of an error: those that
// it counts, and those behind where it ended reading.
func (f *fetcher) refuseEntries(url string, err error) {
	var e *sitemap.Error
	if errors.As(err, &e) && (e.Dropped > 0 || e.Stopped) {
		f.c.stats.refused.Add(int64(e.Dropped))
		f.observe(Event{Kind: EventRefused, URL: url, Host: weburl.HostOf(url), Err: err})
	}
}

// unfinished reads what there is of a list, which ends with an error if that is not
// all: the last line may be a part of a URL.
type unfinished struct {
	body *bytes.Reader
	err  error // nil for a whole list
}

func (u unfinished) Read(p []byte) (int, error) {
	n, err := u.body.Read(p)
	if err == io.EOF && u.err != nil {
		err = u.err
	}
	return n, err
}

// sitemapBytes is the default of sitemap.Limits.Bytes.
const sitemapBytes = 100 << 20

// fetchSitemap follows redirects, which the list takes part in, asks robots.txt
// about each URL and tries again what may pass. With an error it returns what
// there is of the list.
func (f *fetcher) fetchSitemap(ctx context.Context, l *listing) ([]byte, error) {
	limit := max(f.limits.Body, sitemapBytes)
	for hops, attempt := 0, 1; ; {
		l.lead()
		res, err := f.fetch(ctx, f.hostKey(l.url), l.url, attempt, reading{limit: limit}, nil)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, err
		case res.postponed:
			if err := sleep(ctx, max(res.hostWait, res.urlWait)); err != nil {
				return nil, err
			}
		case res.err != nil && res.transient && !exceeds(attempt+1, f.limits.Attempts):
			if err := sleep(ctx, max(res.retryAfter, backoff(attempt))); err != nil {
				return nil, err
			}
			attempt++
		case res.err != nil && !errors.As(res.err, new(errNotEncoded)):
			return res.body, res.err
		case res.truncated:
			return res.body, sitemap.ErrLimit
		case res.redirect == "":
			return res.body, nil
		case exceeds(hops+1, f.limits.Redirects):
			return nil, ErrRedirects
		default:
			l.url, hops, attempt = res.redirect, hops+1, 1
		}
	}
}
