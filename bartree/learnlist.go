package bartree

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// Limits of what is tried when a list is learned. None decides between lists: each
// bounds the time that a page can cost.
const (
	maxPlaces = 8   // of a text that occurs several times
	maxUnits  = 12  // elements round a text that may be the record
	maxSample = 500 // records on which the ways to describe a part are compared
	maxParts  = 64  // of a record
	maxKnown  = 64  // sets of classes of records
)

// A tuning is what was chosen by data; docs/lists.md says how.
type tuning struct {
	inline float64 // weight of records that are a part of a line of text without another beside it, to 1 for others
	run    float64 // how many times as many records must have a less definite description of a part
}

func defaultTuning() tuning { return tuning{inline: 0.3, run: 1.25} }

// example is a record as a person pointed at it.
type example struct {
	text  []byte
	names []string // of the parts, sorted
	parts map[string][]byte
	links map[string]string // the parts as they would be written as the address of a link
}

func newExample(record Region) (*example, error) {
	x := &example{text: fold(record.Text), parts: map[string][]byte{}, links: map[string]string{}}
	if len(x.text) == 0 || len(x.text) > maxText {
		return nil, fmt.Errorf("bartree: record text of %d bytes: want 1 to %d", len(x.text), maxText)
	}
	if len(record.Parts) > maxParts {
		return nil, fmt.Errorf("bartree: record of %d parts: want at most %d", len(record.Parts), maxParts)
	}
	for name, text := range record.Parts {
		if x.parts[name] = fold(text); len(x.parts[name]) == 0 {
			return nil, fmt.Errorf("bartree: part %q is empty", name)
		}
		x.links[name] = text
	}
	if len(x.parts) == 0 {
		x.parts[""] = x.text
	}
	x.names = slices.Sorted(maps.Keys(x.parts))
	return x, nil
}

// learn finds the records that are like an example in one of some stretches, and
// returns them too, those of each stretch.
func (c *children) learn(stretches []stretch, record Region) (*recordList, [][]stretch, error) {
	x, err := newExample(record)
	if err != nil {
		return nil, nil, err
	}
	var best *recordList
	var records [][]stretch
	found, tried := false, 0
	for in := 0; in < len(stretches) && best == nil && tried < maxPlaces; in++ {
		s := stretches[in]
		most := 0.0
		for _, at := range c.places(s, x.text) {
			if tried++; tried > maxPlaces {
				break
			}
			found = true
			here, score, got := c.fitAt(stretches, in, at, x)
			if score > most {
				best, records, most = here, got, score
			}
		}
	}
	switch {
	case !found:
		return nil, nil, fmt.Errorf("%w: %s", ErrMissing, quoteShort(record.Text))
	case best == nil:
		return nil, nil, fmt.Errorf("%w: no element holds the record and all of its parts: %s", ErrMissing, quoteShort(record.Text))
	}
	return best, records, nil
}

// fitAt returns the best list whose record in one of the stretches is at text[at]; of
// equals that of the outermost element.
func (c *children) fitAt(stretches []stretch, in, at int, x *example) (best *recordList, most float64, records [][]stretch) {
	from, to := c.extent(stretches[in], at, x)
	for _, l := range c.units(stretches[in], from, to) {
		if got, score := c.fit(l, stretches, in, at, x); score > 0 && score >= most {
			best, records, most = l, got, score
		}
	}
	return best, most, records
}

// extent returns what a record whose text is at text[at] takes at least: that text,
// and for each part that is not in it the nearest place of the part.
func (c *children) extent(s stretch, at int, x *example) (from, to int) {
	from, to = at, at+len(x.text)
	for _, name := range x.names {
		want := x.parts[name]
		if bytes.Contains(c.text[from:to], want) {
			continue
		}
		i := bytes.LastIndex(c.text[s.from:from], want)
		k := bytes.Index(c.text[to:max(to, s.to)], want)
		switch {
		case i >= 0 && (k < 0 || from-(s.from+i) < k+len(want)):
			from = s.from + i
		case k >= 0:
			to += k + len(want)
		default:
			if e := c.nearestLink(s, from, to, x.links[name]); e >= 0 {
				from, to = min(from, c.elements[e].seen), max(to, c.elements[e].textEnd)
			}
		}
	}
	return c.trim(from, to)
}

