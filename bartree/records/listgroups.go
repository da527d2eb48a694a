package records

import (
	"math"
	"slices"
)

// A group is the records of one container.
type group struct {
	count int
	had   map[*attribute]int
	out   bool // it is of something else, such as a menu
}

// ownGroups leaves out groups whose records all lack a part that all records of the
// other groups have, if they are too many for chance: they are something else that is
// built in the same way, such as a menu.
func (c *children) ownGroups(l *recordList, records []segment) []segment {
	if !slices.ContainsFunc(records, func(r segment) bool { return c.container(r) != c.container(records[0]) }) {
		return records
	}
	groups := map[int32]*group{}
	for _, r := range records {
		g := groups[c.container(r)]
		if g == nil {
			g = &group{had: map[*attribute]int{}}
			groups[c.container(r)] = g
		}
		g.count++
		for _, a := range l.Parts {
			if _, ok := c.read(r, a); ok {
				g.had[a]++
			}
		}
	}
	for _, a := range l.Parts {
		had, of := 0, 0 // in the groups that have the part
		for _, g := range groups {
			if g.had[a] > 0 {
				had, of = had+g.had[a], of+g.count
			}
		}
		if had == 0 || had < of {
			continue
		}
		for _, g := range groups {
			if g.had[a] == 0 && g.count > 1 && lacks(had, of, g.count) {
				g.out = true
			}
		}
	}
	kept := records[:0]
	for _, r := range records {
		if !groups[c.container(r)].out {
			kept = append(kept, r)
		}
	}
	return kept
}

// container returns the element that holds a record.
func (c *children) container(r segment) int32 {
	if r.top >= 0 {
		return c.Elements[r.top].Parent
	}
	return r.parent
}

// lacks reports whether it is no chance that n records lack a part which had of others
// have: by Laplace's rule each has it with probability (had+1)/(of+2).
func lacks(had, of, n int) bool {
	return math.Pow(1-float64(had+1)/float64(of+2), float64(n)) < lostChance
}

const lostChance = 0.05

// find returns the records of a page.
func (c *children) find(l *recordList) ([]segment, error) {
	records := c.recordsIn(l, c.document())
	if len(records) == 0 && len(l.Path) > 1 {
		records = c.firstIn(l, c.wrapped(l.Path))
	}
	if len(records) == 0 {
		return nil, ErrNoRecord
	}
	return c.ownGroups(l, records), nil
}

// firstIn returns the records in some elements, those in document order, but for
// elements inside one that holds records.
func (c *children) firstIn(l *recordList, containers []segment) []segment {
	var records []segment
	end := int32(0)
	for _, in := range containers {
		if in.parent < end {
			continue
		}
		if got := c.verified(l, c.cutRecords(nil, l, in)); len(got) > 0 {
			records, end = append(records, got...), c.after(in.parent)
		}
	}
	return records
}
