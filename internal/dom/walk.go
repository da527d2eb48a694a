package dom

import (
	"errors"

	"golang.org/x/net/html"
)

// Way is where Walk goes from a node.
type Way uint8

const (
	Over Way = iota // not into the node, and not to its leave
	Into            // into the node, and to its leave
	Stop            // nowhere
)

// Bounds of a walk; 0 means none.
type Bounds struct {
	Nodes int // that are visited
	Depth int // levels below the root
}

// Reasons for which a walk ends early.
var (
	ErrNodes = errors.New("the tree has too many nodes")
	ErrDepth = errors.New("the tree is too deep")
)

// Walk visits a tree in document order without recursion: each node by enter,
// and by leave those that it has gone into, once all inside has been visited.
// It ends with an error where the tree is out of bounds.
func Walk(root *html.Node, b Bounds, enter func(*html.Node) Way, leave func(*html.Node)) error {
	depth, nodes := 0, 0
	for n := root; n != nil; {
		if nodes++; b.Nodes > 0 && nodes > b.Nodes {
			return ErrNodes
		}
		way := enter(n)
		if way == Stop {
			return nil
		}
		if way == Into {
			if n.FirstChild != nil {
				if depth++; b.Depth > 0 && depth > b.Depth {
					return ErrDepth
				}
				n = n.FirstChild
				continue
			}
			leave(n)
		}
		for n != root && n.NextSibling == nil {
			n = n.Parent
			depth--
			leave(n)
		}
		if n == root {
			return nil
		}
		n = n.NextSibling
	}
	return nil
}

// Following returns the node after n in document order, below root; nil after
// the last. It goes into n unless over is set.
func Following(n, root *html.Node, over bool) *html.Node {
	if !over && n.FirstChild != nil {
		return n.FirstChild
	}
	for ; n != nil && n != root; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

// Preceding returns the node before n in document order; nil before the
// first.
func Preceding(n *html.Node) *html.Node {
	if n.PrevSibling == nil {
		return n.Parent
	}
	n = n.PrevSibling
	for n.LastChild != nil {
		n = n.LastChild
	}
	return n
}
