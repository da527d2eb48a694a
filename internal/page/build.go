package page

import (
	"errors"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page/lex"
)

// A builder makes the tree of a page of its tokens (HTML Standard, 13.2.6), with the
// simplifications of golang.org/x/net/html, whose tree it is.
type builder struct {
	lex.Lexer
	nodes []Node
	links []links          // of the nodes
	texts map[int32][]byte // texts that several tokens made
	tags  []Tag            // nil if they are not kept
	whole bool             // it goes on beyond the limits

	open       []int32 // the stack of open elements
	formatting []int32 // the list of active formatting elements, with markers
	mode       mode
	original   mode   // to which text goes back
	templates  []mode // of the templates that are open
	head, form int32  // 0 for none
	merged     map[int32][]lex.Span

	fosters    bool // what stands in a table and is no part of it goes before it
	noFrameset bool
	textless   bool // texts are left out
	quirks     bool

	size, limit int
	cloned      int // of size, for elements that were opened again
	err         error
}

const marker int32 = -1 // in the list of active formatting elements

// MaxDepth is how many elements may be open at once.
const MaxDepth = 512

// Reasons for which a page is not read.
var (
	ErrTooLarge = errors.New("the page unfolds into a tree that is too large")
	ErrTooDeep  = errors.New("the page is nested deeper than 512 elements")
)

// What a node takes, in bytes, in a tree of golang.org/x/net/html.
const (
	nodeSize      = 112
	attributeSize = 48
)

// run reads the page.
func (b *builder) run() {
	b.node(Node{Pos: None})
	for !b.ended() {
		b.Next(len(b.open) > 0 && b.top().Space != HTML)
		if b.tags != nil && (b.Tok.Kind == lex.StartTag || b.Tok.Kind == lex.EndTag) {
			b.tags = append(b.tags, Tag{b.Tok.Pos, b.Tok.Kind == lex.EndTag})
		}
		b.process()
		if b.Tok.Kind == lex.End {
			break
		}
	}
	for i, text := range b.texts {
		b.nodes[i].Data = string(text)
	}
}

// process takes the current token through the modes until one has consumed it.
func (b *builder) process() {
	for !b.ended() {
		if b.inForeign() {
			if b.foreign() {
				return
			}
		} else if b.step() {
			return
		}
	}
}

// imply processes a tag that is not in the page.
func (b *builder) imply(kind lex.Kind, tag atom.Atom) {
	real := b.Tok
	b.Tok = lex.Token{Kind: kind, Atom: tag, Name: tag.String(), Pos: None}
	b.process()
	b.Tok = real
}

func (b *builder) grow(size int) {
	if b.size += size; b.size > b.limit {
		b.fail(ErrTooLarge)
	}
}

// ended reports whether the builder has given up.
func (b *builder) ended() bool { return b.err != nil && !b.whole }

// clones reports whether elements may be opened again that were not closed.
func (b *builder) clones() bool { return b.cloned <= maxCloned && !b.ended() }

func (b *builder) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// current returns the number of the innermost open element, 0 for none: the document.
func (b *builder) current() int32 {
	if len(b.open) == 0 {
		return 0
	}
	return b.open[len(b.open)-1]
}

func (b *builder) top() *Node { return &b.nodes[b.current()] }

// node makes a node that is in no other.
func (b *builder) node(n Node) int32 {
	b.grow(nodeSize)
	n.Parent, n.Close = None, None
	b.nodes, b.links = append(b.nodes, n), append(b.links, links{})
	return int32(len(b.nodes) - 1)
}

// clone makes an element with the name and the attributes of another.
func (b *builder) clone(i int32) int32 {
	n := &b.nodes[i]
	size := attributeSize * b.count(n.attrs)
	b.grow(size)
	if b.cloned += size + nodeSize; b.cloned > maxCloned {
		b.fail(ErrTooLarge)
	}
	return b.node(Node{Type: ElementNode, Data: n.Data, Atom: n.Atom, Pos: n.Pos, attrs: n.attrs})
}

func (b *builder) count(s lex.Span) (n int) {
	for a := (lex.Attributes{Src: b.Src[:s.To], At: int(s.From)}); a.Next(); {
		n++
	}
	return n
}

// add inserts a node as the last of the current element; an element is opened.
func (b *builder) add(i int32) {
	if b.whole && len(b.open) == MaxDepth && b.nodes[i].Type == ElementNode {
		b.fail(ErrTooDeep)
		b.pop() // what is nested too deeply stands beside what it would stand in
	}
	if b.fostering() {
		b.foster(i)
	} else {
		b.insert(b.current(), i, 0)
	}
	if b.nodes[i].Type == ElementNode {
		b.push(i)
	}
}

func (b *builder) push(i int32) {
	if b.open = append(b.open, i); len(b.open) > MaxDepth {
		b.fail(ErrTooDeep)
	}
}

// pop closes the current element and returns it.
func (b *builder) pop() int32 {
	i := b.current()
	b.cut(max(len(b.open)-1, 0))
	return i
}

// cut closes all open elements but the first k: the current token ends them.
func (b *builder) cut(k int) {
	for _, i := range b.open[k:] {
		b.ends(i)
	}
	b.open = b.open[:k]
}

// drop closes an element that others may be open in.
func (b *builder) drop(i int32) {
	b.ends(i)
	b.open = without(b.open, i)
}

// ends notes where the first token begins that ended an element, after its start tag.
func (b *builder) ends(i int32) {
	if n := &b.nodes[i]; n.Close == None {
		n.Close = max(b.Tok.Pos, n.inner())
	}
}

