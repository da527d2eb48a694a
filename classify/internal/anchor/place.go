package anchor

import (
	"path"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// MaxAncestors is how many elements around a link are looked at for their names and classes.
const MaxAncestors = 6

// AncestorTags returns the pairs of tags from the link up: "a<li li<ul".
func AncestorTags(n *html.Node) string {
	var pairs []string
	for i := 0; n != nil && n.Parent != nil && i < MaxAncestors; i++ {
		if n.Parent.Type == html.ElementNode {
			pairs = append(pairs, excerpt.Cut(n.Data, 32)+"<"+excerpt.Cut(n.Parent.Data, 32))
		}
		n = n.Parent
	}
	return strings.Join(pairs, " ")
}

// Standing is how a link stands on its page: its element and the three around it.
func Standing(l dom.Link) string {
	tags := strings.Fields(AncestorTags(l.Node))
	return strings.Join(tags[:min(len(tags), 3)], " ")
}

// Directory returns where a path's page lies, numbers masked.
func Directory(path string) string {
	path = strings.TrimSuffix(excerpt.Cut(path, MaxComponent), "/")
	i := strings.LastIndexByte(path, '/')
	return MaskDigits(path[:max(i, 0)])
}

// WithoutIndex returns the directory of a path that names its index page.
func WithoutIndex(page string) string {
	if dir, name := path.Split(page); strings.HasPrefix(name, "index.") {
		return dir
	}
	return page
}
