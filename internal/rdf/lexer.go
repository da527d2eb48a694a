package rdf

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/latin1"
)

type tokenKind uint8

const (
	badToken tokenKind = iota // what could not be read; it has not been taken
	endToken
	iriToken
	prefixedToken // prefix:local
	blankToken    // _:label
	stringToken
	atToken // @prefix, @base or a language
	integerToken
	decimalToken
	doubleToken
	wordToken     // a, true, false, PREFIX, BASE
	datatypeToken // ^^
	markToken     // . ; , [ ] ( )
)

// A lexer cuts Turtle, and N-Triples as a part of it, into tokens.
type lexer struct {
	input
	mender
	scratch []byte

	// The current token.
	kind    tokenKind
	mark    byte
	text    []byte // what it says; good until the next one is read
	escaped bool   // a prefixed name has backslashes left in
	long    bool   // a string in single quotes or in three
	lines   int    // how many lines have begun with a token, with this one's
	first   bool   // it is the first of its line
	started int    // the line it starts on
}

func newLexer(r io.Reader, warn func(*SyntaxError)) lexer {
	l := lexer{input: newInput(r), mender: mender{warn}}
	if c, ok := l.at(2); ok && c == 0xBF && l.is(0, 0xEF) && l.is(1, 0xBB) {
		l.pos += 3 // byte order mark
	}
	return l
}

// next reads the token after the current one.
func (l *lexer) next() error {
	if l.first = l.skip(); l.first {
		l.lines++
	}
	l.kind, l.started = badToken, l.line
	c, ok := l.at(0)
	switch {
	case !ok:
		l.kind, l.text = endToken, nil
		return l.err
	case c == '<':
		return l.reference()
	case c == '"' || c == '\'':
		return l.quoted(c)
	case c == '_':
		return l.label()
	case c == '@':
		return l.atWord()
	case c == '^':
		if !l.is(1, '^') {
			return l.expected(`"^^" and a datatype`)
		}
		return l.take(datatypeToken, 0, 2, 2)
	case isDigit(c) || c == '+' || c == '-':
		return l.number()
	case c == '.':
		if next, ok := l.at(1); ok && isDigit(next) {
			return l.number()
		}
		l.mark = c
		return l.take(markToken, 0, 1, 1)
	case c == ';' || c == ',' || c == '[' || c == ']' || c == '(' || c == ')':
		l.mark = c
		return l.take(markToken, 0, 1, 1)
	}
	return l.name()
}

// take makes the token of the first n bytes, which says what stands between
// from and to. It is none if it only ended because reading did.
func (l *lexer) take(kind tokenKind, from, to, n int) error {
	if l.err != nil {
		return l.err
	}
	l.kind = kind
	l.text = l.buf[l.pos+from : l.pos+to]
	l.pos += n
	return nil
}

// skip passes white space and comments and says whether what follows is the
// first token of a line.
func (l *lexer) skip() (first bool) {
	first = l.lines == 0
	for {
		for l.pos < l.end {
			switch l.buf[l.pos] {
			case '\n':
				l.line++
				first = true
			case '\r':
				first = true
			case ' ', '\t':
			case '#':
				l.comment()
				continue
			default:
				return first
			}
			l.pos++
		}
		if !l.fill(0) {
			return first
		}
	}
}

func (l *lexer) comment() {
	for {
		n := bytes.IndexAny(l.buf[l.pos:l.end], "\n\r")
		if n >= 0 {
			l.pos += n
			return
		}
		l.pos = l.end
		if !l.fill(0) {
			return
		}
	}
}

// abandon passes over the rest of a line in which a token cannot be read. If the
// line ends in a semicolon or a full stop, this is the current token.
func (l *lexer) abandon() {
	var last byte
	for c, ok := l.at(0); ok && c != '\n' && c != '\r'; c, ok = l.at(0) {
		if c != ' ' && c != '\t' {
			last = c
		}
		l.pos++
	}
	if last == ';' || last == '.' {
		l.kind, l.mark = markToken, last
	}
}

// iriStops are the bytes that no IRI holds, the end of it, and the backslash.
var iriStops = stops("<>\"{}|^`\\", true)

// noIRI reports whether a character is none that an IRI may have.
func noIRI(r rune) bool { return r < utf8.RuneSelf && iriStops[r] }

func stops(some string, controls bool) (stop [256]bool) {
	for _, c := range []byte(some) {
		stop[c] = true
	}
	for c := 0; controls && c <= ' '; c++ {
		stop[c] = true
	}
	return stop
}

func (l *lexer) reference() error {
	escaped, odd := false, false
	for i := 1; ; i++ {
		var ok bool
		if i, ok = l.scan(i, &iriStops); !ok {
			return l.cut("an IRI that ends in \">\"")
		}
		switch c := l.buf[l.pos+i]; {
		case c == '\\':
			escaped = true
		case c == '>':
			if err := l.take(iriToken, 1, i, i+1); err != nil {
				return err
			}
			if odd {
				l.warn(l.wrong(wantIRI, l.text))
			}
			return l.decode(escaped, true)
		case l.warn == nil || c == '<' || c == '\n' || c == '\r':
			return l.expected(wantIRI)
		default:
			odd = true
		}
	}
}

