package label

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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
	places map[Label]place
}

// minAbstractF1 is how much of an abstract must be found together.
const minAbstractF1 = 0.75

func newStudy(p *page, v Values) *study {
	t := p.tokenize()
	s := &study{p, t, v, map[Label]place{}}
	s.places[Title] = t.locateTitle(v.Title)
	after := int32(0)
	if r := s.places[Title].regions; r != nil {
		after = p.items[r[0].last].to
	}
	s.places[Authors] = t.locateAuthors(v.Authors, after)
	if r := s.places[Authors].regions; r != nil {
		after = p.items[r[0].first].from
	}
	s.places[Affiliations] = t.locateAffiliations(v.Affiliations, after)
	if pl, f1 := t.locateAbstract(v.Abstract); f1 >= minAbstractF1 {
		s.places[Abstract] = pl
	}
	return s
}

// before returns the zone that stands last before a place.
func (s *study) before(l Label) Label {
	at := s.items[s.places[l].regions[0].first].from
	best, to := Unidentified, int32(-1)
	for _, k := range labels {
		if pl := s.places[k]; k != l && pl.regions != nil {
			if end := s.items[pl.regions[0].last].to; end <= at && end > to {
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
		for _, r := range s.places[l].regions {
			if own := s.items[r.first].own; !seen[own] {
				seen[own] = true
				votes[own]++
			}
		}
	}
	var kinds []uint64 // those with the most votes, in the order of preference
	most := 0
	for _, s := range studies {
		for _, r := range s.places[l].regions {
			own := s.items[r.first].own
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
const maxKinds = 4

// group is the pages whose zone stands in the same kind of element.
type group struct {
	pattern Pattern // what they have in common
	studies []*study
	firsts  []int32 // the first item of each page's zone
	left    []*study
}

func groupOf(l Label, studies []*study, kind uint64) group {
	var g group
	for _, s := range studies {
		i := slices.IndexFunc(s.places[l].regions, func(r region) bool { return s.items[r.first].own == kind })
		if i < 0 {
			g.left = append(g.left, s)
			continue
		}
		r := s.places[l].regions[i]
		p := s.pattern(l, r)
		if g.studies == nil {
			g.pattern = p
		} else if u, ok := unify(g.pattern, p); ok {
			g.pattern = u
		}
		g.studies, g.firsts = append(g.studies, s), append(g.firsts, r.first)
	}
	return g
}

func (s *study) pattern(l Label, r region) Pattern {
	p := s.describe(r)
	p.After = s.before(l)
	if k := s.rowBefore(r.first); k >= 0 && s.inZone(k) {
		p.Before = "" // another zone, which differs from page to page
	}
	if parts := s.places[l].parts; parts != nil {
		at := s.items[r.first].from
		ws := wordsOf(s.words.inside(interval{at, parts[0].from}))
		for i, w := range ws {
			ws[i] = maskDigits(w)
		}
		if len(ws) <= maxLandmark && !onlyMarks(ws) {
			p.Opens = singular(ws)
		}
	}
	n := 0
	for _, v := range s.values.of(l) {
		n += len(words(v))
	}
	p.Words = [2]int{n, n}
	if r.first != r.last {
		for i := r.first; i >= 0; i = s.next(i) {
			if s.holdsPart(l, i) {
				p.Siblings = unionSteps(p.Siblings, []Step{s.step(i)})
			}
			if i == r.last {
				break
			}
		}
	}
	return p
}

// inZone reports whether an item is part of any zone.
func (s *study) inZone(i int32) bool {
	for _, pl := range s.places {
		if pl.regions != nil {
			if v := s.interval(pl.regions[0]); v.from <= s.items[i].from && s.items[i].to <= v.to {
				return true
			}
		}
	}
	return false
}

func (s *study) holdsPart(l Label, i int32) bool {
	it := &s.items[i]
	return slices.ContainsFunc(s.places[l].parts, func(v interval) bool { return v.from < it.to && it.from < v.to })
}

// holdsKind reports whether an element of a kind holds a part of a zone.
func (s *study) holdsKind(l Label, zone []int32, own uint64) bool {
	for _, z := range zone {
		for i := z; i < s.items[z].end; i++ {
			if s.items[i].own == own && s.holdsPart(l, i) {
				return true
			}
		}
	}
	return false
}

// tune chooses how a zone is read: the way that gives the values of the pages
// best, which it returns with the mean agreement. Of equals, the first stays.
func (g *group) tune(l Label) (Pattern, float64) {
	ways := []Pattern{g.pattern}
	ways = vary(ways, g.extending(l), func(p *Pattern, v bool) { p.Extends = v })
	if l == Authors || l == Affiliations {
		drop, lead := g.around(l)
		ways = vary(ways, distinctOf(lead, ""), func(p *Pattern, v string) { p.Lead = v })
		ways = vary(ways, []bool{true, false}[:1+min(1, len(drop))], func(p *Pattern, v bool) {
			if v {
				p.Drop = drop
			}
		})
		ways = vary(ways, g.items(l), func(p *Pattern, v *Step) { p.Item = v })
	}
	if l == Authors {
		ways = vary(ways, []bool{false, true}, func(p *Pattern, v bool) { p.Inverted = v })
	}
	best, top := g.pattern, -1.0
	for i := range ways {
		m := newMatcher(&ways[i])
		score := 0.0
		for k, s := range g.studies {
			score += s.values.agreement(l, m.read(s.page, l, m.members(s.page, l, g.firsts[k])))
		}
		if score /= float64(len(g.studies)); score > top+0.01 {
			best, top = ways[i], score
		}
	}
	return best, top
}

// vary returns each pattern with each choice, the first choices first.
func vary[T any](ways []Pattern, choices []T, set func(*Pattern, T)) []Pattern {
	var out []Pattern
	for _, c := range choices {
		for _, w := range ways {
			set(&w, c)
			out = append(out, w)
		}
	}
	return out
}

func distinctOf(a, b string) []string {
	if a == b {
		return []string{a}
	}
	return []string{a, b}
}

// extending returns whether to try a zone as a run that may grow: first what
// holds if nothing speaks against it. From a single name nobody can tell.
func (g *group) extending(l Label) []bool {
	several := slices.ContainsFunc(g.studies, func(s *study) bool { return len(s.values.of(l)) > 1 })
	switch {
	case l == Title:
		return []bool{false}
	case l == Abstract || !several:
		return []bool{true, false}
	}
	return []bool{false, true}
}

// around returns the elements inside a zone that are not part of it on any
// page, and the word that its rows begin with on all.
func (g *group) around(l Label) (drop []Step, lead string) {
	m := newMatcher(&g.pattern)
	for i, s := range g.studies {
		word := s.lead(l)
		if i == 0 {
			lead = word
		}
		if lead != word {
			lead = ""
		}
		drop = unionSteps(drop, s.dropped(l, m.members(s.page, l, g.firsts[i])))
	}
	for i, s := range g.studies {
		zone := m.members(s.page, l, g.firsts[i])
		drop = slices.DeleteFunc(drop, func(d Step) bool { return s.holdsKind(l, zone, d.hash()) })
	}
	return drop, lead
}

// items returns the elements that may hold one name or affiliation each, and
// nil for none.
func (g *group) items(l Label) []*Step {
	var out []*Step
	for i, s := range g.studies {
		for _, step := range s.itemSteps(l, g.firsts[i]) {
			if !slices.ContainsFunc(out, func(t *Step) bool { return t.hash() == step.hash() }) {
				out = append(out, &step)
			}
		}
	}
	if l == Affiliations { // the outermost first: the parts inside differ more between pages than those of names
		slices.Reverse(out)
	}
	return append(out, nil)
}

// itemSteps returns the elements that hold one part of a zone each.
func (s *study) itemSteps(l Label, first int32) []Step {
	parts := s.places[l].parts
	if len(parts) < 2 {
		return nil
	}
	t := s.words
	votes := map[uint64]int{}
	steps := map[uint64]Step{}
	for _, v := range parts {
		for i := t.enclosing(v); i > first && !s.items[i].segment(); i = s.items[i].parent {
			own := s.items[i].own
			votes[own]++
			steps[own] = s.step(i)
		}
	}
	var out []Step
	for _, v := range parts { // in the order of the page, for a stable choice
		for i := t.enclosing(v); i > first; i = s.items[i].parent {
			own := s.items[i].own
			if votes[own]*10 >= 8*len(parts) {
				out = append(out, steps[own])
				delete(votes, own)
			}
		}
	}
	return out
}

// dropped returns the elements of a zone that hold no part of its value, of
// kinds that hold none on this page.
func (s *study) dropped(l Label, zone []int32) []Step {
	holding := map[uint64]bool{}
	var out []Step
	for pass := range 2 {
		for _, z := range zone {
			for i := z + 1; i < s.items[z].end; i++ {
				it := &s.items[i]
				switch {
				case it.empty() || it.segment():
				case s.holdsPart(l, i):
					holding[it.own] = true
				case pass == 1 && !holding[it.own]:
					out = unionSteps(out, []Step{s.step(i)})
					i = it.end - 1
				}
			}
		}
	}
	return out[:min(len(out), maxSteps)]
}

// lead returns the word that each part's row begins with, such as
// "affiliation", and "" if they don't agree.
func (s *study) lead(l Label) string {
	common := ""
	t := s.words
	rows := t.rowIntervals()
	for _, v := range s.places[l].parts {
		i, ok := slices.BinarySearchFunc(rows, v.from, func(r interval, at int32) int { return int(r.from - at) })
		if !ok {
			i--
		}
		if i < 0 {
			return ""
		}
		ws := t.inside(interval{rows[i].from, v.from})
		if len(ws) == 0 {
			return ""
		}
		word := strings.TrimSuffix(ws[0].word, "s")
		if len(word) < 3 || common != "" && word != common {
			return ""
		}
		common = word
	}
	return common
}
