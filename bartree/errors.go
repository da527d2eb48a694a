package bartree

import "github.com/lokman-crawler/lokman/bartree/internal/regions"

// ErrMissing is the error when a region's text is not on a page, or no element of the page is
// clearly the region: in this case the paper defers the crawl of the page and warns a person.
var ErrMissing = regions.ErrMissing
