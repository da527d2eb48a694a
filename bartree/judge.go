package bartree

import (
	"cmp"
	"fmt"
	"slices"
)

// State says how a page stands to a template.
type State uint8

const (
	StateSame     State = iota // the same elements under the same parents
	StateContent               // other content in the same template
	StateDrift                 // the constants hold, but the page is less like the template than its own pages were
	StateChanged               // the template was changed
	StateRedesign              // hardly anything of the template is left
)

func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return fmt.Sprintf("State(%d)", uint8(s))
}

var stateNames = [...]string{"same", "content", "drift", "changed", "redesign"}

// A Change is what a template says of new pages.
type Change struct {
	State State
	// Score is how strongly the pages as a whole speak for a change: 1 and
	// above is one.
	Score float64
	// Likeness is |A∩B|/|A∪B| of the tag paths of the template and of the page
	// that decided.
	Likeness float64
	// Where are the first places of difference, the outermost first; empty
	// unless the state is StateChanged or StateRedesign.
	Where []Spot
}

// Alarm reports whether the template changed.
func (c Change) Alarm() bool { return c.State >= StateChanged }

// A Spot is one difference.
type Spot struct {
	Kind  string // "inserted", "removed", "renamed", "wrapped", "unwrapped" or "reordered"
	Path  string // the element, as "html > body > div.main"
	Depth int    // on the way to the region; 0 where there is no region
	Side  string // of the region: "upper", "lower", "path"; "page" for a difference off the way
}

func (s Spot) String() string {
	at := s.Kind + " " + s.Path
	if s.Depth > 0 {
		at += fmt.Sprintf(" (depth %d, %s)", s.Depth, s.Side)
	}
	return at
}

const (
	// beyondNoise is by how many nats a page must surprise more than any page
	// of the template surprised the others: ln 20, a chance of one in twenty.
	beyondNoise   = 3.0
	redesignShare = 0.5  // of the least likeness of a template's own pages
	driftShare    = 0.75 // of the same
)

// Judge says whether pages, one or more that are thought to have the template,
// still have it. Several pages are one question: the middle one of them
// decides, or what all of them have in common. With a region the way to it and
// what stands beside it count too. The error wraps [ErrNoPage] if there is no
// page or one is empty. Time is linear in the pages.
func (t *Template) Judge(pages ...[]byte) (Change, error) {
	prints, err := fingerprints(pages)
	if err != nil {
		return Change{}, err
	}
	each := make([]anomaly, len(prints))
	order := make([]int, len(prints))
	for i, f := range prints {
		each[i], order[i] = t.anomaly(f), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(each[a].score, each[b].score) })
	middle := order[(len(order)-1)/2]
	shown := each[middle]
	c := Change{Likeness: shown.likeness, Score: redesignShare * t.least / max(shown.likeness, redesignShare*t.least/maxScore)}
	if t.pages > 1 {
		c.Score = max(c.Score, shown.score/(t.noise+beyondNoise))
	}
	if len(pages) > 1 {
		all := t.anomaly(prints...)
		if s := all.score / (t.noiseWith(prints) + beyondNoise); s > c.Score {
			c.Score, shown = s, all
		}
	}
	switch {
	case c.Likeness < redesignShare*t.least:
		c.State = StateRedesign
	case c.Score >= 1:
		c.State = StateChanged
	case c.Likeness < driftShare*t.least:
		c.State = StateDrift
	case len(shown.missing)+len(shown.added) > 0:
		c.State = StateContent
	}
	t.judgeRegion(&c, pages)
	if c.Alarm() && len(c.Where) == 0 {
		c.Where = t.outermost(shown, prints[middle], pages[middle])
	}
	return c, nil
}

// noiseWith returns the noise that hides what all pages of a set share: that of
// the template or that of the set, whichever is calmer.
func (t *Template) noiseWith(prints []*Fingerprint) float64 {
	set := learn(prints)
	if t.pages > 1 {
		return min(t.noise, set.noise)
	}
	return set.noise
}

// maxScore is the score of a page that has no tag path of the template.
const maxScore = 100

// judgeRegion looks at the way to the region on each page. A difference counts
// if most pages have one.
func (t *Template) judgeRegion(c *Change, pages [][]byte) {
	if t.region == nil {
		return
	}
	differ := 0
	var where []Spot
	for _, p := range pages {
		if spots := t.region.compare(outlineOf(p)); len(spots) > 0 {
			differ++
			if where == nil {
				where = spots
			}
		}
	}
	if 2*differ > len(pages) {
		c.State = max(c.State, StateChanged)
		c.Where = where
	}
}

// outermost names the outermost elements that are missing and added.
func (t *Template) outermost(s anomaly, f *Fingerprint, page []byte) []Spot {
	const most = 8
	var spots []Spot
	missing := slices.SortedFunc(slices.Values(s.missing), func(a, b uint64) int {
		return cmp.Or(cmp.Compare(t.traits[a].At, t.traits[b].At), cmp.Compare(a, b))
	})
	for _, h := range missing[:min(len(missing), most)] {
		spots = append(spots, Spot{Kind: "removed", Path: t.traits[h].Label, Side: "page"})
	}
	isAdded := map[uint64]bool{}
	for _, h := range s.added {
		isAdded[h] = true
	}
	var added []*feature
	for i := range f.features {
		if ft := &f.features[i]; isAdded[ft.hash] {
			added = append(added, ft)
		}
	}
	slices.SortFunc(added, func(a, b *feature) int { return cmp.Compare(a.pos, b.pos) })
	at := labels(page)
	for _, ft := range added[:min(len(added), most)] {
		spots = append(spots, Spot{Kind: "inserted", Path: at[ft.pos], Side: "page"})
	}
	if len(spots) == 0 {
		spots = append(spots, Spot{Kind: "renamed", Path: "html", Side: "page"})
	}
	return spots
}
