package crawl

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// redirect passes a lease's value on to where its URL redirects.
func (r *run) redirect(l frontier.Lease, p *Page, to string) []frontier.Entry {
	e := l.Entry
	url, err := r.normalize(to)
	if url == p.URL {
		url = to // the page answers under no other name
	}
	if err == nil {
		e.URL, e.Host, e.Source, e.Hops = url, r.fetcher.HostKey(url), p.URL, l.Hops+1
		err = r.admit(e)
	}
	if err != nil {
		r.refuse(to, err)
		if l.Depth == 0 {
			r.log.Info("a seed leads nowhere", "url", weburl.Logged(p.URL), "to", weburl.Logged(to), "why", weburl.RedactError(err))
		}
		return nil
	}
	if r.c.Jar != nil && r.left.ComesBack(r.c.Jar, e.URL) {
		e.URL += secondTime
	}
	return []frontier.Entry{e}
}

// outLinks appends a page's links to entries, completed, but for those that are out of bounds.
func (r *run) outLinks(kept []frontier.Entry, p *Page, links []frontier.Entry) []frontier.Entry {
	before, over := len(kept), p.read().Unread()
	kept = slices.Grow(kept, len(links))
	for _, e := range links {
		link := e.URL
		err := r.follow(p, link, len(kept)-before)
		if err == nil {
			e.URL, err = r.normalize(link)
		}
		if err == nil {
			e.Host, e.Source, e.Depth = r.fetcher.HostKey(e.URL), p.URL, p.Depth+1
			err = r.admit(e)
		}
		if err != nil {
			if err == failure.ErrLinks {
				over++
			}
			r.refuse(link, err)
			if l, ok := r.strategy.(FailureListener); ok {
				l.Refused(link, err)
			}
			continue
		}
		kept = append(kept, e)
	}
	if over > 0 {
		r.c.stats.leftOut.Add(int64(over))
		r.log.Info("not all links are taken", "url", weburl.Logged(p.URL), "taken", len(kept)-before, "left out", over)
		r.c.observe(Event{Kind: "cut", URL: p.URL, Host: weburl.HostOf(p.URL), Status: p.Status, LeftOut: over, Err: failure.ErrLinks})
	}
	return kept
}

// leaveOut counts which links of a page its strategy has not valued, and tells of those that
// are no URL of the web.
func (r *run) leaveOut(p *Page, valued []frontier.Entry) {
	if n := p.read().DocumentLinks(); n > len(valued) {
		distinct := make(map[string]bool, n)
		for _, l := range p.Scan().Links {
			distinct[l.URL] = true
		}
		delete(distinct, "")
		dropped := int64(max(0, len(distinct)-len(valued)))
		r.c.stats.dropped.Add(dropped)
		r.c.stats.repeated.Add(int64(n-len(valued)) - dropped)
		if len(valued) == 0 {
			r.c.stats.barren.Add(dropped)
		}
	}
	for _, href := range p.read().Unusable() {
		base, err := weburl.Parse(p.URL)
		if err != nil {
			return
		}
		u, err := base.ResolveMax(href, r.limits.URL)
		if err == nil {
			_, err = r.normalize(u.Canonical())
		}
		switch err = cmp.Or(err, failure.ErrURLLength); Cause(err) { // with the page's <base>
		case "scheme":
			r.c.stats.schemes.Add(1)
		case "malformed":
			r.c.stats.malformed.Add(1)
		default:
			r.refuse(href, err)
			continue
		}
		r.log.Debug("refused", "url", weburl.Logged(href), "why", weburl.RedactError(err))
		r.c.observe(Event{Kind: "refused", URL: weburl.Redact(href), Err: err})
	}
}

// revalued completes the entries of URLs that a strategy values anew.
func (r *run) revalued(p *Page, entries []frontier.Entry) []frontier.Entry {
	kept := make([]frontier.Entry, 0, len(entries))
	for _, e := range entries {
		url, err := r.normalize(e.URL)
		if err != nil {
			r.refuse(e.URL, err)
			continue
		}
		e.URL, e.Host, e.Source, e.Known = url, r.fetcher.HostKey(url), p.URL, true
		kept = append(kept, e)
	}
	return kept
}

