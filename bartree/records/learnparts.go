package records

import "slices"

// fitParts chooses for each part the description that most records have. The key
// is chosen first: the part with the most definite description, an element of its
// own and one with a link. For the others only what has the key counts as a record.
// If the taught record lacks a part, fitParts names it and returns false.
func (c *children) fitParts(l *recordList, taught segment, all []segment, x *example) (unread string, ok bool) {
	if len(all) > maxSample {
		all = all[:maxSample]
	}
	l.Parts = map[string]*attribute{}
	descriptions := make(map[string][]*attribute, len(x.names))
	var key *attribute
	rank, most := 0, 0
	for _, name := range x.names {
		rs := c.partDescriptions(taught, x, name)
		if len(rs) == 0 {
			return name, false
		}
		descriptions[name] = rs
		a, n := c.mostRead(rs[:specific(rs)], all)
		if r := c.keyRank(taught, a); r > rank || r == rank && n > most {
			key, rank, most = a, r, n
		}
	}
	kept := make([]segment, 0, len(all))
	for _, r := range all {
		if _, ok := c.read(r, key); ok {
			kept = append(kept, r)
		}
	}
	for _, name := range x.names {
		a := key
		if !slices.Contains(descriptions[name], key) {
			a, _ = c.mostRead(descriptions[name], kept)
		}
		c.fitWords(a, taught, kept)
		l.Parts[name] = a
	}
	return "", true
}

// specific returns how many of a part's descriptions are those of an element, or of
// anything if there is none such.
func specific(descriptions []*attribute) int {
	n := 0
	for n < len(descriptions) && !descriptions[n].Between {
		n++
	}
	if n == 0 {
		return len(descriptions)
	}
	return n
}

// keyRank is how definite a description is: 1 for a text, 2 for an element, 3 for
// one with a link.
func (c *children) keyRank(s segment, a *attribute) int {
	v, _ := c.read(s, a)
	switch {
	case a.Between:
		return 1
	case c.linkOf(s, v, a) < 0:
		return 2
	}
	return 3
}

// mostRead returns the description that most records have, and how many; one that
// comes later must be that of clearly more, two at least: one alone is an exception.
func (c *children) mostRead(descriptions []*attribute, records []segment) (best *attribute, most int) {
	most = -1
	for _, a := range descriptions {
		n := c.withPart(records, a)
		only := most == 1 && best.Between // a text that only the taught record has
		if most < 0 || (n > most+1 || only) && float64(n) > c.tuning.run*float64(most) {
			best, most = a, n
		}
	}
	return best, most
}

// fitWords notes what a part's link says if it says so in more than two thirds of the
// records, two at least, and leads to another address in each.
func (c *children) fitWords(a *attribute, taught segment, records []segment) {
	v, _ := c.read(taught, a)
	if a.Between || len(a.Path) == 0 || len(v.elements) != 1 || v.from == v.to || v.to-v.from > maxPagerText {
		return
	}
	named := *a
	named.Words = string(c.Text[v.from:v.to])
	addresses := map[string]bool{}
	for _, r := range records {
		v, ok := c.read(r, &named)
		if !ok {
			continue
		}
		if e := c.linkOf(r, v, &named); e >= 0 {
			href, _ := c.AttributeOf(e, "href")
			addresses[href] = true
		}
	}
	if n := len(addresses); n > 1 && 3*n > 2*len(records) {
		a.Words = named.Words
	}
}

// partDescriptions returns the ways to describe a part of a record: a text, or the
// address of a link.
func (c *children) partDescriptions(s segment, x *example, name string) []*attribute {
	want := x.parts[name]
	if at := c.occurrences(s, want, 1); len(at) > 0 {
		return c.descriptions(s, at[0], at[0]+len(want))
	}
	for _, k := range c.in(s) {
		for e, end := k, c.after(k); e < end; e++ {
			if href, ok := c.AttributeOf(e, "href"); ok && href == x.links[name] {
				if way := c.wayDown(s, e); len(way) <= maxPartDepth {
					return []*attribute{{Path: c.stepsTo(s, way), Link: true}}
				}
			}
		}
	}
	return nil
}
