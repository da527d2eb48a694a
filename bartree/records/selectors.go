package records

import (
	"fmt"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/selector"
)

// Selector returns a short selector of the list's records, in CSS and in XPath 1.0, for programs
// that read pages by these, and on what share of some pages, 0 to 1, it picks the same elements as
// Read does records, or none where Read finds none. With the name of a part it is one inside a
// record, and the share is that of the records, the first 50 of a page. All are zero if no selector
// agrees on any: a record that is a run of elements, as in a <dl>, has none, nor has a part that is
// less than the text of an element. A selector does not say when the list changes.
func (l *List) Selector(part string, pages ...[]byte) (css, xpath string, agree float64, err error) {
	if err := l.learned(); err != nil {
		return "", "", 0, err
	}
	a := l.records.Parts[part]
	if part != "" && a == nil {
		return "", "", 0, fmt.Errorf("%w: a part %s of the list", bartree.ErrMissing, excerpt.Quote(part))
	}
	var examples []selector.Example
	for _, src := range pages {
		c := childrenOf(src)
		page := selector.Of(c.Tree())
		found, _ := c.find(&l.records) // none is a page as well
		if part == "" {
			examples = append(examples, c.recordsOn(page, found))
			continue
		}
		for _, r := range found[:min(len(found), maxSelected)] {
			if c.isElement(r) {
				examples = append(examples, c.partOf(page, r, a))
			}
		}
	}
	css, xpath, agree = selector.Find(examples, true)
	return css, xpath, agree, nil
}

// maxSelected is how many records of a page selectors of their parts are tried on.
const maxSelected = 50

// isElement reports whether a record is an element.
func (c *children) isElement(r segment) bool { return r.top >= 0 && c.holds(r.top, r.from, r.to) }

// recordsOn is the records of a page.
func (c *children) recordsOn(page *selector.Page, found []segment) selector.Example {
	x := selector.Example{Page: page}
	for _, r := range found {
		if !c.isElement(r) {
			return selector.Example{Page: page, Part: true}
		}
		x.Want = append(x.Want, c.Node(r.top))
	}
	return x
}

// partOf is a part of a record.
func (c *children) partOf(page *selector.Page, r segment, a *attribute) selector.Example {
	x := selector.Example{Page: page, In: c.Node(r.top)}
	v, ok := c.read(r, a)
	switch {
	case !ok:
	case a.Between:
		if e := c.Holder(v.from, v.to); e >= 0 && e != r.top && c.holds(e, v.from, v.to) {
			x.Want = []int32{c.Node(e)}
		} else {
			x.Part = true
		}
	case len(a.Path) == 0:
		x.Part = true // all of the record
	default:
		for _, e := range v.elements {
			x.Want = append(x.Want, c.Node(e))
		}
	}
	return x
}
