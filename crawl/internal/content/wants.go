package content

import "sync/atomic"

// Wants foretell what is wanted of a page besides the URLs of its links, by the pages before.
type Wants struct{ text, tree chance }

// A chance is whether something will be wanted.
type chance struct{ n atomic.Int32 }

// To read a page for its text where its elements would have done costs half of what it costs to read them
// in vain, and to keep a tree that nobody wants a sixth of what it costs to read it again.
const (
	textWanted = 2
	treeWanted = 6
	maxChance  = 8
)

func (c *chance) raise(by int32) { c.n.Store(min(c.n.Load()+by, maxChance)) }

// take reports whether there is a chance, which is then less.
func (c *chance) take() bool {
	n := c.n.Load()
	c.n.Store(max(n-1, 0))
	return n > 0
}
