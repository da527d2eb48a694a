package strategy

import (
	"slices"
	"sync"

	"github.com/lokman-crawler/lokman/crawl"
)

// memory is what the strategies with a state have in common: one page at a time
// changes the state, and a page that is valued again before it is acknowledged gets
// the same valuation, since none of its links have reached the frontier.
type memory struct {
	mu         sync.Mutex
	begun      bool
	valuations map[string]crawl.Valuation // of pages that are not acknowledged, by URL
}

// once returns the kept valuation of a page, or else keeps what value returns.
func (m *memory) once(url string, value func() crawl.Valuation) crawl.Valuation {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.valuations[url]
	if !ok {
		m.begun = true
		v = value()
		if m.valuations == nil {
			m.valuations = make(map[string]crawl.Valuation)
		}
		m.valuations[url] = v
	}
	v.Explanation, v.Links = slices.Clone(v.Explanation), slices.Clone(v.Links) // callers may change them
	return v
}

// Acknowledge implements [crawl.Acknowledger]. A caller of Value other than a
// Crawler must call it when the page's links are in the frontier; until then the
// page's valuation is kept.
func (m *memory) Acknowledge(url string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.valuations, url)
}

// Begun implements [crawl.Stateful].
func (m *memory) Begun() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.begun
}

var (
	_ crawl.Stateful     = (*PageRank)(nil)
	_ crawl.Stateful     = (*HITS)(nil)
	_ crawl.Stateful     = (*InfoSpiders)(nil)
	_ crawl.Stateful     = (*LokmanNormalized)(nil)
	_ crawl.Stateful     = (*Adaptive)(nil)
	_ crawl.Acknowledger = (*PageRank)(nil)
	_ crawl.Acknowledger = (*HITS)(nil)
	_ crawl.Acknowledger = (*InfoSpiders)(nil)
	_ crawl.Acknowledger = (*LokmanNormalized)(nil)
	_ crawl.Acknowledger = (*Adaptive)(nil)

	_ crawl.FailureListener = (*Adaptive)(nil)
)
