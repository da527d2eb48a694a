package page

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// mode is which rules hold for the next token (HTML Standard, 13.2.4.1). Those for
// <noscript> in the head are left out: scripts are taken to run.
type mode uint8

const (
	initial mode = iota
	beforeHTML
	beforeHead
	inHead
	afterHead
	inBody
	inText // the content of <title>, <script> and the like
	inTable
	inCaption
	inColumnGroup
	inTableBody
	inRow
	inCell
	inTemplate
	afterBody
	inFrameset
	afterFrameset
	afterAfterBody
	afterAfterFrameset
	ignoring // all that follows
)

// step applies the rules of the mode to the current token and reports whether they have
// consumed it.
func (b *builder) step() bool {
	switch b.mode {
	case initial:
		return b.initial()
	case beforeHTML:
		return b.beforeHTML()
	case beforeHead:
		return b.beforeHead()
	case inHead:
		return b.inHead()
	case afterHead:
		return b.afterHead()
	case inBody:
		return b.inBody()
	case inText:
		return b.inText()
	case inTable:
		return b.inTable()
	case inCaption:
		return b.inCaption()
	case inColumnGroup:
		return b.inColumnGroup()
	case inTableBody:
		return b.inTableBody()
	case inRow:
		return b.inRow()
	case inCell:
		return b.inCell()
	case inTemplate:
		return b.inTemplate()
	case afterBody, afterAfterBody:
		return b.afterBody()
	case inFrameset, afterFrameset, afterAfterFrameset:
		return b.inFrameset()
	}
	return true
}

func (b *builder) initial() bool {
	switch b.tok.kind {
	case textToken:
		if b.tok.text = strings.TrimLeft(b.tok.text, whitespace); b.tok.text == "" {
			return true
		}
	case commentToken:
		b.insert(0, b.node(Node{Type: CommentNode, Pos: b.tok.pos}), 0)
		return true
	case doctypeToken:
		b.insert(0, b.node(Node{Type: DoctypeNode, Pos: b.tok.pos}), 0)
		b.quirks, b.mode = isQuirky(b.tok.text), beforeHTML
		return true
	}
	b.quirks, b.mode = true, beforeHTML
	return false
}

func (b *builder) beforeHTML() bool {
	switch b.tok.kind {
	case doctypeToken:
		return true
	case textToken:
		if b.tok.text = strings.TrimLeft(b.tok.text, whitespace); b.tok.text == "" {
			return true
		}
	case startTag:
		if b.tok.atom == atom.Html {
			b.addElement()
			b.mode = beforeHead
			return true
		}
	case endTag:
		if !endsHead(b.tok.atom) {
			return true
		}
	case commentToken:
		b.insert(0, b.node(Node{Type: CommentNode, Pos: b.tok.pos}), 0)
		return true
	}
	b.imply(startTag, atom.Html)
	return false
}

// endsHead reports whether an end tag is not ignored before the body.
func endsHead(tag atom.Atom) bool {
	switch tag {
	case atom.Head, atom.Body, atom.Html, atom.Br:
		return true
	}
	return false
}

func (b *builder) beforeHead() bool {
	switch b.tok.kind {
	case doctypeToken:
		return true
	case textToken:
		if b.tok.text = strings.TrimLeft(b.tok.text, whitespace); b.tok.text == "" {
			return true
		}
	case startTag:
		switch b.tok.atom {
		case atom.Head:
			b.addElement()
			b.head, b.mode = b.current(), inHead
			return true
		case atom.Html:
			return b.inBody()
		}
	case endTag:
		if !endsHead(b.tok.atom) {
			return true
		}
	case commentToken:
		b.addComment()
		return true
	}
	b.imply(startTag, atom.Head)
	return false
}

func (b *builder) inHead() bool {
	switch b.tok.kind {
	case textToken:
		if !b.trimStart() {
			return true
		}
	case startTag:
		switch b.tok.atom {
		case atom.Html:
			return b.inBody()
		case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta:
			b.addVoid()
			return true
		case atom.Script, atom.Title, atom.Noscript, atom.Noframes, atom.Style:
			b.addRaw()
			return true
		case atom.Head:
			return true
		case atom.Template:
			b.startTemplate()
			return true
		}
	case endTag:
		switch b.tok.atom {
		case atom.Head:
			b.pop()
			b.mode = afterHead
			return true
		case atom.Body, atom.Html, atom.Br:
		case atom.Template:
			b.endTemplate()
			return true
		default:
			return true
		}
	case commentToken:
		b.addComment()
		return true
	case doctypeToken:
		return true
	}
	b.imply(endTag, atom.Head)
	return false
}

// addRaw inserts and opens an element whose content is text.
func (b *builder) addRaw() {
	b.addElement()
	b.original, b.mode = b.mode, inText
}

