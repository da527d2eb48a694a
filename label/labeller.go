package label

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/metadata"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Confidences, 0 to 1.
const (
	maxFallback       = 0.5  // of a zone from the first source of the fallback chain
	fallbackStep      = 0.05 // less for each later source
	headingConfidence = 0.4  // of a zone found by a heading or by its marks
	minTemplate       = 0.5  // below it, a zone of the template is compared with the fallback chain
	minFit            = 0.7  // below it, a zone doesn't follow the template

	// uncertainShare is what remains of the confidence of a zone that is no better
	// than the next best place.
	uncertainShare = 0.8
)

// Label finds the zones of a page: each by a vote of its patterns and its voters, or
// else, if that is uncertain, by the fallback chain: metas, JSON-LD, microdata,
// Open Graph, <title>, headings, marks. The tree is read only. A page nested deeper
// than [MaxDepth] or larger than [MaxNodes], as far as it is read (see Model.Reach),
// is an error. The cost is linear in the page: 3 to 50 % of parsing it for full texts,
// and up to twice that of parsing for small pages.
func (m *Model) Label(root *html.Node) (*Article, error) { return m.label(root, false) }

// label asks all voters on the whole page if it is to be thorough.
func (m *Model) label(root *html.Node, thorough bool) (*Article, error) {
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

type labeller struct {
	*stretches.CutPage
	model    *Model
	thorough bool
	found    [len(zones.All)]foundZone // in the order of labels

	cache   []cachedReading  // of the lines that were voted for
	authors people.Authors   // that were found, once they were needed
	ballot  ballot           // of the zone that is voted on
	headed  *abstracts.Found // the abstract under a heading, once it was looked for

	candidates []patterns.Candidate
	picks      picks
	decoder    grammar.Decoder
}

// forget drops what was found, so that the memory can be reused.
func (l *labeller) forget() {
	clear(l.found[:])
	clear(l.cache)
	l.cache, l.authors = l.cache[:0], nil
	l.ballot.begin(zones.None)
	l.headed = nil
	l.picks.forget()
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

// judge says how well the page follows the model.
func (l *labeller) judge(a *Article) {
	known := 0
	for _, name := range zones.All {
		patterns := l.model.Zones[name]
		if len(patterns) == 0 {
			continue
		}
		known++
		pages := 0
		for i := range patterns {
			pages += patterns[i].Pages
		}
		f := l.of(name)
		a.Fit += f.zone.Confidence
		misfit := func(reason string, args ...any) {
			a.Misfits = append(a.Misfits, Misfit{name, fmt.Sprintf(reason, args...)})
		}
		switch {
		case !f.there() && pages >= l.model.Pages:
			misfit("missing; all %d pages learnt from had it", l.model.Pages)
		case f.there() && f.zone.Confidence < minFit:
			misfit("agrees with the template only by %.2f", f.zone.Confidence)
		}
	}
	if known > 0 {
		a.Fit /= float64(known)
	}
	a.Changed = len(a.Misfits) > 0
}

// fallBack fills in what no pattern found, or found with little confidence.
func (l *labeller) fallBack(root *html.Node) error {
	var wanting []zones.Label
	for _, name := range zones.All {
		if l.of(name).zone.Confidence < minTemplate {
			wanting = append(wanting, name)
		}
	}
	if wanting == nil {
		return nil
	}
	if l.Rest != nil {
		if err := l.readRest(root, wanting); err != nil {
			return err
		}
	}
	steps := metadata.Read(l.Page, wanting)
	for _, name := range wanting {
		f, ok := fromMetadata(name, steps)
		old := l.of(name)
		if !ok || old.there() && f.zone.Source == zones.SourceTitle {
			f, ok = l.fromLayout(name)
			list := name == zones.Authors || name == zones.Affiliations
			ok = ok && f.zone.Confidence >= old.zone.Confidence && !(list && old.there())
		}
		if ok {
			*old = f
		}
	}
	return nil
}

// fromMetadata takes a zone from the first source that has it.
func fromMetadata(name zones.Label, steps []metadata.Step) (foundZone, bool) {
	for i, s := range steps {
		values := s.Values.Of(name)
		if len(values) == 0 {
			continue
		}
		c := zones.Content{Text: values[0]}
		if name == zones.Authors || name == zones.Affiliations {
			c = zones.Content{Text: zones.Text(name, values), Items: values}
		}
		confidence := maxFallback - fallbackStep*float64(i)
		return foundZone{zone: Zone{Label: name, Text: c.Text, Items: c.Items, Source: s.Source, First: -1, Last: -1, Confidence: confidence}, content: c}, true
	}
	return foundZone{}, false
}

// fromLayout takes the first <h1>, the first line of names, the text under "Abstract", or
// else what has the name of the zone in a class, id or property.
func (l *labeller) fromLayout(name zones.Label) (foundZone, bool) {
	var items []int32
	source := zones.SourceHeading
	switch name {
	case zones.Title:
		if i := slices.IndexFunc(l.Items, func(it layout.Item) bool { return !it.Segment() && !it.Empty() && it.Node.Data == "h1" }); i >= 0 {
			items = []int32{int32(i)}
		}
	case zones.Abstract:
		if h := l.headedAbstract(); h.OK {
			items = l.ItemsOf(h.Region)
		} else if r, ok := abstracts.Named(l.CutPage.Page); ok {
			items, source = l.ItemsOf(r), zones.SourceMarks
		}
	case zones.Authors:
		title := l.of(zones.Title)
		if !title.there() || title.zone.Last < 0 {
			break
		}
		l.LayLines()
		if r, ok := metadata.LineOfNames(l.CutPage.Page, l.LineOf(title.zone.Last+1)); ok {
			items = l.ItemsOf(r)
		}
	case zones.Affiliations:
		if f, ok := l.unlearnt(name, metadata.NamedAffiliations(l.CutPage.Page), zones.SourceMarks); ok {
			return f, true
		}
		items = metadata.LabelledAffiliations(l.CutPage.Page)
	}
	return l.unlearnt(name, items, source)
}

// unlearnt reads items as a zone that no pattern found.
func (l *labeller) unlearnt(name zones.Label, items []int32, source zones.Source) (foundZone, bool) {
	if len(items) == 0 {
		return foundZone{}, false
	}
	m := patterns.Patternless()
	c := m.Read(l.Page, name, items)
	if name == zones.Affiliations {
		c = l.pageAuthors().Others(l.pageAuthors().CutFrom(c))
	}
	if m.Plausible(name, c) == 0 {
		return foundZone{}, false
	}
	f := foundZone{zone: l.zone(name, items, c, headingConfidence), content: c}
	f.zone.Source = source
	return f, true
}

// tie ties authors to affiliations by their marks.
func tie(authors, affiliations zones.Content) []Author {
	out := make([]Author, len(authors.Items))
	for i, name := range authors.Items {
		out[i].Name = name
		if i >= len(authors.Notes) {
			continue
		}
		for k, marks := range affiliations.Notes {
			if len(marks) > 0 && slices.ContainsFunc(marks, func(m string) bool { return slices.Contains(authors.Notes[i], m) }) {
				out[i].Affiliations = append(out[i].Affiliations, k)
			}
		}
	}
	return out
}
