// Package issue has the methods that find the pages of a journal issue and tell their classes.
package issue

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/shelf"
)

// Method is a way to find the pages of an issue and to tell their classes.
type Method interface {
	crawl.Strategy
	Page(p *crawl.Page) classify.Classification
	Depth() int // links to follow from the start, or crawl.NoLimit

	// Parts are the starts that are downloaded together, and ended when they are.
	Parts(starts []string) [][]string
	End() error

	// Together returns the classes that change when all pages are looked at
	// together, by URL.
	Together(s *shelf.Shelf, dir string) (map[string]classify.Classification, error)
}