func (b *builder) afterHead() bool {
	switch b.tok.kind {
	case textToken:
		if !b.trimStart() {
			return true
		}
	case startTag:
		switch b.tok.atom {
		case atom.Html:
			return b.inBody()
		case atom.Body:
			b.addElement()
			b.noFrameset, b.mode = true, inBody
			return true
		case atom.Frameset:
			b.addElement()
			b.mode = inFrameset
			return true
		case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Script, atom.Style, atom.Template, atom.Title:
			b.push(b.head)
			consumed := b.inHead()
			b.open = without(b.open, b.head)
			return consumed
		case atom.Head:
			return true
		}
	case endTag:
		switch b.tok.atom {
		case atom.Body, atom.Html, atom.Br:
		case atom.Template:
			return b.inHead()
		default:
			return true
		}
	case commentToken:
		b.addComment()
		return true
	case doctypeToken:
		return true
	}
	b.imply(startTag, atom.Body)
	b.noFrameset = false
	return b.tok.kind == endOfPage
}

func (b *builder) inText() bool {
	switch b.tok.kind {
	case textToken:
		text := b.tok.text
		if b.top().Atom == atom.Textarea && b.links[b.current()].first == 0 {
			text = withoutFirstLine(text)
		}
		b.addText(text)
		return true
	case endOfPage, endTag:
		b.pop()
	}
	b.mode = b.original
	return b.tok.kind == endTag
}

// withoutFirstLine returns a text without the line feed at its start.
func withoutFirstLine(text string) string { return strings.TrimPrefix(text, "\n") }

// resetMode sets the mode by the elements that are open.
func (b *builder) resetMode() {
	for k := len(b.open) - 1; k >= 0; k-- {
		n := &b.nodes[b.open[k]]
		switch n.Atom {
		case atom.Td, atom.Th:
			b.mode = inCell
		case atom.Tr:
			b.mode = inRow
		case atom.Tbody, atom.Thead, atom.Tfoot:
			b.mode = inTableBody
		case atom.Caption:
			b.mode = inCaption
		case atom.Colgroup:
			b.mode = inColumnGroup
		case atom.Table:
			b.mode = inTable
		case atom.Template:
			if n.Space != HTML || len(b.templates) == 0 {
				continue
			}
			b.mode = b.templates[len(b.templates)-1]
		case atom.Head:
			b.mode = inHead
		case atom.Body:
			b.mode = inBody
		case atom.Frameset:
			b.mode = inFrameset
		case atom.Html:
			if b.mode = afterHead; b.head == 0 {
				b.mode = beforeHead
			}
		default:
			if k > 0 {
				continue
			}
			b.mode = inBody
		}
		return
	}
}

func (b *builder) afterBody() bool {
	after := b.mode == afterAfterBody
	switch b.tok.kind {
	case endOfPage:
		return true
	case textToken:
		if strings.TrimLeft(b.tok.text, whitespace) == "" {
			return b.inBody()
		}
	case startTag:
		if b.tok.atom == atom.Html {
			return b.inBody()
		}
	case endTag:
		if !after && b.tok.atom == atom.Html {
			b.mode = afterAfterBody
			return true
		}
	case commentToken:
		parent := int32(0)
		if !after {
			parent = b.open[0]
		}
		b.insert(parent, b.node(Node{Type: CommentNode, Pos: b.tok.pos}), 0)
		return true
	case doctypeToken:
		if after {
			return b.inBody()
		}
	}
	b.mode = inBody
	return false
}

// inFrameset has the rules for framesets and what follows the outermost.
func (b *builder) inFrameset() bool {
	switch b.tok.kind {
	case commentToken:
		if b.mode == afterAfterFrameset {
			b.insert(0, b.node(Node{Type: CommentNode, Pos: b.tok.pos}), 0)
		} else {
			b.addComment()
		}
	case textToken:
		space := strings.Map(func(r rune) rune {
			if strings.ContainsRune(whitespace, r) {
				return r
			}
			return -1
		}, b.tok.text)
		if b.mode == afterAfterFrameset && space != "" {
			b.tok.text = space
			return b.inBody()
		}
		b.addText(space)
	case startTag:
		switch {
		case b.tok.atom == atom.Html:
			return b.inBody()
		case b.tok.atom == atom.Noframes:
			return b.inHead()
		case b.mode != inFrameset:
		case b.tok.atom == atom.Frameset:
			b.addElement()
		case b.tok.atom == atom.Frame:
			b.addVoid()
		}
	case endTag:
		switch {
		case b.mode == afterFrameset && b.tok.atom == atom.Html:
			b.mode = afterAfterFrameset
		case b.mode == inFrameset && b.tok.atom == atom.Frameset && b.top().Atom != atom.Html:
			b.pop()
			if b.top().Atom != atom.Frameset {
				b.mode = afterFrameset
			}
		}
	case doctypeToken:
		if b.mode == afterAfterFrameset {
			return b.inBody()
		}
	}
	return true
}