// addElement inserts and opens the element of the current token.
func (b *builder) addElement() {
	t := &b.Tok
	b.grow(attributeSize * t.Count)
	b.add(b.node(Node{Type: ElementNode, Data: t.Name, Atom: t.Atom, Pos: t.Pos, attrs: t.Attrs}))
}

// addVoid inserts the element of the current token and closes it.
func (b *builder) addVoid() {
	b.addElement()
	b.pop()
}

func (b *builder) addComment() {
	b.add(b.node(Node{Type: CommentNode, Pos: b.Tok.Pos}))
}

// addText adds to the text before it or inserts a new one.
func (b *builder) addText(s string) {
	if s == "" || b.textless {
		return
	}
	if b.fostering() {
		b.foster(b.node(Node{Type: TextNode, Data: s, Pos: b.Tok.Pos}))
		return
	}
	if last := b.links[b.current()].last; last != 0 && b.nodes[last].Type == TextNode {
		b.appendText(last, s)
		return
	}
	b.add(b.node(Node{Type: TextNode, Data: s, Pos: b.Tok.Pos}))
}

func (b *builder) appendText(i int32, s string) {
	text, ok := b.texts[i]
	if !ok {
		if b.texts == nil {
			b.texts = map[int32][]byte{}
		}
		text = []byte(b.nodes[i].Data)
	}
	b.texts[i] = append(text, s...)
}

// links are the nodes beside a node and the first and last in it, 0 for none.
type links struct{ prev, next, first, last int32 }

// insert puts a node into another before one of its children, 0 for the end.
func (b *builder) insert(parent, i, before int32) {
	b.nodes[i].Parent = parent
	n, p := &b.links[i], &b.links[parent]
	n.next = before
	if before == 0 {
		n.prev, p.last = p.last, i
	} else {
		n.prev, b.links[before].prev = b.links[before].prev, i
	}
	if n.prev == 0 {
		p.first = i
	} else {
		b.links[n.prev].next = i
	}
}

// remove takes a node out of its parent, if it has one.
func (b *builder) remove(i int32) {
	if b.nodes[i].Parent == None {
		return
	}
	n, p := &b.links[i], &b.links[b.nodes[i].Parent]
	if n.prev == 0 {
		p.first = n.next
	} else {
		b.links[n.prev].next = n.next
	}
	if n.next == 0 {
		p.last = n.prev
	} else {
		b.links[n.next].prev = n.prev
	}
	n.prev, n.next, b.nodes[i].Parent = 0, 0, None
}

// fostering reports whether the next node goes before the table that it is in.
func (b *builder) fostering() bool { return b.fosters && partOfTable(b.top().Atom) }

func partOfTable(tag atom.Atom) bool {
	switch tag {
	case atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
		return true
	}
	return false
}

// foster inserts a node before the table that it is in (HTML Standard, 13.2.6.1).
func (b *builder) foster(i int32) {
	table, template := b.lastOpen(atom.Table), b.lastOpen(atom.Template)
	if template > table {
		b.insert(b.open[template], i, 0)
		return
	}
	parent, before := b.open[0], int32(0)
	if table >= 0 {
		before = b.open[table]
		if parent = b.nodes[before].Parent; parent == None {
			parent, before = b.open[table-1], 0
		}
	}
	prev := b.links[parent].last
	if before != 0 {
		prev = b.links[before].prev
	}
	if prev != 0 && b.nodes[prev].Type == TextNode && b.nodes[i].Type == TextNode {
		b.appendText(prev, b.nodes[i].Data)
		return
	}
	b.insert(parent, i, before)
}

// lastOpen returns the place of the innermost open element of a name, -1 for none.
func (b *builder) lastOpen(tag atom.Atom) int {
	for k := len(b.open) - 1; k >= 0; k-- {
		if b.nodes[b.open[k]].Atom == tag {
			return k
		}
	}
	return -1
}

func lastIndex(list []int32, i int32) int {
	for k := len(list) - 1; k >= 0; k-- {
		if list[k] == i {
			return k
		}
	}
	return -1
}

func without(list []int32, i int32) []int32 {
	if k := lastIndex(list, i); k >= 0 {
		return slices.Delete(list, k, k+1)
	}
	return list
}

// merge adds the attributes of the current token to an element that lacks them.
func (b *builder) merge(i int32) {
	if b.Tok.Count == 0 {
		return
	}
	b.grow(attributeSize * b.Tok.Count)
	if b.merged == nil {
		b.merged = map[int32][]lex.Span{}
	}
	b.merged[i] = append(b.merged[i], b.Tok.Attrs)
}

// addCommentTo inserts the comment that is the current token as the last of an element.
func (b *builder) addCommentTo(parent int32) {
	b.insert(parent, b.node(Node{Type: CommentNode, Pos: b.Tok.Pos}), 0)
}

// skipSpace drops the white space that a text begins with and reports whether there is more.
func (b *builder) skipSpace() bool {
	b.Tok.Text = strings.TrimLeft(b.Tok.Text, lex.Whitespace)
	return b.Tok.Text != ""
}

// trimStart adds the white space that a text begins with to the current element and
// reports whether there is more.
func (b *builder) trimStart() bool {
	rest := strings.TrimLeft(b.Tok.Text, lex.Whitespace)
	b.addText(b.Tok.Text[:len(b.Tok.Text)-len(rest)])
	b.Tok.Text = rest
	return rest != ""
}
