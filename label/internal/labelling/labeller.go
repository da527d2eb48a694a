package labelling

import (
	"math"
	"slices"
	"sort"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

type labeller struct {
	*stretches.CutPage
	model    *Model
	thorough bool
	found    [len(zones.All)]foundZone // in the order of labels

	cache   []cachedReading  // of the lines that were voted for
	authors people.Authors   // that were found, once they were needed
	ballot  voters.Ballot    // of the zone that is voted on
	headed  *abstracts.Found // the abstract under a heading, once it was looked for

	candidates []patterns.Candidate
	picks      voters.Picks
	decoder    grammar.Decoder
}

// Label finds the zones of a page: each by a vote of its patterns and its voters, or
// else, if that is uncertain, by the fallback chain: metas, JSON-LD, microdata,
// Open Graph, <title>, headings, marks. The tree is read only. A page nested deeper
// than [MaxDepth] or larger than [MaxNodes], as far as it is read (see Model.Reach),
// is an error. The cost is linear in the page: 3 to 50 % of parsing it for full texts,
// and up to twice that of parsing for small pages.
func (m *Model) Label(root *html.Node) (*Article, error) { return m.LabelAs(root, false) }

// LabelAs asks all voters on the whole page if it is to be thorough.
func (m *Model) LabelAs(root *html.Node, thorough bool) (*Article, error) {
	l, _ := m.labellers.Get().(*labeller)
	if l == nil {
		l = &labeller{CutPage: &stretches.CutPage{Page: &layout.Page{}}, model: m}
	}
	l.thorough = thorough
	defer func() {
		l.forget()
		l.CutPage.Forget()
		m.labellers.Put(l)
	}()
	most := m.farthest()
	if thorough {
		most = math.MaxInt
	}
	if err := l.Read(root, most); err != nil {
		return nil, err
	}
	l.findAll()
	if l.Rest != nil && l.unfinished() { // never if thorough, as all was read
		if err := l.Read(root, math.MaxInt); err != nil {
			return nil, err
		}
		l.forget()
		l.findAll()
	}
	a := &Article{}
	l.judge(a)
	if err := l.fallBack(root); err != nil {
		return nil, err
	}
	for i := range l.found {
		if f := &l.found[i]; f.there() {
			if a.Zones == nil {
				a.Zones = make([]Zone, 0, len(zones.All))
			}
			a.Zones = append(a.Zones, f.zone)
		}
	}
	a.Authors = tie(l.of(zones.Authors).content, l.of(zones.Affiliations).content)
	return a, nil
}

// findAll finds the zones by patterns and voters.
func (l *labeller) findAll() {
	for _, name := range zones.All {
		l.find(name)
	}
	l.vote()
}

// forget drops what was found, so that the memory can be reused.
func (l *labeller) forget() {
	clear(l.found[:])
	clear(l.cache)
	l.cache, l.authors = l.cache[:0], nil
	l.ballot.Begin(zones.None)
	l.headed = nil
	l.picks.Forget()
}

// headedAbstract finds the text under the heading of an abstract, once a page.
func (l *labeller) headedAbstract() *abstracts.Found {
	if l.headed == nil {
		h := abstracts.Find(l.CutPage.Page)
		l.headed = &h
	}
	return l.headed
}

type foundZone struct {
	zone    Zone
	content zones.Content
	matcher *patterns.Matcher // that read the content, nil if none did
	items   []int32           // that it read
}

func (f *foundZone) there() bool { return f.zone.Label != zones.None }

// of returns what was found for a label; nothing for Unidentified.
func (l *labeller) of(name zones.Label) *foundZone {
	if i := slices.Index(zones.All[:], name); i >= 0 {
		return &l.found[i]
	}
	return &foundZone{}
}

// find looks for one zone by its patterns.
func (l *labeller) find(name zones.Label) {
	var best foundZone
	bestAt := int32(-1)
	second := 0.0
	matchers := l.model.matchers()[name]
	for i := range matchers {
		m := &matchers[i]
		after := int32(-1)
		if f := l.of(m.After); f.there() {
			after = l.endOf(f)
		}
		l.candidates = m.Candidates(l.candidates, l.Page, after)
		for _, c := range l.candidates {
			if c.At == bestAt {
				continue
			}
			if c.Score <= max(second, best.zone.Confidence-patterns.MinMargin) {
				break // neither the best nor near enough to make it doubtful
			}
			items := m.Members(l.Page, name, c.At)
			text := m.Read(l.Page, name, items)
			confidence := c.Score * m.Plausible(name, text)
			switch {
			case confidence <= 0:
			case confidence > best.zone.Confidence:
				second = best.zone.Confidence
				best = foundZone{l.zone(name, items, text, confidence), text, m, items}
				bestAt = c.At
			case confidence > second:
				second = confidence
			}
		}
	}
	if bestAt < 0 {
		return
	}
	lead := min(1, (best.zone.Confidence-second)/patterns.MinMargin)
	best.zone.Confidence *= uncertainShare + (1-uncertainShare)*lead
	*l.of(name) = best
}

// endOf returns where what the patterns found ends in the visible text, with its block.
func (l *labeller) endOf(f *foundZone) int32 {
	i := sort.Search(len(l.Items), func(i int) bool { return int(l.Items[i].Row) > f.zone.Last })
	if i == len(l.Items) {
		return l.Bytes
	}
	return l.Items[i].From
}

func (l *labeller) zone(name zones.Label, items []int32, c zones.Content, confidence float64) Zone {
	z := Zone{Label: name, Text: c.Text, Items: c.Items, Source: zones.SourceTemplate, Confidence: confidence}
	first, last := &l.Items[items[0]], &l.Items[items[len(items)-1]]
	z.First, z.Last = int(first.Row), int(last.RowEnd)-1
	z.Nodes = make([]*html.Node, 0, len(items))
	for _, i := range items {
		for n := l.Items[i].Node; n != nil; n = n.NextSibling {
			z.Nodes = append(z.Nodes, n)
			if n == l.Items[i].Last {
				break
			}
		}
	}
	return z
}

// ByPatterns finds one zone by its patterns and those of the zones before it.
func (m *Model) ByPatterns(p *stretches.CutPage, name zones.Label) (zones.Content, bool) {
	l := labeller{CutPage: p, model: m}
	for _, earlier := range zones.All {
		l.find(earlier)
		if earlier == name {
			break
		}
	}
	f := l.of(name)
	return f.content, f.there()
}
