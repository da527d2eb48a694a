package neardup

import (
	"cmp"
	"fmt"
	"sync"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/frame"
	"github.com/lokman-crawler/lokman/internal/markup"
	"github.com/lokman-crawler/lokman/internal/valid"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Strategy values pages and links as another strategy does, but those of near
// duplicates lower. The page's explanation contains the deduction and names the
// earlier page.
//
// Pages that are alike in the frame of their site alone are none: in the blocks of
// text, such as menus and footers, that two earlier pages of the earlier page's host
// had, or one if fewer than three are known. What is known of frames follows from the
// pages before, of the latest 500 hosts at least, and takes at most 70 KB each; a resumed crawl
// learns it anew.
type Strategy struct {
	// Strategy is the other strategy. nil crawls breadth-first, where values do
	// not matter.
	Strategy crawl.Strategy

	// Index remembers the pages.
	Index Index

	// Keep is the share of its value that a near duplicate keeps, as does each
	// of its links: above 0 up to 1. 1 only reports; 0 means 0.1. Links that the other
	// strategy values again later, as strategy.Adaptive does, have its value then.
	Keep float64

	// Report, if set, is called for each near duplicate, by several workers at
	// once.
	Report func(url string, earlier Match)

	// NotFound asks each host once for a path that no page has, next after the first of its
	// pages that has links. If a page comes nevertheless, those after it that say the same,
	// but for quoting their paths and a few words, are soft 404s: near duplicates of it, and
	// their links are left out unless Keep is 1. The home page never is one; where scripts
	// make the pages, all others are. Scope, robots.txt and limits hold for the path, and
	// Crawler.Normalize must not change it. What comes for it is a page to the crawl, with a
	// Value of 0, a Part "soft 404 probe" in its Explanation and no links. It is known of the
	// latest 500 hosts at least, also when a crawl is resumed.
	NotFound bool

	// OwnText shows the other strategy the texts of pages without the frame of their site. On
	// recorded webs no strategy found more by it, and some less, where menus say what a site
	// is about: see docs/experiments.md.
	OwnText bool

	scanners sync.Pool // of *markup.Scanner

	mu        sync.Mutex
	sites     latest[site]
	notFounds latest[notFound]
	new       map[string]*PageSketch // of pages that are not acknowledged, what the index got
}

// FrontierOptions asks for the other strategy's frontier.
func (s *Strategy) FrontierOptions() frontier.Options {
	return crawl.FrontierOptions(s.other())
}

// Valid returns an error if Keep is out of range or the other strategy is not
// valid.
func (s *Strategy) Valid() error {
	if !(s.Keep >= 0 && s.Keep <= 1) {
		return fmt.Errorf("neardup: Keep is %v, want a share from 0 to 1", s.Keep)
	}
	return valid.Check(s.other())
}

// Value implements [crawl.Strategy].
func (s *Strategy) Value(p *crawl.Page) crawl.Valuation {
	if s.isProbe(p.URL) {
		return s.answered(p)
	}
	keep := cmp.Or(s.Keep, 0.1)
	m, ok := s.isNotFound(p)
	shown := p
	if ok && keep < 1 {
		shown = p.WithLinks(func(int) bool { return false })
	}
	if s.OwnText {
		shown = s.own(shown)
	}
	v := s.other().Value(shown)
	if !ok {
		m, ok = s.duplicate(p)
	}
	if ok {
		s.demote(&v, p.URL, m, keep)
	}
	v.Links = s.ask(p.URL, v.Links)
	return v
}

// own returns a page whose text is without the frame of its site.
func (s *Strategy) own(p *crawl.Page) *crawl.Page {
	p.Scan()
	s.mu.Lock()
	defer s.mu.Unlock()
	host := s.sites.of(weburl.HostOf(p.URL))
	return p.WithText(func(block string) bool { return !host.Frames(frame.Hash(block)) })
}

// demote reports a near duplicate and lowers its value and those of its links.
func (s *Strategy) demote(v *crawl.Valuation, url string, m Match, keep float64) {
	if s.Report != nil {
		s.Report(url, m)
	}
	part := crawl.Part{
		Of: "near duplicate", Factor: keep - 1, Score: max(0, v.Explanation.Value()),
		Evidence: []string{fmt.Sprintf("of %s, text %.2f, template %.2f", weburl.Redact(m.Name), m.Content, m.Template)},
	}
	if m.NotFound {
		part.Of, part.Evidence = "soft 404", []string{fmt.Sprintf("as %s, where there is no page, text %.2f", weburl.Redact(m.Name), m.Content)}
	}
	if part.Score > 0 || m.NotFound {
		v.Explanation = append(v.Explanation, part)
	}
	for i := range v.Links {
		if l := &v.Links[i]; l.Value > 0 {
			l.Value *= keep
		}
	}
}

// Acknowledge forgets what Observation returns for a page, and calls the other
// strategy's if that has one.
func (s *Strategy) Acknowledge(url string) {
	s.mu.Lock()
	delete(s.new, url)
	s.mu.Unlock()
	if a, ok := s.other().(interface{ Acknowledge(url string) }); ok {
		a.Acknowledge(url)
	}
}

// Failed tells the other strategy, if that is a [crawl.FailureListener], and returns what
// it returns: a URL that failed is no near duplicate. Of the URL that NotFound asks for the
// other strategy does not hear.
func (s *Strategy) Failed(url string, why error) []frontier.Entry {
	if l, ok := s.other().(crawl.FailureListener); ok && !s.isProbe(url) {
		return l.Failed(url, why)
	}
	return nil
}

// Refused tells the other strategy, if that is a [crawl.FailureListener].
func (s *Strategy) Refused(url string, why error) {
	if s.isProbe(url) {
		s.refused(url, why)
		return
	}
	if l, ok := s.other().(crawl.FailureListener); ok {
		l.Refused(url, why)
	}
}

// Forget is Acknowledge for a page that another process has, and calls the other
// strategy's if that has one.
func (s *Strategy) Forget(url string) {
	s.mu.Lock()
	delete(s.new, url)
	s.mu.Unlock()
	if f, ok := s.other().(interface{ Forget(url string) }); ok {
		f.Forget(url)
	}
}

// Begun reports false if the other strategy has the method and has not
// begun. The index does not count: without it a near duplicate keeps its value.
func (s *Strategy) Begun() bool {
	o, ok := s.other().(interface{ Begun() bool })
	return !ok || o.Begun()
}

func (s *Strategy) other() crawl.Strategy {
	if s.Strategy == nil {
		return crawl.BreadthFirst{}
	}
	return s.Strategy
}

// duplicate looks for an earlier page like this one.
func (s *Strategy) duplicate(p *crawl.Page) (Match, bool) {
	text := p.Scan().Text
	content, ok := NewTextSketch(text)
	if !ok {
		return Match{}, false
	}
	fp := PageSketch{Content: content}
	if p.IsHTML() {
		scanner, _ := s.scanners.Get().(*markup.Scanner)
		if scanner == nil {
			scanner = new(markup.Scanner)
		}
		fp.Template = scanner.Scan(p.UTF8()).Paths
		s.scanners.Put(scanner)
	}
	s.mu.Lock() // an earlier page in the index is in its host's frame too
	defer s.mu.Unlock()
	host := s.sites.of(weburl.HostOf(p.URL))
	here := host.divide(text)
	m, ok := s.Index.add(page{p.URL, fp, here.own}, func(earlier *page) bool {
		d := &here
		if other := s.sites.of(weburl.HostOf(earlier.name)); other != host {
			there := other.divide(text)
			d = &there
		}
		return d.alike(&content, earlier)
	})
	if !ok || host.Young() {
		host.learn(p.URL, text, &s.Index)
	}
	if !ok {
		if s.new == nil {
			s.new = map[string]*PageSketch{}
		}
		s.new[p.URL] = &fp
	}
	return m, ok
}
