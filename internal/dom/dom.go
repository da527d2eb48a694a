// Package dom reads HTML pages, from a tree or tag by tag: it parses them into
// trees of bounded size, and says which elements a reader sees, what a page's
// links are resolved against, and what its links and metas say. (Package
// markup reads fingerprints of pages from their bytes.)
package dom

import (
	"github.com/lokman-crawler/lokman/internal/document"
)

// A Link is an anchor with its text.
type Link = document.Link
