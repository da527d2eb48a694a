package markup

import "bytes"

// maxTag is how many bytes of a tag are read for its attributes. What follows
// in a longer tag is skipped up to its end.
const maxTag = 16 << 10

// A token is one tag. Its slices are parts of the page, but the name of an implied one.
type token struct {
	tag   Tag
	kind  kind
	pos   int    // offset of '<' in the page
	name  []byte // as written
	class []byte // value of class, quotes removed
	self  bool   // written <x/>
}

// lexState is what a lexer is inside of between two tags.
type lexState uint8

const (
	inText  lexState = iota
	inRaw            // script, style and other raw text, up to its end tag
	inPlain          // <plaintext>: text to the end
)

// tagState is what part of a tag is being read.
type tagState uint8

const (
	beforeName tagState = iota // of an attribute
	inName
	afterName
	beforeValue
	inDouble
	inSingle
	inUnquoted
)

// A lexer cuts a page into tags and text as browsers do (HTML standard, 13.2.5).
type lexer struct {
	state lexState

	// The tag being read; offsets count from its '<'.
	tag       tagState
	key, keyZ int // the attribute's name
	val       int // start of its value
	nameEnd   int
	hash      Tag    // of the name
	class     [2]int // span of the first class
	hasClass  bool

	rawTag  Tag
	rawName [16]byte
	rawLen  int
	tok     token
}

// read passes on all tags of a page.
func (l *lexer) read(b []byte, to *Scanner) {
	i := 0
	for i < len(b) {
		var n int
		switch l.state {
		case inText:
			if to.plain() {
				if n = l.readPlain(b, i, to); n > 0 {
					break
				}
			}
			if b[i] == '<' {
				n = l.readMarkup(b, i, to)
				break
			}
			if n = bytes.IndexByte(b[i:], '<'); n < 0 {
				n = len(b) - i
			}
		case inRaw:
			n = l.readRaw(b, i, to)
		case inPlain:
			n = len(b) - i
		}
		if n == 0 { // what is unfinished is no tag
			return
		}
		i += n
	}
}

// readMarkup reads from a '<'. It returns 0 if b ends too soon.
func (l *lexer) readMarkup(b []byte, i int, to *Scanner) int {
	m := b[i:]
	if len(m) < 2 {
		return 0
	}
	switch c := m[1]; {
	case isLetter(c):
		return l.readTag(b, i, 1, to)
	case c == '/':
		if len(m) < 3 {
			return 0
		}
		if isLetter(m[2]) {
			return l.readTag(b, i, 2, to)
		}
		return 2 + bogusLen(m[2:])
	case c == '!':
		if len(m) < 4 && bytes.HasPrefix([]byte("<!--"), m) || len(m) < 3 {
			return 0
		}
		if m[2] == '-' && m[3] == '-' {
			return 4 + commentLen(m[4:])
		}
		if m[2]|0x20 == 'd' {
			to.quirks = false
		}
		return 2 + bogusLen(m[2:])
	case c == '?':
		return 2 + bogusLen(m[2:])
	}
	return 1
}

// bogusLen returns the length of the rest of <!doctype ...> or <?...>.
func bogusLen(b []byte) int {
	n := bytes.IndexByte(b, '>')
	if n < 0 {
		return len(b)
	}
	return n + 1
}

// commentLen returns the length of the rest of a comment, up to --> or --!>.
func commentLen(b []byte) int {
	dashes := 2 // <!--> is a whole comment
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '-':
			dashes = min(dashes+1, 2)
		case c == '>' && dashes == 2:
			return i + 1
		case c == '!' && dashes == 2:
			// still at the end, if '>' follows
		default:
			dashes = 0
			n := bytes.IndexByte(b[i:], '-')
			if n < 0 {
				return len(b)
			}
			i += max(n-1, 0)
		}
	}
	return len(b)
}

// readRaw looks for the end tag of script, style, title and other raw text.
func (l *lexer) readRaw(b []byte, i int, to *Scanner) int {
	m := b[i:]
	from := 0
	for {
		n := bytes.IndexByte(m[from:], '<')
		if n < 0 {
			return len(m)
		}
		n += from
		switch l.closesRaw(m[n:]) {
		case yes:
			if n > 0 {
				return n
			}
			l.state = inText
			return l.readTag(b, i, 2, to)
		case unknown:
			return n
		}
		from = n + 1
	}
}

type answer uint8

const (
	no answer = iota
	yes
	unknown // the bytes end too soon
)

// closesRaw reports whether b, which starts with '<', is the end tag of the raw
// element.
func (l *lexer) closesRaw(b []byte) answer {
	for k := 1; k <= l.rawLen+1; k++ {
		if k == len(b) {
			return unknown
		}
		if k == 1 && b[k] != '/' || k > 1 && lower(b[k]) != l.rawName[k-2] {
			return no
		}
	}
	if len(b) == l.rawLen+2 {
		return unknown
	}
	switch b[l.rawLen+2] {
	case ' ', '\t', '\n', '\r', '\f', '/', '>':
		return yes
	}
	return no
}
