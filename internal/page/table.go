package page

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page/lex"
)

// inTable has the rules for what is in a table and in none of its parts (HTML Standard,
// 13.2.6.4.9).
func (b *builder) inTable() bool {
	switch b.Tok.Kind {
	case lex.Text:
		b.Tok.Text = strings.ReplaceAll(b.Tok.Text, "\x00", "")
		if partOfTable(b.top().Atom) && strings.Trim(b.Tok.Text, lex.Whitespace) == "" {
			b.addText(b.Tok.Text)
			return true
		}
	case lex.StartTag:
		switch b.Tok.Atom {
		case atom.Caption:
			b.clearTo(atom.Table)
			b.formatting = append(b.formatting, marker)
			b.addElement()
			b.mode = inCaption
			return true
		case atom.Colgroup:
			b.clearTo(atom.Table)
			b.addElement()
			b.mode = inColumnGroup
			return true
		case atom.Col:
			b.imply(lex.StartTag, atom.Colgroup)
			return false
		case atom.Tbody, atom.Tfoot, atom.Thead:
			b.clearTo(atom.Table)
			b.addElement()
			b.mode = inTableBody
			return true
		case atom.Td, atom.Th, atom.Tr:
			b.imply(lex.StartTag, atom.Tbody)
			return false
		case atom.Table:
			if b.close(tableScope, atom.Table) {
				b.resetMode()
				return false
			}
			return true
		case atom.Style, atom.Script, atom.Template:
			return b.inHead()
		case atom.Input:
			if b.isHiddenInput() {
				b.addVoid()
				return true
			}
		case atom.Form:
			if b.form != 0 || b.isInTemplate() {
				return true
			}
			b.addElement()
			b.form = b.pop()
		}
	case lex.EndTag:
		switch b.Tok.Atom {
		case atom.Table:
			if b.close(tableScope, atom.Table) {
				b.resetMode()
			}
			return true
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
			return true
		case atom.Template:
			return b.inHead()
		}
	case lex.Comment:
		b.addComment()
		return true
	case lex.Doctype:
		return true
	case lex.End:
		return b.inBody()
	}
	b.fosters = true
	consumed := b.inBody()
	b.fosters = false
	return consumed
}

func (b *builder) inCaption() bool {
	var ends bool
	switch tag := b.Tok.Atom; b.Tok.Kind {
	case lex.StartTag:
		switch tag {
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Td, atom.Tfoot, atom.Thead, atom.Tr:
			ends = true
		}
	case lex.EndTag:
		switch tag {
		case atom.Caption, atom.Table:
			ends = true
		case atom.Body, atom.Col, atom.Colgroup, atom.Html, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
			return true
		}
	}
	if !ends {
		return b.inBody()
	}
	if !b.close(tableScope, atom.Caption) {
		return true
	}
	b.clearFormatting()
	b.mode = inTable
	return b.Tok.Kind == lex.EndTag && b.Tok.Atom == atom.Caption
}

func (b *builder) inColumnGroup() bool {
	switch b.Tok.Kind {
	case lex.Text:
		if !b.trimStart() {
			return true
		}
	case lex.Comment:
		b.addComment()
		return true
	case lex.Doctype:
		return true
	case lex.StartTag:
		switch b.Tok.Atom {
		case atom.Html:
			return b.inBody()
		case atom.Col:
			b.addVoid()
			return true
		case atom.Template:
			return b.inHead()
		}
	case lex.EndTag:
		switch b.Tok.Atom {
		case atom.Colgroup:
			if b.top().Atom == atom.Colgroup {
				b.pop()
				b.mode = inTable
			}
			return true
		case atom.Col:
			return true
		case atom.Template:
			return b.inHead()
		}
	case lex.End:
		return b.inBody()
	}
	if b.top().Atom != atom.Colgroup {
		return true
	}
	b.pop()
	b.mode = inTable
	return false
}

func (b *builder) inTableBody() bool {
	switch tag := b.Tok.Atom; b.Tok.Kind {
	case lex.StartTag:
		switch tag {
		case atom.Tr:
			b.clearTo(atom.Tbody, atom.Tfoot, atom.Thead)
			b.addElement()
			b.mode = inRow
			return true
		case atom.Td, atom.Th:
			b.imply(lex.StartTag, atom.Tr)
			return false
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead:
			return b.endTableBody()
		}
	case lex.EndTag:
		switch tag {
		case atom.Tbody, atom.Tfoot, atom.Thead:
			if b.has(tableScope, tag) {
				b.clearTo(atom.Tbody, atom.Tfoot, atom.Thead)
				b.pop()
				b.mode = inTable
			}
			return true
		case atom.Table:
			return b.endTableBody()
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Td, atom.Th, atom.Tr:
			return true
		}
	case lex.Comment:
		b.addComment()
		return true
	}
	return b.inTable()
}

// endTableBody ends a part of a table at a tag that is none of the part's; it reports true if
// there is none, and the tag is ignored.
func (b *builder) endTableBody() bool {
	if !b.close(tableScope, atom.Tbody, atom.Thead, atom.Tfoot) {
		return true
	}
	b.mode = inTable
	return false
}

func (b *builder) inRow() bool {
	switch tag := b.Tok.Atom; b.Tok.Kind {
	case lex.StartTag:
		switch tag {
		case atom.Td, atom.Th:
			b.clearTo(atom.Tr)
			b.addElement()
			b.formatting = append(b.formatting, marker)
			b.mode = inCell
			return true
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
			return !b.endRow()
		}
	case lex.EndTag:
		switch tag {
		case atom.Tr:
			b.endRow()
			return true
		case atom.Table:
			return !b.endRow()
		case atom.Tbody, atom.Tfoot, atom.Thead:
			return !b.has(tableScope, tag) || !b.endRow()
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Td, atom.Th:
			return true
		}
	}
	return b.inTable()
}

// endRow ends the row, if there is one.
func (b *builder) endRow() bool {
	if !b.has(tableScope, atom.Tr) {
		return false
	}
	b.clearTo(atom.Tr)
	b.pop()
	b.mode = inTableBody
	return true
}

func (b *builder) inCell() bool {
	switch tag := b.Tok.Atom; b.Tok.Kind {
	case lex.StartTag:
		switch tag {
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
			if b.close(tableScope, atom.Td, atom.Th) {
				b.clearFormatting()
				b.mode = inRow
				return false
			}
			return true
		}
	case lex.EndTag:
		switch tag {
		case atom.Td, atom.Th:
			if b.close(tableScope, tag) {
				b.clearFormatting()
				b.mode = inRow
			}
			return true
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html:
			return true
		case atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
			if !b.has(tableScope, tag) {
				return true
			}
			if b.close(tableScope, atom.Td, atom.Th) {
				b.clearFormatting()
			}
			b.mode = inRow
			return false
		}
	}
	return b.inBody()
}
