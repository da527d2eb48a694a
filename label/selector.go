package label

import (
	"slices"
	"strings"
)

// A Selector picks lines of a page. The zero value picks all.
type Selector struct {
	// Steps are the innermost elements of the lines, the innermost last; with Bare
	// by their names alone, with Rooted all of them from the root.
	Steps  []Step `json:"steps,omitempty"`
	Bare   bool   `json:"bare,omitempty"`
	Rooted bool   `json:"rooted,omitempty"`
	Within bool   `json:"within,omitempty"` // any element around the line may be the innermost of Steps
	Core   bool   `json:"core,omitempty"`   // inline elements count if all of the line is in them

	// After starts behind each line that has just these words, Opens at each that
	// begins with these, From behind the zone of a label.
	After string `json:"after,omitempty"`
	Opens string `json:"opens,omitempty"`
	From  Label  `json:"from,omitempty"`

	// What starts there ends before a line with one of these words, before the zone
	// of a label, before a line of the kind of the one with the words of After, or
	// after so many lines; 0 is no limit.
	Until []string `json:"until,omitempty"`
	To    Label    `json:"to,omitempty"`
	Like  bool     `json:"like,omitempty"`
	Most  int      `json:"most,omitempty"`

	// Run takes only the first run of lines, 1, or the last, -1; lines between them
	// that are not picked end a run if they are more than Gap.
	Run int `json:"run,omitempty"`
	Gap int `json:"gap,omitempty"`
}

// bounds are the first and last lines of the zones that are known, -1 else.
type bounds map[Label][2]int

// maxLines bounds the lines that a selector picks.
const maxLines = 400

// pick returns the places of the lines that a selector picks, ascending.
func (s *selector) pick(p *page, known bounds) []int {
	ls := p.layLines()
	var out []int
	add := func(from, to int) {
		for k := from; k < to && len(out) <= maxLines; k++ {
			if s.matches(p, ls[k]) {
				out = append(out, k)
			}
		}
	}
	switch {
	case s.After != "":
		for k := 0; k < len(ls) && len(out) <= maxLines; k++ {
			if p.labelWords(k) == s.After {
				add(k+1, s.end(p, k, known))
			}
		}
		slices.Sort(out)
		out = slices.Compact(out)
	case s.Opens != "":
		for k := 0; k < len(ls) && len(out) <= maxLines; k++ {
			if s.matches(p, ls[k]) && p.opening(ls[k].top, s.opens) == s.Opens {
				add(k, s.end(p, k, known))
			}
		}
		slices.Sort(out)
		out = slices.Compact(out)
	case s.From != Unidentified:
		b, ok := known[s.From]
		if !ok || b[1] < 0 || b[1] >= len(ls) {
			return nil
		}
		add(b[1]+1, s.end(p, b[1], known))
	default:
		add(0, len(ls))
	}
	if len(out) > maxLines {
		return nil
	}
	return s.run(out)
}

// end returns the end of what starts behind line k.
func (s *selector) end(p *page, k int, known bounds) int {
	end, start := len(p.lined), k+1 // the label's own line is read if it opens with the label
	if s.Opens != "" {
		start = k
	}
	if s.Most > 0 {
		end = min(end, start+s.Most)
	}
	if b, ok := known[s.To]; s.To != Unidentified {
		if !ok || b[0] <= k {
			return k + 1
		}
		end = min(end, b[0])
	}
	if !s.Like && s.Until == nil {
		return end
	}
	end = min(end, k+1+maxLines)
	like := p.lined[k].core
	for i := k + 1; i < end; i++ {
		if s.Like && (i > k+1 || s.Opens != "") && p.items[p.lined[i].core].tag == p.items[like].tag && p.signature(p.lined[i].core) == p.signature(like) {
			return i
		}
		if s.Until != nil && slices.Contains(s.Until, p.labelWords(i)) {
			return i
		}
	}
	if s.Until != nil && s.Most == 0 && !s.Like && s.To == Unidentified {
		return min(end, k+1+maxSection)
	}
	return end
}

// maxSection bounds the lines under a label whose end is not found.
const maxSection = 40

