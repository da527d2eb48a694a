package issue

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/shelf"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

// published is the method of Tran et al. 2001 as published: every link that is not
// eliminated is followed, and its words alone are its page's class.
type published struct {
	strategy.Follow
	constraints paper.Constraints
}

// NewPublished returns the published method.
func NewPublished() published {
	c := paper.NewConstraints()
	return published{strategy.Follow{Classifier: c}, c}
}

// Page is LOCATION: the class of the link that led here. A start has its address
// alone.
func (m published) Page(p *crawl.Page) classify.Classification {
	if c := strategy.Followed(p); c.Class != "" {
		return c
	}
	return m.constraints.Classify(classify.Link{Href: p.URL})
}

func (published) Depth() int { return crawl.NoLimit }

func (published) Parts(starts []string) [][]string { return [][]string{starts} }

func (published) End() error { return nil }

func (published) Together(*shelf.Shelf, string) (map[string]classify.Classification, error) {
	return nil, nil
}
