package crawl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// seed pushes the seeds. One that cannot be a URL of the crawl is a page with
// Err, and not in the frontier; if all are, the crawl ends with the first one's error too.
func (r *run) seed(ctx context.Context, seeds []string) error {
	entries := make([]frontier.Entry, 0, len(seeds))
	var bad []*Page
	for _, s := range seeds {
		url, key := s, ""
		var err error
		if panicked := protect(func() {
			if url, err = r.seedURL(ctx, s); err == nil {
				key = r.fetcher.HostKey(url)
			}
		}); panicked != nil {
			err = panicked
		}
		if err != nil {
			bad = append(bad, &Page{URL: url, Err: &Error{cmp.Or(url, `""`), fmt.Errorf("seed: %w", err)}})
			continue
		}
		entries = append(entries, frontier.Entry{URL: url, Host: key, Value: frontier.SeedValue})
	}
	if len(bad) == 0 || len(entries) > 0 {
		if err := r.revive(ctx, entries); err != nil {
			return err
		}
		if err := r.frontier.Push(ctx, entries...); err != nil {
			return err
		}
	}
	for _, p := range bad {
		r.log.Info("failed", "url", weburl.Logged(p.URL), "err", p.Err)
		if err := r.hand(ctx, p); err != nil {
			return err
		}
		r.count(p)
	}
	if len(entries) == 0 && len(bad) > 0 {
		return bad[0].Err
	}
	return nil
}

// seedURL returns the URL of a seed in the frontier. With an error it is the
// seed without credentials, as far as they can be found.
func (r *run) seedURL(ctx context.Context, seed string) (string, error) {
	u, err := weburl.Parse(seed)
	if err != nil {
		var refused *weburl.Error
		if errors.As(err, &refused) {
			seed, err = refused.URL, refused.Err
		}
		if errors.Is(err, weburl.ErrRelative) {
			err = fmt.Errorf("%w: want a whole URL such as https://example.org/", err)
		}
		return seed, err
	}
	url, err := r.normalize(u.Canonical())
	if err != nil {
		return u.Canonical(), err
	}
	if len(url) > r.limits.URL {
		return url, failure.ErrURLLength
	}
	return url, r.fetcher.CheckPrivate(ctx, u)
}

// isOurs reports whether the crawl's configuration, not a page, leads it to a
// private host that is refused: by a seed of an earlier crawl, or by a page of that very host,
// which was fetched when it was open.
func (r *run) isOurs(l frontier.Lease, err error) bool {
	if err == nil {
		return false
	}
	var refused *dial.RefusedError
	u, parseErr := weburl.Parse(l.URL)
	if !errors.As(err, &refused) || parseErr != nil || !fetch.IsPrivate(u.Hostname()) {
		return false
	}
	if refused.Host != strings.Trim(u.Hostname(), "[]") {
		return false // where its robots.txt redirects to
	}
	if l.Source == "" {
		return r.fetcher.Guarded() // whose seeds of now were looked at
	}
	return strings.HasPrefix(l.Source, u.Scheme()+"://"+u.Host()+"/") // http may be open where https is not
}