// run keeps the first or the last run of lines.
func (s *selector) run(lines []int) []int {
	if s.Run == 0 || len(lines) == 0 {
		return lines
	}
	if s.Run > 0 {
		for i := 1; i < len(lines); i++ {
			if lines[i]-lines[i-1] > s.Gap+1 {
				return lines[:i]
			}
		}
		return lines
	}
	for i := len(lines) - 1; i > 0; i-- {
		if lines[i]-lines[i-1] > s.Gap+1 {
			return lines[i:]
		}
	}
	return lines
}

// selector is a Selector prepared for picking.
type selector struct {
	*Selector
	marked, tags []uint64 // of the steps, the innermost first
	opens        int      // the words of Opens
}

func newSelector(s *Selector) selector {
	out := selector{Selector: s, opens: strings.Count(s.Opens, " ") + 1}
	for i := len(s.Steps) - 1; i >= 0; i-- {
		out.marked = append(out.marked, s.Steps[i].signature())
		out.tags = append(out.tags, s.Steps[i].tagHash())
	}
	return out
}

func (s *selector) matches(p *page, l line) bool {
	i := l.leaf
	if s.Core {
		i = l.core
	}
	if s.Within {
		for ; i >= 0; i = p.items[i].parent {
			if s.stepsAt(p, i) {
				return true
			}
		}
		return false
	}
	return s.stepsAt(p, i)
}

func (s *selector) stepsAt(p *page, i int32) bool {
	for k := range s.tags {
		if i < 0 || p.items[i].tag != s.tags[k] || !s.Bare && p.signature(i) != s.marked[k] {
			return false
		}
		i = p.items[i].parent
	}
	return !s.Rooted || i < 0
}

// family is a way of making a selector from the lines of a zone on one page.
type family struct {
	steps  int  // how many, or one of the depths below
	core   bool // of the line's core
	within bool // of the element around the lines of the zone
	start  byte
	stop   byte
	run    int
}

// Depths besides a number of steps, starts and stops of families.
const (
	noSteps   = 0
	toMarked  = -1 // up to the nearest element with marks
	toMarked2 = -2 // up to the second
	toRoot    = -3
	bareRoot  = -4

	anywhere  = 0
	afterLine = 'l'
	afterZone = 'z'
	opening   = 'o'

	noStop    = 0
	untilLine = 'u'
	untilLike = 'k'
	untilZone = 't'
	oneLine   = '1'
)

// families are the ways that are tried.
func families() []family {
	var out []family
	for _, run := range []int{0, 1, -1} {
		for _, steps := range []int{1, 2, 3, toMarked, toMarked2, toRoot, bareRoot} {
			out = append(out, family{steps: steps, run: run})
		}
		for _, steps := range []int{1, 2, toMarked, toRoot} {
			out = append(out, family{steps: steps, run: run, core: true})
		}
		for _, steps := range []int{1, 2, toMarked, toRoot} {
			out = append(out, family{steps: steps, run: run, within: true})
		}
	}
	for _, start := range []byte{afterLine, afterZone, opening} {
		for _, steps := range []int{noSteps, 1, toRoot} {
			for _, stop := range []byte{untilLine, untilLike, untilZone, oneLine, noStop} {
				switch {
				case stop == untilLike && start == afterZone, start == opening && steps == noSteps, stop == noStop && steps == noSteps:
					continue
				case stop == noStop:
					out = append(out, family{steps: steps, start: start, run: 1})
				default:
					out = append(out, family{steps: steps, start: start, stop: stop})
				}
			}
		}
	}
	return out
}

