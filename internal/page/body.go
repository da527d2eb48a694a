package page

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page/lex"
)

// inBody has the rules for the content of a page (HTML Standard, 13.2.6.4.7).
func (b *builder) inBody() bool {
	switch b.Tok.Kind {
	case lex.Text:
		b.bodyText()
	case lex.StartTag:
		return b.bodyStart()
	case lex.EndTag:
		return b.bodyEnd()
	case lex.Comment:
		b.addComment()
	case lex.End:
		if len(b.templates) > 0 {
			b.mode = inTemplate
			return false
		}
	}
	return true
}

func (b *builder) bodyText() {
	text := b.Tok.Text
	if tag := b.top().Atom; (tag == atom.Pre || tag == atom.Listing) && b.links[b.current()].first == 0 {
		text = withoutFirstLine(text)
	}
	if !b.Plain {
		text = strings.ReplaceAll(text, "\x00", "")
	}
	if text == "" {
		return
	}
	b.reopen()
	b.addText(text)
	b.noFrameset = b.noFrameset || strings.TrimLeft(text, lex.Whitespace) != ""
}

func (b *builder) bodyStart() bool {
	switch tag := b.Tok.Atom; tag {
	case atom.Html:
		if !b.isInTemplate() {
			b.merge(b.open[0])
		}
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Script, atom.Style, atom.Template, atom.Title:
		return b.inHead()
	case atom.Body:
		if !b.isInTemplate() && len(b.open) > 1 && b.nodes[b.open[1]].Atom == atom.Body {
			b.noFrameset = true
			b.merge(b.open[1])
		}
	case atom.Frameset:
		if !b.noFrameset && len(b.open) > 1 && b.nodes[b.open[1]].Atom == atom.Body {
			b.remove(b.open[1])
			b.cut(1)
			b.addElement()
			b.mode = inFrameset
		}
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dialog, atom.Dir, atom.Div, atom.Dl,
		atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Header, atom.Hgroup, atom.Main, atom.Menu, atom.Nav, atom.Ol,
		atom.P, atom.Search, atom.Section, atom.Summary, atom.Ul, atom.Plaintext:
		b.closeParagraph()
		b.addElement()
	case atom.Pre, atom.Listing:
		b.closeParagraph()
		b.addElement()
		b.noFrameset = true
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		b.closeParagraph()
		if IsHeading(b.top().Atom) {
			b.pop()
		}
		b.addElement()
	case atom.Form:
		b.startForm()
	case atom.Li:
		b.startItem(atom.Li, atom.Li)
	case atom.Dd, atom.Dt:
		b.startItem(atom.Dd, atom.Dt)
	case atom.Button:
		if b.has(defaultScope, atom.Button) {
			b.closeImplied(0)
			b.close(defaultScope, atom.Button)
		}
		b.addInline()
		b.noFrameset = true
	case atom.A:
		if open := b.activeFormatting(atom.A); open >= 0 {
			b.endFormatting(atom.A, "a")
			b.drop(open)
			b.formatting = without(b.formatting, open)
		}
		b.reopen()
		b.addFormatting()
	case atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		b.reopen()
		b.addFormatting()
	case atom.Nobr:
		b.reopen()
		if b.has(defaultScope, atom.Nobr) {
			b.endFormatting(atom.Nobr, "nobr")
			b.reopen()
		}
		b.addFormatting()
	case atom.Applet, atom.Marquee, atom.Object:
		b.addInline()
		b.formatting = append(b.formatting, marker)
		b.noFrameset = true
	case atom.Table:
		if !b.quirks {
			b.closeParagraph()
		}
		b.addElement()
		b.noFrameset, b.mode = true, inTable
	case atom.Area, atom.Br, atom.Embed, atom.Img, atom.Keygen, atom.Wbr:
		b.addInline()
		b.pop()
		b.noFrameset = true
	case atom.Input:
		b.close(defaultScope, atom.Select)
		b.addInline()
		b.pop()
		b.noFrameset = b.noFrameset || !b.isHiddenInput()
	case atom.Param, atom.Source, atom.Track:
		b.addVoid()
	case atom.Hr:
		if b.has(buttonScope, atom.P) {
			b.closeImplied(atom.P)
			b.close(defaultScope, atom.P)
		}
		if b.has(defaultScope, atom.Select) {
			b.closeImplied(0)
		}
		b.addVoid()
		b.noFrameset = true
	case atom.Image:
		b.Tok.Atom, b.Tok.Name = atom.Img, "img"
		return false
	case atom.Textarea, atom.Iframe:
		b.noFrameset = true
		b.addRaw()
	case atom.Xmp:
		b.closeParagraph()
		b.reopen()
		b.noFrameset = true
		b.addRaw()
	case atom.Noembed, atom.Noscript:
		b.addRaw()
	case atom.Select:
		if !b.close(defaultScope, atom.Select) {
			b.addInline()
			b.noFrameset = true
		}
	case atom.Option, atom.Optgroup:
		b.startOption()
	case atom.Rb, atom.Rtc, atom.Rp, atom.Rt:
		if b.has(defaultScope, atom.Ruby) {
			except := atom.Atom(0)
			if tag == atom.Rp || tag == atom.Rt {
				except = atom.Rtc
			}
			b.closeImplied(except)
		}
		b.addElement()
	case atom.Math, atom.Svg:
		b.reopen()
		b.addForeign(spaceOf(tag))
	case atom.Caption, atom.Col, atom.Colgroup, atom.Frame, atom.Head, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
	default:
		b.addInline()
	}
	return true
}

