package unlabelled

import (
	"fmt"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/labelling"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Next returns the place of the page that a model would learn most from, as label.Model.Next says.
func Next(m *labelling.Model, pages []*html.Node) (int, error) {
	if len(pages) == 0 {
		return 0, fmt.Errorf("label: next page: %w", layout.ErrNoPage)
	}
	laid := make([]*stretches.CutPage, len(pages))
	for i, root := range pages {
		p, err := stretches.New(root)
		if err != nil {
			return 0, fmt.Errorf("page %d: %w", i, err)
		}
		p.LayLines()
		laid[i] = p
	}
	guessed := newGuesser(laid).values()
	typical := typicality(laid)
	best, most := 0, -1.0
	for i, root := range pages {
		a, err := m.LabelAs(root, true)
		if err != nil {
			return 0, fmt.Errorf("page %d: %w", i, err)
		}
		doubt := 0.0
		for _, l := range zones.All {
			n := len(guessed[i].Of(l))
			switch {
			case len(m.Zones[l]) > 0:
				doubt += 1 - a.Confidence(l)
			case n > 0:
				doubt += 1 + severalGain*float64(min(n, enoughEntries)-1)
			}
		}
		if gain := (doubt + 0.1) * typical[i]; gain > most {
			best, most = i, gain
		}
	}
	return best, nil
}

// A list of several entries teaches more than one of a single entry: so much for each
// entry, up to a number of them.
const (
	severalGain   = 0.1
	enoughEntries = 4
)

// typicality says of each page how far its lines stand in the same elements as those
// of the others, from 0 to 1.
func typicality(pages []*stretches.CutPage) []float64 {
	kinds := make([]map[uint64]bool, len(pages))
	for i, p := range pages {
		kinds[i] = map[uint64]bool{}
		for _, l := range p.Lines {
			kinds[i][p.PathOf(l.Leaf)] = true
		}
	}
	out := make([]float64, len(pages))
	for i, a := range kinds {
		for _, b := range kinds {
			n := 0
			for k := range a {
				if b[k] {
					n++
				}
			}
			out[i] += float64(2*n) / float64(max(1, len(a)+len(b))*len(pages))
		}
	}
	return out
}
