// Package dom reads HTML pages, from a tree or tag by tag: it parses them into
// trees of bounded size, and says which elements a reader sees, what a page's
// links are resolved against, and what its links and metas say. (Package
// markup reads fingerprints of pages from their bytes.)
package dom

import (
	"bytes"
	"errors"
	"fmt"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/treesize"
)

// ErrTooLarge is the reason for which a page is not parsed.
var ErrTooLarge = errors.New("the page may unfold into a tree that is too large")

// A tree takes at most treeFloor bytes, or treeTimes the page's if that is
// more. Of 31,000 real pages the trees take 6 times the page in the median,
// 12 times at the 999th of 1,000 and 19 times at most.
const (
	treeFloor = 16 << 20
	treeTimes = 24
)

// Parse returns the tree of a page in UTF-8 as [html.Parse] does. It is an
// error that wraps ErrTooLarge if the tree could take more than 16 MiB and more
// than 24 times the page, and another error if the page is nested deeper than
// 512 elements. Measuring takes a few percent of the time of parsing.
func Parse(src []byte) (*html.Node, error) {
	limit := max(treeFloor, treeTimes*len(src))
	if size := treesize.Bound(src, limit); size > limit {
		return nil, fmt.Errorf("%w: more than %d bytes for a page of %d", ErrTooLarge, limit, len(src))
	}
	return html.Parse(bytes.NewReader(src))
}
