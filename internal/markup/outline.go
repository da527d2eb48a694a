package markup

import (
	"bytes"
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// An Outline is a page's elements and tags, kept for what needs more than one
// pass: the reverse algorithm, labels for people, a region's place.
type Outline struct {
	Page     []byte
	Elements []Element
	Tags     []tagMark
	Text     []byte  // normalised, of the whole page
	At       []int32 // offset in the page of each byte of text
	folder   folder  // of the text
}

// An Element is an element of a page.
type Element struct {
	frame
	Parent   int32
	Depth    int // html is 1
	Index    int // among the parent's children
	children int
	Name     []byte // as written
	Class    []byte
	ID       []byte
	inner    int // offset after the start tag
	End      int // offset of what ends it
	TextEnd  int // offset in the text; Seen is where it starts
}

// tagMark is a tag as written.
type tagMark struct {
	Tag      Tag
	Kind     kind
	Pos, end int
	Closing  bool
}

func (o *Outline) tag(t *token, closing bool) {
	o.Tags = append(o.Tags, tagMark{t.tag, t.kind, t.pos, t.end, closing})
}

func (o *Outline) open(f *frame, parent int32, t *token, class []byte) int32 {
	e := Element{
		frame: *f, Parent: parent, Depth: 1, inner: t.end, End: t.end,
		Name: t.name, Class: class, ID: validUTF8(t.id),
	}
	if t.end == t.pos { // an implied tag, whose name is overwritten
		e.Name = bytes.Clone(t.name)
	}
	if parent >= 0 {
		p := &o.Elements[parent]
		e.Depth, e.Index = p.Depth+1, p.children
		p.children++
	}
	o.Elements = append(o.Elements, e)
	return int32(len(o.Elements) - 1)
}

// validUTF8 returns what is read of a class, an id or a name that was written to a file, so
// that it is the same before and after.
func validUTF8(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return bytes.ToValidUTF8(b, []byte("?"))
}

func (o *Outline) close(e int32, pos int) {
	if e >= 0 {
		o.Elements[e].End = max(pos, o.Elements[e].inner)
		o.Elements[e].TextEnd = len(o.Text)
	}
}

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
func Label(name, class []byte) string {
	var b []byte
	for _, c := range name {
		b = append(b, lower(c))
	}
	for _, c := range bytes.Fields(class) {
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

// frame is an open element.
type frame struct {
	Tag     Tag
	Kind    kind
	key     uint64 // tags and classes as written, from the root
	Sig     uint64 // tag and classes
	path    uint64 // tags from the root
	feature int32  // its signature under its parent's, in fp.features
	Seen    int    // bytes of the outline's text before it
	Pos     int    // offset of its start tag
	element int32  // in the outline
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

// TagFrom returns the first tag at an offset of the page or after it.
func (o *Outline) TagFrom(pos int) int {
	return sort.Search(len(o.Tags), func(i int) bool { return o.Tags[i].Pos >= pos })
}

// TagsBetween returns the tags between two offsets of the page, at most maxTagsBetween.
func (o *Outline) TagsBetween(from, to int) []string {
	tags := []string{}
	for _, m := range o.Tags[o.TagFrom(from):] {
		if m.Pos >= to || len(tags) == maxTagsBetween {
			break
		}
		if m.Kind&Phrasing == 0 {
			tags = append(tags, string(nameOf(o.Page[m.Pos:min(m.end, len(o.Page))])))
		}
	}
	return tags
}

// nameOf returns the name of a tag as written, "div" or "/div".
func nameOf(tag []byte) []byte {
	var name []byte
	for i := 1; i < len(tag) && len(name) < maxLabel; i++ {
		c := tag[i]
		if c != '/' && ends[c]&endsName != 0 || c == '/' && i > 1 {
			break
		}
		name = append(name, lower(c))
	}
	return validUTF8(name)
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
