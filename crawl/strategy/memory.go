package strategy

import (
	"slices"
	"sync"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// memory is what the strategies with a state have in common: one page at a time
// changes the state, and a page that is valued again before it is acknowledged gets
// the same valuation, since none of its links have reached the frontier.
type memory struct {
	mu    sync.Mutex
	begun bool
	news  map[string]*news // of pages that are not acknowledged, by URL

	tag     string // what observations begin with
	packing packing
}

// news is what a page has brought.
type news struct {
	crawl.Valuation
	seen     sighting
	observed bool // there is somebody who keeps observations
}

// once returns the kept valuation of a page, or else keeps what value returns. It
// notes in the sighting what an observation has to have.
func (m *memory) once(url string, value func(seen *sighting) crawl.Valuation) crawl.Valuation {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.news[url]
	if !ok {
		m.begun = true
		n = &news{seen: sighting{url: url}}
		n.Valuation = value(&n.seen)
		if m.news == nil {
			m.news = make(map[string]*news)
		}
		m.news[url] = n
	}
	v := n.Valuation
	// Callers may change them.
	v.Explanation, v.Links, v.Revalued = slices.Clone(v.Explanation), slices.Clone(v.Links), slices.Clone(v.Revalued)
	return v
}

// afterFailure forgets that a URL failed which is a page after all, if the failure
// was not acknowledged, and returns the URLs that the failure valued anew.
func (m *memory) afterFailure(url string) []frontier.Entry {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.news[url]
	if n == nil || n.seen.kind == kindPage {
		return nil
	}
	delete(m.news, url)
	return n.Revalued
}

// Acknowledge implements [crawl.Acknowledger]. A caller of Value other than a
// Crawler must call it when the page's links are in the frontier; until then the
// page's valuation is kept.
func (m *memory) Acknowledge(url string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.news, url)
}

// Forget implements [crawl.Forgetter].
func (m *memory) Forget(url string) { m.Acknowledge(url) }

// Begun implements [crawl.Stateful].
func (m *memory) Begun() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.begun
}

var (
	_ crawl.Resumable = (*PageRank)(nil)
	_ crawl.Resumable = (*HITS)(nil)
	_ crawl.Resumable = (*InfoSpiders)(nil)
	_ crawl.Resumable = (*LokmanNormalized)(nil)
	_ crawl.Resumable = (*Adaptive)(nil)
	_ crawl.Forgetter = (*PageRank)(nil)
	_ crawl.Forgetter = (*HITS)(nil)
	_ crawl.Forgetter = (*InfoSpiders)(nil)
	_ crawl.Forgetter = (*LokmanNormalized)(nil)
	_ crawl.Forgetter = (*Adaptive)(nil)

	_ crawl.FailureListener = (*Adaptive)(nil)
	_ crawl.FailureListener = Follow{} // whose Strategy may be one
)
