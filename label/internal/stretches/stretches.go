// Package stretches cuts lines of a page at the signs, the marks and the edges of elements that separate
// names and affiliations.
package stretches

import (
	"slices"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// Line is a line that was cut into stretches.
type Line struct {
	Text      string // that they are of
	Element   string // the line's
	Clue      Clue   // of the element
	Stretches []Stretch
}

// Stretch is a part of a line between separators.
type Stretch struct {
	From, To int    // in the text of the line
	At       int32  // where it starts in the page's visible text
	Sep      string // what separates it from the one before: signs, "&" for a joining word, "^" for a mark, "e" for the edge of an element, "g" for one inside a word
	Chain    string // the elements around it inside the line's leaf
	Number   int    // of these among the line's like them, from 1; 0 without any
	Class    byte
	Notes    []string // the marks behind it
	Before   []string // the marks before it, if it is the first or the last of a line

	ChainClue, Opens Clue // of the elements around it, and of its first word; 0 if that is long
}

// lineCutter cuts one line after the other.
type lineCutter struct {
	page    *layout.Page
	leaf    int32  // the line's element
	like    uint64 // the signature of the element that was last written
	element string // as which
	text    []byte
	lines   []Line    // all of them
	out     []Stretch // of all lines
	first   int       // of the line

	open    bool   // a stretch is being cut
	from    int    // where it starts
	at      int32  // the same in the visible text
	chain   int    // of the stretch, in chains
	sep     []byte // since the last stretch
	pending []string
	last    layout.Piece
	chains  []chain // of the line
	buf     []byte  // where they are written
}

// elementOf returns an item's element in writing. Lines that are cut are often in
// elements like that of the one before.
func (c *lineCutter) elementOf(i int32) string {
	if like := c.page.SignatureOf(i); c.like != like {
		c.like, c.element = like, c.page.StepOf(i).String()
	}
	return c.element
}

// reset begins a line.
func (c *lineCutter) reset() {
	*c = lineCutter{page: c.page, like: c.like, element: c.element, text: c.text[:0], lines: c.lines, out: c.out, first: len(c.out), sep: c.sep[:0], chains: append(c.chains[:0], chain{clue: noChainClue}), buf: c.buf}
}

// forget drops what was cut.
func (c *lineCutter) forget() {
	clear(c.lines)
	clear(c.out)
	c.lines, c.out, c.like = c.lines[:0], c.out[:0], 0
	c.page = nil
	c.reset()
}

// chain are the elements between a line's leaf and a text, in writing.
type chain struct {
	text string
	clue Clue
	n    int // how many stand in the line
}

// maxStretches bounds the stretches of a line.
const maxStretches = 10_000

func (c *lineCutter) piece(x layout.Piece) {
	if x.IsNote() {
		c.close(len(c.text))
		c.mark('^')
		marks := people.NoteMarks(x.Text)
		if len(c.out) > c.first {
			notes := &c.out[len(c.out)-1].Notes
			*notes = people.Joined(*notes, marks)
		}
		c.pending = people.Joined(c.pending, marks)
		return
	}
	up, last := c.page.Nodes[x.Node].Parent, c.page.Nodes[c.last.Node].Parent
	apart := c.last.Text == "" || up != last
	chain := c.chain
	if apart {
		chain = c.chainOf(up)
	}
	if x.Line || apart {
		glued := len(c.text) > 0 && inWord(c.text[len(c.text)-1]) && inWord(x.Text[0]) && !x.Line && !c.page.Parted(last, up)
		c.close(len(c.text))
		c.chain = chain
		if glued {
			c.mark('g')
		} else {
			c.mark('e')
			if len(c.text) > 0 {
				c.text = append(c.text, ' ')
			}
		}
	}
	c.last = x
	c.cut(x)
}

func inWord(b byte) bool {
	return b >= 0x80 || 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b == '.' || b == '-' || b == '\''
}

// cut adds the text of a piece and cuts it at separators.
func (c *lineCutter) cut(x layout.Piece) {
	s := x.Text
	added := 0
	for i := 0; i < len(s); i++ {
		if words.Separates[s[i]] {
			if sep, n := words.SeparatorAt(s, i); n > 0 {
				c.text, added = append(c.text, s[added:i]...), i
				c.close(len(c.text))
				c.mark(sep)
				i += n - 1
				continue
			}
		}
		if !c.open && s[i] > ' ' && len(c.out)-c.first < maxStretches {
			c.open, c.from, c.at = true, len(c.text)+i-added, x.At+int32(i)
		}
	}
	c.text = append(c.text, s[added:]...)
}

func (c *lineCutter) mark(sep byte) {
	const most = 4 // signs of one separator
	if n := len(c.sep); n < most && (n == 0 || c.sep[n-1] != sep) && (sep != 'e' && sep != 'g' || n == 0) {
		if n == 1 && (c.sep[0] == 'e' || c.sep[0] == 'g') {
			c.sep = c.sep[:0]
		}
		c.sep = append(c.sep, sep)
	}
}

func (c *lineCutter) close(to int) {
	if !c.open {
		return
	}
	c.open = false
	for to > c.from && c.text[to-1] <= ' ' {
		to--
	}
	const most = 6 // numbers told apart
	in := c.chains[c.chain]
	c.out = append(c.out, Stretch{From: c.from, To: to, At: c.at, Sep: string(c.sep), Chain: in.text, ChainClue: in.clue, Number: min(in.n, most), Before: c.pending})
	c.sep, c.pending = c.sep[:0], nil
}

// chainOf returns the index in chains of the elements from n up to the leaf, with one
// more of them counted.
func (c *lineCutter) chainOf(n int32) int {
	const most = 4 // elements
	if n == c.leaf || n == page.None {
		return noChain
	}
	c.buf = c.buf[:0]
	for k := 0; n != page.None && n != c.leaf && k < most; n, k = c.page.Nodes[n].Parent, k+1 {
		if k > 0 {
			c.buf = append(c.buf, '<')
		}
		c.buf = append(c.buf, layout.NameOf(&c.page.Nodes[n])...)
		for a, word := range c.page.MarkWords(n) {
			if a.Key != "id" {
				c.buf = layout.AppendMark(c.buf, a, word)
			}
		}
	}
	i := slices.IndexFunc(c.chains, func(o chain) bool { return o.text == string(c.buf) })
	if i < 0 {
		i = len(c.chains)
		c.chains = append(c.chains, chain{text: string(c.buf), clue: ClueOf("chain", string(c.buf))})
	}
	c.chains[i].n++
	return i
}

// noChain is the index in chains of a text without elements around it.
const noChain = 0

var noChainClue = ClueOf("chain", "")

// Clue is the hash of what may be seen of a line or a stretch.
type Clue uint64

// ClueOf returns the clue of a kind of evidence.
func ClueOf(kind, what string) Clue {
	return Clue(words.Mix(words.ByteHash(kind) ^ words.Mix(words.ByteHash(what))))
}

// NumberClue returns the clue of a stretch in some elements of that number.
func NumberClue(chain Clue, number int) Clue { return Clue(words.Mix(uint64(chain) + uint64(number))) }

// CutPage is a page whose lines are cut into stretches when they are needed.
type CutPage struct {
	*layout.Page
	cutter lineCutter
	cuts   []*Line // by line; empty before the first was needed
}

// New lays a tree out whole.
func New(tree *page.Page) (*CutPage, error) {
	p, err := layout.New(tree)
	return &CutPage{Page: p}, err
}

// Read lays a tree out as layout.Page does.
func (p *CutPage) Read(tree *page.Page, most int) error {
	p.cuts = p.cuts[:0]
	return p.Page.Read(tree, most)
}

// Forget drops the references to the tree, so that the memory can be reused.
func (p *CutPage) Forget() {
	p.Page.Forget()
	p.cutter.forget()
	clear(p.cuts)
	p.cuts = p.cuts[:0]
}

// Cut cuts a line.
func (p *CutPage) Cut(k int) *Line {
	if len(p.cuts) == 0 {
		p.cuts = slices.Grow(p.cuts, len(p.Lines))[:len(p.Lines)]
		clear(p.cuts)
	}
	if p.cuts[k] != nil {
		return p.cuts[k]
	}
	l, c := &p.Lines[k], &p.cutter
	c.page = p.Page
	c.reset()
	c.leaf = p.Items[l.Leaf].Node
	if p.Items[l.Leaf].Segment() {
		c.leaf = p.Nodes[c.leaf].Parent
	}
	for x := range p.PiecesOf(l.Top) {
		c.piece(x)
	}
	c.close(len(c.text))
	element := c.elementOf(l.Leaf)
	c.lines = append(c.lines, Line{string(c.text), element, ClueOf("line", element), c.out[c.first:len(c.out):len(c.out)]})
	cut := &c.lines[len(c.lines)-1]
	p.cuts[k] = cut
	for i := range cut.Stretches {
		a := &cut.Stretches[i]
		text := cut.Text[a.From:a.To]
		a.Class = people.ClassOf(text)
		if c.buf = words.AppendFirst(c.buf[:0], text); len(c.buf) > 0 {
			a.Opens = ClueOf("open", string(c.buf))
		}
	}
	return cut
}
