package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/sitemap"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

const (
	sitemapDepth = 3    // indexes that lead from one to the next; the protocol has one
	sitemapCount = 1000 // sitemaps read in one call
)

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

// Sitemaps reads what crawl.Crawler.Sitemaps says. With an error yield gets the list that it
// is about.
func (f *Fetcher) Sitemaps(ctx context.Context, u *weburl.URL, yield func(e sitemap.Entry, list string, err error) bool) {
	lists := listings{known: make(map[string]bool)}
	if u.Path() == "/" && u.Query() == "" {
		if err := f.namedSitemaps(ctx, u, &lists); err != nil {
			yield(sitemap.Entry{}, u.Canonical(), err)
			return
		}
	} else {
		lists.add(listing{url: u.Canonical()}) // the first always has room
	}
	for len(lists.queue) > 0 {
		next := lists.queue[0]
		lists.queue = lists.queue[1:]
		more, err := f.readSitemap(ctx, next, &lists, yield)
		if !more {
			return
		}
		if ctx.Err() != nil {
			yield(sitemap.Entry{}, "", context.Cause(ctx))
			return
		}
		if err != nil && !yield(sitemap.Entry{}, next.url, err) {
			return
		}
	}
}

// namedSitemaps adds the sitemaps that a site's robots.txt names.
func (f *Fetcher) namedSitemaps(ctx context.Context, u *weburl.URL, lists *listings) error {
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
			f.refuse(u.Canonical(), fmt.Errorf("robots.txt names a sitemap %q: %w", excerpt.Of(weburl.Redact(name), failure.MaxQuote), refused.Err))
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
func (f *Fetcher) readSitemap(ctx context.Context, l listing, lists *listings, yield func(sitemap.Entry, string, error) bool) (more bool, err error) {
	asked := l.url
	body, err := f.fetchSitemap(ctx, &l)
	if len(body) == 0 && err != nil {
		return true, err
	}
	if l.url != asked && lists.known[l.url] {
		return true, nil // it is read under its own name
	}
	lists.known[l.url] = true
	for e, err := range sitemap.Read(unfinished{bytes.NewReader(body), err}, l.url, sitemap.Limits{URL: f.Limits.URL}) {
		if err != nil {
			f.refuseEntries(l.url, err)
			return true, err
		}
		if e.Reach == "foreign" && slices.Contains(l.hosts, weburl.HostOf(e.URL)) {
			e.Reach = "beside"
		}
		if !e.Sitemap {
			if !yield(e, "", nil) {
				return false, nil
			}
			continue
		}
		err := failure.ErrForeign
		if e.Reach != "foreign" {
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
func (f *Fetcher) refuseEntries(url string, err error) {
	var e *sitemap.Error
	if errors.As(err, &e) && (e.Dropped > 0 || e.Stopped) {
		f.Refused(url, e.Dropped, err)
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
func (f *Fetcher) fetchSitemap(ctx context.Context, l *listing) ([]byte, error) {
	limit := max(f.Limits.Body, sitemapBytes)
	for hops, attempt := 0, 1; ; {
		l.lead()
		res, err := f.Fetch(ctx, f.HostKey(l.url), l.url, attempt, Wanted{limit: limit}, nil)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, err
		case res.Postponed:
			if err := Sleep(ctx, max(res.HostWait, res.URLWait)); err != nil {
				return nil, err
			}
		case res.Err != nil && res.Transient && !exceeds(attempt+1, f.Limits.Attempts):
			if err := Sleep(ctx, max(res.RetryAfter, f.Backoff(attempt))); err != nil {
				return nil, err
			}
			attempt++
		case res.Err != nil && !errors.As(res.Err, new(errNotEncoded)):
			return res.Body, res.Err
		case res.Truncated:
			return res.Body, sitemap.ErrLimit
		case res.Redirect == "":
			return res.Body, nil
		case exceeds(hops+1, f.Limits.Redirects):
			return nil, failure.ErrRedirects
		default:
			l.url, hops, attempt = res.Redirect, hops+1, 1
		}
	}
}

func (f *Fetcher) refuse(url string, err error) {
	f.Log.Debug("refused", "url", weburl.Logged(url), "why", weburl.RedactError(err))
	f.Refused(url, 1, err)
}
