package records

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// holding returns which of some segments hold the example's text and all parts, at
// least one; else the error says what none holds.
func (c *children) holding(segments []segment, x *example) ([]int, error) {
	var with []int
	for i, s := range segments {
		if len(c.occurrences(s, x.text, 1)) > 0 {
			with = append(with, i)
		}
	}
	if len(with) == 0 {
		return nil, fmt.Errorf("%w: %s", regions.ErrMissing, excerpt.Quote(string(x.text)))
	}
	for _, name := range x.names {
		here := slices.DeleteFunc(slices.Clone(with), func(i int) bool {
			s := segments[i]
			return !c.has(s, x.parts[name]) && c.nearestLink(s, s.from, s.from, x.links[name]) < 0
		})
		if len(here) == 0 {
			return nil, regions.Missing("part " + x.part(name) + " is not on the page, or in no record with " + excerpt.Quote(string(x.text)))
		}
		with = here
	}
	return with, nil
}

func (c *children) has(s segment, want []byte) bool {
	return bytes.Contains(c.Text[min(max(s.from, c.shown), s.to):s.to], want)
}

// occurrencesNear returns the places of an example's text that are tried, maxPlaces at most:
// if it has more, those next to the part that is in the fewest places.
func (c *children) occurrencesNear(s segment, x *example) []int {
	at := c.occurrences(s, x.text, maxPlaces+1)
	if len(at) <= maxPlaces {
		return at
	}
	at = c.occurrences(s, x.text, len(c.Text))
	rare := at
	for _, name := range x.names {
		of := c.occurrences(s, x.parts[name], len(at))
		if len(of) == 0 {
			if e := c.nearestLink(s, s.from, s.from, x.links[name]); e >= 0 {
				of = []int{c.Elements[e].Seen}
			}
		}
		if len(of) > 0 && len(of) < len(rare) {
			rare = of
		}
	}
	var near []int
	for _, part := range rare {
		i, _ := slices.BinarySearch(at, part)
		for k := max(0, i-1); k <= i && k < len(at) && len(near) < maxPlaces; k++ {
			if !slices.Contains(near, at[k]) {
				near = append(near, at[k])
			}
		}
	}
	return near
}

// extent returns what a record whose text is at text[at] takes at least: that text,
// and for each part that is not in it the nearest place of the part: in the innermost
// element round both, of two such the nearer one.
func (c *children) extent(s segment, at int, x *example) (from, to int) {
	from, to = at, at+len(x.text)
	start := min(max(s.from, c.shown), at)
	for _, name := range x.names {
		want := x.parts[name]
		if bytes.Contains(c.Text[from:to], want) {
			continue
		}
		i, k := c.occurrence(start, from, want, true), c.occurrence(to, s.to, want, false)
		before := i >= 0
		if i >= 0 && k >= 0 {
			out, in := len(c.wayTo(s, i, to)), len(c.wayTo(s, from, k+len(want)))
			before = out > in || out == in && from-i < k+len(want)-to
		}
		switch {
		case before:
			from = i
		case k >= 0:
			to = k + len(want)
		default:
			if e := c.nearestLink(s, from, to, x.links[name]); e >= 0 {
				from, to = min(from, c.Elements[e].Seen), max(to, c.Elements[e].TextEnd)
			}
		}
	}
	return c.trim(from, to)
}

// strayed returns a part of a record at text[from:to] that is in another record than
// the text at text[at]. Of siblings that are alike, each has a place for both.
func (c *children) strayed(s segment, at, from, to int, x *example) (part string, ok bool) {
	end := at + len(x.text)
	kids := c.in(c.contentAt(s, c.wayTo(s, from, to)))
	home := slices.IndexFunc(kids, func(e int32) bool { return c.Elements[e].Seen <= at && end <= c.Elements[e].TextEnd })
	if home < 0 {
		return "", false
	}
	own := c.content(kids[home])
	texts := c.descriptions(own, at, end)
	if len(texts) == 0 {
		return "", false
	}
	for _, e := range kids {
		if c.Elements[e].Tag != c.Elements[own.parent].Tag || c.classes(e) != c.classes(own.parent) || c.Elements[e].Seen >= to || c.Elements[e].TextEnd <= from {
			continue
		}
		other := c.content(e)
		for _, name := range x.names {
			here, there := c.partDescriptions(own, x, name), c.partDescriptions(other, x, name)
			if e == own.parent || len(here) > 0 || len(there) == 0 {
				continue
			}
			mine, hasPart := c.read(own, there[0])
			theirs, hasText := c.read(other, texts[0])
			its, _ := c.read(other, there[0])
			if hasPart && hasText && mine.from != at && theirs.from != its.from {
				return name, true
			}
		}
	}
	return "", false
}
