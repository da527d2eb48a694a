package bartree

import (
	"bytes"
	"slices"

	"github.com/lokman-crawler/lokman/bartree/internal/stats"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// growth is the pages that a version was learned from while they are few. The
// template of a version that was learned from two pages knows little of how much
// pages differ, so that it is learned again with each that is read with it.
type growth struct {
	URLs  []string       `json:"urls,omitempty"`
	Pages [][]byte       `json:"pages,omitempty"` // none once they are enough
	read  []*markup.Page // the same; nil of a version that was read from a file
}

func growthOf(urls []string, pages [][]byte, read []*markup.Page) growth {
	if len(pages) >= stats.GrownPages {
		return growth{}
	}
	g := growth{URLs: slices.Clone(urls)}
	for i, p := range pages {
		g.Pages, g.read = append(g.Pages, bytes.Clone(p)), append(g.read, read[i].Forget())
	}
	return g
}

// distinct returns pages without those that are there before, byte by byte.
func distinct(pages [][]byte) [][]byte {
	var out [][]byte
	for _, p := range pages {
		if !has(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func has(pages [][]byte, page []byte) bool {
	return slices.ContainsFunc(pages, func(p []byte) bool { return bytes.Equal(p, page) })
}

// grow learns the version that a page was read with again, with the page too,
// unless that may show a change.
func (t *target) grow(l *Look, page *markup.Page) error {
	v := &t.Versions[l.Version]
	g := &v.growth
	n := len(g.Pages)
	if n == 0 || l.Change.Alarm() && n >= stats.FewestKnown || slices.Contains(g.URLs, l.URL) || has(g.Pages, l.Page) {
		return nil
	}
	if g.read == nil {
		read, err := markup.LearnPages(g.Pages)
		if err != nil {
			return err
		}
		g.read = read
	}
	g.URLs, g.Pages, g.read = append(g.URLs, l.URL), append(g.Pages, bytes.Clone(l.Page)), append(g.read, page.Forget())
	next := &Template{stats: stats.Learn(g.read), region: v.Template.region}
	next.stats.KeepMet(v.Template.stats)
	next.region.WidenBy(page.Outline)
	v.Template = next
	if n+1 >= stats.GrownPages {
		*g = growth{}
	}
	return nil
}
