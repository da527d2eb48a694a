// Package observed keeps what strategies with a state have seen of the URLs of a crawl,
// until it is acknowledged, and writes and reads it as observations.
package observed

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/fields"
)

// Memory is what the strategies with a state have in common, which embed it: one page
// at a time changes the state, and a page that is valued again before it is
// acknowledged gets the same valuation, since none of its links have reached the
// frontier.
type Memory struct{ store Store }

// Acknowledge does what [crawl.Strategy] says. A caller of Value other than a
// Crawler must call it when the page's links are in the frontier; until then the
// page's valuation is kept.
func (m *Memory) Acknowledge(url string) {
	m.store.Lock()
	defer m.store.Unlock()
	delete(m.store.Pending, url)
}

// Forget does what [crawl.Strategy] says.
func (m *Memory) Forget(url string) { m.Acknowledge(url) }

// Begun does what [crawl.Strategy] says.
func (m *Memory) Begun() bool {
	m.store.Lock()
	defer m.store.Unlock()
	return m.store.begun
}

// Of returns what a strategy works with of its memory. It is no method, as the methods of
// Memory are the strategy's.
func Of(m *Memory) *Store { return &m.store }

// A Store holds the pages that are not acknowledged. Its lock is that of the strategy's state.
type Store struct {
	sync.Mutex
	Pending map[string]*Pending // by URL

	begun   bool
	tag     string // what observations begin with
	packing packing
}

// A Pending is what a URL has brought that is not acknowledged.
type Pending struct {
	crawl.Valuation
	Seen     Facts
	Observed bool // there is somebody who keeps observations
}

// Once returns the kept valuation of a page, or else keeps what value returns. It
// notes in the facts what an observation has to have.
func (s *Store) Once(url string, value func(seen *Facts) crawl.Valuation) crawl.Valuation {
	s.Lock()
	defer s.Unlock()
	p, ok := s.Pending[url]
	if !ok {
		s.begun = true
		p = &Pending{Seen: Facts{URL: url}}
		p.Valuation = value(&p.Seen)
		if s.Pending == nil {
			s.Pending = make(map[string]*Pending)
		}
		s.Pending[url] = p
	}
	v := p.Valuation
	// Callers may change them.
	v.Explanation, v.Links, v.Revalued = slices.Clone(v.Explanation), slices.Clone(v.Links), slices.Clone(v.Revalued)
	return v
}

// AfterFailure forgets that a URL failed which is a page after all, if the failure
// was not acknowledged, and returns the URLs that the failure valued anew.
func (s *Store) AfterFailure(url string) []frontier.Entry {
	s.Lock()
	defer s.Unlock()
	p := s.Pending[url]
	if p == nil || p.Seen.Kind == Page {
		return nil
	}
	delete(s.Pending, url)
	return p.Revalued
}

// Observation returns that of a page.
func (s *Store) Observation(url string, d Detail, tag func() string) []byte {
	s.Lock()
	defer s.Unlock()
	b := append([]byte(nil), s.head(tag)...)
	if p, ok := s.Pending[url]; ok {
		p.Observed = true
		b = s.packing.pack(b, &p.Seen, d)
	}
	return b
}

// head returns what observations begin with. The tag is made once: the configuration
// of a strategy does not change during a crawl.
func (s *Store) head(tag func() string) string {
	if s.tag == "" {
		s.tag = tag()
	}
	return string(fields.AppendString(nil, s.tag))
}

// maxTag is how long a tag may be, in bytes.
const maxTag = 1 << 10

var errForeign = fmt.Errorf("%w: strategy: the observation is damaged where it says by which strategy it was made, or is one of a strategy that does not say it", crawl.ErrState)

// Observe has a strategy learn from an observation, unless the page is one that it
// has valued and that is not acknowledged. What needs the answer of a service is done by
// ask, which may be nil, before learn and without the lock. Its error is a [crawl.Error].
func (s *Store) Observe(observation []byte, tag func() string, ask func(*Facts) error, learn func(*Facts)) error {
	f, err := s.read(observation, tag)
	if f == nil || err != nil {
		return err
	}
	if ask != nil {
		if err := ask(f); err != nil {
			return &crawl.Error{URL: f.URL, Err: err}
		}
	}
	s.Lock()
	defer s.Unlock()
	s.begun = true
	if s.Pending[f.URL] == nil {
		learn(f)
	}
	return nil
}

// read returns what an observation says, nil if that is nothing or of a page that is not
// acknowledged.
func (s *Store) read(observation []byte, tag func() string) (*Facts, error) {
	s.Lock()
	defer s.Unlock()
	head := s.head(tag)
	packed, ok := strings.CutPrefix(string(observation), head)
	if !ok {
		f := fields.Reader{Rest: observation}
		theirs := f.String()
		if f.Bad || len(theirs) > maxTag {
			return nil, errForeign
		}
		if err := misfit(theirs, s.tag); err != nil {
			return nil, err
		}
		packed = string(f.Rest)
	}
	if packed == "" {
		s.begun = true
		return nil, nil
	}
	b, err := s.packing.unpack([]byte(packed))
	if err != nil {
		return nil, errDamaged
	}
	f, err := decode(b)
	if err == nil && s.Pending[f.URL] != nil {
		return nil, nil
	}
	return f, err
}