const wantIRI = "an IRI without spaces, quotes, braces and the like"

// decode undoes the escapes of the token that was taken and checks its
// encoding. Where they are wrong the escapes stay, and bytes that are no UTF-8
// are characters of Latin-1.
func (l *lexer) decode(escaped, iri bool) error {
	if escaped {
		text, ok := unescape(l.scratch[:0], l.text, iri)
		if !ok {
			if err := l.mend(l.wrong("escapes of Turtle such as \\u00E9", l.text)); err != nil {
				return err
			}
			if text, ok = unescape(text[:0], l.text, false); !ok {
				text = append(text[:0], l.text...)
			}
		}
		l.text, l.scratch = text, text
	}
	if utf8.Valid(l.text) {
		return nil
	}
	if err := l.mend(l.wrong("UTF-8", l.text)); err != nil {
		return err
	}
	l.text = latin1.Repair(l.text)
	return nil
}

// cut makes the error of a token that the document ends in.
func (l *lexer) cut(want string) error {
	err := l.expected(want)
	if syntax, ok := err.(*SyntaxError); ok {
		syntax.final = true
	}
	return err
}

// wrong makes the error of a token that was taken.
func (l *lexer) wrong(want string, got []byte) *SyntaxError {
	return &SyntaxError{Line: l.started, Want: want, Got: excerpt.Of(string(got[:min(len(got), maxGot+1)]), maxGot)}
}

var (
	doubleStops     = stops("\"\\\n\r", false)
	singleStops     = stops("'\\\n\r", false)
	longDoubleStops = stops("\"\\", false)
	longSingleStops = stops("'\\", false)
)

// quoted reads a string in one of the four kinds of quotes.
func (l *lexer) quoted(quote byte) error {
	if l.is(1, quote) {
		if l.is(2, quote) {
			return l.longQuoted(quote)
		}
		l.long = quote != '"'
		return l.take(stringToken, 1, 1, 2)
	}
	stop := &doubleStops
	if quote == '\'' {
		stop = &singleStops
	}
	escaped := false
	for i := 1; ; {
		var ok bool
		if i, ok = l.scan(i, stop); !ok {
			return l.cut("a string with its closing quote")
		}
		switch l.buf[l.pos+i] {
		case '\\':
			escaped = true
			i += 2
		case quote:
			l.long = quote != '"'
			if err := l.take(stringToken, 1, i, i+1); err != nil {
				return err
			}
			return l.decode(escaped, false)
		default:
			return l.expected("a string that ends on its line")
		}
	}
}

func (l *lexer) longQuoted(quote byte) error {
	stop := &longDoubleStops
	if quote == '\'' {
		stop = &longSingleStops
	}
	escaped := false
	for i := 3; ; {
		var ok bool
		if i, ok = l.scan(i, stop); !ok {
			return l.cut("a string with its three closing quotes")
		}
		switch {
		case l.buf[l.pos+i] == '\\':
			escaped = true
			i += 2
		case l.is(i+1, quote) && l.is(i+2, quote):
			l.long = true
			l.line += bytes.Count(l.buf[l.pos:l.pos+i], []byte("\n"))
			if err := l.take(stringToken, 3, i, i+3); err != nil {
				return err
			}
			return l.decode(escaped, false)
		default:
			i++
		}
	}
}

func (l *lexer) label() error {
	if !l.is(1, ':') {
		return l.expected("\"_:\" and the label of a blank node")
	}
	end, i := 2, 2 // end: behind the last character that may end a label
	for {
		r, n := l.rune(i)
		switch {
		case r == '.' && i > 2:
		case isNameChar(r) && (i > 2 || isNameStart(r) || r == '_' || r >= '0' && r <= '9'):
			end = i + n
		default:
			if end == 2 {
				return l.expected("\"_:\" and the label of a blank node")
			}
			return l.take(blankToken, 2, end, end)
		}
		i += n
	}
}

// rune returns the character i bytes behind the start of the token and its
// length; -1 where there is none.
func (l *lexer) rune(i int) (rune, int) {
	c, ok := l.at(i)
	if !ok {
		return -1, 0
	}
	if c < utf8.RuneSelf {
		return rune(c), 1
	}
	l.at(i + utf8.UTFMax - 1)
	r, n := utf8.DecodeRune(l.buf[l.pos+i : l.end])
	if n < 2 {
		return -1, 0
	}
	return r, n
}