// make returns a selector for a line of a zone, whose lines are all known.
func (f family) make(p *taughtPage, l Label, k int, zone []int) (Selector, bool) {
	var s Selector
	known := p.known
	s.Run = f.run
	if f.run != 0 {
		for i := 1; i < len(zone); i++ {
			s.Gap = max(s.Gap, min(2*(zone[i]-zone[i-1]-1), maxGap))
		}
	}
	at := p.lined[k].leaf
	if s.Core = f.core; s.Core {
		at = p.lined[k].core
		if f.steps == 1 && at == p.lined[k].leaf {
			return s, false
		}
	}
	if s.Within = f.within; s.Within {
		at = p.around(zone)
		if at < 0 || p.items[at].parent < 0 {
			return s, false
		}
	}
	s.Steps, s.Bare, s.Rooted = p.stepsOf(at, f.steps)
	if f.steps != noSteps && s.Steps == nil {
		return s, false
	}
	first, last := zone[0], zone[len(zone)-1]
	switch f.start {
	case afterLine:
		at := first - 1
		for at >= 0 && first-at <= maxGap && (p.labelWords(at) == "" || p.holdsPart(at)) {
			at--
		}
		if s.After = p.labelWords(at); s.After == "" {
			return s, false
		}
	case opening:
		if s.Opens = p.openingBefore(k, p.valueIn(l, k)); s.Opens == "" {
			return s, false
		}
	case afterZone:
		best := -1
		for _, z := range labels {
			if b, ok := known[z]; ok && z != l && b[1] < first && b[1] > best && first-b[1] <= maxGap {
				s.From, best = z, b[1]
			}
		}
		if best < 0 {
			return s, false
		}
	}
	if f.start == afterLine || f.start == opening {
		label := first
		if f.start == afterLine {
			label--
		}
		s.Like = f.stop == untilLike || f.stop == untilLine
		for _, at := range zone { // the zone's own lines may be like that of the label
			s.Like = s.Like && (at == label || p.signature(p.lined[at].core) != p.signature(p.lined[label].core))
		}
		if f.stop == untilLike && !s.Like {
			return s, false
		}
	}
	switch f.stop {
	case untilLine:
		next := p.labelWords(last + 1)
		if next == "" {
			return s, false
		}
		s.Until = []string{next}
	case untilZone:
		best := len(p.lined)
		for _, z := range labels {
			if b, ok := known[z]; ok && z != l && b[0] > last && b[0] < best {
				s.To, best = z, b[0]
			}
		}
		if s.To == Unidentified {
			return s, false
		}
	case oneLine:
		if first != last {
			return s, false
		}
		s.Most = 1
		if f.start == afterZone {
			s.Most = first - known[s.From][1]
			if f.steps == noSteps && s.Most > 1 {
				return s, false
			}
		}
	}
	return s, true
}

// around returns the innermost element around several lines, or around the block of
// a single one.
func (p *page) around(zone []int) int32 {
	at := p.items[p.lined[zone[0]].leaf].parent
	last := p.items[p.lined[zone[len(zone)-1]].leaf].to
	for at >= 0 && p.items[at].to < last {
		at = p.items[at].parent
	}
	return at
}

// maxGap bounds the lines between two of a zone, or before it.
const maxGap = 8

// stepsOf returns the elements of a line's leaf as a family wants them.
func (p *page) stepsOf(i int32, depth int) (steps []Step, bare, rooted bool) {
	if depth == noSteps {
		return nil, false, false
	}
	met := 0
	for ; i >= 0; i = p.items[i].parent {
		s := p.step(i)
		if len(s.Marks) > 0 {
			met++
		}
		if depth == bareRoot {
			s.Marks = nil
		}
		if len(s.Marks) > maxMarks || len(steps) == maxSteps {
			return nil, false, false
		}
		steps = append(steps, s)
		if len(steps) == depth || depth == toMarked && met == 1 || depth == toMarked2 && met == 2 {
			break
		}
	}
	if i < 0 && depth != toRoot && depth != bareRoot {
		return nil, false, false
	}
	slices.Reverse(steps)
	return steps, depth == bareRoot, depth <= toRoot
}

// openingBefore returns the few words that a line begins with before a place in
// the visible text, without plural s.
func (t *taughtPage) openingBefore(k int, at int32) string {
	it := &t.items[t.lined[k].top]
	if at <= it.from {
		return ""
	}
	ws := wordsOf(t.words.inside(interval{it.from, min(at, it.to)}))
	if len(ws) == 0 || len(ws) > maxLandmark || onlyMarks(ws) {
		return ""
	}
	for i, w := range ws {
		ws[i] = maskDigits(w)
	}
	return singular(ws)
}

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
