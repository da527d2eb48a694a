package records

import (
	"errors"
	"slices"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// A recordList is a list without the lists inside its records, and those.
type recordList struct {
	Path   []step                 `json:"path"`            // from the page, or the record around, to the element that holds records
	First  step                   `json:"first"`           // the element that a record is or begins with, or comes after
	Loose  bool                   `json:"loose,omitempty"` // a record begins with text, after First
	One    bool                   `json:"one,omitempty"`   // a record is an element, First; else a run of them
	Run    []string               `json:"run,omitempty"`   // tags of the elements of a run
	Known  []string               `json:"known"`           // classes that First has had
	Parts  map[string]*attribute  `json:"parts"`
	Lists  map[string]*recordList `json:"lists,omitempty"`
	Sample int                    `json:"sample"` // records on the page that it was learned from
}

// had returns how many parts a record has.
func (c *children) had(l *recordList, r segment) int {
	n := 0
	for _, a := range l.Parts {
		if _, ok := c.read(r, a); ok {
			n++
		}
	}
	return n
}

// withPart returns how many of some records have a part.
func (c *children) withPart(records []segment, a *attribute) int {
	n := 0
	for _, r := range records {
		if _, ok := c.read(r, a); ok {
			n++
		}
	}
	return n
}

// accepts reports whether what has some of the parts is a record: it has all, if
// they say anything of what is in it, or begins with an element of the classes that
// records have.
func (c *children) accepts(l *recordList, r segment, had int) bool {
	if had == len(l.Parts) && l.inner() || r.top < 0 {
		return true
	}
	class := c.classes(r.top)
	return slices.Contains(l.Known, class) || shareClasses(class, l.First.Class)
}

// inner reports whether any part is less than all of a record: any element has all
// of its own text.
func (l *recordList) inner() bool {
	for _, a := range l.Parts {
		if a.Between || len(a.Path) > 0 {
			return true
		}
	}
	return false
}

// raw returns what may be records in a segment: the parts of its containers.
func (c *children) raw(l *recordList, s segment) []segment {
	var out []segment
	for _, in := range c.containers(s, l.Path) {
		out = c.cutRecords(out, l, in)
	}
	return out
}

// cutRecords appends the records of one container.
func (c *children) cutRecords(out []segment, l *recordList, in segment) []segment {
	kids := c.in(in)
	tag := markup.TagOf(l.First.Tag)
	if l.One {
		for _, k := range kids {
			if c.Elements[k].Tag == tag {
				out = append(out, c.content(k))
			}
		}
		return out
	}
	var starts []int
	for k, e := range kids {
		if c.Elements[e].Tag == tag && (l.Loose || c.startsRun(l, e)) {
			starts = append(starts, k)
		}
	}
	if l.Loose {
		lo := 0
		for _, k := range append(starts, len(kids)) {
			out = c.looseRecord(out, in, lo, k)
			lo = k + 1
		}
		return out
	}
	between := map[markup.Tag]bool{}
	for i, k := range starts {
		end := len(kids)
		last := i+1 == len(starts)
		if !last {
			end = starts[i+1]
		}
		out = append(out, c.runRecord(l, in, k, end, last, between))
	}
	return out
}

// startsRun reports whether a run of elements can begin with one: it has the
// classes of records.
func (c *children) startsRun(l *recordList, e int32) bool {
	return len(l.Known) == 0 || slices.Contains(l.Known, c.classes(e)) || sameKind(c.classes(e), l.First.Class)
}

// looseRecord appends the record of the children lo to hi and the text round
// them, if there is any.
func (c *children) looseRecord(out []segment, in segment, lo, hi int) []segment {
	kids := c.in(in)
	r := segment{parent: in.parent, lo: in.lo + lo, hi: in.lo + hi, from: in.from, to: in.to, top: -1}
	if lo > 0 {
		r.from = max(r.from, c.Elements[kids[lo-1]].TextEnd)
	}
	if hi < len(kids) {
		r.to = min(r.to, c.Elements[kids[hi]].Seen)
	}
	if r.from, r.to = c.trim(r.from, max(r.from, r.to)); r.from < r.to {
		out = append(out, r)
	}
	return out
}

// runRecord returns the record that starts with child k and ends before child
// end: up to the last element whose tag records have. After the last record of a
// container comes what is no record, so that it also ends where no other did.
func (c *children) runRecord(l *recordList, in segment, k, end int, last bool, between map[markup.Tag]bool) segment {
	kids := c.in(in)
	hi := k + 1
	for i := k + 1; i < end; i++ {
		tag := c.Elements[kids[i]].Tag
		known := slices.ContainsFunc(l.Run, func(name string) bool { return markup.TagOf(name) == tag })
		if known {
			hi = i + 1
		}
		if !known && last && !between[tag] {
			break
		}
		if !last {
			between[tag] = true
		}
	}
	to := in.to
	if hi < len(kids) {
		to = min(to, c.Elements[kids[hi]].Seen)
	}
	from, _ := c.SpanOf(kids[k]).Bounds()
	from, to = c.trim(from, max(from, to))
	return segment{parent: in.parent, lo: in.lo + k, hi: in.lo + hi, from: from, to: to, top: kids[k]}
}

// recordsIn returns the records in a segment.
func (c *children) recordsIn(l *recordList, s segment) []segment {
	return c.verified(l, c.raw(l, s))
}

// verified returns what are records of what may be.
func (c *children) verified(l *recordList, raw []segment) []segment {
	kept := raw[:0]
	for _, r := range raw {
		if had := c.had(l, r); had > 0 && c.accepts(l, r, had) {
			kept = append(kept, r)
		}
	}
	return c.withoutHeads(l, kept)
}

// withoutHeads leaves out the first record of a container, if none of its parts is or has a link
// though one does in each of the others, two at least: it is the head of the columns.
func (c *children) withoutHeads(l *recordList, records []segment) []segment {
	heads := func(r segment, others []segment) bool {
		if len(others) < 2 || c.linkIn(c.in(r)) >= 0 {
			return false
		}
		for _, a := range l.Parts {
			without := func(r segment) bool { return !c.hasLink(r, a) }
			if without(r) && !slices.ContainsFunc(others, without) {
				return true
			}
		}
		return false
	}
	kept := records[:0]
	for from, to := 0, 0; from < len(records); from = to {
		for to = from + 1; to < len(records) && c.container(records[to]) == c.container(records[from]); {
			to++
		}
		if heads(records[from], records[from+1:to]) {
			from++
		}
		kept = append(kept, records[from:to]...)
	}
	return kept
}

// hasLink reports whether a record has a part that is, has or is in a link.
func (c *children) hasLink(r segment, a *attribute) bool {
	v, ok := c.read(r, a)
	return ok && c.linkOf(r, v, a) >= 0
}

// ErrNoRecord is the error for a page on which no record of a list is found: the
// list was redesigned, or the page does not belong to it. The page should be deferred
// and a person asked.
var ErrNoRecord = errors.New("bartree: no record of the list is on the page")
