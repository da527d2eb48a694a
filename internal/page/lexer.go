package page

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// tokenKind is what a token is.
type tokenKind uint8

const (
	endOfPage tokenKind = iota
	textToken
	startTag
	endTag
	commentToken
	doctypeToken
)

// A token is one piece of a page. Its strings are parts of the page where they are
// written there as they are meant.
type token struct {
	kind  tokenKind
	self  bool // of a start tag written <x/>
	atom  atom.Atom
	name  string // of a tag, in lower case
	text  string // of a text or a doctype, character references resolved
	pos   int32  // where it begins in the page
	attrs span   // of a start tag: what is between its name and its end
	count int    // attributes
}

// A span is a part of the page.
type span struct{ from, to int32 }

// A lexer cuts a page into tokens (HTML Standard, 13.2.5).
type lexer struct {
	src   string
	at    int
	raw   string // the element whose content comes next and is text, "" for none
	plain bool   // the page has no byte that stands for another: neither \r nor NUL
	tok   token
}

func newLexer(src string) lexer {
	return lexer{src: src, plain: strings.IndexByte(src, '\r') < 0 && strings.IndexByte(src, 0) < 0}
}

// next reads the next token. CDATA sections are texts in foreign content alone.
func (l *lexer) next(cdata bool) {
	l.tok = token{pos: int32(l.at)}
	if l.raw != "" && l.rawText() {
		return
	}
	switch start := l.markup(); {
	case start > l.at:
		l.setText(start, text)
	case l.at == len(l.src):
	default:
		l.readMarkup(cdata)
	}
}

// markup returns where the next tag, comment or doctype begins, the end of the page if
// there is none.
func (l *lexer) markup() int {
	for i := l.at; ; i++ {
		k := strings.IndexByte(l.src[i:], '<')
		if k < 0 || i+k+1 == len(l.src) {
			return len(l.src)
		}
		i += k
		if c := l.src[i+1]; isLetter(c) || c == '/' || c == '!' || c == '?' {
			return i
		}
	}
}

// setText makes the page up to an offset a text.
func (l *lexer) setText(end int, how meaning) {
	l.tok.kind, l.tok.text = textToken, l.decode(l.src[l.at:end], how)
	l.at = end
}

// readMarkup reads what begins with '<'.
func (l *lexer) readMarkup(cdata bool) {
	rest := l.src[l.at:]
	switch c := rest[1]; {
	case isLetter(c):
		l.readTag(startTag, 1)
	case c == '!' && cdata && strings.HasPrefix(rest, "<![CDATA["):
		l.readCDATA()
	case c == '!':
		l.readDeclaration()
	case c == '/' && len(rest) == 2:
		l.setText(len(l.src), text)
	case c == '/' && isLetter(rest[2]):
		l.readTag(endTag, 2)
	default:
		l.skip(2)
	}
}

// skip makes a comment of what ends at the next '>' after so many bytes.
func (l *lexer) skip(n int) {
	l.tok.kind = commentToken
	if i := strings.IndexByte(l.src[l.at+n:], '>'); i >= 0 {
		l.at += n + i + 1
	} else {
		l.at = len(l.src)
	}
}

const doctype = "<!doctype"

func (l *lexer) readDeclaration() {
	rest := l.src[l.at:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		l.tok.kind = commentToken
		l.at = commentEnd(l.src, l.at+len("<!--"))
	case len(rest) > len(doctype) && equalFold(rest[:len(doctype)], doctype):
		from := l.at + len(doctype)
		l.skip(len(doctype))
		l.tok.kind = doctypeToken
		l.tok.text = l.decode(strings.TrimLeft(strings.TrimSuffix(l.src[from:l.at], ">"), whitespace), text)
	case len(rest) > len(doctype)-1 && equalFold(rest[:len(doctype)], doctype):
		l.tok.kind, l.at = doctypeToken, len(l.src)
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

func (l *lexer) readCDATA() {
	from := l.at + len("<![CDATA[")
	if n := strings.Index(l.src[from:], "]]>"); n >= 0 {
		l.tok.kind, l.tok.text, l.at = textToken, l.decode(l.src[from:from+n], shown), from+n+3
	} else {
		l.tok.kind, l.tok.text, l.at = textToken, l.decode(l.src[from:], shown), len(l.src)
	}
}

// readTag reads a tag whose name begins after so many bytes. One that does not end is
// dropped with what follows.
func (l *lexer) readTag(kind tokenKind, n int) {
	src, i := l.src, l.at+n
	from, lowered := i, true
	for i < len(src) && ends[src[i]]&endsName == 0 {
		lowered = lowered && (src[i] < 'A' || src[i] > 'Z') && src[i] != 0
		i++
	}
	l.tok.attrs.from = int32(i)
	a := attributes{src: src, at: i}
	for a.next() {
		l.tok.count++
	}
	if a.at == len(src) {
		l.tok.kind, l.at = endOfPage, len(src)
		return
	}
	l.tok.attrs.to = int32(a.at)
	if kind == endTag {
		l.tok.attrs, l.tok.count = span{}, 0
	}
	l.at = a.at + 1
	l.tok.kind, l.tok.self = kind, kind == startTag && src[a.at-1] == '/' && !a.ends(l.tok.attrs)
	l.name(src[from:i], lowered)
	if kind == startTag && isRaw(l.tok.atom) {
		l.raw = l.tok.name
	}
}

// name sets the name of a tag.
func (l *lexer) name(name string, lowered bool) {
	var buffer [24]byte
	if len(name) <= len(buffer) {
		for i := range len(name) {
			buffer[i] = lower(name[i])
		}
		if l.tok.atom = atom.Lookup(buffer[:len(name)]); l.tok.atom != 0 {
			l.tok.name = l.tok.atom.String()
			return
		}
	}
	if l.tok.name = name; !lowered {
		l.tok.name = lowerName(name)
	}
}

// rawText reads the content of an element that is text; it reports false if there is none.
func (l *lexer) rawText() bool {
	how, end := raw, len(l.src)
	switch l.raw {
	case "plaintext":
	case "script":
		end = scriptEnd(l.src, l.at)
	case "textarea", "title":
		how = shown
		fallthrough
	default:
		end = rawEnd(l.src, l.at, l.raw)
	}
	l.raw = ""
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

// isRaw reports whether the content of elements is text.
func isRaw(tag atom.Atom) bool {
	switch tag {
	case atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Plaintext, atom.Script, atom.Style, atom.Textarea, atom.Title, atom.Xmp:
		return true
	}
	return false
}
