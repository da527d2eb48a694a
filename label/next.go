package label

import (
	"fmt"

	"golang.org/x/net/html"
)

// Guess reports whether the zone is no more than a guess: its confidence is below
// [GuessBelow].
func (z *Zone) Guess() bool { return z.Confidence < GuessBelow }

// GuessBelow is the confidence, from 0 to 1, below which a zone is a guess: on
// journals that the constants were not chosen on, less than half of such zones were
// right.
const GuessBelow = 0.5

// Next returns the place, among pages of the model's journal, of the one that the
// model would learn most from if a person labelled it: the one of whose zones it is
// least sure, and of equals the first. A model that knows no page yet asks for the
// page whose lines are most like those of the others. The cost is that of labelling
// the pages.
func (m *Model) Next(pages []*html.Node) (int, error) {
	if len(pages) == 0 {
		return 0, fmt.Errorf("label: next page: %w", ErrNoPage)
	}
	if len(m.Zones) == 0 {
		return mostLike(pages)
	}
	best, least := 0, 0.0
	for i, root := range pages {
		a, err := m.Label(root)
		if err != nil {
			return 0, fmt.Errorf("page %d: %w", i, err)
		}
		sure := 0.0
		for _, l := range labels {
			if z, ok := a.Zone(l); ok && len(m.Zones[l]) > 0 {
				sure += z.Confidence
			}
		}
		if i == 0 || sure < least {
			best, least = i, sure
		}
	}
	return best, nil
}

// mostLike returns the place of the page whose lines stand in the same elements as
// those of the others.
func mostLike(pages []*html.Node) (int, error) {
	kinds := make([]map[uint64]bool, len(pages))
	for i, root := range pages {
		p, err := newPage(root)
		if err != nil {
			return 0, fmt.Errorf("page %d: %w", i, err)
		}
		kinds[i] = map[uint64]bool{}
		for _, l := range p.layLines() {
			kinds[i][p.path(l.leaf)] = true
		}
	}
	best, top := 0, -1.0
	for i, a := range kinds {
		like := 0.0
		for _, b := range kinds {
			n := 0
			for k := range a {
				if b[k] {
					n++
				}
			}
			like += float64(2*n) / float64(max(1, len(a)+len(b)))
		}
		if like > top {
			best, top = i, like
		}
	}
	return best, nil
}
