package crawl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

const (
	sitemapDepth = 3    // indexes that lead from one to the next; the protocol has one
	sitemapCount = 1000 // sitemaps read in one call
)

// Sitemaps reads sitemaps as politely as a crawl reads pages, and follows
// indexes. Given the root of a site ("https://example.org/") it reads what its
// robots.txt names, or /sitemap.xml if it names none; any other URL is that of
// a sitemap or feed itself. Entries come in the order of the lists, without
// those of indexes: as seeds, or with their LastMod to choose from.
//
// Some lists name pages of other hosts: see [sitemap.Entry]. They are named by
// a site, not by a person: do not open their hosts.
//
// It is a crawl of its own, which asks hosts too that an earlier one has given
// up: do not call it during one. An error says which list could not be read, or
// not whole; the next lists follow. After the context's error nothing does. At
// most 1,000 lists are read, and indexes followed for three steps.
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
}

// sitemaps returns an error only when yield wants to hear it.
func (f *fetcher) sitemaps(ctx context.Context, url string, yield func(sitemap.Entry, error) bool) error {
	u, err := weburl.Parse(url)
	if err != nil {
		return fmt.Errorf("crawl: sitemaps: %w", err)
	}
	first := []listing{{url: u.Canonical()}}
	if u.Path() == "/" && u.Query() == "" {
		if first, err = f.namedSitemaps(ctx, u); err != nil {
			return &Error{u.Canonical(), err}
		}
	}
	var queue []listing
	known := make(map[string]bool) // all that were ever in the queue
	add := func(lists []listing) {
		for _, l := range lists {
			if !known[l.url] && len(known) < sitemapCount {
				known[l.url] = true
				queue = append(queue, l)
			}
		}
	}
	for add(first); len(queue) > 0; {
		next := queue[0]
		queue = queue[1:]
		children, more, err := f.readSitemap(ctx, next, yield)
		if !more {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil && !yield(sitemap.Entry{}, &Error{next.url, err}) {
			return nil
		}
		if next.depth < sitemapDepth {
			add(children)
		}
	}
	return nil
}

// namedSitemaps returns the sitemaps that a site's robots.txt names.
func (f *fetcher) namedSitemaps(ctx context.Context, u *weburl.URL) ([]listing, error) {
	s, done := f.use(u)
	defer done()
	names := []string{"/sitemap.xml"}
	if file, err := f.robotsOf(ctx, s, u); err != nil {
		return nil, err
	} else if named := file.Sitemaps(); len(named) > 0 {
		names = named
	}
	var lists []listing
	for _, name := range names {
		if at, err := u.Resolve(name); err == nil {
			lists = append(lists, listing{url: at.Canonical()})
		}
	}
	return lists, nil
}

// readSitemap yields a list's pages and returns the lists it names. More is
// false when yield wants no more.
func (f *fetcher) readSitemap(ctx context.Context, l listing, yield func(sitemap.Entry, error) bool) (children []listing, more bool, err error) {
	body, err := f.fetchSitemap(ctx, l.url)
	if len(body) == 0 && err != nil {
		return nil, true, err
	}
	for e, err := range sitemap.Read(unfinished{bytes.NewReader(body), err}, l.url, sitemap.Limits{URL: f.limits.URL}) {
		switch {
		case err != nil:
			return children, true, err
		case !e.Sitemap:
			if !yield(e, nil) {
				return nil, false, nil
			}
		case e.Reach != sitemap.ReachForeign && len(children) < sitemapCount:
			children = append(children, listing{e.URL, l.depth + 1})
		}
	}
	return children, true, nil
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

// fetchSitemap follows redirects, asks robots.txt about each URL and tries
// again what may pass. With an error it returns what there is of the list.
func (f *fetcher) fetchSitemap(ctx context.Context, url string) ([]byte, error) {
	limit := max(f.limits.Body, sitemap.DefaultBytes)
	for hops, attempt := 0, 1; ; {
		res, err := f.fetch(ctx, f.hostKey(url), url, attempt, reading{limit: limit}, nil)
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
			url, hops, attempt = res.redirect, hops+1, 1
		}
	}
}
