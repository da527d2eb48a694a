package labelling

import (
	"slices"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Article is what was found on a page, as label.Article has it.
type Article struct {
	Zones   []Zone // one for a label at most, in the order of zones.All
	Authors []Author
	Fit     float64
	Changed bool
	Misfits []Misfit
}

// Zone is a part of a page with one label, as label.Zone has it.
type Zone struct {
	Label       zones.Label
	Text        string
	Items       []string
	Source      zones.Source
	First, Last int // blocks of visible text; -1 for a zone of the page's metadata
	Nodes       []*html.Node
	Confidence  float64
}

// Author is one name with the places of its affiliations.
type Author struct {
	Name         string
	Affiliations []int
}

// Misfit is a zone in which a page doesn't follow its template.
type Misfit struct {
	Label  zones.Label
	Reason string
}

// Confidence returns that of the zone with a label, 0 if there is none.
func (a *Article) Confidence(l zones.Label) float64 {
	if i := slices.IndexFunc(a.Zones, func(z Zone) bool { return z.Label == l }); i >= 0 {
		return a.Zones[i].Confidence
	}
	return 0
}
