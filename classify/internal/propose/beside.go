package propose

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

const (
	besideSteps   = 100 // nodes that are looked at
	besideBytes   = 500
	maxEntryDepth = 32 // elements around a link that may be its entry
)

// textBehind returns the text between a link and what comes next: another link, a line
// break or the end of the block.
func textBehind(link *html.Node) string {
	var text strings.Builder
	n, inside := link, false // whether what is inside n comes next, or what is behind it
	for range besideSteps {
		switch {
		case inside && n.FirstChild != nil:
			n = n.FirstChild
		case n.NextSibling != nil:
			n = n.NextSibling
		case n.Parent == nil || dom.Block(n.Parent.DataAtom):
			return anchor.Collapse(text.String())
		default:
			n, inside = n.Parent, false
			continue
		}
		if n.Type == html.TextNode {
			text.WriteString(excerpt.Cut(n.Data, besideBytes))
		}
		if n.DataAtom == atom.A || n.DataAtom == atom.Br || dom.Block(n.DataAtom) || text.Len() > besideBytes {
			break
		}
		inside = n.Type == html.ElementNode && !dom.Hidden(n)
	}
	return anchor.Collapse(text.String())
}

// entriesOf returns the entries of links that look alike, nil for one that has none: of the elements
// around it the largest in which none of the others leads elsewhere, where the next larger has others.
func entriesOf(alike []int, links []dom.Link) []*html.Node {
	leads := map[*html.Node]string{} // to where the links in an element do, "" if to several pages
	for _, i := range alike {
		l := links[i]
		for n, depth := l.Node, 0; l.URL != "" && n != nil && depth <= maxEntryDepth; n, depth = n.Parent, depth+1 {
			if to, ok := leads[n]; !ok {
				leads[n] = l.URL
			} else if to != l.URL {
				leads[n] = ""
			}
		}
	}
	entries := make([]*html.Node, len(alike))
	for k, i := range alike {
		l := links[i]
		n, depth := l.Node, 0
		for ; n != nil && depth <= maxEntryDepth && leads[n] == l.URL; depth++ {
			n, entries[k] = n.Parent, n
		}
		if entries[k] == l.Node || n == nil || depth > maxEntryDepth {
			entries[k] = nil
		}
	}
	return entries
}

// textBeside returns the text of a link's entry outside links.
func textBeside(entry *html.Node) string {
	var text strings.Builder
	n, over := entry, false
	for range besideSteps {
		if n = dom.Following(n, entry, over); n == nil || text.Len() > besideBytes {
			break
		}
		if n.Type == html.TextNode {
			text.WriteString(excerpt.Cut(n.Data, besideBytes))
		} else {
			text.WriteByte(' ')
		}
		over = n.DataAtom == atom.A || dom.Hidden(n)
	}
	return anchor.Collapse(text.String())
}
