package strategy

import (
	"strings"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A place is where a link is on its page.
type place struct {
	path   uint64   // of the tags and classes of the element and pathDepth above it
	blocks [2]int32 // the block that it is in and the one around that, numbered on the page; -1 for none
}

const (
	pathDepth  = 4
	blockDepth = 64 // elements above a link among which its blocks are looked for
)

// placeOf returns where an element is; numbers are those of the page's blocks. A link
// without an element, of a page that was scanned, is in no block.
func placeOf(n *html.Node, numbers map[*html.Node]int32) place {
	p := place{blocks: [2]int32{-1, -1}}
	var path xxhash.Digest
	path.Reset()
	found := 0
	for depth := 0; n != nil && depth <= blockDepth && (depth <= pathDepth || found < len(p.blocks)); n, depth = n.Parent, depth+1 {
		if n.Type != html.ElementNode {
			continue
		}
		if depth <= pathDepth {
			path.WriteString(n.Data)
			path.WriteString(".")
			path.WriteString(classOf(n))
			path.WriteString(" ")
		}
		if depth > 0 && found < len(p.blocks) && groups(n.DataAtom) {
			number, ok := numbers[n]
			if !ok {
				number = int32(len(numbers))
				numbers[n] = number
			}
			p.blocks[found] = number
			found++
		}
	}
	p.path = path.Sum64()
	return p
}

func classOf(n *html.Node) string {
	for _, a := range n.Attr {
		if a.Key == "class" {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// groups reports whether the links in an element have something in common.
func groups(a atom.Atom) bool {
	switch a {
	case atom.Ul, atom.Ol, atom.Dl, atom.Table, atom.P, atom.Nav, atom.Blockquote, atom.Section, atom.Article, atom.Aside,
		atom.Header, atom.Footer, atom.Main, atom.Body:
		return true
	}
	return false
}