// IsHeading reports whether elements of a name are headings.
func IsHeading(tag atom.Atom) bool {
	switch tag {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

func (b *builder) closeParagraph() { b.close(buttonScope, atom.P) }

// addInline inserts and opens an element in the line, after the formatting elements that
// are to be opened again.
func (b *builder) addInline() {
	b.reopen()
	b.addElement()
}

func (b *builder) startForm() {
	inTemplate := b.isInTemplate()
	if b.form != 0 && !inTemplate {
		return
	}
	b.closeParagraph()
	b.addElement()
	if !inTemplate {
		b.form = b.current()
	}
}

// startItem begins an item of a list, and ends the one before.
func (b *builder) startItem(one, other atom.Atom) {
	b.noFrameset = true
search:
	for k := len(b.open) - 1; k >= 0; k-- {
		switch n := &b.nodes[b.open[k]]; {
		case n.Atom == one || n.Atom == other:
			b.cut(k)
			break search
		case n.Atom == atom.Address || n.Atom == atom.Div || n.Atom == atom.P:
		case isSpecial(n):
			break search
		}
	}
	b.closeParagraph()
	b.addElement()
}

func (b *builder) startOption() {
	switch {
	case b.has(defaultScope, atom.Select):
		except := atom.Atom(0)
		if b.Tok.Atom == atom.Option {
			except = atom.Optgroup
		}
		b.closeImplied(except)
	case b.top().Atom == atom.Option:
		b.pop()
	}
	b.addInline()
}

func (b *builder) isHiddenInput() bool {
	kind, _ := lex.Find(b.Src, b.Tok.Attrs, "type")
	return strings.EqualFold(kind, "hidden")
}

func (b *builder) bodyEnd() bool {
	switch tag := b.Tok.Atom; tag {
	case atom.Body:
		if b.has(defaultScope, atom.Body) {
			b.mode = afterBody
		}
	case atom.Html:
		if b.has(defaultScope, atom.Body) {
			b.imply(lex.EndTag, atom.Body)
			return false
		}
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Button, atom.Center, atom.Details, atom.Dialog, atom.Dir, atom.Div,
		atom.Dl, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Header, atom.Hgroup, atom.Listing, atom.Main, atom.Menu,
		atom.Nav, atom.Ol, atom.Pre, atom.Search, atom.Section, atom.Select, atom.Summary, atom.Ul:
		if b.has(defaultScope, tag) {
			b.closeImplied(0)
			b.close(defaultScope, tag)
		}
	case atom.Form:
		b.endForm()
	case atom.P:
		if !b.has(buttonScope, atom.P) {
			b.imply(lex.StartTag, atom.P)
		}
		b.closeParagraph()
	case atom.Li:
		b.close(listItemScope, atom.Li)
	case atom.Dd, atom.Dt:
		b.close(defaultScope, tag)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		b.close(defaultScope, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6)
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		b.endFormatting(tag, b.Tok.Name)
	case atom.Applet, atom.Marquee, atom.Object:
		if b.close(defaultScope, tag) {
			b.clearFormatting()
		}
	case atom.Br:
		b.Tok.Kind = lex.StartTag
		return false
	case atom.Template:
		b.endTemplate()
	default:
		b.endOther(tag, b.Tok.Name)
	}
	return true
}

func (b *builder) endForm() {
	if b.isInTemplate() {
		if b.has(defaultScope, atom.Form) {
			b.closeImplied(0)
			b.close(defaultScope, atom.Form)
		}
		return
	}
	form := b.form
	b.form = 0
	if k := b.find(defaultScope, atom.Form); form != 0 && k >= 0 && b.open[k] == form {
		b.closeImplied(0)
		b.drop(form)
	}
}
