package anchor

import (
	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/page"
)

// ReadOne takes a link apart whose page is not read for it: no more of it than what is around the
// link.
func ReadOne(l document.Link) Link {
	if l.Node == nil {
		return read(l, Ref{})
	}
	p, i := page.Near(l.Node, maxNodes, SideNodes)
	return read(l, Ref{p, i})
}

// Read takes the links of a page apart, whose tree is read once for all of them.
func Read(links []document.Link) []Link {
	at := make(map[*html.Node]Ref, len(links))
	for _, l := range links {
		if l.Node != nil {
			at[l.Node] = Ref{}
		}
	}
	out := make([]Link, len(links))
	for i, l := range links {
		if l.Node != nil && at[l.Node].Page == nil {
			p := page.Of(rootOf(l.Node))
			for k := range p.Nodes {
				if p.Nodes[k].Type != page.ElementNode {
					continue
				}
				n := p.DOMNode(int32(k))
				if _, ok := at[n]; ok {
					at[n] = Ref{p, int32(k)}
				}
			}
		}
		out[i] = read(l, at[l.Node])
	}
	return out
}

func rootOf(n *html.Node) *html.Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}
