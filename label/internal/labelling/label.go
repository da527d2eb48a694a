package labelling

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/locate"
	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Label finds the zones of a page, as label.Model.Label says.
func (m *Model) Label(root *html.Node) (*Article, error) {
	l, most := m.labeller(), m.farthest()
	l.begun.Begin(root, most)
	return l.label(&l.begun, most)
}

// LabelPage does the same with a page that was read.
func (m *Model) LabelPage(tree *page.Page) (*Article, error) {
	return m.labeller().label(tree, m.farthest())
}

// LabelThoroughly asks all voters, on the whole page.
func (m *Model) LabelThoroughly(tree *page.Page) (*Article, error) {
	l := m.labeller()
	l.thorough = true
	return l.label(tree, math.MaxInt)
}

func (m *Model) labeller() *labeller {
	l, _ := m.labellers.Get().(*labeller)
	if l == nil {
		l = &labeller{CutPage: &stretches.CutPage{Page: &layout.Page{}}, model: m}
	}
	return l
}

// label labels a page of which so many bytes of visible text are read at first.
func (l *labeller) label(tree *page.Page, most int) (*Article, error) {
	defer func() {
		l.forget()
		l.CutPage.Forget()
		l.begun.Forget()
		l.thorough = false
		l.model.labellers.Put(l)
	}()
	if err := l.Read(tree, most); err != nil {
		return nil, err
	}
	l.findAll()
	if l.Rest != page.None && l.unfinished() { // never if all was read
		if err := l.Read(tree, math.MaxInt); err != nil {
			return nil, err
		}
		l.forget()
		l.findAll()
	}
	a := &Article{}
	l.doubt()
	l.judge(a)
	if err := l.fallBack(); err != nil {
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
		a.Fit += f.place
		misfit := func(reason string, args ...any) {
			a.Misfits = append(a.Misfits, Misfit{name, fmt.Sprintf(reason, args...)})
		}
		switch {
		case !f.there() && pages >= l.model.Pages:
			misfit("missing; all %d pages learnt from had it", l.model.Pages)
		case f.there() && f.place < minFit:
			misfit("agrees with the template only by %.2f", f.place)
		}
	}
	if known > 0 {
		a.Fit /= float64(known)
	}
	a.Changed = len(a.Misfits) > 0
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

// find looks for one zone by its patterns.
func (l *labeller) find(name zones.Label) {
	var best foundZone
	lead := locate.Lead[int32]{Best: -1}
	matchers := l.model.matchers()[name]
	for i := range matchers {
		m := &matchers[i]
		l.candidates = m.Candidates(l.candidates, l.Page)
		for _, c := range l.candidates {
			if c.At == lead.Best {
				continue
			}
			if c.Score <= max(lead.Second, lead.Votes-patterns.MinMargin) {
				break // neither the best nor near enough to make it doubtful
			}
			items := m.Members(l.Page, name, c.At)
			text := m.Read(l.Page, name, items)
			confidence := c.Score * m.Plausible(name, text)
			if lead.Add(c.At, confidence) {
				best = foundZone{l.zone(name, items, text, confidence), 0, text, m, items}
			}
		}
	}
	if lead.Best < 0 {
		return
	}
	best.zone.Confidence *= uncertainShare + (1-uncertainShare)*min(1, lead.Margin()/patterns.MinMargin)
	best.place = best.zone.Confidence
	*l.of(name) = best
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

// farthest returns how many bytes of visible text of a page are read as long as no
// zone is missing: far more than there were before the ends of the zones on the pages
// that were learnt from.
func (m *Model) farthest() int {
	const always, times = 4000, 3
	if m.Reach <= 0 || m.Reach > (math.MaxInt-always)/times {
		return math.MaxInt
	}
	return always + times*m.Reach
}

// unfinished reports whether a zone that was learnt was not found in what was read, or
// may go on behind it.
func (l *labeller) unfinished() bool {
	return slices.ContainsFunc(zones.All[:], func(name zones.Label) bool {
		f := l.of(name)
		return len(l.model.Zones[name]) > 0 && (!f.there() || f.zone.Last == int(l.Rows)-1)
	})
}
