package bartree

import (
	"errors"
	"fmt"
)

// A Template is what the pages of one template have in common, learned from
// examples. What stands on all of them is constant; how much each of them
// strays from the others says what is content. WriteTo writes all that it
// knows.
type Template struct {
	known
	noise  float64 // greatest surprise of one of its pages to the others, in nats
	least  float64 // least likeness of one of its pages to the others, 0 to 1
	region *place  // nil until one is marked
}

// ErrNoPage is the error for pages that hold no element at all, or none given.
var ErrNoPage = errors.New("bartree: no page with an element")

// Learn learns a template from pages in UTF-8 that were made with it, one or
// more. From two pages on it measures how much they differ by themselves; one
// page alone can only tell a redesign. Time is linear in the pages.
func Learn(pages ...[]byte) (*Template, error) {
	prints, err := fingerprints(pages)
	if err != nil {
		return nil, err
	}
	t := learn(prints)
	t.name(prints, pages)
	return t, nil
}

// Pages returns how many pages the template was learned from.
func (t *Template) Pages() int { return t.pages }

func learn(prints []*Fingerprint) *Template {
	t := &Template{known: known{pages: len(prints), traits: map[uint64]trait{}}}
	for _, f := range prints {
		t.add(f)
	}
	t.group()
	t.measureSpread(prints)
	return t
}

func fingerprints(pages [][]byte) ([]*Fingerprint, error) {
	if len(pages) == 0 {
		return nil, ErrNoPage
	}
	var s Scanner
	var prints []*Fingerprint
	for i, p := range pages {
		f := s.Scan(p)
		if f.Elements == 0 {
			return nil, fmt.Errorf("%w: page %d of %d, %d bytes", ErrNoPage, i+1, len(pages), len(p))
		}
		prints = append(prints, f.clone())
	}
	return prints, nil
}

const (
	mostLeftOut = 32  // pages that are held against the others
	unknownOwn  = 0.5 // likeness that pages of a template are taken to have if there is but one
)

// measureSpread holds each page, or of many pages some, against the others.
func (t *Template) measureSpread(prints []*Fingerprint) {
	n := len(prints)
	if n < 2 {
		t.least = unknownOwn
		return
	}
	t.least = 1
	some := min(n, mostLeftOut)
	for i := range some {
		f := prints[i*n/some]
		others := t.without(f)
		s := others.anomaly(f)
		t.noise, t.least = max(t.noise, s.score), min(t.least, s.likeness)
	}
}
