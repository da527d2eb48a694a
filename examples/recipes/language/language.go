// Package language keeps a crawl to the pages that are in some languages.
package language

import (
	"slices"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/maintext"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

// Adaptive is a strategy that does not follow the links of pages in other languages. Embed
// another strategy to do the same with that: all its other methods come with it.
type Adaptive struct {
	*strategy.Adaptive
	Languages []string // as "en"
}

// Value implements crawl.Strategy.
func (a Adaptive) Value(p *crawl.Page) crawl.Valuation {
	if !In(p, a.Languages...) {
		p = p.WithLinks(func(int) bool { return false })
	}
	return a.Adaptive.Value(p)
}

// In reports whether a page is in one of some languages, as far as can be told: a page
// without main text, such as a list of links, may be. It tells what to keep, too.
func In(p *crawl.Page, languages ...string) bool {
	content, err := maintext.Of(p)
	if err != nil {
		return true
	}
	code, sure := maintext.Language(content.Text)
	return !sure || slices.Contains(languages, code)
}
