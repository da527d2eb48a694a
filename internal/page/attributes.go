package page

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

// attributes goes through the attributes of a tag, of which it is given what follows
// the name.
type attributes struct {
	src      string
	at       int // where what has not been read begins: in the end '>', or the end of src if there is none
	key, val span
}

// next reads the next attribute; it reports false at the end of the tag.
func (a *attributes) next() bool {
	src := a.src
	for {
		a.space()
		if a.at == len(src) || src[a.at] == '>' {
			return false
		}
		i := a.at
		if src[i] == '=' { // it may begin a key
			i++
		}
		for i < len(src) && ends[src[i]]&endsKey == 0 {
			i++
		}
		a.key = span{int32(a.at), int32(i)}
		a.val = span{int32(i), int32(i)}
		a.at = i
		a.space()
		switch {
		case a.at == len(src):
		case src[a.at] == '/':
			a.at++
		case src[a.at] == '=':
			a.at++
			a.readValue()
		}
		if a.key.from < a.key.to {
			return true
		}
	}
}

func (a *attributes) space() {
	for a.at < len(a.src) && ends[a.src[a.at]]&isSpace != 0 {
		a.at++
	}
}

func (a *attributes) readValue() {
	a.space()
	if a.at == len(a.src) {
		return
	}
	i := a.at
	switch c := a.src[i]; c {
	case '>':
	case '"', '\'':
		n := strings.IndexByte(a.src[i+1:], c)
		if n < 0 {
			n = len(a.src) - i - 1
		}
		a.val = span{int32(i + 1), int32(i + 1 + n)}
		a.at = min(i+n+2, len(a.src))
	default:
		for i++; i < len(a.src) && ends[a.src[i]]&endsValue == 0; {
			i++
		}
		a.val = span{int32(a.at), int32(i)}
		a.at = i
	}
}

// ends reports whether a tag ends with the value of an attribute that counts: of those
// with one name the first does.
func (a *attributes) ends(all span) bool {
	if a.val.from == a.val.to || int(a.val.to) != a.at {
		return false
	}
	name := lowerName(a.src[a.key.from:a.key.to])
	for b := (attributes{src: a.src, at: int(all.from)}); b.next() && b.key != a.key; {
		if b.keyIs(name) {
			return false
		}
	}
	return true
}

// value returns the value of the last attribute.
func (a *attributes) value() string {
	l := lexer{}
	return l.decode(a.src[a.val.from:a.val.to], value)
}

// keyIs reports whether the attribute has a name, given in lower case.
func (a *attributes) keyIs(name string) bool {
	return int(a.key.to-a.key.from) == len(name) && equalFold(a.src[a.key.from:a.key.to], name)
}
