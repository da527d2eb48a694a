package bartree

import (
	"fmt"

	"github.com/lokman-crawler/lokman/bartree/internal/regions"
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
	// Region is what the change does to the marked region, apart from whether there is one
	// elsewhere: "none", or without a region; "beside", there are differences beside the path
	// to it, and it is read at its place; "inside", at its place is text of another shape, and
	// what is read there must be checked; "path", the path to it is broken or leads to several
	// elements, and it must be found again.
	Region string `json:"region"`
	// Where are the first places of difference, the outermost first; empty
	// unless the state is StateChanged or StateRedesign.
	Where []Spot `json:"where,omitempty"`
}

// Alarm reports whether the template changed.
func (c Change) Alarm() bool { return c.State >= StateChanged }

// touches reports whether the change does more to the region than to what is beside it.
func (c *Change) touches() bool {
	return c.Region == regions.ImpactInside.String() || c.Region == regions.ImpactPath.String()
}

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
