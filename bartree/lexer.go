package bartree

import "bytes"

// maxTag is how many bytes of a tag are read for its attributes. What follows
// in a longer tag is skipped up to its end.
const maxTag = 16 << 10

// A token is one tag. Its slices are valid only during the call.
type token struct {
	tag   tagHash
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
	hash      tagHash // of the name
	class, id [2]int  // spans of the first class and id
	hasClass  bool
	hasID     bool

	rawTag  tagHash
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

// write reads a chunk. At the end of a page final is true and what is left
// unfinished is dropped, as browsers do.
func (l *lexer) write(b []byte, final bool, to *builder) {
	for len(b) > 0 {
		if len(l.carry) == 0 {
			n := l.read(b, to)
			l.pos += n
			b = b[n:]
			if len(b) > 0 {
				l.carry = append(l.carry, b...) // at most maxTag bytes, by read
				b = nil
			}
			break
		}
		// Complete the unfinished token with as much as it may need.
		old := len(l.carry)
		take := min(len(b), max(64, min(old, maxTag-old)))
		l.carry = append(l.carry, b[:take]...)
		n := l.read(l.carry, to)
		l.pos += n
		switch {
		case n >= old: // the rest is in b too
			b = b[n-old:]
			l.carry = l.carry[:0]
		default:
			l.carry = append(l.carry[:0], l.carry[n:]...)
			b = b[take:]
		}
	}
	if final && len(l.carry) > 0 {
		l.finish(to)
	}
}

// finish passes on the unfinished text that a page ends in.
func (l *lexer) finish(to *builder) {
	b := l.carry
	if l.state == inText && (len(b) == 1 || !isLetter(b[1]) && b[1] != '/' && b[1] != '!' && b[1] != '?') {
		to.text(b, l.pos, true)
	}
	if l.state == inRaw {
		to.text(b, l.pos, l.rawText())
	}
	l.carry = l.carry[:0]
}

// rawText reports whether references count in the raw element: its content is
// text that people see.
func (l *lexer) rawText() bool { return l.rawTag == tagTitle || l.rawTag == tagTextarea }

// read passes on all tokens that end in b and returns how many bytes of b they
// take. The rest is the start of a token and shorter than maxTag.
func (l *lexer) read(b []byte, to *builder) int {
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
			if to.find != nil {
				to.text(b[i:i+n], l.pos+i, true)
			}
		case inComment:
			n = l.readComment(b[i:])
		case inBogus:
			n = l.skipTo(b[i:], '>')
		case inRaw:
			n = l.readRaw(b, i, to)
		case inLongTag:
			n = l.skipLongTag(b[i:])
		case inPlain:
			to.text(b[i:], l.pos+i, false)
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
func (l *lexer) readMarkup(b []byte, i int, to *builder) int {
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
		if to.quirks && len(m) > 2 && m[2]|0x20 == 'd' {
			to.quirks = false
		}
		l.state = inBogus
		return 2
	case c == '?':
		l.state = inBogus
		return 2
	}
	to.text(m[:1], l.pos+i, true)
	return 1
}

func (l *lexer) skipTo(b []byte, c byte) int {
	n := bytes.IndexByte(b, c)
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
func (l *lexer) readRaw(b []byte, i int, to *builder) int {
	m := b[i:]
	from := 0
	for {
		n := bytes.IndexByte(m[from:], '<')
		if n < 0 {
			to.text(m, l.pos+i, l.rawText())
			return len(m)
		}
		n += from
		switch l.closesRaw(m[n:]) {
		case yes:
			if n > 0 {
				to.text(m[:n], l.pos+i, l.rawText())
				return n
			}
			l.state = inText
			return l.readTag(b, i, 2, to)
		case unknown:
			if n > 0 {
				to.text(m[:n], l.pos+i, l.rawText())
			}
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