// atWord reads a language tag (BCP 47's form) or a directive.
func (l *lexer) atWord() error {
	odd := false // it has underscores, as the names of locales have
	for i, part, sub := 1, 0, false; ; i++ {
		c, ok := l.at(i)
		switch {
		case ok && (isLetter(c) || sub && isDigit(c)):
			part++
		case ok && (c == '-' || c == '_' && l.warn != nil) && part > 0:
			part, sub = 0, true
			odd = odd || c == '_'
		case part == 0:
			return l.expected(wantLanguage)
		default:
			err := l.take(atToken, 1, i, i)
			if err == nil && odd {
				l.warn(l.wrong(wantLanguage, l.text))
			}
			return err
		}
	}
}

const wantLanguage = "a language such as \"@en-GB\", or a directive"

func (l *lexer) number() error {
	i := 0
	if l.is(0, '+') || l.is(0, '-') {
		i++
	}
	whole := l.digits(i)
	i += whole
	kind, fraction := integerToken, 0
	if l.is(i, '.') {
		fraction = l.digits(i + 1)
		if fraction > 0 {
			kind = decimalToken
			i += 1 + fraction
		} else if n := l.exponent(i + 1); n > 0 && whole > 0 {
			return l.take(doubleToken, 0, i+1+n, i+1+n)
		}
	}
	if whole+fraction == 0 {
		return l.expected("a number")
	}
	if n := l.exponent(i); n > 0 {
		kind = doubleToken
		i += n
	}
	return l.take(kind, 0, i, i)
}

func (l *lexer) digits(i int) int {
	n := 0
	for {
		if c, ok := l.at(i + n); !ok || !isDigit(c) {
			return n
		}
		n++
	}
}

// exponent returns the length of the exponent at i, or 0.
func (l *lexer) exponent(i int) int {
	if !l.is(i, 'e') && !l.is(i, 'E') {
		return 0
	}
	n := 1
	if l.is(i+1, '+') || l.is(i+1, '-') {
		n++
	}
	digits := l.digits(i + n)
	if digits == 0 {
		return 0
	}
	return n + digits
}

// name reads a prefixed name or a word.
func (l *lexer) name() error {
	i, end := 0, 0 // end: behind the last character that may end a name
	for {
		r, n := l.rune(i)
		switch {
		case r == '.' && i > 0:
		case isNameStart(r), isNameChar(r) && i > 0:
			i, _ = l.scan(i+n, &beyondName)
			end = i
			continue
		case r == ':' && end == i:
			return l.local(i + 1)
		case end == 0:
			return l.expected("a term or a directive")
		default:
			return l.take(wordToken, 0, end, end)
		}
		i += n
	}
}

// local reads the part of a prefixed name behind the colon, which ends at i.
func (l *lexer) local(i int) error {
	start, end := i, i
	l.escaped = false
	odd := false // it has punctuation without a backslash
	for {
		r, n := l.rune(i)
		switch {
		case r == '.' && i > start:
			i += n
			continue
		case isNameChar(r) && (i > start || isNameStart(r) || r == '_' || r >= '0' && r <= '9'), r == ':':
		case r == '%':
			for ; n < 3; n++ {
				if c, ok := l.at(i + n); !ok || !isHex(c) {
					return l.expected("two hexadecimal digits behind % in a name")
				}
			}
		case r == '\\':
			c, ok := l.at(i + 1)
			if !ok || !localEscapes[c] {
				return l.expected("a name whose escapes are punctuation")
			}
			l.escaped = true
			n = 2
		case l.warn != nil && i > start && l.goesOn(i):
			odd = true
		default:
			err := l.take(prefixedToken, 0, end, end)
			if err == nil && odd {
				l.warn(l.wrong("a name with a backslash before each punctuation mark", l.text))
			}
			return err
		}
		i, _ = l.scan(i+n, &beyondName)
		end = i
	}
}

// goesOn reports whether the punctuation mark at i, which no name may have, can be
// nothing but a part of one: what is behind it is none of what may follow a name.
func (l *lexer) goesOn(i int) bool {
	c, _ := l.at(i)
	next, n := l.rune(i + 1)
	if !isNameStart(next) && next != '_' && !(c == '/' && isNameChar(next)) {
		return false
	}
	switch c {
	case '/', '!', '$', '&', '*', '=', '?', '~':
		return true
	case ',': // a list of objects, unless a word follows
		start := i + 1
		for i = start; isNameChar(next); next, n = l.rune(i) {
			i += n
		}
		word := string(l.buf[l.pos+start : l.pos+i])
		return next != ':' && next != '.' && word != "true" && word != "false"
	}
	return false
}

// beyondName are the bytes that are not always part of a name.
var beyondName = func() (beyond [256]bool) {
	for c := range beyond {
		beyond[c] = c >= utf8.RuneSelf || asciiClass[c] == 0
	}
	return beyond
}()

// localEscapes are the bytes that may follow a backslash in a local name.
var localEscapes = stops("_~.-!$&'()*+,;=/?#@%", false)
