// Package lex cuts pages into tags and texts, as the tokenizer of golang.org/x/net/html does.
package lex

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// Kind is what a token is.
type Kind uint8

const (
	End Kind = iota
	Text
	StartTag
	EndTag
	Comment
	Doctype
)

// A Token is one piece of a page. Its strings are parts of the page where they are
// written there as they are meant.
type Token struct {
	Kind  Kind
	Self  bool // of a start tag written <x/>
	Atom  atom.Atom
	Name  string // of a tag, in lower case
	Text  string // of a text or a doctype, character references resolved
	Pos   int32  // where it begins in the page
	Attrs Span   // of a start tag: what is between its name and its end
	Count int    // attributes
}

// A Span is a part of the page.
type Span struct{ From, To int32 }

// A Lexer cuts a page into tokens (HTML Standard, 13.2.5).
type Lexer struct {
	Src   string
	at    int
	Raw   string // the element whose content comes next and is text, "" for none
	Plain bool   // the page has no byte that means another: neither \r nor NUL
	Tok   Token
}

// New returns a lexer of a page in UTF-8.
func New(src string) Lexer {
	return Lexer{Src: src, Plain: strings.IndexByte(src, '\r') < 0 && strings.IndexByte(src, 0) < 0}
}

// Next reads the next token. CDATA sections are texts in foreign content alone.
func (l *Lexer) Next(cdata bool) {
	l.Tok = Token{Pos: int32(l.at)}
	if l.Raw != "" && l.rawText() {
		return
	}
	switch start := l.markup(); {
	case start > l.at:
		l.setText(start, text)
	case l.at == len(l.Src):
	default:
		l.readMarkup(cdata)
	}
}

// Skip has the lexer go on at an offset, where a token begins, and returns where that ends.
func (l *Lexer) Skip(at int) (end int) {
	l.at = at
	l.Next(false)
	return l.at
}

// markup returns where the next tag, comment or doctype begins, the end of the page if
// there is none.
func (l *Lexer) markup() int {
	for i := l.at; ; i++ {
		k := strings.IndexByte(l.Src[i:], '<')
		if k < 0 || i+k+1 == len(l.Src) {
			return len(l.Src)
		}
		i += k
		if c := l.Src[i+1]; isLetter(c) || c == '/' || c == '!' || c == '?' {
			return i
		}
	}
}

// setText makes the page up to an offset a text.
func (l *Lexer) setText(end int, how meaning) {
	l.Tok.Kind, l.Tok.Text = Text, l.decode(l.Src[l.at:end], how)
	l.at = end
}

// readMarkup reads what begins with '<'.
func (l *Lexer) readMarkup(cdata bool) {
	rest := l.Src[l.at:]
	switch c := rest[1]; {
	case isLetter(c):
		l.readTag(StartTag, 1)
	case c == '!' && cdata && strings.HasPrefix(rest, "<![CDATA["):
		l.readCDATA()
	case c == '!':
		l.readDeclaration()
	case c == '/' && len(rest) == 2:
		l.setText(len(l.Src), text)
	case c == '/' && isLetter(rest[2]):
		l.readTag(EndTag, 2)
	default:
		l.skip(2)
	}
}

// skip makes a comment of what ends at the next '>' after so many bytes.
func (l *Lexer) skip(n int) {
	l.Tok.Kind = Comment
	if i := strings.IndexByte(l.Src[l.at+n:], '>'); i >= 0 {
		l.at += n + i + 1
	} else {
		l.at = len(l.Src)
	}
}

const doctype = "<!doctype"

func (l *Lexer) readDeclaration() {
	rest := l.Src[l.at:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		l.Tok.Kind = Comment
		l.at = commentEnd(l.Src, l.at+len("<!--"))
	case len(rest) > len(doctype) && equalFold(rest[:len(doctype)], doctype):
		from := l.at + len(doctype)
		l.skip(len(doctype))
		l.Tok.Kind = Doctype
		l.Tok.Text = l.decode(strings.TrimLeft(strings.TrimSuffix(l.Src[from:l.at], ">"), Whitespace), text)
	case len(rest) > len(doctype)-1 && equalFold(rest[:len(doctype)], doctype):
		l.Tok.Kind, l.at = Doctype, len(l.Src)
	default:
		l.skip(2)
	}
}

