package learning

import (
	"slices"

	"github.com/lokman-crawler/lokman/label/internal/labelling"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// learnPatterns learns the patterns of each zone.
func learnPatterns(m *labelling.Model, pages []*annotatedPage) {
	for _, l := range zones.All {
		for left := pages; len(left) > 0; {
			var p patterns.Pattern
			if p, left = learnPattern(l, left); p.Pages > 0 {
				m.Add(l, p)
			}
		}
	}
}

// learnPattern makes one pattern of the pages whose zones are in the same kind of
// element, the kind that most pages have, and returns the other pages.
func learnPattern(l zones.Label, pages []*annotatedPage) (patterns.Pattern, []*annotatedPage) {
	votes := map[uint64]int{}
	for _, s := range pages {
		seen := map[uint64]bool{}
		for _, r := range s.sites[l] {
			if kind := s.SignatureOf(r.First); !seen[kind] {
				seen[kind] = true
				votes[kind]++
			}
		}
	}
	var kinds []uint64 // those with the most votes, in the order of preference
	most := 0
	for _, s := range pages {
		for _, r := range s.sites[l] {
			kind := s.SignatureOf(r.First)
			if votes[kind] > most {
				kinds, most = nil, votes[kind]
			}
			if votes[kind] == most && !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	var best patterns.Pattern
	var left []*annotatedPage
	top := 0.0
	for _, kind := range kinds[:min(len(kinds), maxKinds)] {
		g := groupOf(l, pages, kind)
		if p, score := g.tune(l); score > top+minGain {
			best, left, top = p, g.left, score
		}
	}
	return best, left
}

// maxKinds bounds the elements that are tried for one zone.
const maxKinds = 8

// group is the pages whose zone is in the same kind of element.
type group struct {
	pattern patterns.Pattern // what they have in common
	pages   []*annotatedPage
	sites   []tokens.Site // of each page's zone
	left    []*annotatedPage
}

func groupOf(l zones.Label, pages []*annotatedPage, kind uint64) group {
	var g group
	for _, s := range pages {
		i := slices.IndexFunc(s.sites[l], func(at tokens.Site) bool { return s.SignatureOf(at.First) == kind })
		if i < 0 {
			g.left = append(g.left, s)
			continue
		}
		at := s.sites[l][i]
		p := s.pattern(l, at)
		if g.pages == nil {
			g.pattern = p
		} else {
			g.pattern = patterns.Unify(g.pattern, p)
		}
		g.pages, g.sites = append(g.pages, s), append(g.sites, at)
	}
	return g
}

// tune chooses how a zone is read: the way whose result is most like the values
// of the pages. It returns that with its mean agreement; of equals, the first.
func (g *group) tune(l zones.Label) (patterns.Pattern, float64) {
	ways := []patterns.Pattern{g.pattern}
	ways = vary(ways, g.extending(l), func(p *patterns.Pattern, v bool) { p.Extends = v })
	if l != zones.Abstract {
		dropped := [][]layout.Step{nil}
		if drop := g.drops(l); len(drop) > 0 {
			dropped = [][]layout.Step{drop, nil}
		}
		ways = vary(ways, dropped, func(p *patterns.Pattern, v []layout.Step) { p.Drop = v })
	}
	if l == zones.Authors || l == zones.Affiliations {
		ways = vary(ways, []bool{true, false}, func(p *patterns.Pattern, v bool) { p.Records = v })
		ways = vary(ways, g.items(), func(p *patterns.Pattern, v *layout.Step) { p.Item = v })
	}
	best, top := g.pattern, -1.0
	for i := range ways {
		m := patterns.NewMatcher(&ways[i])
		score := 0.0
		for k, s := range g.pages {
			score += agreement(&s.values, l, m.Read(s.Page, l, m.Members(s.Page, l, g.sites[k].First)))
		}
		if score /= float64(len(g.pages)); score > top+minGain {
			best, top = ways[i], score
		}
	}
	return best, top
}

// vary returns each pattern with each choice, the first choices first.
func vary[T any](ways []patterns.Pattern, choices []T, set func(*patterns.Pattern, T)) []patterns.Pattern {
	var out []patterns.Pattern
	for _, c := range choices {
		for _, w := range ways {
			set(&w, c)
			out = append(out, w)
		}
	}
	return out
}

// extending returns whether to try a zone as a run that may grow, the default
// first. A single name does not show it.
func (g *group) extending(l zones.Label) []bool {
	several := slices.ContainsFunc(g.pages, func(s *annotatedPage) bool { return len(s.values.Of(l)) > 1 })
	switch {
	case l == zones.Title:
		return []bool{false}
	case l == zones.Abstract || !several:
		return []bool{true, false}
	}
	return []bool{false, true}
}

// drops returns the elements inside a zone that are not part of it on any page.
func (g *group) drops(l zones.Label) []layout.Step {
	var drop []layout.Step
	m := patterns.NewMatcher(&g.pattern)
	for i, s := range g.pages {
		drop = patterns.UnionSteps(drop, s.dropped(&g.sites[i], m.Members(s.Page, l, g.sites[i].First)))
	}
	for i, s := range g.pages {
		zone := m.Members(s.Page, l, g.sites[i].First)
		drop = slices.DeleteFunc(drop, func(d layout.Step) bool { return s.holdsKind(&g.sites[i], zone, d.Signature()) })
	}
	return drop
}

// dropped returns the elements of a zone that hold no part of its value, of
// kinds that hold none on this page.
func (s *annotatedPage) dropped(at *tokens.Site, zone []int32) []layout.Step {
	if at.Parts == nil {
		return nil
	}
	holding := map[uint64]bool{}
	var out []layout.Step
	for pass := range 2 {
		for _, z := range zone {
			for i := z + 1; i < s.Items[z].End; i++ {
				it := &s.Items[i]
				switch {
				case it.Empty() || it.Segment():
				case at.Holds(it):
					holding[s.SignatureOf(i)] = true
				case pass == 1 && !holding[s.SignatureOf(i)]:
					out = patterns.UnionSteps(out, []layout.Step{s.StepOf(i)})
					i = it.End - 1
				}
			}
		}
	}
	return out[:min(len(out), layout.MaxSteps)]
}

// holdsKind reports whether an element of a kind holds a part of a zone.
func (s *annotatedPage) holdsKind(at *tokens.Site, zone []int32, kind uint64) bool {
	for _, z := range zone {
		for i := z; i < s.Items[z].End; i++ {
			if s.SignatureOf(i) == kind && at.Holds(&s.Items[i]) {
				return true
			}
		}
	}
	return false
}

// items returns the elements that may hold one name or affiliation each, and
// nil for none.
func (g *group) items() []*layout.Step {
	var out []*layout.Step
	for i, s := range g.pages {
		for _, step := range s.itemSteps(&g.sites[i]) {
			if !slices.ContainsFunc(out, func(t *layout.Step) bool { return t.Signature() == step.Signature() }) {
				out = append(out, &step)
			}
		}
	}
	return append(out, nil)
}

// minItemShare is the share of a zone's parts, in tenths, that an element must
// hold, one each, to be tried as the element of single parts.
const minItemShare = 8

// itemSteps returns the elements that hold one part of a zone each.
func (s *annotatedPage) itemSteps(at *tokens.Site) []layout.Step {
	parts, first := at.Parts, at.First
	if len(parts) < 2 {
		return nil
	}
	votes := map[uint64]int{}
	steps := map[uint64]layout.Step{}
	for _, v := range parts {
		for i := s.Enclosing(v); i > first && !s.Items[i].Segment(); i = s.Items[i].Parent {
			kind := s.SignatureOf(i)
			votes[kind]++
			steps[kind] = s.StepOf(i)
		}
	}
	var out []layout.Step
	for _, v := range parts { // in the order of the page, for a stable choice
		for i := s.Enclosing(v); i > first; i = s.Items[i].Parent {
			kind := s.SignatureOf(i)
			if 10*votes[kind] >= minItemShare*len(parts) {
				out = append(out, steps[kind])
				delete(votes, kind)
			}
		}
	}
	return out
}
