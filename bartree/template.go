package bartree

import (
	"errors"

	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/bartree/internal/stats"
	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/internal/markup"
	"github.com/lokman-crawler/lokman/internal/selector"
)

// A Template is what the pages of one template have in common, learned from examples.
// What all of them have is constant; how much each of them differs from the others says
// what is content. WriteTo writes all that it knows.
type Template struct {
	stats  *stats.Template
	region *regions.Place // nil until one is marked
}

// Learn learns a template from pages in UTF-8 that were made with it, one or
// more. From two pages on it measures how much they differ among themselves;
// with one page alone only a redesign can be recognised. Of five pages or more,
// up to a quarter that are unlike all others are taken for pages of another kind,
// see [Template.Odd]. Time is linear in the pages.
func Learn(pages ...[]byte) (*Template, error) {
	read, err := markup.LearnPages(pages)
	if err != nil {
		return nil, err
	}
	return &Template{stats: stats.Learn(read)}, nil
}

// learned refuses a template that was neither learned nor read.
func (t *Template) learned() error {
	if t == nil || t.stats == nil {
		return errors.New("bartree: a Template that was not learned")
	}
	return nil
}

// Pages returns how many pages the template was learned from, those of another
// kind not counted.
func (t *Template) Pages() int {
	if t.stats == nil {
		return 0
	}
	return t.stats.Pages
}

// Odd returns which of the pages that [Learn] was given are of another kind than
// the rest, by their index, in the order in which they were found.
func (t *Template) Odd() []int {
	if t.stats == nil {
		return nil
	}
	return t.stats.Odd()
}

// Mark sets the template's region: the place of a text on page, an example of the
// template. More pages show what of its surroundings is constant; those without the
// path to the region are skipped. The error wraps [ErrMissing] if the text is not on
// the page.
func (t *Template) Mark(text string, page []byte, more ...[]byte) error {
	if err := t.learned(); err != nil {
		return err
	}
	p, err := regions.Mark(markup.ReadOutline(page), text, each.Of(more, markup.ReadOutline)...)
	if err != nil {
		return err
	}
	t.region = p
	return nil
}

// Locate finds the template's region on a page: at the end of its path; if the
// path is gone, where the text of the marked page is, if that is one place; else
// by votes, if one element has at least half of them, a tenth more than the next,
// and text of the region's shape; else at the end of the path with other classes on
// one element, if that leads to one place. The result is [LookRead] at the end of the path, else
// [LookMoved]; Found and the text of the region are set beside it. Otherwise the error wraps
// [ErrMissing], as it does if no region was marked.
func (t *Template) Locate(page []byte) (Look, error) {
	if err := t.learned(); err != nil {
		return Look{}, err
	}
	if t.region == nil {
		return Look{}, regions.Missing("the template has no region: Mark it first")
	}
	var l Look
	var err error
	if l.Found, _, err = t.region.Locate(markup.ReadOutline(page)); err != nil {
		return l, err
	}
	l.Region.Text, l.Result = l.Found.Text, LookMoved
	if l.Found.How == "path" {
		l.Result = LookRead
	}
	return l, nil
}

// Selector returns a short selector of the template's region, in CSS and in XPath 1.0, for
// programs that read pages by these, and on what share of some pages, 0 to 1, it picks the same
// text as Locate, or nothing where that finds nothing. Both are empty if no selector does on any:
// a region that is a part of its element has none. A selector does not say when the template
// changes.
func (t *Template) Selector(pages ...[]byte) (css, xpath string, agree float64, err error) {
	if err := t.learned(); err != nil {
		return "", "", 0, err
	}
	if t.region == nil {
		return "", "", 0, regions.Missing("the template has no region: Mark it first")
	}
	var examples []selector.Example
	for _, src := range pages {
		o := markup.ReadOutline(src)
		x := selector.Example{Page: selector.Of(o.Tree())}
		if l, e, err := t.region.Locate(o); err == nil {
			x.Want, x.Part = []int32{o.Node(e)}, l.Text != o.TextOf(e)
		}
		examples = append(examples, x)
	}
	css, xpath, agree = selector.Find(examples, false)
	return css, xpath, agree, nil
}

// learnAt learns a template from pages; the region's place is that on the first.
func learnAt(p *regions.Place, pages ...*markup.Page) *Template {
	t := &Template{stats: stats.Learn(pages), region: p}
	for _, v := range pages[1:] {
		p.WidenBy(v.Outline)
	}
	return t
}

// ErrMissing is the error when a region's text is not on a page, or no element of the page is
// clearly the region: in this case the paper defers the crawl of the page and warns a person.
var ErrMissing = regions.ErrMissing