// units returns the lists that text[from:to] may be the record of: the innermost
// first.
func (c *children) units(s stretch, from, to int) []*recordList {
	way := c.wayTo(s, from, to)
	var out []*recordList
	if n := len(way); n == 0 || !c.holds(way[n-1], from, to) {
		out = append(out, c.runUnit(s, way, from, to))
	}
	for n := len(way); n > 0 && len(out) < maxUnits; n-- {
		e := way[n-1]
		if name := label(c.elements[e].name, nil); outermost(name) {
			break
		}
		steps := anywhere(c.stepsTo(s, way[:n]))
		out = append(out, &recordList{Path: steps[:n-1], First: steps[n-1], One: true})
	}
	return out
}

// anywhere makes steps lead to any child of the tag and classes.
func anywhere(steps []step) []step {
	for i := range steps {
		steps[i].Nth, steps[i].Any = 0, 0
	}
	return steps
}

// runUnit describes a record that is a run of the children of an element.
func (c *children) runUnit(s stretch, way []int32, from, to int) *recordList {
	l := &recordList{Path: anywhere(c.stepsTo(s, way))}
	inside := s
	if len(way) > 0 {
		inside = c.content(way[len(way)-1])
	}
	kids := c.in(inside)
	lo, hi := -1, len(kids)
	for k, e := range kids {
		x := &c.elements[e]
		if lo < 0 && x.textEnd > from {
			lo = k
		}
		if x.seen >= to {
			hi = k
			break
		}
	}
	if lo < 0 || lo > hi {
		lo = hi
	}
	for _, e := range kids[lo:hi] {
		if tag := label(c.elements[e].name, nil); len(l.Run) < maxRun && !slices.Contains(l.Run, tag) {
			l.Run = append(l.Run, tag)
		}
	}
	if lo < hi {
		if a, _ := c.spanOf(kids[lo]).bounds(); a <= from {
			l.First = anywhere([]step{c.stepTo(kids, lo)})[0]
			return l
		}
	}
	l.Loose = true
	switch {
	case lo > 0:
		l.First = anywhere([]step{c.stepTo(kids, lo-1)})[0]
	case hi < len(kids):
		l.First = anywhere([]step{c.stepTo(kids, hi)})[0]
	}
	return l
}

// fit learns the parts of a list whose record is at text[at], and scores it: how
// many records it finds, each by the share of its parts that it has. 0 means that
// it is no list of the example.
func (c *children) fit(l *recordList, stretches []stretch, in, at int, x *example) ([][]stretch, float64) {
	raw := make([][]stretch, len(stretches))
	var all []stretch
	var taught stretch
	ok := false
	for i, s := range stretches {
		raw[i] = c.raw(l, s)
		for _, r := range raw[i] {
			if i == in && r.from <= at && at < r.to {
				taught, ok = r, true
			}
		}
		all = append(all, raw[i]...)
	}
	if !ok || !c.fitParts(l, taught, all, x) {
		return nil, 0
	}
	c.fitClasses(l, taught, all)
	score, n := 0, 0
	for i := range raw {
		kept := raw[i][:0]
		for _, r := range raw[i] {
			if had := c.had(l, r); had > 0 && c.accepts(l, r, had) {
				kept = append(kept, r)
				score += had
			}
		}
		raw[i] = kept
		n += len(kept)
	}
	l.Sample = n
	for _, a := range l.Parts {
		a.Had, a.Of = 0, n
	}
	for _, rs := range raw {
		for _, r := range rs {
			for _, a := range l.Parts {
				if _, ok := c.read(r, a); ok {
					a.Had++
				}
			}
		}
	}
	result := float64(score) / float64(len(l.Parts))
	if taught.top >= 0 && c.inline(taught.top) && !c.hasTwin(taught.top) {
		result *= c.tuning.inline
	}
	return raw, result
}

// hasTwin reports whether the element before or after one has its tag and classes:
// then even a part of a line is one of several.
func (c *children) hasTwin(e int32) bool {
	x := &c.elements[e]
	siblings := c.of(x.parent)
	for _, k := range []int{x.index - 1, x.index + 1} {
		if k >= 0 && k < len(siblings) && c.elements[siblings[k]].tag == x.tag && c.classes(siblings[k]) == c.classes(e) {
			return true
		}
	}
	return false
}

// fitClasses notes the classes of the records that have all parts.
func (c *children) fitClasses(l *recordList, taught stretch, all []stretch) {
	l.Known = []string{}
	if taught.top < 0 {
		return
	}
	l.Known = append(l.Known, c.classes(taught.top))
	for _, r := range all {
		if r.top < 0 || len(l.Known) == maxKnown {
			break
		}
		if class := c.classes(r.top); l.inner() && !slices.Contains(l.Known, class) && c.had(l, r) == len(l.Parts) {
			l.Known = append(l.Known, class)
		}
	}
	slices.Sort(l.Known)
}
