package records

import (
	"slices"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// Limits of what is tried when a list is learned. None decides between lists: each
// bounds the time that a page can cost.
const (
	maxPlaces = 8   // of a text that occurs several times
	maxUnits  = 12  // elements round a text that may be the record
	maxSample = 500 // records on which the ways to describe a part are compared
	maxParts  = 64  // of a record
	maxKnown  = 64  // sets of classes of records
	maxTags   = 32  // tags of the elements of a record
)

// A fitting is a list that was tried on the page that teaches it.
type fitting struct {
	list    *recordList
	taught  segment
	records [][]segment // of each segment
	count   int         // of them
	score   float64     // their number, each counted by the share of its parts that it has
	alone   bool        // the list may be this one if the page has one record of it
	inLine  bool        // the records are each a part of a line, without another beside it
}

// learn learns the list of the records that are like an example in one of some
// segments.
func (c *children) learn(segments []segment, record bartree.Region) (*recordList, error) {
	x, err := newExample(record)
	if err != nil {
		return nil, err
	}
	with, err := c.holding(segments, x)
	if err != nil {
		return nil, err
	}
	var best fitting
	for tried := 0; len(with) > 0 && best.list == nil && tried < maxPlaces; with = with[1:] {
		in := with[0]
		for _, at := range c.occurrencesNear(segments[in], x) {
			if tried++; tried > maxPlaces {
				break
			}
			f, reason := c.fitAt(segments, in, at, x)
			if reason != nil {
				err = reason
			} else if best.list == nil || f.better(best) {
				best = f
			}
		}
	}
	if best.list == nil {
		return nil, err
	}
	return best.list, nil
}

// better reports whether a list is to be preferred to one that was tried before: one
// of several records to one of a single one.
func (f fitting) better(g fitting) bool {
	if several := f.count > 1; several != (g.count > 1) {
		return several
	}
	return f.count > 1 && f.score > g.score
}

// fitAt returns the best list whose record in one of the segments is at text[at]: of
// equals that of the outermost element, but of a single record the innermost block.
func (c *children) fitAt(segments []segment, in, at int, x *example) (best fitting, err error) {
	s := segments[in]
	from, to := c.extent(s, at, x)
	unread := ""
	for _, l := range c.units(s, from, to) {
		f, name := c.fit(l, segments, in, at, x)
		switch {
		case f.list == nil:
			unread = name
		case best.list != nil && c.groups(f.taught, best, in):
		case best.list == nil, f.better(best), f.count > 1 && f.score == best.score, f.count < 2 && best.count < 2 && f.alone && !best.alone:
			best = f
		}
	}
	if best.list == nil {
		return best, regions.Missing("nothing tells part " + x.part(unread) + " from the text beside it")
	}
	if !slices.ContainsFunc(best.records, func(rs []segment) bool { return len(rs) > 1 }) {
		if name, ok := c.strayed(s, at, from, to, x); ok {
			return best, regions.Missing("part " + x.part(name) + " is in another record than " + excerpt.Quote(string(x.text)))
		}
	}
	return best, nil
}

// groups reports whether what may be a record is a group of records of a smaller
// list: it holds two of them with all parts.
func (c *children) groups(r segment, small fitting, in int) bool {
	n := 0
	for _, s := range small.records[in] {
		if !small.inLine && r.from <= s.from && s.to <= r.to && c.had(small.list, s) == len(small.list.Parts) {
			n++
		}
	}
	return n > 1
}

// units returns the lists that text[from:to] may be the record of: the innermost
// first.
func (c *children) units(s segment, from, to int) []*recordList {
	way := c.wayTo(s, from, to)
	var out []*recordList
	run, line := c.runUnit(s, way, from, to)
	if line != nil {
		out = append(out, line)
	}
	if n := len(way); n == 0 || !c.holds(way[n-1], from, to) || !run.Loose && len(run.Run) > 1 {
		out = append(out, run)
	}
	for n := len(way); n > 0 && len(out) < maxUnits; n-- {
		e := way[n-1]
		if name := markup.Label(c.Elements[e].Name, ""); outermost(name) {
			break
		}
		steps := anywhere(c.stepsTo(s, way[:n]))
		out = append(out, &recordList{Path: steps[:n-1], First: steps[n-1], One: true})
	}
	return out
}

// anywhere makes steps lead to any child of the tag and classes.
func anywhere(steps []step) []step {
	for i, s := range steps {
		steps[i] = s.anywhere()
	}
	return steps
}

// runUnit describes a record that is a run of the children of an element; line is the
// same record if elements without text, such as br, part it from others.
func (c *children) runUnit(s segment, way []int32, from, to int) (l, line *recordList) {
	l = &recordList{Path: anywhere(c.stepsTo(s, way))}
	inside := c.contentAt(s, way)
	kids := c.in(inside)
	lo, hi := -1, len(kids)
	for k, e := range kids {
		x := &c.Elements[e]
		if lo < 0 && x.TextEnd > from {
			lo = k
		}
		if x.Seen >= to {
			hi = k
			break
		}
	}
	if lo < 0 || lo > hi {
		lo = hi
	}
	for _, e := range kids[lo:hi] {
		if tag := markup.Label(c.Elements[e].Name, ""); len(l.Run) < maxTags && !slices.Contains(l.Run, tag) {
			l.Run = append(l.Run, tag)
		}
	}
	if lo < hi {
		if a, _ := c.SpanOf(kids[lo]).Bounds(); a <= from {
			l.First = c.stepTo(kids, lo).anywhere()
			for _, e := range kids[lo+1 : hi] { // then the classes alone tell where a record begins
				if c.Elements[e].Tag == c.Elements[kids[lo]].Tag && !c.resembles(e, l.First) {
					l.Known = []string{l.First.Class}
				}
			}
			for _, k := range []int{hi, lo - 1} {
				if k < 0 || k == len(kids) || c.Elements[kids[k]].Seen < c.Elements[kids[k]].TextEnd || slices.Contains(l.Run, markup.Label(c.Elements[kids[k]].Name, "")) {
					continue
				}
				line = &recordList{Path: l.Path, Loose: true, First: c.stepTo(kids, k).anywhere(), Run: l.Run}
			}
			return l, line
		}
	}
	l.Loose = true
	switch {
	case lo > 0:
		l.First = c.stepTo(kids, lo-1).anywhere()
	case hi < len(kids):
		l.First = c.stepTo(kids, hi).anywhere()
	}
	return l, nil
}

// fit learns the parts of a list whose record is at text[at], and counts the records
// that it finds. If it is no list of the example, fit names a part that it has not.
func (c *children) fit(l *recordList, segments []segment, in, at int, x *example) (f fitting, unread string) {
	f.records = make([][]segment, len(segments))
	var all []segment
	ok := false
	for i, s := range segments {
		f.records[i] = c.raw(l, s)
		for _, r := range f.records[i] {
			if i == in && r.from <= at && at < r.to {
				f.taught, ok = r, true
			}
		}
		all = append(all, f.records[i]...)
	}
	taught := f.taught
	if !ok {
		return fitting{}, x.names[0]
	}
	if unread, ok = c.fitParts(l, taught, all, x); !ok {
		return fitting{}, unread
	}
	c.fitClasses(l, taught, all)
	for i, raw := range f.records {
		kept := c.verified(l, raw)
		if s := segments[i]; s.parent < 0 {
			kept = c.ownGroups(l, kept)
		}
		f.records[i] = kept
		f.count += len(kept)
	}
	l.Sample = f.count
	found, score := slices.Concat(f.records...), 0
	for _, a := range l.Parts {
		a.Had, a.Of = c.withPart(found, a), f.count
		score += a.Had
	}
	f.list, f.score = l, float64(score)/float64(len(l.Parts))
	if taught.top >= 0 {
		inline := c.inline(taught.top)
		f.alone = !inline && (l.One || !c.isItem(taught.parent))
		f.inLine = inline && !c.hasTwin(taught.top)
	}
	if f.inLine {
		f.score *= c.tuning.inline
	}
	return f, ""
}

// isItem reports whether an element is, in HTML, one of several of its kind.
func (c *children) isItem(e int32) bool {
	return e >= 0 && slices.Contains(items, c.Elements[e].Tag)
}

var items = []markup.Tag{markup.TagOf("li"), markup.TagOf("tr"), markup.TagOf("article")}

// fitClasses notes the classes of the records that have all parts.
func (c *children) fitClasses(l *recordList, taught segment, all []segment) {
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
