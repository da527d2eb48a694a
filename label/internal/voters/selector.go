package voters

import (
	"slices"
	"sort"
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

	// What starts there ends before the zone of a label, or before a line of the kind of the
	// one with the words of After.
	To   zones.Label `json:"to,omitempty"`
	Like bool        `json:"like,omitempty"`

	// Run takes only the first run of lines; lines between them that are not picked
	// end a run if they are more than Gap.
	Run bool `json:"run,omitempty"`
	Gap int  `json:"gap,omitempty"`
}

// Bounds are the first and the last line of each zone that is known.
type Bounds map[zones.Label][2]int

// selector is a Selector prepared for picking.
type selector struct {
	*Selector
	marked []uint64 // of the steps, the innermost first
	tags   []uint32 // the same
	opens  int      // the words of Opens
}

func newSelector(s *Selector) selector {
	out := selector{Selector: s, opens: strings.Count(s.Opens, " ") + 1}
	for i := len(s.Steps) - 1; i >= 0; i-- {
		out.marked = append(out.marked, s.Steps[i].Signature())
		out.tags = append(out.tags, s.Steps[i].TagHash())
	}
	return out
}

// pick returns the indexes of the lines that a selector picks, ascending.
func (s *selector) pick(p *layout.Page, known Bounds, m *Picks) []int {
	ls := p.LayLines()
	out := m.lines[:0]
	add := func(from, to int) {
		for k := from; k < to && len(out) <= zones.MaxLines; k++ {
			if s.mayPick(&ls[k]) && s.matches(p, &ls[k]) {
				out = append(out, k)
			}
		}
	}
	switch {
	case s.After != "" || s.Opens != "":
		for k := 0; k < len(ls) && len(out) <= zones.MaxLines; k++ {
			if s.After != "" && p.IsLabel(k, s.After) {
				add(k+1, s.end(p, k, known))
			} else if s.After == "" && s.matches(p, &ls[k]) && s.opensAt(p, k) {
				add(k, s.end(p, k, known))
			}
		}
		slices.Sort(out)
		out = slices.Compact(out)
	case s.From != zones.None:
		b, ok := known[s.From]
		if !ok || b[1] >= len(ls) {
			return nil
		}
		add(b[1]+1, s.end(p, b[1], known))
	case s.Within:
		out = s.within(out, p)
	default:
		add(0, len(ls))
	}
	m.lines = out
	if len(out) == 0 || len(out) > zones.MaxLines {
		return nil
	}
	return slices.Clone(s.FirstRun(out))
}

// Labelled reports whether a page has the label that a selector starts at.
func (s *selector) Labelled(p *layout.Page) bool {
	for k := range p.LayLines() {
		if s.After != "" && p.IsLabel(k, s.After) || s.Opens != "" && s.opensAt(p, k) {
			return true
		}
	}
	return false
}

// opensAt reports whether a line begins with the words of Opens.
func (s *selector) opensAt(p *layout.Page, k int) bool {
	return p.LineMayBegin(k, s.Opens) && p.Opening(p.Lines[k].Top, s.opens) == s.Opens
}

// end returns the end of what starts behind line k.
func (s *selector) end(p *layout.Page, k int, known Bounds) int {
	end := len(p.Lines)
	if b, ok := known[s.To]; s.To != zones.None {
		if !ok || b[0] <= k {
			return k + 1
		}
		end = min(end, b[0])
	}
	if !s.Like {
		return end
	}
	end = min(end, k+1+zones.MaxLines)
	like := p.Lines[k].Core
	for i := k + 1; i < end; i++ {
		if (i > k+1 || s.Opens != "") && p.Lines[i].CoreTag == p.Tags[like] && p.SignatureOf(p.Lines[i].Core) == p.SignatureOf(like) {
			return i
		}
	}
	return end
}

// FirstRun keeps the first run of lines.
func (s *Selector) FirstRun(lines []int) []int {
	for i := 1; s.Run && i < len(lines); i++ {
		if lines[i]-lines[i-1] > s.Gap+1 {
			return lines[:i]
		}
	}
	return lines
}

// mayPick is false for lines in elements of another name, which most lines of a page are: it is
// small enough to be inlined.
func (s *selector) mayPick(l *layout.Line) bool {
	tag := l.LeafTag
	if s.Core {
		tag = l.CoreTag
	}
	return len(s.tags) == 0 || tag == s.tags[0]
}

func (s *selector) matches(p *layout.Page, l *layout.Line) bool {
	at := l.Leaf
	if s.Core {
		at = l.Core
	}
	return s.stepsAt(p, at)
}

// within appends the lines inside the elements that a selector names.
func (s *selector) within(out []int, p *layout.Page) []int {
	k := 0
	for i, tag := range p.Tags {
		if tag != s.tags[0] || p.Items[i].Empty() || !s.stepsAt(p, int32(i)) {
			continue
		}
		k += sort.Search(len(p.Lines)-k, func(j int) bool { return p.Lines[k+j].Leaf >= int32(i) })
		for ; k < len(p.Lines) && p.Lines[k].Leaf < p.Items[i].End && len(out) <= zones.MaxLines; k++ {
			out = append(out, k)
		}
	}
	return out
}

func (s *selector) stepsAt(p *layout.Page, i int32) bool {
	for k := range s.tags {
		if i < 0 || p.Tags[i] != s.tags[k] || !s.Bare && p.SignatureOf(i) != s.marked[k] {
			return false
		}
		i = p.Items[i].Parent
	}
	return !s.Rooted || i < 0
}

// Picker is selectors that pick together.
type Picker []selector

// NewPicker prepares selectors.
func NewPicker(selectors []Selector) Picker {
	var out Picker
	for i := range selectors {
		out = append(out, newSelector(&selectors[i]))
	}
	return out
}

// Pick returns the lines that any selector picks.
func (ss Picker) Pick(p *layout.Page, known Bounds, m *Picks) []int {
	return union(ss.appendPicks(nil, p, known, m))
}

// appendPicks appends the lines that each selector picks.
func (ss Picker) appendPicks(out [][]int, p *layout.Page, known Bounds, m *Picks) [][]int {
	for i := range ss {
		out = append(out, ss[i].pick(p, known, m))
	}
	return out
}

// union returns the lines of all lists, ascending.
func union(lists [][]int) []int {
	if len(lists) == 1 {
		return lists[0]
	}
	out := slices.Concat(lists...)
	slices.Sort(out)
	return slices.Compact(out)
}

// Picks is memory of picking that is used again.
type Picks struct {
	lines []int   // that a selector picks
	lists [][]int // that those of a voter do
}

// Forget drops what was picked.
func (m *Picks) Forget() { clear(m.lists) }

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
	return strconv.FormatBool(s.Core) + strconv.FormatBool(s.Within) + strconv.FormatBool(s.Bare) + s.String() + "|" + string(s.To)
}
