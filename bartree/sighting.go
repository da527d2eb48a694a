package bartree

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ErrPart is the error when a part of a region can be found by its text but not
// by the tags beside it: other pages could not be read.
var ErrPart = errors.New("bartree: part cannot be read by the tags beside it")

// A sighting is a region, and its parts, as found on a page.
type sighting struct {
	element int32
	roi     textRange
	parts   map[string]textRange
	rules   map[string]Part
}

// sightParts finds the parts of a region in an element by their texts.
func (o *outline) sightParts(e int32, roi textRange, parts map[string]string) (sighting, error) {
	s := sighting{element: e, roi: roi}
	if len(parts) == 0 {
		return s, nil
	}
	pieces := o.piecesOf(e)
	var err error
	if s.parts, err = o.rangesOf(parts, roi, pieces); err != nil {
		return s, err
	}
	s.rules = o.partsAt(s.parts, pieces)
	return s, nil
}

// piecesOf cuts the text of a region's element.
func (o *outline) piecesOf(e int32) []piece { return o.pieces(o.spanOf(o.layoutOf(e))) }

// treeOf measures the bar tree of a region.
func (o *outline) treeOf(s sighting) (*BarTree, error) {
	t, err := o.tree(s.element)
	if err != nil {
		return nil, err
	}
	if s.roi.start < s.roi.end {
		o.addSigmas(t, int(o.at[s.roi.start]), int(o.at[s.roi.end-1]))
	}
	t.Parts = s.rules
	return t, nil
}

// place describes the place of a region and of its parts; more are other pages of
// the template. The error wraps [ErrPart] if a part could not be read on the page
// itself.
func (o *outline) place(s sighting, more ...[]byte) (*place, error) {
	p := o.placeOf(s.element, s.roi)
	if len(s.parts) == 0 {
		return p, nil
	}
	pieces := o.piecesOf(s.element)
	p.Parts = map[string]*place{}
	var others []*outline
	for _, m := range more {
		others = append(others, outlineOf(m))
	}
	for name, r := range s.parts {
		if at := o.partPlace(r, s.element, pieces, others); at != nil {
			p.Parts[name] = at
		}
	}
	again, _ := o.elections(p, s.element, s.rules, true)
	for _, name := range slices.Sorted(maps.Keys(s.parts)) {
		r := s.parts[name]
		if again[name].at == r {
			continue
		}
		delete(p.Parts, name)
		if at, ok := o.readPart(s.rules[name], pieces); !ok || at != r {
			return nil, fmt.Errorf("%w: part %q: %s", ErrPart, name, quoteShort(string(o.text[r.start:r.end])))
		}
	}
	return p, nil
}

// sightAt finds a region at the end of its path and its parts. The error, which
// wraps [ErrMissing], says that there is no text, or names the first part that is not
// there; the others are returned.
func (o *outline) sightAt(p *place, rules map[string]Part) (sighting, error) {
	e := p.find(o)
	if e < 0 {
		return sighting{}, fmt.Errorf("%w: no element at its path", ErrMissing)
	}
	s := sighting{element: e, roi: o.spanOf(e), parts: map[string]textRange{}, rules: rules}
	if o.isBlank(s.roi) {
		return s, errBlank
	}
	won, missing := o.elections(p, e, rules, true)
	for name, w := range won {
		s.parts[name] = w.at
	}
	if len(missing) > 0 {
		return s, fmt.Errorf("%w: part %q", ErrMissing, missing[0])
	}
	return s, nil
}

var errBlank = fmt.Errorf("%w: no text at its place", ErrMissing)

func (o *outline) isBlank(r textRange) bool {
	r = o.trimmed(r)
	return r.start >= r.end
}

// regionOf returns what a sighting is of.
func (o *outline) regionOf(s sighting) Region {
	r := Region{Text: string(o.text[s.roi.start:min(s.roi.end, s.roi.start+maxText)])}
	r.Text = strings.TrimSpace(strings.ToValidUTF8(r.Text, ""))
	if len(s.rules) > 0 {
		r.Parts = map[string]string{}
		for name, at := range s.parts {
			r.Parts[name] = string(o.text[at.start:at.end])
		}
	}
	return r
}

// sightText finds a region by its text, if that is in one place.
func (o *outline) sightText(region Region) (sighting, bool) {
	text := fold(region.Text)
	holders, starts := o.find(text)
	if len(starts) == 0 {
		return sighting{}, false
	}
	best, ties := o.bestOccurrence(holders, len(text), nil)
	if ties > 1 {
		return sighting{}, false
	}
	s, err := o.sightParts(holders[best], textRange{starts[best], starts[best] + len(text)}, region.Parts)
	return s, err == nil
}

// sightValues finds a region by the texts of its parts: the one element of the
// body that has all of them and has none inside it that does.
func (o *outline) sightValues(parts map[string]string) (sighting, bool) {
	has := make([]int, len(o.elements))  // parts in an element
	last := make([]int, len(o.elements)) // the last one counted
	for n, name := range slices.Sorted(maps.Keys(parts)) {
		holders, _ := o.find(fold(parts[name]))
		if len(holders) == 0 {
			return sighting{}, false
		}
		for _, e := range holders {
			if path := o.path(e); len(path) > 1 && o.elements[path[1]].tag == tagHead {
				continue
			}
			for ; e >= 0 && last[e] <= n; e = o.elements[e].parent {
				last[e] = n + 1
				has[e]++
			}
		}
	}
	found, inside := int32(-1), int32(-1)
	for i := len(o.elements) - 1; i >= 0; i-- { // the children of an element before it
		switch e := int32(i); {
		case has[i] < len(parts) || len(parts) == 0:
		case e == inside: // an element inside it has them
			inside = o.elements[i].parent
		case found >= 0:
			return sighting{}, false
		default:
			found, inside = e, o.elements[i].parent
		}
	}
	if found < 0 {
		return sighting{}, false
	}
	s, err := o.sightParts(found, o.spanOf(found), parts)
	return s, err == nil
}
