package bartree

import (
	"cmp"
	"fmt"
	"slices"
)

// State says how a page relates to a template.
type State uint8

const (
	StateUnknown  State = iota // nothing was judged; or the pages differ, but the template was learned from too few to say whether that is content
	StateSame                  // the same elements under the same parents
	StateContent               // other content in the same template
	StateDrift                 // the constants hold, but the page is less like the template than its own pages were
	StateOther                 // a page of another kind: like one that the template was shown, or a fragment of its pages
	StateChanged               // the template was changed
	StateRedesign              // hardly anything of the template is left
)

// String returns the state in a word or two.
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return fmt.Sprintf("State(%d)", uint8(s))
}

var stateNames = [...]string{"unknown", "same", "content", "drift", "other", "changed", "redesign"}

// A Change is what a template says about new pages.
type Change struct {
	State State `json:"state"` // the verdict
	// Score is the evidence of a change in the pages as a whole: 1 or more means
	// that there is one.
	Score float64 `json:"score"`
	// Chance bounds the rate of false alarms if pages like these were alarms. Of one
	// page it is the share of pages of the template itself that look at least as odd,
	// at least 1/(n+1) for a template of n pages, 32 at most. Of m pages it is the
	// probability that m of n+m pages in random order stand apart from the others as
	// much as these do, at least 1 in n+m over m. Of few pages nothing less can be
	// known. Of one page the elements alone count: it may be 1 for a page that is a
	// change by its stylesheets and scripts.
	Chance float64 `json:"chance,omitempty"`
	// Likeness is |A∩B|/|A∪B| of the tag paths of the template and of the page
	// that decided.
	Likeness float64 `json:"likeness,omitempty"`
	// Region is what the change does to the marked region, apart from whether there
	// is one elsewhere.
	Region Touch `json:"region"`
	// Where are the first places of difference, the outermost first; empty
	// unless the state is StateChanged or StateRedesign.
	Where []Spot `json:"where,omitempty"`
}

// Alarm reports whether the template changed.
func (c Change) Alarm() bool { return c.State >= StateChanged }

// A Spot is one difference.
type Spot struct {
	Kind  string `json:"kind"`            // "inserted", "removed", "renamed", "wrapped", "unwrapped" or "reordered"
	Path  string `json:"path"`            // the element, as "html > body > div.main"
	Depth int    `json:"depth,omitempty"` // on the path to the region; 0 without a region
	Side  string `json:"side"`            // of the region: "upper", "lower", "path"; "page" for a difference elsewhere
}

// String returns the difference on one line, for logs and reports.
func (s Spot) String() string {
	at := s.Kind + " " + s.Path
	if s.Depth > 0 {
		at += fmt.Sprintf(" (depth %d, %s)", s.Depth, s.Side)
	}
	return at
}

const (
	// noiseMargin is how much more, in nats, the evidence of a page must be than by
	// how much pages of the template differ from the others: ln 20, a probability
	// of one in twenty.
	noiseMargin = 3.0

	// Shares of the least likeness that a page of the template has to the others:
	// below the first a page is a redesign, below the second too if the template is
	// known from few pages, below the third it has drifted.
	redesignShare    = 0.5
	fewRedesignShare = 0.25
	driftShare       = 0.75

	// maxScore is the score of a page that has no tag path of the template.
	maxScore = 100

	// maxSpots is how many missing elements, and how many added ones, are named.
	maxSpots = 8

	// fewestKnown is in how many trials, pages or records, an element must have been
	// always or never there for its absence or presence to tell a change from content;
	// see docs/templates.md.
	fewestKnown = 4

	// apartChance is the chance from which on what several pages share is a change.
	apartChance = 0.02
)

// Judge says whether pages, one or more that are thought to have the template, still
// have it. An error page or a log-in form in the place of one is a redesign: leave out
// answers whose status is not 2xx. Several pages get one answer: the median one of them
// decides, or what all of them have in common. If a region is marked, the path to it
// and its siblings count too. The error wraps [ErrNoPage] if there is no page or one is
// empty; a template that was not learned is an error too. The state beside an error is
// StateUnknown. Time is linear in the pages.
func (t *Template) Judge(pages ...[]byte) (Change, error) {
	if err := t.learned(); err != nil {
		return Change{}, err
	}
	prints, err := fingerprints(pages)
	if err != nil {
		return Change{}, err
	}
	return t.judge(prints, pages, true), nil
}

