// Package treesize says how much memory the tree of an HTML page may take,
// before the page is parsed.
//
// A page of 50 KB can become a tree of hundreds of megabytes: a parser
// opens formatting elements (<b>, <font>, <a> and others) that were not
// closed again in each paragraph that follows, as the HTML standard has it
// (13.2.4.3). The parser of golang.org/x/net/html has a bound on depth and none
// on nodes, and cannot be stopped.
package treesize

import (
	"bytes"
	"math/bits"
	"unicode/utf8"
)

// What a tree takes, in bytes.
const (
	nodeSize      = 112                     // html.Node in its size class
	attributeSize = 48                      // html.Attribute
	stringSize    = 16                      // what a string's size class adds to its bytes and a quarter of them, at most
	impliedSize   = 5*nodeSize + stringSize // a document, html, head, body, and a text that is in two of them
	doctypeSize   = nodeSize + stringSize + 2*(attributeSize+stringSize)
)

// meter goes through a page and adds up what its tree may take.
type meter struct {
	src   []byte
	size  int
	limit int
	list  list // formatting elements that may have to be opened again

	// dirty is set while formatting elements may have been closed that are not
	// yet opened again.
	dirty bool

	inP       bool      // a p is open for certain
	templates int       // open, at most
	contexts  []context // tables and objects that are open for certain
	lost      bool      // there may be others
	foreign   [][]byte  // elements of an svg or math that are open; there is no HTML in it
	doubt     bool      // or else they are closed
	loose     bool      // it is not certain what is foreign content, nor where tags begin
	reread    int       // bytes that were read because of that

	rootAttributes int // of all html and body tags
	merging        int // steps to merge them
}

// Bound returns an upper bound of what html.Parse's tree of a page takes, or
// some number above limit if it is more than that.
func Bound(src []byte, limit int) int {
	m := meter{src: src, limit: limit}
	m.size = impliedSize + len(src) + len(src)/4 + growth(src)
	for at := 0; at < len(src) && m.size <= limit; {
		at = m.next(at)
	}
	return m.size
}

// growth returns how much longer than the page its strings may be, in bytes,
// with what size classes add to that.
func growth(src []byte) int {
	size := 2 * (bytes.Count(src, []byte("&nGt;")) + bytes.Count(src, []byte("&nLt;"))) // five bytes, six in UTF-8
	if bytes.IndexByte(src, 0) >= 0 {
		size += 2*len(src) + len(src)/2 // U+FFFD takes three bytes
	}
	return size
}

// next reads the text and the tag or comment from src[at] on and returns where
// it ends.
func (m *meter) next(at int) int {
	src := m.src
	i := at
	for {
		n := bytes.IndexByte(src[i:], '<')
		if n < 0 || i+n+1 == len(src) {
			m.text(src[at:])
			return len(src)
		}
		i += n
		if c := src[i+1]; isLetter(c) || c == '/' || c == '!' || c == '?' {
			break
		}
		i++
	}
	if i > at {
		m.text(src[at:i])
	}
	end := m.markup(i)
	if m.loose {
		if m.reread += end - i; m.reread > maxReread*len(src) {
			m.size = m.limit + 1
		}
		return i + 1
	}
	return end
}

// markup reads the tag or comment at src[at] and returns where it ends, with
// the text in it.
func (m *meter) markup(at int) int {
	src := m.src
	switch c := src[at+1]; {
	case c == '/':
		if at+2 == len(src) || !isLetter(src[at+2]) {
			break
		}
		var t markup
		if !readTag(src, at+2, &t) {
			return len(src)
		}
		m.end(&t)
		return t.end
	case c == '!' && bytes.HasPrefix(src[at+2:], []byte("--")):
		m.add(nodeSize + stringSize)
		return commentEnd(src, at)
	case c == '!' && bytes.HasPrefix(src[at+2:], []byte("[CDATA[")) && len(m.foreign) > 0:
		return m.cdata(at)
	case c == '!' || c == '?':
	default:
		var t markup
		if !readTag(src, at+1, &t) {
			return len(src)
		}
		return m.start(&t)
	}
	end, next := len(src), len(src)
	if n := bytes.IndexByte(src[at+2:], '>'); n >= 0 {
		end = at + 2 + n
		next = end + 1
	}
	m.declaration(src[at+2 : end])
	return next
}

