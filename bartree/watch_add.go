package bartree

import (
	"fmt"
	"time"
)

// Add starts a target, anew if there is one of the name: a region that is on page, and
// more pages of the same template, which show what in it is constant. Its first version
// is learned from them; a page that is given twice counts once. The error wraps
// [ErrMissing] if the region or a part of it is not on the page, [ErrPart] if a part
// could not be read on others.
func (w *Watch) Add(name string, region Region, now time.Time, page []byte, more ...[]byte) error {
	if _, err := w.settings(); err != nil {
		return err
	}
	first, err := w.first(region, page, more)
	if err != nil {
		return fmt.Errorf("target %q: %w", name, err)
	}
	first.First, first.Last = now, now
	if w.targets == nil {
		w.targets = map[string]*target{}
	}
	w.targets[name] = &target{Region: region, Versions: []Version{first}}
	return nil
}

// first learns the first version of a target.
func (w *Watch) first(region Region, page []byte, more [][]byte) (Version, error) {
	all := append([][]byte{page}, more...)
	pages := distinct(all)
	if len(pages) < len(all) {
		if _, err := fingerprints(all); err != nil { // which names a page by its number among all
			return Version{}, err
		}
	}
	o := outlineOf(page)
	tree, s, err := o.reverse(region, nil, w.Paper != 0)
	if err == nil {
		err = w.retaper(tree)
	}
	if err != nil {
		return Version{}, err
	}
	p := o.placeOf(s.element, s.roi)
	if w.Paper == 0 {
		p, err = o.place(s, pages[1:]...)
	}
	if err != nil {
		return Version{}, err
	}
	holders, _ := o.find(fold(region.Text))
	p.Ambiguous = o.isAmbiguous(holders)
	t, err := learnAt(p, pages...)
	if err != nil {
		return Version{}, err
	}
	return Version{Parent: -1, Reason: "first", Confidence: 1, Template: t, Tree: tree, growth: growthOf(nil, pages)}, nil
}

// learnAt learns a template from pages, on the first of which the region is at a
// place.
func learnAt(p *place, pages ...[]byte) (*Template, error) {
	t, err := Learn(pages...)
	if err != nil {
		return nil, err
	}
	p.widenBy(pages[1:])
	t.region = p
	return t, nil
}
