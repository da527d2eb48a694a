package main

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/shelf"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

// paper is the method of Tran et al. 2001 as published: every link that is not
// eliminated is followed, and its words alone are its page's class.
type paper struct {
	strategy.Follow
	constraints classify.Constraints
}

func newPaper() paper {
	c := classify.PaperConstraints()
	return paper{strategy.Follow{Classifier: c}, c}
}

// page is LOCATION: the class of the link that led here. A start has its address
// alone.
func (m paper) page(p *crawl.Page) classify.Classification {
	if c := strategy.Followed(p); c.Class != "" {
		return c
	}
	return m.constraints.Classify(classify.Link{Href: p.URL})
}

func (paper) depth() int { return crawl.NoLimit }

func (paper) parts(starts []string) [][]string { return [][]string{starts} }

func (paper) end() error { return nil }

func (paper) together(*shelf.Shelf, string) (map[string]classify.Classification, error) {
	return nil, nil
}
