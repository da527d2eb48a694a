package voters

import (
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// A Selector picks lines of a page. The zero value picks all.
type Selector struct {
	// Steps are the innermost elements of the lines, the innermost last; with Bare
	// by their names alone, with Rooted all of them from the root.
	Steps  []layout.Step `json:"steps,omitempty"`
	Bare   bool          `json:"bare,omitempty"`
	Rooted bool          `json:"rooted,omitempty"`
	Within bool          `json:"within,omitempty"` // any element around the line may be the innermost of Steps; not with After, Opens or From
	Core   bool          `json:"core,omitempty"`   // inline elements count if all of the line is in them

	// After starts behind each line that has just these words, Opens at each that
	// begins with these, From behind the zone of a label.
	After string      `json:"after,omitempty"`
	Opens string      `json:"opens,omitempty"`
	From  zones.Label `json:"from,omitempty"`

	// What starts there ends before a line with these words, before the zone of a
	// label, or before a line of the kind of the one with the words of After.
	Until string      `json:"until,omitempty"`
	To    zones.Label `json:"to,omitempty"`
	Like  bool        `json:"like,omitempty"`

	// Run takes only the first run of lines; lines between them that are not picked
	// end a run if they are more than Gap.
	Run bool `json:"run,omitempty"`
	Gap int  `json:"gap,omitempty"`
}

// Bounds are the first and the last line of each zone that is known.
type Bounds map[zones.Label][2]int

// String writes a selector for people.
func (s *Selector) String() string {
	var b strings.Builder
	for i, t := range s.Steps {
		if i > 0 {
			b.WriteByte('>')
		}
		b.WriteString(t.String())
	}
	if s.After != "" {
		b.WriteString(" after " + s.After)
	}
	if s.Opens != "" {
		b.WriteString(" opens " + s.Opens)
	}
	if s.From != "" {
		b.WriteString(" behind " + string(s.From))
	}
	return b.String()
}

// picksAs reports whether two selectors pick the same lines on any page.
func (s Selector) picksAs(o Selector) bool {
	return s.Key() == o.Key() && s.Rooted == o.Rooted && s.Like == o.Like && s.Run == o.Run && s.Gap == o.Gap
}

// Key is the same for selectors that differ in no more than how far they go on.
func (s *Selector) Key() string {
	return strconv.FormatBool(s.Core) + strconv.FormatBool(s.Within) + strconv.FormatBool(s.Bare) + s.String() + "|" + s.Until + "|" + string(s.To)
}
