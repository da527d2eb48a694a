package dom

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A Scanner goes through a page tag by tag without parsing it into a tree, and
// says which elements are hidden. On well-formed pages those are the ones that
// Hidden reports for the tree. It takes any bytes; its memory is bounded by the
// longest tag or text.
type Scanner struct {
	Type html.TokenType // of the token: a text, a start tag (also of an element without end) or an end tag
	Tag  atom.Atom      // of a start tag

	// Hidden is the hidden element that the token is inside of, begins or
	// ends, 0 if there is none.
	Hidden atom.Atom

	tokens *html.Tokenizer
	open   atom.Atom // the hidden element that is open
	depth  int       // how many of it are
	svg    bool      // inside a drawing
	name   []byte    // of the tag, if it has been read
	more   bool      // attributes to be read
}

// NewScanner returns a scanner of a page in UTF-8.
func NewScanner(src []byte) *Scanner {
	return &Scanner{tokens: html.NewTokenizer(bytes.NewReader(src))}
}

// Next goes to the next text or tag. It reports false at the end of the page.
func (s *Scanner) Next() bool {
	for {
		s.Hidden = s.open
		switch s.Type = s.tokens.Next(); s.Type {
		case html.ErrorToken:
			return false
		case html.TextToken:
			return true
		case html.StartTagToken, html.SelfClosingTagToken:
			s.start(s.Type == html.SelfClosingTagToken)
			return true
		case html.EndTagToken:
			s.name = nil
			s.end()
			return true
		}
	}
}

func (s *Scanner) start(closed bool) {
	s.Type = html.StartTagToken
	s.name, s.more = s.tokens.TagName()
	s.Tag = atom.Lookup(s.name)
	switch {
	case s.open == 0 && (KindOf(s.Tag)&HiddenKind != 0 || s.svg && describes(s.Tag)):
		s.open, s.Hidden, s.depth = s.Tag, s.Tag, 1
	case s.open == 0 && s.Tag == atom.Svg:
		s.svg = !closed
	case s.open == atom.Template && s.Tag == atom.Template:
		s.depth++
	}
}

func (s *Scanner) end() {
	if s.open == 0 && !s.svg {
		return
	}
	switch tag := atom.Lookup(s.Name()); {
	case s.open != 0 && tag == s.open:
		if s.depth--; s.depth == 0 {
			s.open = 0
		}
	case s.open == 0 && tag == atom.Svg:
		s.svg = false
	}
}

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

// values reads the values of up to three attributes of a start tag, nil for one
// that it does not have. They are the caller's.
func (s *Scanner) values(keys *[3]string) (values [3][]byte) {
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
	return values
}
