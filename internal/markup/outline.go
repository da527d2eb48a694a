package markup

import (
	"bytes"
	"iter"
	"slices"
	"sort"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
)

// An Outline is a page's elements, tags and text, for what needs more than a fingerprint: the reverse
// algorithm, labels for people, a region's place.
type Outline struct {
	Page     []byte
	Elements []Element // none if no tag of the page made one
	Text     []byte    // normalised, of the whole page
	At       []int32   // offset in the page of each byte of text
	tree     *page.Page
	written  []page.Tag
	tags     []tagMark // of written, once they were asked for
}

// An Element is an element of a page.
type Element struct {
	Tag      Tag
	Kind     kind
	Sig      uint64 // tag and classes
	Parent   int32
	node     int32 // in the tree
	Depth    int   // html is 1
	Index    int   // among the parent's children
	children int
	Name     string
	Class    string
	Pos      int // offset of its start tag, of the one that implied it if it has none
	Seen     int // offset in the text where it starts
	TextEnd  int
}

// tagMark is a tag as written.
type tagMark struct {
	Tag     Tag
	Kind    kind
	Pos     int
	Closing bool
}

// ReadOutline reads a page.
func ReadOutline(src []byte) *Outline {
	tree, written := page.ScanTags(src)
	o := &Outline{Page: src, tree: tree, written: written}
	r := outliner{Outline: o, folder: folder{space: -1}}
	r.read()
	o.Text, o.At = r.folder.out, r.folder.at
	return o
}

// An outliner makes an outline.
type outliner struct {
	*Outline
	folder
	open []int32 // elements
}

func (r *outliner) read() {
	elements, some, text := 0, false, 0
	for i := range r.tree.Nodes {
		switch n := &r.tree.Nodes[i]; n.Type {
		case page.ElementNode:
			elements++
			some = some || n.Pos != page.None
		case page.TextNode:
			if !hidesText(&r.tree.Nodes[n.Parent]) {
				text += len(n.Data)
			}
		}
	}
	r.out, r.at = make([]byte, 0, text), make([]int32, 0, text)
	if some {
		r.Elements = make([]Element, 0, elements)
	}
	for i := range r.tree.Nodes {
		switch n := &r.tree.Nodes[i]; n.Type {
		case page.ElementNode:
			r.closeTo(int32(i))
			if some {
				r.element(int32(i))
			}
		case page.TextNode:
			r.closeTo(int32(i))
			if !hidesText(&r.tree.Nodes[n.Parent]) {
				r.folder.text(n.Data, offsetsOf(r.Page, n.Pos, n.Data))
			}
		}
	}
	r.closeTo(int32(len(r.tree.Nodes)))
	next := len(r.Page)
	for i := len(r.Elements) - 1; i >= 0; i-- {
		if e := &r.Elements[i]; e.Pos < 0 {
			e.Pos = next
		} else {
			next = e.Pos
		}
	}
}

// hidesText reports whether the content of an element is text that people do not see.
func hidesText(n *page.Node) bool {
	switch n.Atom {
	case atom.Script, atom.Style, atom.Noscript, atom.Iframe, atom.Noembed, atom.Noframes, atom.Xmp, atom.Plaintext:
		return n.Space == page.HTML
	}
	return false
}

// closeTo closes the elements that end before a node.
func (r *outliner) closeTo(node int32) {
	for k := len(r.open) - 1; k >= 0; k-- {
		e := &r.Elements[r.open[k]]
		n := &r.tree.Nodes[e.node]
		if n.End > node {
			return
		}
		e.TextEnd = len(r.out)
		r.border(e, n.Close)
		r.open = r.open[:k]
	}
}

// border parts the words before a tag from those after it, unless it is inside a line.
func (r *outliner) border(e *Element, pos int32) {
	if !e.Inline() {
		r.gap(max(pos, 0))
	}
}

