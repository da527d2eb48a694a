// Package layout lays a page out as a flat tree of items, rows and lines of visible text.
package layout

import (
	"errors"
	"iter"

	"github.com/lokman-crawler/lokman/internal/page"
)

// Errors of reading a page, to be tested by errors.Is.
var (
	ErrTooDeep  = errors.New("nested too deeply")
	ErrTooLarge = errors.New("too many nodes")
	ErrNoPage   = errors.New("no page")
)

// Limits of a page. A page beyond them is refused whole.
const (
	MaxDepth = 1024    // levels of nesting
	MaxNodes = 2000000 // elements and texts
)

// Page is a tree laid out flat in document order. Everything on it is an
// interval of the visible text, counted in bytes of its text nodes that are not
// blank, so that a text found anywhere is an interval, and so is an item.
type Page struct {
	*page.Page // the tree
	Items      []Item
	Tags       []uint32   // of the items, by the names of their elements
	Texts      []TextNode // the texts of the items
	Metadata   []int32    // what the page says about itself: <meta>, scripts, <title>
	Bytes      int32      // of visible text
	Rows       int32
	Rest       int32       // where what was not laid out begins, None if all was
	Lines      []Line      // once LayLines has made them
	kinds      []page.Kind // of the nodes
	Buf        []byte      // where texts are put together, on the next page too
}

// Item is an element, or a segment: a run of inline nodes beside blocks
// or line breaks in one parent, as browsers wrap it in an anonymous
// block.
type Item struct {
	Node, Last    int32 // of a segment, its first and last node; else the same
	Parent        int32 // -1 for the root
	End           int32 // one after the last item inside
	Level         int32
	From, To      int32 // visible text
	Text, TextEnd int32 // its texts: Text <= r < TextEnd
	Row, RowEnd   int32 // rows: Row <= r < RowEnd
	sups          int16 // <sup> elements around it
	Block         bool
	marked        uint64 // hash of the name and the marks, 0 until SignatureOf computes it
}

// TextNode is a text node of the visible text.
type TextNode struct {
	Node   int32
	Text   string
	at     int32 // where it starts in the visible text
	sups   int16 // <sup> elements around it
	line   bool  // a row starts here
	Spaced bool  // white space in a text node of its own follows in the row
}

// Line is one row of a page: a block, or what stands between line breaks.
type Line struct {
	Top  int32 // the outermost item that is this row and no other
	Leaf int32 // the innermost block or run of text with all of its text
	Core int32 // the innermost item with all of its text
	Size int32 // bytes of visible text

	LeafTag, CoreTag uint32 // as of items

	initial int16  // one more than Initial, once it was needed
	asked   bool   // label was needed
	label   string // as LabelWords has it
}

// TextsOf returns the texts of an item in document order.
func (p *Page) TextsOf(i int32) []TextNode { return p.Texts[p.Items[i].Text:p.Items[i].TextEnd] }

// Empty reports whether an item has no visible text.
func (it *Item) Empty() bool { return it.From == it.To }

// Segment reports whether an item is a run of inline nodes.
func (it *Item) Segment() bool { return it.marked == segmentTag }

// segmentTag is the tag and the signature of segments; no element has it.
const segmentTag = 1 << 31

// noItem is in place of the number of an item.
const noItem int32 = -1

// NodeOf returns the node of an item, the first of a segment.
func (p *Page) NodeOf(i int32) *page.Node { return &p.Nodes[p.Items[i].Node] }

// NodesOf yields the nodes of an item.
func (p *Page) NodesOf(i int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for n := p.Items[i].Node; n <= p.Items[i].Last && yield(n); n = p.Nodes[n].End {
		}
	}
}

// Blocks returns the numbers of the blocks of visible text by the nodes that are
// in one block.
func (p *Page) Blocks() map[int32]int {
	out := map[int32]int{}
	for i := range p.Items {
		it := &p.Items[i]
		if it.Empty() || it.RowEnd != it.Row+1 {
			continue
		}
		for n := range p.NodesOf(int32(i)) {
			out[n] = int(it.Row)
		}
	}
	return out
}

// Forget drops the references to the tree, so that the memory can be reused.
func (p *Page) Forget() {
	clear(p.Items)
	clear(p.Texts)
	clear(p.Lines)
	p.Page = nil
}
