package crawl

import (
	"sync"

	"github.com/lokman-crawler/lokman/crawl/internal/keyed"
	"github.com/lokman-crawler/lokman/frontier"
)

// Directives are what a page itself asks of crawlers: in its X-Robots-Tag, Link
// and Refresh headers, in <meta name="robots"> or under the crawler's own name,
// in <meta http-equiv="refresh"> and in the <link rel="canonical"> of its head.
type Directives struct {
	NoIndex   bool   // not to be shown in search results
	NoFollow  bool   // none of its links to be followed
	NoArchive bool   // no copy to be shown
	Canonical string // the canonical URL that it names; "" if it names none, or several
	Refresh   string // where it sends its readers within a minute, canonical; "" if nowhere
}

// Directives returns what the page asks of crawlers, read once, when first
// asked for or when the crawler honours it.
func (p *Page) Directives() Directives { return Directives(p.read().Directives()) }

// unwanted reports whether a page asks not to follow one of its links.
func (r *run) unwanted(p *Page, link string) bool {
	return !r.c.IgnoreNoFollow && p.read().AsksNotToFollow(link)
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
	if !r.superseded.add(p.URL, to) {
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

// maxSuperseded bounds how many superseded pages are remembered.
const maxSuperseded = 100_000

// superseded are pages in whose place their canonical ones were taken.
type superseded struct {
	mu    sync.Mutex
	pages map[uint64]bool // hashes of their URLs
}

// add notes that a page is superseded by another, unless that one is so itself.
func (s *superseded) add(page, by string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages[keyed.Hash(by)] {
		return false
	}
	if s.pages == nil || len(s.pages) >= maxSuperseded {
		s.pages = make(map[uint64]bool)
	}
	s.pages[keyed.Hash(page)] = true
	return true
}