// element opens an element.
func (r *outliner) element(i int32) {
	n := &r.tree.Nodes[i]
	tag := TagOf(n.Data)
	e := Element{Tag: tag, Kind: kindOf(tag), Parent: -1, node: i, Depth: 1, Name: n.Data, Pos: int(n.Pos), Seen: len(r.out)}
	class, _ := r.tree.Attr(i, "class")
	e.Class = validUTF8(class[:min(len(class), maxClass)])
	e.Sig = Signature(e.Tag, e.Class)
	if k := len(r.open); k > 0 {
		e.Parent = r.open[k-1]
		p := &r.Elements[e.Parent]
		e.Depth, e.Index = p.Depth+1, p.children
		p.children++
	}
	r.border(&e, n.Pos)
	r.open = append(r.open, int32(len(r.Elements)))
	r.Elements = append(r.Elements, e)
}

// validUTF8 returns what is read of a class, an id or a name that was written to a file, so
// that it is the same before and after.
func validUTF8(s string) string { return strings.ToValidUTF8(s, "?") }

// Find returns the elements that hold an occurrence of a normalised text, the
// deepest for each, and where the occurrences start; at most MaxFound.
func (o *Outline) Find(text []byte) (holders []int32, starts []int) {
	for from := 0; len(text) > 0 && len(starts) < MaxFound; {
		i := bytes.Index(o.Text[from:], text)
		if i < 0 {
			break
		}
		i += from
		from = i + len(text)
		if e := o.Holder(i, from); e >= 0 {
			holders, starts = append(holders, e), append(starts, i)
		}
	}
	return holders, starts
}

// MaxFound is how many occurrences of a text are looked at.
const MaxFound = 64

// Holder returns the deepest element that holds text[start:end], -1 for none.
func (o *Outline) Holder(start, end int) int32 {
	found := int32(-1)
	for i := range o.Elements { // in document order: the last that holds it is the deepest
		e := &o.Elements[i]
		if e.Seen > start {
			break
		}
		if e.TextEnd >= end {
			found = int32(i)
		}
	}
	return found
}

