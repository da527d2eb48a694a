package lex

import "strings"

const (
	endsName  = 1 << iota // of an element: white space, '/' and '>'
	endsKey               // of an attribute: these and '='
	endsValue             // without quotes: white space and '>'
	isSpace
)

var ends = [256]uint8{
	' ': endsName | endsKey | endsValue | isSpace, '\t': endsName | endsKey | endsValue | isSpace, '\n': endsName | endsKey | endsValue | isSpace,
	'\f': endsName | endsKey | endsValue | isSpace, '\r': endsName | endsKey | endsValue | isSpace,
	'/': endsName | endsKey, '>': endsName | endsKey | endsValue, '=': endsKey,
}

// Attributes goes through the attributes of a tag, of which it is given what follows
// the name.
type Attributes struct {
	Src      string
	At       int // where what has not been read begins: in the end '>', or the end of src if there is none
	Key, Val Span
}

// Next reads the next attribute; it reports false at the end of the tag.
func (a *Attributes) Next() bool {
	src := a.Src
	for {
		a.space()
		if a.At == len(src) || src[a.At] == '>' {
			return false
		}
		i := a.At
		if src[i] == '=' { // it may begin a key
			i++
		}
		for i < len(src) && ends[src[i]]&endsKey == 0 {
			i++
		}
		a.Key = Span{int32(a.At), int32(i)}
		a.Val = Span{int32(i), int32(i)}
		a.At = i
		a.space()
		switch {
		case a.At == len(src):
		case src[a.At] == '/':
			a.At++
		case src[a.At] == '=':
			a.At++
			a.readValue()
		}
		if a.Key.From < a.Key.To {
			return true
		}
	}
}

func (a *Attributes) space() {
	for a.At < len(a.Src) && ends[a.Src[a.At]]&isSpace != 0 {
		a.At++
	}
}

func (a *Attributes) readValue() {
	a.space()
	if a.At == len(a.Src) {
		return
	}
	i := a.At
	switch c := a.Src[i]; c {
	case '>':
	case '"', '\'':
		n := strings.IndexByte(a.Src[i+1:], c)
		if n < 0 {
			n = len(a.Src) - i - 1
		}
		a.Val = Span{int32(i + 1), int32(i + 1 + n)}
		a.At = min(i+n+2, len(a.Src))
	default:
		for i++; i < len(a.Src) && ends[a.Src[i]]&endsValue == 0; {
			i++
		}
		a.Val = Span{int32(a.At), int32(i)}
		a.At = i
	}
}

// ends reports whether a tag ends with the value of an attribute that counts: of those
// with one name the first does.
func (a *Attributes) ends(all Span) bool {
	if a.Val.From == a.Val.To || int(a.Val.To) != a.At {
		return false
	}
	name := LowerName(a.Src[a.Key.From:a.Key.To])
	for b := (Attributes{Src: a.Src, At: int(all.From)}); b.Next() && b.Key != a.Key; {
		if b.KeyIs(name) {
			return false
		}
	}
	return true
}

// Value returns the value of the last attribute.
func (a *Attributes) Value() string {
	l := Lexer{}
	return l.decode(a.Src[a.Val.From:a.Val.To], value)
}

// KeyIs reports whether the attribute has a name, given in lower case.
func (a *Attributes) KeyIs(name string) bool {
	return int(a.Key.To-a.Key.From) == len(name) && equalFold(a.Src[a.Key.From:a.Key.To], name)
}

// Find returns the value of an attribute of a tag.
func Find(src string, tag Span, name string) (string, bool) {
	for a := (Attributes{Src: src[:tag.To], At: int(tag.From)}); a.Next(); {
		if a.KeyIs(name) {
			return a.Value(), true
		}
	}
	return "", false
}