// declaration counts a doctype, or what is taken for a comment.
func (m *meter) declaration(b []byte) {
	if len(b) < len("doctype") || !equalFold(b[:len("doctype")], "doctype") {
		m.add(nodeSize + stringSize)
		return
	}
	m.add(doctypeSize)
	for _, c := range b {
		if c >= utf8.RuneSelf {
			m.add(3) // in lower case, a name that is not UTF-8 takes three bytes for each
		}
	}
}

// cdata reads a CDATA section, which is a comment outside of foreign content.
func (m *meter) cdata(at int) int {
	m.text(nil)
	rest := m.src[at:]
	end := bytes.Index(rest[len("<![CDATA["):], []byte("]]>"))
	if end < 0 {
		end = len(rest)
	} else {
		end += len("<![CDATA[]]>")
	}
	if m.doubt {
		angle := bytes.IndexByte(rest, '>')
		if angle < 0 {
			angle = len(rest) - 1
		}
		if angle+1 != end {
			m.unsure()
		}
	}
	return at + end
}

func (m *meter) add(size int) { m.size += size }

// text counts a text. In a p or a span, formatting elements are opened again
// before it; in a table, not before white space.
func (m *meter) text(b []byte) {
	m.add(nodeSize + stringSize)
	if m.dirty && m.list.sum > 0 {
		m.reopen()
		m.dirty = len(bytes.TrimLeft(b, " \t\r\n\f")) == 0
	}
}

// reopen counts the formatting elements that a text or a start tag may open
// again.
func (m *meter) reopen() {
	if m.dirty {
		m.add(m.list.sum)
		m.dirty = false
	}
}

// start reads on behind a start tag and returns where its content starts, or
// ends if that is text.
func (m *meter) start(t *markup) int {
	src := m.src
	tag := t.tag
	size := nodeSize
	if tag.name == other {
		size += stringSize
	}
	if t.attributes > 0 {
		size += attributeSize<<bits.Len(uint(t.attributes-1)) + 2*stringSize*t.attributes
	}
	m.add(size)
	if len(m.foreign) > 0 && m.inForeign(t) {
		return t.end
	}
	if tag.traits&calm == 0 {
		m.dirty = true
		m.inP = tag.name == p && !m.loose
	}
	if tag.traits&formatting != 0 {
		m.format(t, tag, size)
		return t.end
	}
	if tag.traits&plain == 0 {
		m.reopen()
		m.dirty = tag.name == choice || tag.name == input // neither always does
	}
	if m.startContext(tag) {
		m.list.start(tag, m.certain())
	}
	if m.loose && tag.traits&point != 0 {
		m.list.pushPoint()
	}
	switch {
	case tag.name == outer && t.self != yes:
		m.enter(t)
	case tag.name == root:
		m.merge(t.attributes)
	case tag.name == frameset: // all that follows may be ignored
		m.unsure()
	case tag.name == plaintext:
		m.text(src[t.end:])
		if m.certain() {
			return len(src)
		}
		m.unsure()
	case tag.traits&raw != 0 && !m.loose:
		return m.rawText(t)
	}
	return t.end
}

// merge counts what it takes to add the attributes of an html or body tag to
// those that the element has.
func (m *meter) merge(attributes int) {
	if attributes == 0 {
		return
	}
	m.rootAttributes += attributes
	m.merging += m.rootAttributes
	m.add(2 * attributeSize * attributes)
	if m.merging > maxMerging {
		m.size = m.limit + 1
	}
}

// maxReread is how many times the page's bytes are read where it is not certain
// where tags begin.
const maxReread = 16

