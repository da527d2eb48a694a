package label

import (
	"fmt"
	"math"

	"golang.org/x/net/html"
)

// page is a tree laid out flat in document order. Everything on it is an
// interval of the visible text, counted in bytes of its text nodes that are not
// blank, so that a text found anywhere is an interval, and so is an item.
type page struct {
	items    []item
	tags     []uint32     // of the items, by the names of their elements
	runs     []run        // the texts of the items
	metadata []*html.Node // what the page says about itself: <meta>, scripts, <title>
	bytes    int32        // of visible text
	rows     int32
	rest     *html.Node // where what was not laid out begins, nil if all was
	lined    []line     // once layLines has made them
	buf      []byte     // where texts are put together, on the next page too
}

// item is an element, or a segment: a run of inline nodes beside blocks
// or line breaks in one parent, as browsers wrap it in an anonymous
// block.
type item struct {
	node, last  *html.Node // of a segment, its first and last node; else the same
	parent      int32      // -1 for the root
	end         int32      // one after the last item inside
	level       int32
	from, to    int32 // visible text
	run, runEnd int32 // its texts: run <= r < still
	row, rowEnd int32 // rows: row <= r < stop
	sups        int16 // <sup> elements around it
	block       bool
	marked      uint64 // hash of the name and the marks, 0 until page.signature computes it
}

// run is a text node of the visible text.
type run struct {
	node   *html.Node
	at     int32 // where it starts in the visible text
	sups   int16 // <sup> elements around it
	line   bool  // a row starts here
	spaced bool  // white space in a text node of its own follows in the row
}

// runsOf returns the texts of an item in document order.
func (p *page) runsOf(i int32) []run { return p.runs[p.items[i].run:p.items[i].runEnd] }

func (it *item) empty() bool { return it.from == it.to }

func (it *item) segment() bool { return it.marked == segmentTag }

// segmentTag is the tag and the signature of segments; no element has it.
const segmentTag = 1 << 31

// noItem is in place of the number of an item.
const noItem int32 = -1

// signature returns the hash of an item's name and marks. It is computed when it
// is first needed: most elements of a page are of no kind that a pattern names.
func (p *page) signature(i int32) uint64 {
	if it := &p.items[i]; it.marked == 0 {
		it.marked = uint64(p.tags[i]) + attributeHash(it.node)
	}
	return p.items[i].marked
}

// unmarked reports whether an item has no marks.
func (p *page) unmarked(i int32) bool { return p.signature(i) == uint64(p.tags[i]) }

// alike reports whether two items are elements with the same name and marks.
func (p *page) alike(a, b int32) bool {
	return p.tags[a] == p.tags[b] && p.signature(a) == p.signature(b)
}

// pathFactor makes the hash of a path depend on the levels of its elements.
const pathFactor = 0x9e3779b97f4a7c15

// path returns the hash of the signatures from the root down.
func (p *page) path(i int32) uint64 {
	h, factor := uint64(0), uint64(1)
	for ; i >= 0; i = p.items[i].parent {
		h += p.signature(i) * factor
		factor *= pathFactor
	}
	return h
}

// blocks returns the numbers of the blocks of visible text by the nodes that are
// in one block.
func (p *page) blocks() map[*html.Node]int {
	out := map[*html.Node]int{}
	for i := range p.items {
		it := &p.items[i]
		if it.empty() || it.rowEnd != it.row+1 {
			continue
		}
		for n := it.node; n != nil; n = n.NextSibling {
			out[n] = int(it.row)
			if n == it.last {
				break
			}
		}
	}
	return out
}

// newPage lays a tree out. The cost is linear in the tree.
func newPage(root *html.Node) (*page, error) {
	p := &page{}
	return p, p.read(root, math.MaxInt)
}

// read lays a tree out, in the memory of an earlier one, up to so many bytes of
// visible text and the end of the node that they are in.
func (p *page) read(root *html.Node, most int) error {
	if root == nil {
		return fmt.Errorf("label: %w", ErrNoPage)
	}
	*p = page{items: p.items[:0], tags: p.tags[:0], runs: p.runs[:0], metadata: p.metadata[:0], lined: p.lined[:0], buf: p.buf}
	b := pageBuilder{page: p, item: noItem, fresh: true, most: most}
	if err := b.siblings(root, root, inline); err != nil {
		return fmt.Errorf("label: %w", err)
	}
	return nil
}

// forget drops the references to the tree, so that the memory can be reused.
func (p *page) forget() {
	clear(p.items)
	clear(p.runs)
	clear(p.metadata)
	clear(p.lined)
	p.rest = nil
}