// judge judges pages; whether another element beside the path to the region is a
// change by itself, as Judge says, or left to the scores.
func (t *Template) judge(prints []*Fingerprint, pages [][]byte, beside bool) Change {
	each := make([]anomaly, len(prints))
	order := make([]int, len(prints))
	for i, f := range prints {
		each[i], order[i] = t.anomaly(f), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(each[a].score, each[b].score) })
	median := order[(len(order)-1)/2]
	shown := each[median]
	redesign := t.redesignLikeness()
	c := Change{Likeness: shown.likeness, Score: redesign / max(shown.likeness, redesign/maxScore), Chance: t.chance(shown.score)}
	if t.pages > 1 {
		score := t.evidence(t.oddness(shown), t.signs(shown, prints[median]), 1, t.noise(t.own, shown.at))
		c.Score = max(c.Score, score/max(1, t.usual))
	}
	if len(pages) > 1 {
		all := t.anomaly(prints...)
		if s := t.evidence(t.oddness(all), t.signs(all, prints...), len(prints), t.noiseWith(prints)); s > c.Score {
			c.Score, shown = s, all
		}
		var apart anomaly
		c.Chance, apart = t.apart(prints)
		if s := min(maxScore, apartChance/c.Chance); s >= 1 && s > c.Score {
			c.Score, shown = s, apart
		}
	}
	switch {
	case (c.Likeness < redesign || c.Score >= 1) && t.isOther(shown, prints, prints[median], c.Likeness):
		c.State = StateOther
	case c.Likeness < redesign:
		c.State = StateRedesign
	case c.Score >= 1:
		c.State = StateChanged
	case t.few() && (c.Likeness < driftShare*t.least || len(shown.missing)+len(shown.added) > 0):
		c.State = StateUnknown
	case c.Likeness < driftShare*t.least:
		c.State = StateDrift
	case len(shown.missing)+len(shown.added) > 0:
		c.State = StateContent
	default:
		c.State = StateSame
	}
	t.judgeRegion(&c, pages, beside)
	if c.Alarm() && len(c.Where) == 0 {
		c.Where = t.outermost(shown, prints[median], pages[median])
	}
	return c
}

// few reports whether a template is known from so few pages that only a redesign,
// what records show, or what many pages share can be told from content.
func (k *known) few() bool { return k.pages < fewestKnown }

// redesignLikeness is the likeness below which a page is a redesign.
func (t *Template) redesignLikeness() float64 {
	if t.few() {
		return fewRedesignShare * t.least
	}
	return redesignShare * t.least
}

// chance returns the share of the template's own pages, one more added, that
// score as high.
func (t *Template) chance(score float64) float64 {
	below, _ := slices.BinarySearchFunc(t.own, score, func(p ownPage, s float64) int { return cmp.Compare(p.Score, s) })
	return float64(len(t.own)-below+1) / float64(len(t.own)+1)
}

// noiseWith returns the noise that hides what all pages of a set share: that of
// the template or that of the set, whichever is less.
func (t *Template) noiseWith(prints []*Fingerprint) float64 {
	set := learn(prints).mostNoise()
	if t.pages > 1 {
		return min(t.mostNoise(), set)
	}
	return set
}

// judgeRegion compares the path to the region on each page. A difference counts
// if more than half of the pages have one; one that is not sure is unknown, unless
// differences beside the path count too.
func (t *Template) judgeRegion(c *Change, pages [][]byte, beside bool) {
	if t.region == nil {
		return
	}
	differ, unsure := 0, 0
	var where []Spot
	var touches []Touch
	for _, p := range pages {
		touch, spots, sure := t.region.touched(outlineOf(p))
		touches = append(touches, touch)
		if !sure {
			unsure++
		}
		if len(spots) > 0 && (beside || touch == TouchPath && sure) {
			differ++
			if where == nil {
				where = spots
			}
		}
	}
	slices.Sort(touches)
	c.Region = touches[(len(touches)-1)/2]
	if 2*differ > len(pages) && c.State != StateOther {
		c.State = max(c.State, StateChanged)
		c.Where = where
	}
	if 2*unsure > len(pages) && c.State < StateOther {
		c.State = StateUnknown
	}
}

// outermost names the outermost elements that are missing and added.
func (t *Template) outermost(s anomaly, f *Fingerprint, page []byte) []Spot {
	var spots []Spot
	missing := slices.SortedFunc(slices.Values(s.missing), func(a, b uint64) int {
		return cmp.Or(cmp.Compare(t.traits[a].At, t.traits[b].At), cmp.Compare(a, b))
	})
	for _, h := range missing[:min(len(missing), maxSpots)] {
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
	added = added[:min(len(added), maxSpots)]
	at := labels(page, added)
	for _, ft := range added {
		spots = append(spots, Spot{Kind: "inserted", Path: at[ft.pos], Side: "page"})
	}
	if len(spots) == 0 {
		spots = append(spots, Spot{Kind: "renamed", Path: "html", Side: "page"})
	}
	return spots
}