// commentEnd returns where a comment ends whose content begins at an offset.
func commentEnd(src string, at int) int {
	dashes, first := 0, true
	for at < len(src) {
		c := src[at]
		at++
		switch {
		case c == '-':
			dashes++
			continue
		case c == '>' && (dashes >= 2 || first):
			return at
		case c == '!' && dashes >= 2 && at < len(src):
			at++
			if src[at-1] == '>' {
				return at
			}
			if src[at-1] == '-' {
				dashes, first = 1, false
				continue
			}
		case dashes == 0 && !first:
			if i := strings.IndexByte(src[at:], '-'); i >= 0 {
				at += i
			} else {
				at = len(src)
			}
		}
		dashes, first = 0, false
	}
	return at
}

func (l *Lexer) readCDATA() {
	from := l.at + len("<![CDATA[")
	if n := strings.Index(l.Src[from:], "]]>"); n >= 0 {
		l.Tok.Kind, l.Tok.Text, l.at = Text, l.decode(l.Src[from:from+n], shown), from+n+3
	} else {
		l.Tok.Kind, l.Tok.Text, l.at = Text, l.decode(l.Src[from:], shown), len(l.Src)
	}
}

// readTag reads a tag whose name begins after so many bytes. One that does not end is
// dropped with what follows.
func (l *Lexer) readTag(kind Kind, n int) {
	src, i := l.Src, l.at+n
	from := i
	for i < len(src) && ends[src[i]]&endsName == 0 {
		i++
	}
	l.Tok.Attrs.From = int32(i)
	a := Attributes{Src: src, At: i}
	for a.Next() {
		l.Tok.Count++
	}
	if a.At == len(src) {
		l.Tok.Kind, l.at = End, len(src)
		return
	}
	l.Tok.Attrs.To = int32(a.At)
	if kind == EndTag {
		l.Tok.Attrs, l.Tok.Count = Span{}, 0
	}
	l.at = a.At + 1
	l.Tok.Kind, l.Tok.Self = kind, kind == StartTag && src[a.At-1] == '/' && !a.ends(l.Tok.Attrs)
	l.name(src[from:i])
	if kind == StartTag && IsRaw(l.Tok.Atom) {
		l.Raw = l.Tok.Name
	}
}

// name sets the name of a tag.
func (l *Lexer) name(name string) {
	var buffer [24]byte
	if len(name) <= len(buffer) {
		for i := range len(name) {
			buffer[i] = lower(name[i])
		}
		if l.Tok.Atom = atom.Lookup(buffer[:len(name)]); l.Tok.Atom != 0 {
			l.Tok.Name = l.Tok.Atom.String()
			return
		}
	}
	l.Tok.Name = LowerName(name)
}

// rawText reads the content of an element that is text; it reports false if there is none.
func (l *Lexer) rawText() bool {
	how, end := raw, len(l.Src)
	switch l.Raw {
	case "plaintext":
	case "script":
		end = scriptEnd(l.Src, l.at)
	case "textarea", "title":
		how = shown
		fallthrough
	default:
		end = rawEnd(l.Src, l.at, l.Raw)
	}
	l.Raw = ""
	if end == l.at {
		return false
	}
	l.setText(end, how)
	return true
}

// rawEnd returns where the end tag of an element begins whose content is text.
func rawEnd(src string, at int, name string) int {
	for {
		i := strings.Index(src[at:], "</")
		if i < 0 {
			return len(src)
		}
		if at += i; closes(src[at+2:], name) {
			return at
		}
		at += 2
	}
}

// closes reports whether what follows "</" is the end tag of an element.
func closes(rest, name string) bool {
	return len(rest) > len(name) && equalFold(rest[:len(name)], name) && ends[rest[len(name)]]&endsName != 0
}

// IsRaw reports whether the content of elements is text.
func IsRaw(tag atom.Atom) bool {
	switch tag {
	case atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Plaintext, atom.Script, atom.Style, atom.Textarea, atom.Title, atom.Xmp:
		return true
	}
	return false
}
