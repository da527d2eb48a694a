package crawl

import (
	"errors"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// redirect passes a lease's value on to where its URL redirects.
func (r *run) redirect(l frontier.Lease, p *Page, to string) []frontier.Entry {
	if exceeds(l.Hops+1, r.limits.Redirects) {
		p.Err = &Error{p.URL, ErrRedirects}
		return nil
	}
	e := l.Entry
	e.URL, e.Host, e.Source, e.Hops = to, r.hostKey(to), p.URL, l.Hops+1
	if err := r.admit(e); err != nil {
		r.refuse(to, err)
		return nil
	}
	return []frontier.Entry{e}
}

// outLinks completes the entries of a page's links and leaves out what is out
// of bounds.
func (r *run) outLinks(p *Page, links []frontier.Entry) []frontier.Entry {
	kept := make([]frontier.Entry, 0, min(len(links), max(r.limits.Links, 0)))
	for _, e := range links {
		url, err := r.normalize(e.URL)
		if err == nil {
			e.URL, e.Host, e.Source, e.Depth = url, r.hostKey(url), p.URL, p.Depth+1
			err = r.follow(p, e, len(kept))
		}
		if err != nil {
			r.refuse(e.URL, err)
			continue
		}
		kept = append(kept, e)
	}
	return kept
}

// follow returns why a page's link is left out.
func (r *run) follow(p *Page, e frontier.Entry, taken int) error {
	switch {
	case e.URL == "":
		return errNoURL
	case exceeds(e.Depth, r.limits.Depth):
		return ErrDepth
	case exceeds(taken+1, r.limits.Links):
		return errManyLinks
	case r.unwanted(p, e.URL):
		return ErrNoFollow
	}
	return r.admit(e)
}

// admit returns why a URL is not taken, wherever it comes from.
func (r *run) admit(e frontier.Entry) error {
	if err := r.usage.check(e.Host); err != nil {
		return err
	}
	if r.scope == nil {
		return nil
	}
	return r.scope(e.URL)
}

var (
	errNoURL     = errors.New("the strategy gave a link without a URL")
	errManyLinks = errors.New("the page has more links than Limits.Links")
)

func (r *run) refuse(url string, err error) {
	r.stats.refused.Add(1)
	r.log.Debug("refused", "url", url, "why", err)
	if r.observer != nil {
		r.observer.Observe(Event{Kind: EventRefused, URL: url, Host: weburl.HostOf(url), Err: err})
	}
}
