package bartree

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

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

// part shows a part in a message.
func (x *example) part(name string) string {
	return fmt.Sprintf("%q: %s", name, quoteShort(string(x.parts[name])))
}

// missing is the error for an example that is not on the page as it should be, and
// for a region that nobody marked. It matches [ErrMissing].
type missing string

func (m missing) Error() string      { return "bartree: " + string(m) }
func (missing) Is(target error) bool { return target == ErrMissing }

// holding returns which of some stretches hold the example's text and all parts, at
// least one; else the error says what none holds.
func (c *children) holding(stretches []stretch, x *example) ([]int, error) {
	var with []int
	for i, s := range stretches {
		if len(c.places(s, x.text, 1)) > 0 {
			with = append(with, i)
		}
	}
	if len(with) == 0 {
		return nil, fmt.Errorf("%w: %s", ErrMissing, quoteShort(string(x.text)))
	}
	for _, name := range x.names {
		here := slices.DeleteFunc(slices.Clone(with), func(i int) bool {
			s := stretches[i]
			return !c.has(s, x.parts[name]) && c.nearestLink(s, s.from, s.from, x.links[name]) < 0
		})
		if len(here) == 0 {
			return nil, missing("part " + x.part(name) + " is not on the page, or in no record with " + quoteShort(string(x.text)))
		}
		with = here
	}
	return with, nil
}

func (c *children) has(s stretch, want []byte) bool {
	return bytes.Contains(c.text[min(max(s.from, c.shown), s.to):s.to], want)
}

// placesNear returns the places of an example's text that are tried, maxPlaces at most:
// if it has more, those next to the part that is in the fewest places.
func (c *children) placesNear(s stretch, x *example) []int {
	at := c.places(s, x.text, maxPlaces+1)
	if len(at) <= maxPlaces {
		return at
	}
	at = c.places(s, x.text, len(c.text))
	rare := at
	for _, name := range x.names {
		of := c.places(s, x.parts[name], len(at))
		if len(of) == 0 {
			if e := c.nearestLink(s, s.from, s.from, x.links[name]); e >= 0 {
				of = []int{c.elements[e].seen}
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
func (c *children) extent(s stretch, at int, x *example) (from, to int) {
	from, to = at, at+len(x.text)
	start := min(max(s.from, c.shown), at)
	for _, name := range x.names {
		want := x.parts[name]
		if bytes.Contains(c.text[from:to], want) {
			continue
		}
		i, k := c.place(start, from, want, true), c.place(to, s.to, want, false)
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
				from, to = min(from, c.elements[e].seen), max(to, c.elements[e].textEnd)
			}
		}
	}
	return c.trim(from, to)
}

// strayed returns a part of a record at text[from:to] that is in another record than
// the text at text[at]. Of siblings that are alike, each has a place for both.
func (c *children) strayed(s stretch, at, from, to int, x *example) (part string, ok bool) {
	end := at + len(x.text)
	kids := c.in(c.contentAt(s, c.wayTo(s, from, to)))
	home := slices.IndexFunc(kids, func(e int32) bool { return c.elements[e].seen <= at && end <= c.elements[e].textEnd })
	if home < 0 {
		return "", false
	}
	own := c.content(kids[home])
	texts := c.readings(own, at, end)
	if len(texts) == 0 {
		return "", false
	}
	for _, e := range kids {
		if c.elements[e].tag != c.elements[own.parent].tag || c.classes(e) != c.classes(own.parent) || c.elements[e].seen >= to || c.elements[e].textEnd <= from {
			continue
		}
		other := c.content(e)
		for _, name := range x.names {
			here, there := c.partReadings(own, x, name), c.partReadings(other, x, name)
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
