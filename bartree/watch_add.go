package bartree

import (
	"fmt"
	"time"

	"github.com/lokman-crawler/lokman/bartree/internal/bar"
	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// Add starts a target, anew if there is one of the name: a region that is on page, and
// more pages of the same template, which show what in it is constant. Its first version
// is learned from them; a page that is given twice counts once. The error wraps
// [ErrMissing] if the region or a part of it is not on the page; it is another if a part
// could not be read on others: on none of more, or without them between the words of a sentence.
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
	read, err := markup.ReadPages(pages)
	if err != nil {
		if len(pages) < len(all) {
			_, err = markup.ReadPages(all) // which names a page by its number among all
		}
		return Version{}, err
	}
	o := read[0].Outline
	at, ambiguous, err := regions.Find(o, regions.Text(region), nil, true)
	if err != nil {
		return Version{}, err
	}
	tree, err := bar.Measure(o, at)
	if err != nil {
		return Version{}, err
	}
	tree.Ambiguous = ambiguous
	var others []*markup.Outline
	for _, p := range read[1:] {
		others = append(others, p.Outline)
	}
	p, err := regions.NewPlace(o, at, others...)
	if err != nil {
		return Version{}, err
	}
	if err := p.Readable(at, others...); err != nil {
		return Version{}, err
	}
	holders, _ := o.Find(markup.Fold(region.Text))
	p.Ambiguous = regions.IsAmbiguous(o, holders) || region.Focus != 0 && len(holders) > 1
	return Version{Parent: -1, Reason: "first", Confidence: 1, Template: learnAt(p, read...), tree: tree, growth: growthOf(nil, pages, read)}, nil
}
