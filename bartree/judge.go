package bartree

import (
	"cmp"
	"fmt"
	"slices"
)

// State says how a page stands to a template.
type State uint8

const (
	Same     State = iota // the same elements under the same parents
	Content               // other content in the same template
	Drift                 // the constants hold, but the page is less like the template than its own pages were
	Changed               // the template was changed
	Redesign              // hardly anything of the template is left
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
	// Score is how strongly the page as a whole speaks for a change: 1 and
	// above is one.
	Score float64
	// Likeness is |A∩B|/|A∪B| of the tag paths of pages and template.
	Likeness float64
	// Where are the first places of difference, the outermost first; empty
	// unless the state is Changed or Redesign.
	Where []Spot
}

// Alarm reports whether the template changed.
func (c Change) Alarm() bool { return c.State >= Changed }

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

// The rule that tells content from template. The numbers were fitted to pages of
// fifteen real sites, all of them seen; the shares are those of [Template].
const (
	lostShare   = 0.06 // of the constants gone is a change, beside twice what the template's own pages lack
	novelShare  = 0.27 // of the page unknown is a change
	novelAll    = 0.15 // the same, on all pages of a set
	priorWeight = 10   // constants a template is given beside its own, so that one of few tells little
	steadyScore = 0.8  // what a part that comes or goes with every record adds
	steadyPages = 5    // examples from which on that counts
	aloneShare  = 0.45 // lost and novel together, for a template of one page
	redesigned  = 0.35 // paths in common below which a change is a redesign
	driftBelow  = 0.75 // of the least likeness among a template's own pages
)

// score weighs evidence; 1 is a change.
func (t *Template) score(e evidence, novelMax float64) float64 {
	if t.Pages < 2 {
		return (e.lost + e.novel) / aloneShare
	}
	lost := e.lost * e.constants / (e.constants + priorWeight)
	s := lost/(lostShare+2*t.Lost) + e.novel/novelMax
	if e.steady > 0 && t.Pages >= steadyPages {
		s += steadyScore
	}
	return s
}

// Judge says whether pages, one or more that are thought to have the template,
// still have it. Several pages are one question: most of them decide, or what
// all of them have in common. With a region the way to it and what stands
// beside it count too. The error wraps [ErrNoPage] if there is no page or one
// is empty. Time is linear in the pages.
func (t *Template) Judge(pages ...[]byte) (Change, error) {
	prints, err := fingerprints(pages)
	if err != nil {
		return Change{}, err
	}
	evidences := make([]evidence, len(prints))
	order := make([]int, len(prints))
	for i, f := range prints {
		evidences[i], order[i] = t.weigh(f), i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(t.score(evidences[a], novelShare), t.score(evidences[b], novelShare))
	})
	middle := order[(len(order)-1)/2]
	all := t.weighAll(prints)
	c := Change{Score: t.score(evidences[middle], novelShare), Likeness: all.paths}
	shown := evidences[middle]
	if len(pages) > 1 && t.Pages > 1 {
		if s := t.score(all, novelAll); s > c.Score {
			c.Score, shown = s, all
		}
	}
	switch {
	case c.Score >= 1 && all.paths < redesigned:
		c.State = Redesign
	case c.Score >= 1:
		c.State = Changed
	case likeness(&prints[middle].Paths, &prints[middle].Grams, &t.Paths, &t.Grams) < driftBelow*t.Least && t.Pages > 1:
		c.State = Drift
	case len(shown.missing)+len(shown.added) > 0:
		c.State = Content
	}
	t.judgeRegion(&c, pages)
	if c.Alarm() && len(c.Where) == 0 {
		c.Where = t.outermost(shown, prints[middle], pages[middle])
	}
	return c, nil
}

// judgeRegion looks at the way to the region on each page. A difference counts
// if most pages have one.
func (t *Template) judgeRegion(c *Change, pages [][]byte) {
	if t.Region == nil {
		return
	}
	differ := 0
	var where []Spot
	for _, p := range pages {
		if spots := t.Region.compare(outlineOf(p)); len(spots) > 0 {
			differ++
			if where == nil {
				where = spots
			}
		}
	}
	if 2*differ > len(pages) {
		c.State = max(c.State, Changed)
		c.Where = where
	}
}

// outermost tells of the missing and unknown elements those whose parents are
// known on both sides.
func (t *Template) outermost(e evidence, f *Fingerprint, page []byte) []Spot {
	const most = 8
	has := map[uint64]*feature{}
	for i := range f.features {
		has[f.features[i].hash] = &f.features[i]
	}
	at := labels(page)
	var spots []Spot
	for _, h := range e.missing {
		if tr := t.trait(h); len(spots) < most && (tr.Parent == 0 || has[tr.Parent] != nil || len(e.added) == 0) {
			spots = append(spots, Spot{Kind: "removed", Path: tr.Label, Side: "page"})
		}
	}
	var added []*feature
	for _, h := range e.added {
		if ft := has[h]; ft != nil && (ft.parent < 0 || t.trait(f.features[ft.parent].hash) != nil) {
			added = append(added, ft)
		}
	}
	slices.SortFunc(added, func(a, b *feature) int { return cmp.Compare(a.pos, b.pos) })
	for _, ft := range added[:min(len(added), most)] {
		spots = append(spots, Spot{Kind: "inserted", Path: at[ft.pos], Side: "page"})
	}
	if len(spots) == 0 {
		spots = append(spots, Spot{Kind: "renamed", Path: "html", Side: "page"})
	}
	return spots
}
