package learning

import (
	"slices"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// selectorTemplate is a way of making a selector from the lines of a zone on one page.
type selectorTemplate struct {
	depth  depth
	core   bool // of the line's core
	within bool // of the element around the lines of the zone
	start  byte
	end    byte
	run    bool
}

// depth says how many elements a template names.
type depth uint8

const (
	noSteps  depth = iota
	oneStep        // the innermost
	toRoot         // all
	bareStep       // the innermost, by its name
	bareRoot       // all, by their names
)

// Starts and ends of templates.
const (
	afterLine = 'l'
	afterZone = 'z'
	opening   = 'o'

	noStop    = 0
	untilLike = 'k'
	untilZone = 't'
)

// selectorTemplates are the ways that are tried.
func selectorTemplates() []selectorTemplate {
	var out []selectorTemplate
	for _, run := range []bool{false, true} {
		for _, d := range []depth{oneStep, toRoot, bareRoot, bareStep} {
			out = append(out, selectorTemplate{depth: d, run: run})
		}
		for _, d := range []depth{oneStep, toRoot} {
			out = append(out, selectorTemplate{depth: d, run: run, core: true})
		}
		for _, d := range []depth{oneStep, toRoot} {
			out = append(out, selectorTemplate{depth: d, run: run, within: true})
		}
	}
	for _, start := range []byte{afterLine, afterZone, opening} {
		for _, d := range []depth{noSteps, oneStep, toRoot} {
			for _, stop := range []byte{untilLike, untilZone, noStop} {
				if d == noSteps && (start == opening || stop == noStop) || start == afterZone && stop == untilLike {
					continue
				}
				out = append(out, selectorTemplate{depth: d, start: start, end: stop, run: stop == noStop})
			}
		}
	}
	return out
}

// make returns a selector for a line of a zone, whose lines are all known.
func (f selectorTemplate) make(p *trainingPage, l zones.Label, k int, zone []int) (voters.Selector, bool) {
	s := voters.Selector{Run: f.run}
	for i := 1; f.run && i < len(zone); i++ {
		s.Gap = max(s.Gap, min(2*(zone[i]-zone[i-1]-1), maxGap))
	}
	ok := f.chooseElements(&s, p, k, zone) && f.chooseStart(&s, p, l, k, zone) && f.chooseEnd(&s, p, l, zone)
	return s, ok
}

// chooseElements sets in which elements the lines are. It is false if a template has none for them, as chooseStart
// and chooseEnd are.
func (f selectorTemplate) chooseElements(s *voters.Selector, p *trainingPage, k int, zone []int) bool {
	at := p.Lines[k].Leaf
	if s.Core = f.core; s.Core {
		at = p.Lines[k].Core
		if f.depth == oneStep && at == p.Lines[k].Leaf {
			return false
		}
	}
	if s.Within = f.within; s.Within {
		at = around(p.Page, zone)
		if at < 0 || p.Items[at].Parent < 0 {
			return false
		}
	}
	s.Steps, s.Bare, s.Rooted = stepsOf(p.Page, at, f.depth)
	return f.depth == noSteps || s.Steps != nil
}

// chooseStart sets behind what the lines are.
func (f selectorTemplate) chooseStart(s *voters.Selector, p *trainingPage, l zones.Label, k int, zone []int) bool {
	first := zone[0]
	switch f.start {
	case afterLine:
		s.After = p.LabelWords(p.labelBefore(first))
		return s.After != ""
	case opening:
		s.Opens = p.openingBefore(l, k)
		return s.Opens != ""
	case afterZone:
		best := -1
		for _, z := range zones.All {
			if b, ok := p.known[z]; ok && z != l && b[1] < first && b[1] > best && first-b[1] <= maxGap {
				s.From, best = z, b[1]
			}
		}
		return best >= 0
	}
	return true
}

// labelBefore returns the line of the label of a zone that begins with a line. Without words there
// is none.
func (t *trainingPage) labelBefore(first int) int {
	at := first - 1
	for at >= 0 && first-at <= maxGap && (t.LabelWords(at) == "" || t.holdsPart(at)) {
		at--
	}
	return at
}

// chooseEnd sets before what the lines end.
func (f selectorTemplate) chooseEnd(s *voters.Selector, p *trainingPage, l zones.Label, zone []int) bool {
	last := zone[len(zone)-1]
	if f.start == afterLine || f.start == opening {
		label := zone[0]
		if f.start == afterLine {
			label = p.labelBefore(label)
		}
		s.Like = f.end == untilLike
		for _, at := range zone { // the zone's own lines may be like that of the label
			s.Like = s.Like && (at == label || p.SignatureOf(p.Lines[at].Core) != p.SignatureOf(p.Lines[label].Core))
		}
	}
	switch f.end {
	case untilLike:
		return s.Like
	case untilZone:
		best := len(p.Lines)
		for _, z := range zones.All {
			if b, ok := p.known[z]; ok && z != l && b[0] > last && b[0] < best {
				s.To, best = z, b[0]
			}
		}
		return s.To != zones.None
	}
	return true
}

// around returns the innermost element around several lines, or around the block of
// a single one.
func around(p *layout.Page, zone []int) int32 {
	at := p.Items[p.Lines[zone[0]].Leaf].Parent
	last := p.Items[p.Lines[zone[len(zone)-1]].Leaf].To
	for at >= 0 && p.Items[at].To < last {
		at = p.Items[at].Parent
	}
	return at
}

// maxGap bounds the lines between two of a zone, or before it.
const maxGap = 8

// stepsOf returns the elements of a line's leaf as a template wants them.
func stepsOf(p *layout.Page, i int32, d depth) (steps []layout.Step, bare, rooted bool) {
	bare, rooted = d == bareStep || d == bareRoot, d == toRoot || d == bareRoot
	for ; d != noSteps && i >= 0; i = p.Items[i].Parent {
		s := p.StepOf(i)
		if bare {
			s.Marks = nil
		}
		if len(steps) == layout.MaxSteps {
			return nil, false, false
		}
		steps = append(steps, s)
		if !rooted {
			break
		}
	}
	slices.Reverse(steps)
	return steps, bare, rooted
}

// openingBefore returns the few words that a line begins with before the first value of a zone.
func (t *trainingPage) openingBefore(l zones.Label, k int) string {
	return t.labelIn(l, layout.Interval{From: t.Items[t.Lines[k].Top].From, To: t.valueIn(l, k)})
}
