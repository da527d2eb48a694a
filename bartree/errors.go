package bartree

import (
	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// ErrMissing is the error when a region's text is not on a page, or no element of the page is
// clearly the region: in this case the paper defers the crawl of the page and warns a person.
var ErrMissing = regions.ErrMissing

// ErrNoPage is the error for pages that hold no element at all, or none given.
var ErrNoPage = markup.ErrNoPage
