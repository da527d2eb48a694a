package label

import (
	"errors"
	"fmt"
	"slices"

	"golang.org/x/net/html"
)

// An Example is a page with the values of its zones.
type Example struct {
	Root   *html.Node
	Values Values
}

// ErrNothingLearnt says that no value was found on any page.
var ErrNothingLearnt = errors.New("no value was found on the pages")

// Learn makes a model of a journal from one page or more. Each value is looked
// for in the visible text; the element that holds it and nothing else becomes a
// pattern, and patterns of several pages become what they have in common. The
// values come from a person, or from the pages themselves by [MetaValues].
// Values that aren't on their page are left out; with none at all the error
// wraps [ErrNothingLearnt].
func Learn(examples []Example) (*Model, error) {
	m := &Model{Pages: len(examples)}
	var studies []*study
	for _, e := range examples {
		p, err := newPage(e.Root)
		if err != nil {
			return nil, err
		}
		studies = append(studies, newStudy(p, e.Values))
	}
	for _, l := range labels {
		for left := studies; len(left) > 0; {
			var p Pattern
			if p, left = learnPattern(l, left); p.Pages > 0 {
				m.add(l, p)
			}
		}
	}
	if len(m.Zones) == 0 {
		return nil, fmt.Errorf("label: %w", ErrNothingLearnt)
	}
	return m, nil
}

// study is a page with the places of its values.
type study struct {
	*page
	words  *tokenizedPage
	values Values
	places map[Label][]site // the best first
}

// minAbstractF1 is how much of an abstract must be found together.
const minAbstractF1 = 0.75

func newStudy(p *page, v Values) *study {
	t := p.tokenize()
	s := &study{p, t, v, map[Label][]site{}}
	s.places[Title] = t.locateTitle(v.Title)
	after := int32(0)
	if at := s.places[Title]; at != nil {
		after = p.items[at[0].last].to
	}
	s.places[Authors] = t.locateAuthors(v.Authors, after)
	if at := s.places[Authors]; at != nil {
		after = p.items[at[0].first].from
	}
	s.places[Affiliations] = t.locateAffiliations(v.Affiliations, after)
	if at, f1 := t.locateAbstract(v.Abstract); f1 >= minAbstractF1 {
		s.places[Abstract] = at
	}
	return s
}

// before returns the zone that stands last before an item of a zone.
func (s *study) before(l Label, i int32) Label {
	at := s.items[i].from
	best, to := Unidentified, int32(-1)
	for _, k := range labels {
		if sites := s.places[k]; k != l && sites != nil {
			if end := s.items[sites[0].last].to; end <= at && end > to {
				best, to = k, end
			}
		}
	}
	return best
}

// learnPattern makes one pattern of the pages whose zones stand in the same
// kind of element, of the kind that most pages have, and returns the pages that
// are left.
func learnPattern(l Label, studies []*study) (Pattern, []*study) {
	votes := map[uint64]int{}
	for _, s := range studies {
		seen := map[uint64]bool{}
		for _, r := range s.places[l] {
			if own := s.own(r.first); !seen[own] {
				seen[own] = true
				votes[own]++
			}
		}
	}
	var kinds []uint64 // those with the most votes, in the order of preference
	most := 0
	for _, s := range studies {
		for _, r := range s.places[l] {
			own := s.own(r.first)
			if votes[own] > most {
				kinds, most = nil, votes[own]
			}
			if votes[own] == most && !slices.Contains(kinds, own) {
				kinds = append(kinds, own)
			}
		}
	}
	var best Pattern
	var left []*study
	top := 0.0
	for _, kind := range kinds[:min(len(kinds), maxKinds)] {
		g := groupOf(l, studies, kind)
		if p, score := g.tune(l); score > top+0.01 {
			best, left, top = p, g.left, score
		}
	}
	return best, left
}

// maxKinds bounds the elements that are tried for one zone.
const maxKinds = 8

// group is the pages whose zone stands in the same kind of element.
type group struct {
	pattern Pattern // what they have in common
	studies []*study
	sites   []site // of each page's zone
	left    []*study
}

func groupOf(l Label, studies []*study, kind uint64) group {
	var g group
	for _, s := range studies {
		i := slices.IndexFunc(s.places[l], func(at site) bool { return s.own(at.first) == kind })
		if i < 0 {
			g.left = append(g.left, s)
			continue
		}
		at := s.places[l][i]
		p := s.pattern(l, at)
		if g.studies == nil {
			g.pattern = p
		} else if u, ok := unify(g.pattern, p); ok {
			g.pattern = u
		}
		g.studies, g.sites = append(g.studies, s), append(g.sites, at)
	}
	return g
}

func (s *study) pattern(l Label, at site) Pattern {
	p := s.describe(at.region)
	p.After = s.before(l, at.first)
	if k := s.rowBefore(at.first); k >= 0 && s.inZone(k) {
		p.Before = "" // another zone, which differs from page to page
	}
	if p.Opens = s.opens(l, at); p.Opens != "" && (l == Authors || l == Affiliations) {
		p.Ordinal = -1 // an entry of a list opens like the others
	}
	for i, v := range s.values.of(l) {
		n := len(words(v))
		if i == 0 {
			p.Words = [2]int{n, n}
		}
		p.Words = [2]int{min(p.Words[0], n), max(p.Words[1], n)}
	}
	if at.first != at.last {
		for _, i := range s.run(at.region) {
			if at.holds(&s.items[i]) {
				p.Siblings = unionSteps(p.Siblings, []Step{s.step(i)})
			}
		}
		for _, i := range s.run(at.region) {
			if !slices.ContainsFunc(p.Siblings, func(t Step) bool { return t.hash() == s.own(i) }) {
				p.Between = unionSteps(p.Between, []Step{s.step(i)})
			}
		}
	}
	return p
}

// opens returns the few words that a zone's element begins with before its
// first part. A title's that stand in an element with marks are not among them:
// that element need not be on other pages.
func (s *study) opens(l Label, at site) string {
	if at.parts == nil {
		return ""
	}
	v := interval{s.items[at.first].from, at.parts[0].from}
	ws := wordsOf(s.words.inside(v))
	for i, w := range ws {
		ws[i] = maskDigits(w)
	}
	if len(ws) > maxLandmark || onlyMarks(ws) {
		return ""
	}
	if i := s.words.enclosing(v); l == Title && i > at.first && !s.unmarked(i) {
		return ""
	}
	return singular(ws)
}

// inZone reports whether an item is part of any zone.
func (s *study) inZone(i int32) bool {
	for _, sites := range s.places {
		if sites != nil {
			if v := s.interval(sites[0].region); v.from <= s.items[i].from && s.items[i].to <= v.to {
				return true
			}
		}
	}
	return false
}
