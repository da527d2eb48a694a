package dom

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/fold"
)

// A Scanner goes through a page tag by tag without parsing it into a tree, and
// says which elements are hidden. On well-formed pages those are the ones that
// Hidden reports for the tree. It takes any bytes; its memory is bounded by the
// longest tag or text and by what is nested in drawings and around shadow roots.
type Scanner struct {
	Type html.TokenType // of the token: a text, a start tag (also of an element without end) or an end tag
	Tag  atom.Atom      // of a start tag

	// Hidden is the hidden element that the token is inside of, begins or
	// ends, 0 if there is none.
	Hidden atom.Atom

	// Body is set once the page's body has begun. What comes before is its head.
	Body bool

	// Shadows is how many declarative shadow roots the token is inside of.
	Shadows int

	tokens   *html.Tokenizer
	open     atom.Atom   // the hidden element that is open
	depth    int         // how many of it are
	drawings []atom.Atom // <svg> and in it <foreignObject>, which are open
	attaches bool        // the page may have declarative shadow roots
	path     path        // if it may: where the token is
	titled   bool        // a <title> has just begun
	name     []byte      // of the tag, if it has been read
	more     bool        // attributes to be read
}

// NewScanner returns a scanner of a page in UTF-8.
func NewScanner(src []byte) *Scanner {
	return &Scanner{tokens: html.NewTokenizer(bytes.NewReader(src)), attaches: fold.Contains(src, "shadowrootmode", 'w')}
}

// Next goes to the next text or tag. It reports false at the end of the page.
func (s *Scanner) Next() bool {
	for {
		s.Hidden = s.open
		switch s.Type = s.tokens.Next(); s.Type {
		case html.ErrorToken:
			return false
		case html.TextToken:
			if !s.Body && !s.titled && s.open == 0 && len(bytes.Trim(s.tokens.Raw(), " \t\n\f\r")) > 0 {
				s.begin()
			}
			return true
		case html.StartTagToken, html.SelfClosingTagToken:
			s.start(s.Type == html.SelfClosingTagToken)
			return true
		case html.EndTagToken:
			s.name, s.titled = nil, false
			s.end()
			return true
		}
	}
}

// begin begins the body, which needs no tag.
func (s *Scanner) begin() {
	s.Body = true
	if s.attaches {
		s.path.push("body", atom.Body)
	}
}

// inHead reports whether an element does not begin the body (HTML Standard, 13.2.6.4.4).
func inHead(tag atom.Atom) bool {
	switch tag {
	case atom.Html, atom.Head, atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Title, atom.Noscript, atom.Noframes,
		atom.Style, atom.Script, atom.Template:
		return true
	}
	return false
}

func (s *Scanner) start(closed bool) {
	s.Type = html.StartTagToken
	s.name, s.more = s.tokens.TagName()
	s.Tag = atom.Lookup(s.name)
	s.titled = s.Tag == atom.Title
	if s.open != 0 {
		if s.open == atom.Template && s.Tag == atom.Template {
			s.depth++
		}
		return
	}
	if !s.Body && !inHead(s.Tag) {
		s.begin()
	}
	if s.Drawing() && breaksOut(s.Tag) {
		for s.Drawing() {
			s.drawings = s.drawings[:len(s.drawings)-1]
			s.leave("svg", atom.Svg)
		}
	}
	drawing := s.Drawing()
	switch {
	case s.attaches && s.Tag == atom.Template && !drawing && s.attach():
	case KindOf(s.Tag)&HiddenKind != 0, drawing && describes(s.Tag):
		s.open, s.Hidden, s.depth = s.Tag, s.Tag, 1
	case closed && (drawing || s.Tag == atom.Svg):
	default:
		if s.Tag == atom.Svg || drawing && s.Tag == atom.Foreignobject {
			s.drawings = append(s.drawings, s.Tag)
		}
		if s.attaches && s.Body && s.Tag != atom.Html && s.Tag != atom.Body {
			s.path.push(string(s.name), s.Tag)
		}
	}
}

// Drawing reports whether elements are those of a drawing.
func (s *Scanner) Drawing() bool {
	return len(s.drawings) > 0 && s.drawings[len(s.drawings)-1] == atom.Svg
}

var ofTemplate = []string{"shadowrootmode"}

// attach makes a template the shadow root of the element that it is in, if it can be.
func (s *Scanner) attach() (ok bool) {
	var mode [1][]byte
	s.values(ofTemplate, mode[:])
	if s.path, ok = s.path.attach(string(mode[0])); ok {
		s.Shadows++
	}
	return ok
}

func (s *Scanner) end() {
	if s.open == 0 && len(s.drawings) == 0 && !s.attaches {
		return
	}
	switch tag := atom.Lookup(s.Name()); {
	case s.open != 0:
		if tag == s.open {
			if s.depth--; s.depth == 0 {
				s.open = 0
			}
		}
	case tag != atom.Body && tag != atom.Html:
		s.endDrawing(tag)
		if s.attaches {
			s.leave(string(s.name), tag)
		}
	}
}

// endDrawing ends an <svg> or a <foreignObject>, and with that an <svg> in it.
func (s *Scanner) endDrawing(tag atom.Atom) {
	for i := len(s.drawings) - 1; i >= max(0, len(s.drawings)-maxClimb); i-- {
		if s.drawings[i] == tag {
			s.drawings = s.drawings[:i]
			return
		}
		if s.drawings[i] != atom.Svg {
			return
		}
	}
}

func (s *Scanner) leave(name string, tag atom.Atom) { s.Shadows -= s.path.pop(name, tag) }

// Name returns the name of the tag in lower case.
func (s *Scanner) Name() []byte {
	if s.name == nil {
		s.name, _ = s.tokens.TagName()
	}
	return s.name
}

// Text returns the text, its character references resolved. It changes with
// the next token.
func (s *Scanner) Text() []byte { return s.tokens.Text() }

// Attributes reads the attributes of a start tag, once.
func (s *Scanner) Attributes() (attrs []html.Attribute) {
	for s.more {
		var key, value []byte
		key, value, s.more = s.tokens.TagAttr()
		attrs = append(attrs, html.Attribute{Key: string(key), Val: string(value)})
	}
	return attrs
}

// values reads the values of attributes of a start tag, nil for one that it does not
// have. They are the caller's.
func (s *Scanner) values(keys []string, values [][]byte) {
	for s.more {
		var key, value []byte
		key, value, s.more = s.tokens.TagAttr()
		for i, k := range keys {
			if string(key) == k && values[i] == nil {
				values[i] = value
				if value == nil {
					values[i] = []byte{} // the tokenizer's empty value
				}
			}
		}
	}
}
