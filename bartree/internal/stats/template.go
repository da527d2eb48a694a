// Package stats is what pages of one template have in common, how much they differ, and how
// improbable another page is by that.
package stats

import (
	"cmp"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// A Template is what the pages of one template have in common, and how much each of
// them differs from the others.
type Template struct {
	pageStats
	own   []ownPage // its pages, each against the others, by score; none for one page
	least float64   // least likeness of one of its pages to the others, 0 to 1
	usual float64   // greatest score that two of its pages have by the others; 0 if that is no alarm
	odd   []oddPage // pages of another kind among those that it was learned from
}

// assumedLikeness is the least likeness among the pages of a template that was learned from
// one page.
const assumedLikeness = 0.5

// Shares of the least likeness that a page of the template has to the others:
// below the first a page is a redesign, below the second too if the template is
// known from few pages, below the third it has drifted.
const (
	redesignShare    = 0.5
	fewRedesignShare = 0.25
	driftShare       = 0.75
)

// redesignLikeness is the likeness below which a page is a redesign.
func (t *Template) redesignLikeness() float64 {
	if t.few() {
		return fewRedesignShare * t.least
	}
	return redesignShare * t.least
}

// noise is by how much, in nats, one of these pages differs from the others
// at the places of another score, and a share of what it differs elsewhere: the more
// pages there are, the less that says about places where none does.
func (k *pageStats) noise(own []ownPage, at []placed) float64 {
	elsewhere := min(1, FewestKnown/float64(k.Pages))
	most := 0.0
	for _, p := range own {
		here := 0.0
		for i, j := 0, 0; i < len(at) && j < len(p.At); {
			switch c := cmp.Compare(at[i].Parent, p.At[j].Parent); {
			case c < 0:
				i++
			case c > 0:
				j++
			default:
				here += p.At[j].Score
				i, j = i+1, j+1
			}
		}
		most = max(most, here+elsewhere*(p.Score-here))
	}
	return most
}

// mostNoise is the greatest anomaly score of one of the template's pages, in nats.
func (t *Template) mostNoise() float64 {
	if len(t.own) == 0 {
		return 0
	}
	return t.own[len(t.own)-1].Score
}

// An ownPage is how odd one of a template's pages is by the others.
type ownPage struct {
	Score float64  `json:"score"`        // anomaly score, in nats
	At    []placed `json:"at,omitempty"` // where it comes from, by parent
}

// An oddPage is a page of another kind among those that a template was learned
// from, such as an error page or a list among articles: of one such page nothing
// would be constant, and every change would look small beside it.
type oddPage struct {
	Index  int              `json:"index"`            // among the pages given to Learn; -1 for one met later
	Paths  []uint64         `json:"paths"`            // its tag paths, sorted
	Shared []uint64         `json:"shared,omitempty"` // the template's constants of the frame that it has too, sorted; none for one met later
	Words  markup.TagSketch `json:"words,omitzero"`   // of its text
}
