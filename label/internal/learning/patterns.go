package learning

import (
	"slices"

	"github.com/lokman-crawler/lokman/label/internal/labelling"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
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
