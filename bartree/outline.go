package bartree

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// An outline is a page's elements and tags, kept for what needs more than one
// pass: the reverse algorithm, labels for people, [Template.Locate].
type outline struct {
	page     []byte
	elements []element
	tags     []tagMark
	text     []byte  // normalised, of the whole page
	at       []int32 // offset in the page of each byte of text
}

type element struct {
	frame
	parent   int32
	depth    int // html is 1
	index    int // among the parent's children
	children int
	name     []byte // as written
	class    []byte
	id       []byte
	inner    int // offset after the start tag
	end      int // offset of what ends it
	textEnd  int // offset in the text; frame.seen is where it starts
}

// tagMark is a tag as written.
type tagMark struct {
	tag      tagHash
	kind     kind
	pos, end int
	closing  bool
}

func (o *outline) tag(t *token, closing bool) {
	o.tags = append(o.tags, tagMark{t.tag, t.kind, t.pos, t.end, closing})
}

func (o *outline) open(f *frame, parent int32, t *token, class []byte) int32 {
	e := element{
		frame: *f, parent: parent, depth: 1, inner: t.end, end: t.end,
		name: o.slice(t.name, t), class: o.slice(class, t), id: o.slice(inFile(t.id), t),
	}
	if parent >= 0 {
		p := &o.elements[parent]
		e.depth, e.index = p.depth+1, p.children
		p.children++
	}
	o.elements = append(o.elements, e)
	return int32(len(o.elements) - 1)
}

// slice returns the bytes of a tag as a part of the page, since the lexer
// overwrites its own; those of an implied tag are copied.
func (o *outline) slice(b []byte, t *token) []byte {
	if len(b) == 0 {
		return nil
	}
	if t.end > t.pos {
		if i := bytes.Index(o.page[t.pos:min(t.end, len(o.page))], b); i >= 0 {
			return o.page[t.pos+i : t.pos+i+len(b)]
		}
	}
	return bytes.Clone(b)
}

// inFile returns what is read of a class, an id or a name that was written to a file, so
// that it is the same before and after.
func inFile(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return bytes.ToValidUTF8(b, []byte("?"))
}

func (o *outline) close(e int32, pos int) {
	if e >= 0 {
		o.elements[e].end = max(pos, o.elements[e].inner)
		o.elements[e].textEnd = len(o.text)
	}
}

// outlineOf reads a page with a Scanner of its own.
func outlineOf(page []byte) *outline {
	o := &outline{page: page}
	s := Scanner{rec: o, find: &matcher{}}
	s.find.put = func(c byte, pos int) {
		o.text = append(o.text, c)
		o.at = append(o.at, int32(pos))
		s.find.seen++
	}
	s.Scan(page)
	return o
}

// find returns the elements that hold an occurrence of a normalised text, the
// deepest for each, and where the occurrences start; at most maxFound.
func (o *outline) find(text []byte) (holders []int32, starts []int) {
	for from := 0; len(text) > 0 && len(starts) < maxFound; {
		i := bytes.Index(o.text[from:], text)
		if i < 0 {
			break
		}
		i += from
		from = i + len(text)
		if e := o.holder(i, from); e >= 0 {
			holders, starts = append(holders, e), append(starts, i)
		}
	}
	return holders, starts
}

// maxFound is how many occurrences of a text are looked at.
const maxFound = 64

// holder returns the deepest element that holds text[start:end], -1 for none.
func (o *outline) holder(start, end int) int32 {
	found := int32(-1)
	for i := range o.elements { // in document order: the last that holds it is the deepest
		e := &o.elements[i]
		if e.seen > start {
			break
		}
		if e.textEnd >= end {
			found = int32(i)
		}
	}
	return found
}

// inside yields the elements inside one, in document order.
func (o *outline) inside(e int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i := e + 1; int(i) < len(o.elements) && o.elements[i].depth > o.elements[e].depth; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// path returns the elements from the root to i.
func (o *outline) path(i int32) []int32 {
	var up []int32
	for ; i >= 0; i = o.elements[i].parent {
		up = append(up, i)
	}
	slices.Reverse(up)
	return up
}

// spanOf returns where the text of an element is, without the space before it.
func (o *outline) spanOf(i int32) textRange {
	r := textRange{o.elements[i].seen, o.elements[i].textEnd}
	if r.start < r.end && o.text[r.start] == ' ' {
		r.start++
	}
	return r
}

// textOf returns the text of an element, at most maxText bytes.
func (o *outline) textOf(i int32) string {
	e := &o.elements[i]
	return strings.TrimSpace(string(bytes.ToValidUTF8(o.text[e.seen:min(e.textEnd, e.seen+maxText)], nil)))
}

// inline reports whether an element is inside a line of text.
func (e *element) inline() bool {
	return e.kind&phrasing != 0 || e.tag == tagA || e.tag == tagSpan || e.tag == tagWbr
}

// label returns an element as in a CSS selector: "div.main.wide".
func (e *element) label() string { return label(e.name, e.class) }

const (
	maxLabel = 80 // bytes of one label
	maxWay   = 8  // labels of a path
)

func label(name, class []byte) string {
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

// way returns the labels from the root to an element, at most the last maxWay.
func (o *outline) way(i int32) string {
	var s string
	for n := 0; i >= 0; i = o.elements[i].parent {
		if n++; n > maxWay {
			return "... > " + s
		}
		if s != "" {
			s = " > " + s
		}
		s = o.elements[i].label() + s
	}
	return s
}
