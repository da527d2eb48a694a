package markup

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
)

// maxReferences is how many references of one page are kept.
const maxReferences = 256

// references returns digests of what a page refers to that belongs to the
// template rather than to the content, each once and sorted: the URLs of stylesheets and
// scripts, without query and the steps to a directory above, the generator, the names
// of other meta elements and the relations of other links. A new version of a
// template nearly always comes with another stylesheet or script. What is there for
// readers without scripts counts too.
func references(p *page.Page) []uint64 {
	out := appendReferences(nil, p)
	slices.Sort(out)
	return slices.Compact(out)
}

func appendReferences(out []uint64, p *page.Page) []uint64 {
	for i := range p.Nodes {
		n := &p.Nodes[i]
		switch {
		case len(out) == maxReferences:
			return out
		case n.Type == page.TextNode && p.Nodes[n.Parent].Atom == atom.Noscript:
			out = appendReferences(out, page.Scan([]byte(n.Data)))
		case n.Type == page.ElementNode:
			if key := reference(p, int32(i)); key != "" {
				out = append(out, rawHash(0, []byte(key)))
			}
		}
	}
	return out
}

// reference returns the text that a reference is known by; "" if the element has none.
func reference(p *page.Page, i int32) string {
	switch p.Nodes[i].Atom {
	case atom.Script:
		if src := p.Value(i, "src"); src != "" {
			return "script " + resource(src)
		}
	case atom.Link:
		rel := strings.ToLower(p.Value(i, "rel"))
		switch {
		case strings.Contains(rel, "stylesheet"):
			return "style " + resource(p.Value(i, "href"))
		case rel != "":
			return "link " + rel
		}
	case atom.Meta:
		for _, by := range []string{"name", "property", "http-equiv"} {
			if v := strings.ToLower(p.Value(i, by)); v == "generator" {
				return "meta generator " + p.Value(i, "content")
			} else if v != "" {
				return "meta " + v
			}
		}
	}
	return ""
}

// resource returns a URL as it is the same on pages in different directories: without
// query and fragment, and without the steps to a directory above.
func resource(url string) string {
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		url = url[:i]
	}
	for {
		rest, ok := strings.CutPrefix(url, "./")
		if !ok {
			rest, ok = strings.CutPrefix(url, "../")
		}
		if !ok {
			return url
		}
		url = rest
	}
}
