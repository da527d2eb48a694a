package page

import (
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page/lex"
)

// startTemplate begins a <template>. In foreign content all that follows is ignored.
func (b *builder) startTemplate() {
	for _, i := range b.open {
		if b.nodes[i].Space != HTML {
			b.mode = ignoring
			return
		}
	}
	b.addElement()
	b.formatting = append(b.formatting, marker)
	b.noFrameset, b.mode = true, inTemplate
	b.templates = append(b.templates, inTemplate)
}

// endTemplate ends the innermost <template>, if there is one.
func (b *builder) endTemplate() {
	if !b.isInTemplate() {
		return
	}
	b.closeImplied(0)
	for k := len(b.open) - 1; k >= 0; k-- {
		if n := &b.nodes[b.open[k]]; n.Space == HTML && n.Atom == atom.Template {
			b.cut(k)
			break
		}
	}
	b.clearFormatting()
	if len(b.templates) > 0 {
		b.templates = b.templates[:len(b.templates)-1]
	}
	b.resetMode()
}

// inTemplate has the rules for the content of a <template> (HTML Standard, 13.2.6.4.18).
func (b *builder) inTemplate() bool {
	switch b.Tok.Kind {
	case lex.StartTag:
		into := inBody
		switch b.Tok.Atom {
		case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Script, atom.Style, atom.Template, atom.Title:
			return b.inHead()
		case atom.Caption, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead:
			into = inTable
		case atom.Col:
			into = inColumnGroup
		case atom.Tr:
			into = inTableBody
		case atom.Td, atom.Th:
			into = inRow
		}
		b.mode, b.templates[len(b.templates)-1] = into, into
		return false
	case lex.EndTag:
		if b.Tok.Atom == atom.Template {
			b.endTemplate()
		}
		return true
	case lex.End:
		if !b.isInTemplate() {
			return true
		}
		b.endTemplate()
		return false
	}
	return b.inBody()
}

func (b *builder) isInTemplate() bool {
	return slices.ContainsFunc(b.open, func(i int32) bool {
		return b.nodes[i].Space == HTML && b.nodes[i].Atom == atom.Template
	})
}
