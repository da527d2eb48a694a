package labelling

import (
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/metadata"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
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

// fallBack fills in what no pattern found, or found with little confidence.
func (l *labeller) fallBack() error {
	var wanting []zones.Label
	for _, name := range zones.All {
		if l.of(name).zone.Confidence < minTemplate {
			wanting = append(wanting, name)
		}
	}
	if wanting == nil {
		return nil
	}
	if l.Rest != page.None {
		if err := l.readRest(wanting); err != nil {
			return err
		}
	}
	steps := metadata.Read(l.Page, wanting)
	for _, name := range wanting {
		f, ok := l.fromMetadata(name, steps)
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

// fromMetadata takes a zone from the first source that has it. Titles and abstracts are as the page shows them, if it does.
func (l *labeller) fromMetadata(name zones.Label, steps []metadata.Step) (foundZone, bool) {
	if name == zones.Title {
		if f, ok := l.standingTitle(steps); ok {
			return f, true
		}
	}
	for i, s := range steps {
		values := s.Values.Of(name)
		if len(values) == 0 {
			continue
		}
		if f, ok := l.fuller(name, s.Source, values); ok {
			return f, true
		}
		c := zones.Content{Text: values[0]}
		if name == zones.Authors || name == zones.Affiliations {
			c = zones.Content{Text: zones.Text(name, values), Items: values}
		}
		return foundZone{zone: Zone{Label: name, Text: c.Text, Items: c.Items, Source: s.Source, First: -1, Last: -1, Confidence: metaConfidence(i)}, content: c}, true
	}
	return foundZone{}, false
}

// fuller returns what the page shows instead of what its metadata have cut: the abstract under its heading, and the authors
// beside the only one, or those of the loose metas.
func (l *labeller) fuller(name zones.Label, source zones.Source, values []string) (foundZone, bool) {
	switch {
	case name == zones.Abstract:
		if h := l.headedAbstract(); h.OK && !metadata.HoldsWhole(l.Page, h.Region, values[0]) {
			return l.fromLayout(name)
		}
	case name == zones.Authors && (source == zones.SourceOpenGraph || len(values) == 1):
		f, ok := l.fromLayout(name)
		return f, ok && len(f.content.Items) > len(values) && people.NamesF1(f.content.Items, values) > 0
	}
	return foundZone{}, false
}

// metaConfidence is that of a zone from a source of the fallback chain.
func metaConfidence(source int) float64 { return maxFallback - fallbackStep*float64(source) }

// standingTitle takes the first title of the metadata if it stands on the page, or else the first that a heading has.
func (l *labeller) standingTitle(steps []metadata.Step) (foundZone, bool) {
	first := true
	for i, s := range steps {
		t, ok := metadata.Standing(l.Page, s.Values.Title)
		ok = ok && (first || t.Heads)
		first = first && s.Values.Title == ""
		if ok {
			c := zones.Content{Text: t.Text}
			f := foundZone{zone: l.zone(zones.Title, []int32{t.Item}, c, metaConfidence(i)), content: c}
			f.zone.Source = s.Source
			return f, true
		}
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
		items = l.firstHeading()
	case zones.Abstract:
		if h := l.headedAbstract(); h.OK {
			items = l.ItemsOf(h.Region)
		} else if r, ok := abstracts.Named(l.Page); ok {
			items, source = l.ItemsOf(r), zones.SourceMarks
		}
	case zones.Authors:
		last := -1 // row of the title
		if title := l.of(zones.Title); title.there() {
			last = title.zone.Last
		}
		if h := l.firstHeading(); last < 0 && h != nil { // where a title would be that the page does not show
			last = int(l.Items[h[0]].RowEnd) - 1
		}
		if last >= 0 {
			l.LayLines()
			items = metadata.Byline(l.Page, l.LineOf(last+1))
		}
	case zones.Affiliations:
		if f, ok := l.unlearnt(name, metadata.NamedAffiliations(l.Page), zones.SourceMarks); ok {
			return f, true
		}
		items = metadata.LabelledAffiliations(l.Page)
	}
	return l.unlearnt(name, items, source)
}

// firstHeading returns the first <h1>, nil without.
func (l *labeller) firstHeading() []int32 {
	i := slices.IndexFunc(l.Items, func(it layout.Item) bool { return !it.Segment() && !it.Empty() && l.Nodes[it.Node].Data == "h1" })
	if i < 0 {
		return nil
	}
	return []int32{int32(i)}
}

// unlearnt reads items as a zone that no pattern found.
func (l *labeller) unlearnt(name zones.Label, items []int32, source zones.Source) (foundZone, bool) {
	if len(items) == 0 {
		return foundZone{}, false
	}
	m := patterns.Patternless()
	c := m.Read(l.Page, name, items)
	if name == zones.Affiliations {
		c = metadata.OnlyAffiliations(l.pageAuthors().CutFrom(c), l.of(zones.Authors).content.Items)
	}
	if m.Plausible(name, c) == 0 {
		return foundZone{}, false
	}
	f := foundZone{zone: l.zone(name, items, c, headingConfidence), content: c}
	f.zone.Source = source
	return f, true
}

// readRest reads of the rest of a page what the fallback chain needs for some labels.
func (l *labeller) readRest(wanting []zones.Label) error {
	if slices.ContainsFunc(wanting, l.needsRest) {
		l.headed = nil
		return l.Read(l.Page.Page, math.MaxInt)
	}
	l.DescribeRest()
	return nil
}

// needsRest reports whether the rest of a page is looked at for a zone that was not found before it:
// for one that was learnt, and for an abstract under a heading that may go on there.
func (l *labeller) needsRest(name zones.Label) bool {
	if name == zones.Abstract {
		if h := l.headedAbstract(); h.OK {
			return h.Asked == l.Bytes
		}
	}
	return name != zones.Affiliations && len(l.model.Zones[name]) > 0
}
