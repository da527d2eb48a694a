package markup

import "bytes"

// maxTag is how many bytes of a tag are read for its attributes. What follows
// in a longer tag is skipped up to its end.
const maxTag = 16 << 10

// A token is one tag. Its slices are valid only during the call.
type token struct {
	tag   Tag
	kind  kind
	pos   int    // offset of '<' in the page
	end   int    // offset after '>'; as far as read for a tag longer than maxTag
	name  []byte // as written
	class []byte // value of class, quotes removed
	id    []byte // value of id
	self  bool   // written <x/>
}

// lexState is what a lexer is inside of between two calls of write.
type lexState uint8

const (
	inText lexState = iota
	inComment
	inBogus   // <!doctype ...>, <?...>
	inRaw     // script, style and other raw text, up to its end tag
	inLongTag // the rest of a tag longer than maxTag
	inPlain   // <plaintext>: text to the end
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

// A lexer cuts a page into tags and text as browsers do (HTML standard, 13.2.5),
// a chunk at a time, with the same result however it is cut.
type lexer struct {
	state lexState
	carry []byte // an unfinished token, at most maxTag bytes
	pos   int    // offset in the page of what comes next

	// The tag being read; offsets count from its '<'.
	tag       tagState
	at        int // next byte to look at
	key, keyZ int // the attribute's name
	val       int // start of its value
	nameEnd   int
	hash      Tag    // of the name
	class, id [2]int // spans of the first class and id
	hasClass  bool
	hasID     bool

	rawTag  Tag
	rawName [16]byte
	rawLen  int
	dashes  int      // of a comment's end seen so far: 0, 1, 2
	after   lexState // the state after a tag longer than maxTag
	tok     token
}

func (l *lexer) reset() {
	carry := l.carry[:0]
	*l = lexer{carry: carry}
}

// write reads a chunk.
func (l *lexer) write(b []byte, to *Scanner) {
	for len(b) > 0 {
		if len(l.carry) == 0 {
			n := l.read(b, to)
			l.pos += n
			l.carry = append(l.carry, b[n:]...) // at most maxTag bytes, by read
			return
		}
		// Complete the unfinished token with as much as it may need.
		old := len(l.carry)
		take := min(len(b), max(64, min(old, maxTag-old)))
		l.carry = append(l.carry, b[:take]...)
		n := l.read(l.carry, to)
		l.pos += n
		if n >= old { // the rest is in b too
			b = b[n-old:]
			l.carry = l.carry[:0]
		} else {
			l.carry = append(l.carry[:0], l.carry[n:]...)
			b = b[take:]
		}
	}
}

// finish ends a page: it passes on the text that is unfinished and drops an unfinished
// tag, as browsers do.
func (l *lexer) finish(to *Scanner) {
	b := l.carry
	switch {
	case len(b) == 0:
	case l.state == inRaw:
		l.rawText(b, l.pos, to)
	case l.state == inText && (len(b) == 1 || !isLetter(b[1]) && b[1] != '/' && b[1] != '!' && b[1] != '?'):
		to.text(b, l.pos)
	}
	l.carry = l.carry[:0]
}

// rawText passes on content of a raw element if it is text that people see.
func (l *lexer) rawText(b []byte, pos int, to *Scanner) {
	if l.rawTag == tagTitle || l.rawTag == tagTextarea {
		to.text(b, pos)
	}
}

// read passes on all tokens that end in b and returns how many bytes of b they
// take. The rest is the start of a token and shorter than maxTag.
func (l *lexer) read(b []byte, to *Scanner) int {
	i := 0
	for i < len(b) {
		var n int
		switch l.state {
		case inText:
			if l.at == 0 && to.plain() {
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
			to.text(b[i:i+n], l.pos+i)
		case inComment:
			n = l.readComment(b[i:])
		case inBogus:
			n = l.skipBogus(b[i:])
		case inRaw:
			n = l.readRaw(b, i, to)
		case inLongTag:
			n = l.skipLongTag(b[i:])
		case inPlain:
			n = len(b) - i
		}
		if n == 0 {
			break
		}
		i += n
	}
	return i
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
		l.state = inBogus
		return 2
	case c == '!':
		if len(m) < 4 && bytes.HasPrefix([]byte("<!--"), m) || len(m) < 3 {
			return 0
		}
		if m[2] == '-' && m[3] == '-' {
			l.state, l.dashes = inComment, 2 // <!--> is a whole comment
			return 4
		}
		if m[2]|0x20 == 'd' {
			to.quirks = false
		}
		l.state = inBogus
		return 2
	case c == '?':
		l.state = inBogus
		return 2
	}
	to.text(m[:1], l.pos+i)
	return 1
}

func (l *lexer) skipBogus(b []byte) int {
	n := bytes.IndexByte(b, '>')
	if n < 0 {
		return len(b)
	}
	l.state = inText
	return n + 1
}

// readComment skips to --> or --!>.
func (l *lexer) readComment(b []byte) int {
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '-':
			l.dashes = min(l.dashes+1, 2)
		case c == '>' && l.dashes == 2:
			l.state = inText
			return i + 1
		case c == '!' && l.dashes == 2:
			// still at the end, if '>' follows
		default:
			l.dashes = 0
			if n := bytes.IndexByte(b[i:], '-'); n > 0 {
				i += n - 1
			} else {
				return len(b)
			}
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
			l.rawText(m, l.pos+i, to)
			return len(m)
		}
		n += from
		switch l.closesRaw(m[n:]) {
		case yes:
			if n > 0 {
				l.rawText(m[:n], l.pos+i, to)
				return n
			}
			l.state = inText
			return l.readTag(b, i, 2, to)
		case unknown:
			l.rawText(m[:n], l.pos+i, to)
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