// normalizer is a Crawler.Normalize, or none, whose URLs fit the frontier: one
// that does not costs a link, not the crawl.
func normalizer(normalize func(string) (string, error)) func(string) (string, error) {
	return func(url string) (string, error) {
		if normalize != nil {
			var err error
			if url, err = normalize(url); err != nil {
				return "", weburl.RedactError(err)
			}
		}
		return url, frontier.Valid(frontier.Entry{URL: url})
	}
}

// follow returns why a page's link, as the page has it, is left out.
func (r *run) follow(p *Page, link string, taken int) error {
	switch {
	case link == "":
		return errNoURL
	case exceeds(p.Depth+1, r.limits.Depth):
		return failure.ErrDepth
	case exceeds(taken+1, r.limits.Links):
		return failure.ErrLinks
	case len(link) > r.limits.URL:
		return failure.ErrURLLength
	case r.unwanted(p, link):
		return failure.ErrNoFollow
	}
	return nil
}

// unwanted reports whether a page asks not to follow one of its links.
func (r *run) unwanted(p *Page, link string) bool {
	return !r.c.IgnoreNoFollow && p.read().AsksNotToFollow(link)
}

// admit returns why a URL is not taken, wherever it comes from.
func (r *run) admit(e frontier.Entry) error {
	if len(e.URL) > r.limits.URL {
		return failure.ErrURLLength
	}
	if err := r.fetcher.CheckHost(e.Host, e.URL); err != nil {
		return err
	}
	if r.c.Scope == nil {
		return nil
	}
	if err := r.c.Scope(e.URL); err != nil {
		return &failure.ScopeError{Err: err}
	}
	return nil
}

var errNoURL = errors.New("the strategy gave a link without a URL")

func (r *run) refuse(url string, err error) {
	r.log.Debug("refused", "url", weburl.Logged(url), "why", weburl.RedactError(err))
	r.c.refused(url, 1, err)
}

// failed tells the strategy of a URL that gave no page, and perhaps a redirect's target. It
// returns the URLs that the strategy values anew.
func (r *run) failed(p *Page, target []frontier.Entry) ([]frontier.Entry, error) {
	l, ok := r.strategy.(FailureListener)
	if !ok {
		return nil, nil
	}
	why := p.Err
	switch {
	case why != nil:
	case p.NotModified:
		why = ErrNotModified
	default:
		to := ""
		if len(target) > 0 {
			to = strings.TrimSuffix(target[0].URL, secondTime)
		}
		why = &RedirectError{to}
	}
	links := l.Failed(p.URL, why)
	if err := checkLinks(links); err != nil {
		return nil, err
	}
	return r.revalued(p, links), nil
}

// canonicalTarget returns the canonical URL that a page names instead, if the
// crawl goes there: it may be asked for, and is not superseded itself.
func (r *run) canonicalTarget(l frontier.Lease, p *Page) string {
	if !r.c.FollowCanonical || exceeds(l.Hops+1, r.limits.Redirects) {
		return ""
	}
	canonical := p.Directives().Canonical
	if canonical == "" {
		return ""
	}
	to, err := r.normalize(canonical)
	if err != nil || to == p.URL || r.admit(frontier.Entry{URL: to, Host: r.fetcher.HostKey(to)}) != nil {
		return ""
	}
	if !r.superseded.Add(p.URL, to) {
		return ""
	}
	return to
}

// refresh passes a page's value on to where the page sends its readers, as a
// redirect does. The page is one all the same.
func (r *run) refresh(l frontier.Lease, p *Page) []frontier.Entry {
	if r.c.IgnoreRefresh || !p.read().MayDirect() {
		return nil
	}
	to := p.Directives().Refresh
	if to == "" || to == p.URL || exceeds(l.Hops+1, r.limits.Redirects) {
		return nil
	}
	return r.redirect(l, p, to)
}
