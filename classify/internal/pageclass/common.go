package pageclass

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// setPage is what is known of a page of a set.
type setPage struct {
	class  verdict.Answer
	kinds  []uint64 // of its elements, ascending
	folder string
	firm   bool   // its metas, or its length and its headings or link, say that it is an article's
	form   string // its class if it is an article's page; "" if it cannot be one
}

func (p *setPage) isArticle() bool {
	return p.class.Class == verdict.Abstract || p.class.Class == verdict.FullText
}

// vouched reports whether more than the page's own text says firmly that it is an article's.
func (p *setPage) vouched() bool { return p.firm && says(p.class, "meta: ", "link: ") }

// inDoubt reports whether a page is behind an article's link and was taken for another: it may be
// an article's, and says nothing about what others have.
func (p *setPage) inDoubt() bool {
	return !p.isArticle() && slices.Contains(p.class.Evidence, articleLink)
}

// What decides about a page of a set: docs/measured/links.md in the repository has what
// other values give.
const (
	fewestAlike  = 3    // pages of articles that have something in common
	fewestShared = 5    // kinds of elements
	sharedBy     = 0.8  // of the articles' pages, or those in a directory
	fewestLacked = 2    // kinds of elements that a directory lacks, for its pages to be none of articles
	fewestTold   = 4    // pages of a directory that tell by what half of them are
	notSharedBy  = 0.6  // of the others, at most
	unlike       = 0.35 // share of the kinds below which a page is no article's
	alike        = 0.75 // share from which on it is one
	folderShare  = 0.1  // of the articles' pages, in its directory
)

// commons are what the pages of articles have in common and the others do not.
type commons struct {
	articles int
	kinds    map[uint64]bool // of elements
}

func commonOf(pages []setPage) *commons {
	c := &commons{kinds: map[uint64]bool{}}
	others := 0
	having := map[uint64]*[2]int{} // how many pages of others and of articles
	for i := range pages {
		p := &pages[i]
		of := 0
		switch {
		case len(p.kinds) == 0 || p.inDoubt():
			continue
		case p.isArticle():
			of = 1
			c.articles++
		default:
			others++
		}
		for _, k := range p.kinds {
			if having[k] == nil {
				having[k] = new([2]int)
			}
			having[k][of]++
		}
	}
	for k, n := range having {
		if float64(n[1]) >= sharedBy*float64(c.articles) && float64(n[0]) <= notSharedBy*float64(others) {
			c.kinds[k] = true
		}
	}
	return c
}

// tell reports whether they are enough to say what is an article.
func (c *commons) tell() bool {
	return c.articles >= fewestAlike && len(c.kinds) >= fewestShared
}

// share returns which share of the articles' kinds of elements a page has, and says so; "" if
// there is nothing to say.
func (c *commons) share(p *setPage) (share float64, why string) {
	if !c.tell() || len(p.kinds) == 0 {
		return 0, ""
	}
	has := 0
	for _, k := range p.kinds {
		if c.kinds[k] {
			has++
		}
	}
	return float64(has) / float64(len(c.kinds)), fmt.Sprintf("pages: has %d of %d kinds of elements that those of articles share", has, len(c.kinds))
}

// says reports whether any evidence begins in one of some ways.
func says(c verdict.Answer, kinds ...string) bool {
	return slices.ContainsFunc(c.Evidence, func(e string) bool {
		return slices.ContainsFunc(kinds, func(kind string) bool { return strings.HasPrefix(strings.TrimPrefix(e, "*"), kind) })
	})
}

// decidedBy reports whether the evidence that decided begins so.
func decidedBy(c verdict.Answer, kind string) bool {
	return slices.ContainsFunc(c.Evidence, func(e string) bool { return strings.HasPrefix(e, "*"+kind) })
}