// maxMerging is how many attributes the parser may look at to merge those of
// many html and body tags: it goes through all it has for each of them.
const maxMerging = 1 << 22

// rawText skips the content of an element that is text and returns where its
// end tag stands.
func (m *meter) rawText(t *markup) int {
	end := rawEnd(m.src, t.end, m.src[t.nameStart:t.nameEnd])
	content := m.src[t.end:end]
	if len(content) == 0 {
		return end
	}
	m.add(nodeSize + stringSize)
	if m.doubt {
		m.text(content)
	}
	switch {
	case m.doubt && bytes.IndexByte(content, '<') >= 0:
		m.unsure()
		return t.end
	case t.name == script && hidesEnd(content):
		m.unsure()
		return t.end
	}
	return end
}

// hidesEnd reports whether a script goes on behind what looks like its end
// tag: it has another one in a comment that is open.
func hidesEnd(content []byte) bool {
	for {
		n := bytes.Index(content, []byte("<!--"))
		if n < 0 {
			return false
		}
		content = content[n+len("<!"):]
		end := bytes.Index(content, []byte("-->"))
		if end < 0 {
			break
		}
		content = content[end+len("-->"):]
	}
	for {
		n := bytes.IndexByte(content, '<')
		if n < 0 {
			return false
		}
		content = content[n+1:]
		if len(content) >= len("script") && equalFold(content[:len("script")], "script") {
			return true
		}
	}
}

// unsure makes the rest of the page be read as if a tag began at every "<" and
// none closed anything: what is there is among them.
func (m *meter) unsure() {
	if len(m.foreign) > 0 && m.atPoint() { // no other is one
		m.list.pushPoint()
	}
	m.loose, m.doubt, m.inP = true, false, false
	m.foreign = m.foreign[:0]
	m.loseContexts()
}

// certain reports whether a tag is read as the parser reads it.
func (m *meter) certain() bool { return !m.loose && !m.doubt }

// end reads an end tag.
func (m *meter) end(t *markup) {
	if len(m.foreign) > 0 && m.endForeign(m.src[t.nameStart:t.nameEnd]) {
		return
	}
	tag := t.tag
	switch tag.name {
	case p:
		if !m.inP {
			m.add(nodeSize)
		}
	case br:
		m.add(nodeSize)
		m.dirty = true
		m.reopen()
		return
	}
	switch {
	case tag.traits&raw != 0:
		return
	case tag.traits&(formatting|calm) == 0 && tag.name != other, tag.name == outer:
		m.inP = false
	}
	m.dirty = true
	m.endContext(tag)
	switch {
	case len(m.list.open) == 0:
	case tag.traits&formatting != 0:
		m.endFormatting(tag.name)
	case m.certain():
		m.list.end(tag)
	}
}

// format reads the start tag of a formatting element.
func (m *meter) format(t *markup, tag tag, size int) {
	switch {
	case m.list.counts[tag.name] == 0:
	case tag.name == a: // closes the one before
		v := m.list.view(a)
		m.add(m.list.adopt(v))
		m.dirty = true
		if v.at >= 0 && !v.marked && v.active && m.certain() {
			m.list.remove(v.at)
		}
	case tag.name == nobr:
		m.reopen()
		m.add(m.list.adopt(m.list.view(nobr)))
		m.dirty = true
	}
	m.reopen()
	if m.list.format == maxFormatting {
		m.size = m.limit + 1
		return
	}
	m.list.push(element{tag: tag, size: size, source: m.src[t.nameStart:t.end]})
	if m.doubt { // it may be a foreign element
		m.list.loose = len(m.list.open)
	}
}

// endFormatting reads the end tag of a formatting element.
func (m *meter) endFormatting(n name) {
	if m.list.counts[n] == 0 {
		return
	}
	v := m.list.view(n)
	m.add(m.list.adopt(v))
	if m.certain() {
		m.list.endFormatting(v)
	}
}
