package page

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page/lex"
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
	switch b.Tok.Kind {
	case lex.Text:
		if !b.skipSpace() {
			return true
		}
	case lex.Comment:
		b.addCommentTo(0)
		return true
	case lex.Doctype:
		b.insert(0, b.node(Node{Type: DoctypeNode, Pos: b.Tok.Pos}), 0)
		b.quirks, b.mode = lex.IsQuirky(b.Tok.Text), beforeHTML
		return true
	}
	b.quirks, b.mode = true, beforeHTML
	return false
}

func (b *builder) beforeHTML() bool {
	switch b.Tok.Kind {
	case lex.Doctype:
		return true
	case lex.Text:
		if !b.skipSpace() {
			return true
		}
	case lex.StartTag:
		if b.Tok.Atom == atom.Html {
			b.addElement()
			b.mode = beforeHead
			return true
		}
	case lex.EndTag:
		if !endsHead(b.Tok.Atom) {
			return true
		}
	case lex.Comment:
		b.addCommentTo(0)
		return true
	}
	b.imply(lex.StartTag, atom.Html)
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
	switch b.Tok.Kind {
	case lex.Doctype:
		return true
	case lex.Text:
		if !b.skipSpace() {
			return true
		}
	case lex.StartTag:
		switch b.Tok.Atom {
		case atom.Head:
			b.addElement()
			b.head, b.mode = b.current(), inHead
			return true
		case atom.Html:
			return b.inBody()
		}
	case lex.EndTag:
		if !endsHead(b.Tok.Atom) {
			return true
		}
	case lex.Comment:
		b.addComment()
		return true
	}
	b.imply(lex.StartTag, atom.Head)
	return false
}

func (b *builder) inHead() bool {
	switch b.Tok.Kind {
	case lex.Text:
		if !b.trimStart() {
			return true
		}
	case lex.StartTag:
		switch b.Tok.Atom {
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
	case lex.EndTag:
		switch b.Tok.Atom {
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
	case lex.Comment:
		b.addComment()
		return true
	case lex.Doctype:
		return true
	}
	b.imply(lex.EndTag, atom.Head)
	return false
}

// addRaw inserts and opens an element whose content is text.
func (b *builder) addRaw() {
	b.addElement()
	b.original, b.mode = b.mode, inText
}

func (b *builder) afterHead() bool {
	switch b.Tok.Kind {
	case lex.Text:
		if !b.trimStart() {
			return true
		}
	case lex.StartTag:
		switch b.Tok.Atom {
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
	case lex.EndTag:
		switch b.Tok.Atom {
		case atom.Body, atom.Html, atom.Br:
		case atom.Template:
			return b.inHead()
		default:
			return true
		}
	case lex.Comment:
		b.addComment()
		return true
	case lex.Doctype:
		return true
	}
	b.imply(lex.StartTag, atom.Body)
	b.noFrameset = false
	return b.Tok.Kind == lex.End
}

func (b *builder) inText() bool {
	switch b.Tok.Kind {
	case lex.Text:
		text := b.Tok.Text
		if b.top().Atom == atom.Textarea && b.links[b.current()].first == 0 {
			text = withoutFirstLine(text)
		}
		b.addText(text)
		return true
	case lex.End, lex.EndTag:
		b.pop()
	}
	b.mode = b.original
	return b.Tok.Kind == lex.EndTag
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
	switch b.Tok.Kind {
	case lex.End:
		return true
	case lex.Text:
		if strings.TrimLeft(b.Tok.Text, lex.Whitespace) == "" {
			return b.inBody()
		}
	case lex.StartTag:
		if b.Tok.Atom == atom.Html {
			return b.inBody()
		}
	case lex.EndTag:
		if !after && b.Tok.Atom == atom.Html {
			b.mode = afterAfterBody
			return true
		}
	case lex.Comment:
		parent := int32(0)
		if !after {
			parent = b.open[0]
		}
		b.addCommentTo(parent)
		return true
	case lex.Doctype:
		if after {
			return b.inBody()
		}
	}
	b.mode = inBody
	return false
}

// inFrameset has the rules for framesets and what follows the outermost.
func (b *builder) inFrameset() bool {
	switch b.Tok.Kind {
	case lex.Comment:
		if b.mode == afterAfterFrameset {
			b.addCommentTo(0)
		} else {
			b.addComment()
		}
	case lex.Text:
		space := strings.Map(func(r rune) rune {
			if strings.ContainsRune(lex.Whitespace, r) {
				return r
			}
			return -1
		}, b.Tok.Text)
		if b.mode == afterAfterFrameset && space != "" {
			b.Tok.Text = space
			return b.inBody()
		}
		b.addText(space)
	case lex.StartTag:
		switch {
		case b.Tok.Atom == atom.Html:
			return b.inBody()
		case b.Tok.Atom == atom.Noframes:
			return b.inHead()
		case b.mode != inFrameset:
		case b.Tok.Atom == atom.Frameset:
			b.addElement()
		case b.Tok.Atom == atom.Frame:
			b.addVoid()
		}
	case lex.EndTag:
		switch {
		case b.mode == afterFrameset && b.Tok.Atom == atom.Html:
			b.mode = afterAfterFrameset
		case b.mode == inFrameset && b.Tok.Atom == atom.Frameset && b.top().Atom != atom.Html:
			b.pop()
			if b.top().Atom != atom.Frameset {
				b.mode = afterFrameset
			}
		}
	case lex.Doctype:
		if b.mode == afterAfterFrameset {
			return b.inBody()
		}
	}
	return true
}
