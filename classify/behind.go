package classify

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

const (
	behindSteps = 100 // nodes that are looked at
	behindBytes = 500
)

// textBehind returns the text between a link and what comes next: another link, a line
// break or the end of the block.
func textBehind(link *html.Node) string {
	var text strings.Builder
	n, inside := link, false // whether what is inside n comes next, or what is behind it
	for range behindSteps {
		switch {
		case inside && n.FirstChild != nil:
			n = n.FirstChild
		case n.NextSibling != nil:
			n = n.NextSibling
		case n.Parent == nil || dom.Block(n.Parent.DataAtom):
			return collapse(text.String())
		default:
			n, inside = n.Parent, false
			continue
		}
		if n.Type == html.TextNode {
			text.WriteString(excerpt.Cut(n.Data, behindBytes))
		}
		if n.DataAtom == atom.A || n.DataAtom == atom.Br || dom.Block(n.DataAtom) || text.Len() > behindBytes {
			break
		}
		inside = n.Type == html.ElementNode && !dom.Hidden(n)
	}
	return collapse(text.String())
}