// Inside yields the elements inside one, in document order.
func (o *Outline) Inside(e int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i := e + 1; int(i) < len(o.Elements) && o.Elements[i].Depth > o.Elements[e].Depth; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// Path returns the elements from the root to i.
func (o *Outline) Path(i int32) []int32 {
	var up []int32
	for ; i >= 0; i = o.Elements[i].Parent {
		up = append(up, i)
	}
	slices.Reverse(up)
	return up
}

// TextOf returns the text of an element, at most MaxText bytes.
func (o *Outline) TextOf(i int32) string {
	e := &o.Elements[i]
	return strings.TrimSpace(string(bytes.ToValidUTF8(o.Text[e.Seen:min(e.TextEnd, e.Seen+MaxText)], nil)))
}

// Inline reports whether an element is inside a line of text.
func (e *Element) Inline() bool {
	return e.Kind&Phrasing != 0 || e.Tag == TagA || e.Tag == tagSpan || e.Tag == tagWbr
}

// Label returns an element as in a CSS selector: "div.main.wide".
func (e *Element) Label() string { return Label(e.Name, e.Class) }

const (
	maxLabel = 80 // bytes of one label
	maxWay   = 8  // labels of a path
)

// Label returns a tag and its classes as in a CSS selector.
func Label(name, class string) string {
	var b []byte
	for i := range len(name) {
		b = append(b, lower(name[i]))
	}
	for c := range strings.FieldsSeq(class) {
		b = append(append(b, '.'), c...)
	}
	if len(b) > maxLabel {
		b = append(bytes.ToValidUTF8(b[:maxLabel], nil), "..."...)
	}
	return string(bytes.ToValidUTF8(b, []byte("?")))
}

// Way returns the labels from the root to an element, at most the last maxWay.
func (o *Outline) Way(i int32) string {
	var s string
	for n := 0; i >= 0; i = o.Elements[i].Parent {
		if n++; n > maxWay {
			return "... > " + s
		}
		if s != "" {
			s = " > " + s
		}
		s = o.Elements[i].Label() + s
	}
	return s
}

// Heading returns the heading that an element is or is in, -1 if there is none.
func (o *Outline) Heading(i int32) int32 {
	for i >= 0 && o.Elements[i].Kind&Heading == 0 {
		i = o.Elements[i].Parent
	}
	return i
}

// LayoutPath returns the path to an element without phrasing elements.
func (o *Outline) LayoutPath(i int32) []int32 {
	path := o.Path(i)
	kept := path[:0]
	for _, e := range path {
		if o.Elements[e].Kind&Phrasing == 0 {
			kept = append(kept, e)
		}
	}
	return kept
}

// LayoutOf returns an element, or the nearest one above it that is no phrasing
// element.
func (o *Outline) LayoutOf(i int32) int32 {
	if o.Elements[i].Kind&Phrasing == 0 {
		return i
	}
	return o.LayoutParent(i)
}

// LayoutParent returns the nearest ancestor that is no phrasing element.
func (o *Outline) LayoutParent(i int32) int32 {
	p := o.Elements[i].Parent
	for p >= 0 && o.Elements[p].Kind&Phrasing != 0 {
		p = o.Elements[p].Parent
	}
	return p
}

// maxTagsBetween is how many tags beside a part of a region are compared.
const maxTagsBetween = 32

// Tags returns the tags of the page.
func (o *Outline) Tags() []tagMark {
	if o.tags == nil && len(o.written) > 0 {
		o.tags = make([]tagMark, len(o.written))
		for i, t := range o.written {
			name := nameOf(o.Page[t.Pos:])
			if t.Closing {
				name = name[1:]
			}
			tag := hashTag(name)
			o.tags[i] = tagMark{tag, kindOf(tag), int(t.Pos), t.Closing}
		}
	}
	return o.tags
}

// TagFrom returns the first tag at an offset of the page or after it.
func (o *Outline) TagFrom(pos int) int {
	return sort.Search(len(o.written), func(i int) bool { return int(o.written[i].Pos) >= pos })
}

// HasTag reports whether there is a tag between two offsets of the page.
func (o *Outline) HasTag(from, to int32) bool {
	i := o.TagFrom(int(from))
	return i < len(o.written) && o.written[i].Pos < to
}

// TagsBetween returns the tags between two offsets of the page, at most maxTagsBetween.
func (o *Outline) TagsBetween(from, to int) []string {
	tags := []string{}
	for _, m := range o.Tags()[o.TagFrom(from):] {
		if m.Pos >= to || len(tags) == maxTagsBetween {
			break
		}
		if m.Kind&Phrasing == 0 {
			name := strings.ToLower(string(nameOf(o.Page[m.Pos:])))
			tags = append(tags, validUTF8(name[:min(len(name), maxLabel)]))
		}
	}
	return tags
}

// nameOf returns the name of the tag that a page begins with as written, "div" or "/div".
func nameOf(page []byte) []byte {
	n := 2
	for n < len(page) && ends[page[n]]&endsName == 0 {
		n++
	}
	return page[1:n]
}

// A Range is a range of offsets in an outline's text.
type Range struct{ Start, End int }

// Bounds returns both offsets.
func (r Range) Bounds() (start, end int) { return r.Start, r.End }

// Overlaps reports whether two ranges have a byte in common.
func (r Range) Overlaps(s Range) bool { return r.Start < s.End && s.Start < r.End }

// Trimmed returns the range without space at its ends.
func (o *Outline) Trimmed(r Range) Range {
	for r.Start < r.End && o.Text[r.Start] == ' ' {
		r.Start++
	}
	for r.Start < r.End && o.Text[r.End-1] == ' ' {
		r.End--
	}
	return r
}

// SpanOf returns where the text of an element is, without the space before it.
func (o *Outline) SpanOf(i int32) Range {
	r := Range{o.Elements[i].Seen, o.Elements[i].TextEnd}
	if r.Start < r.End && o.Text[r.Start] == ' ' {
		r.Start++
	}
	return r
}

// IsBlank reports whether a range holds nothing but space.
func (o *Outline) IsBlank(r Range) bool {
	r = o.Trimmed(r)
	return r.Start >= r.End
}

// Words returns the text of a range without space at its ends.
func (o *Outline) Words(r Range) string {
	r = o.Trimmed(r)
	return string(o.Text[r.Start:r.End])
}
