package rdf

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Turtle reads a document of Turtle 1.1. Relative IRIs are resolved against
// base until the document names another; with neither they stay relative. What is
// mended is said to warn.
func Turtle(r io.Reader, base string, warn func(*SyntaxError)) Triples {
	return func(yield func(Triple, error) bool) {
		p := turtle{
			lexer:    newLexer(r, warn),
			sink:     sink{yield: yield},
			base:     base,
			prefixes: map[string]string{},
			terms:    newCache(),
			names:    newCache(),
		}
		p.finish(p.document())
	}
}

type turtle struct {
	lexer
	sink
	spread
	base     string
	prefixes map[string]string
	terms    cache // IRIs and labels as they are written
	names    cache // prefixed names, as old as the prefixes
	age      int   // of the prefixes: how many were declared
	depth    int
	lined    bool // it is N-Triples: a statement ends with its line
	began    int  // the line of the statement, then
}

func (p *turtle) document() error {
	err := p.next()
	for err != nil || p.kind != endToken {
		if err == nil {
			err = p.statement()
		} else if err = p.leaveOut(err, wholeStatement); err == nil && p.isMark('.') {
			err = p.next()
		} else if err != nil {
			return err
		}
	}
	return nil
}

// wholeStatement is a depth of brackets in which no semicolon stands.
const wholeStatement = -1

// leaveOut passes over what is left of a statement that cannot be read, or of its
// part up to a semicolon at that depth of brackets, which stays the current token.
// It returns the error if nothing mends it or the document ends before.
func (p *turtle) leaveOut(err error, depth int) error {
	if !p.mendable(err) {
		return err
	}
	for {
		if p.kind == badToken {
			p.abandon()
		}
		switch {
		case p.kind == endToken && !(p.lined && p.first):
			return err
		case p.kind == endToken, p.lined && p.lines > p.began && p.kind != badToken,
			p.isMark('.'), (p.isMark(';') || p.isMark(']')) && p.depth == depth:
			p.depth = max(depth, 0)
			return p.mend(err)
		case p.isMark('['), p.isMark('('):
			p.depth++
		case p.isMark(']'), p.isMark(')'):
			p.depth = max(p.depth-1, 0)
		}
		if next := p.next(); next != nil && !p.mendable(next) {
			return next
		}
	}
}

// unexpected makes the error of the current token.
func (p *turtle) unexpected(want string) error {
	got := p.text
	switch p.kind {
	case atToken:
		got = append([]byte("@"), got...)
	case blankToken:
		got = append([]byte("_:"), got...)
	}
	return p.wrong(want, got)
}

func (p *turtle) isMark(c byte) bool { return p.kind == markToken && p.mark == c }

func (p *turtle) expect(c byte, where string) error {
	if !p.isMark(c) {
		return p.unexpected(fmt.Sprintf("%q %s", string(c), where))
	}
	return p.next()
}

func (p *turtle) statement() error {
	switch p.kind {
	case atToken, wordToken:
		word := string(p.text)
		sparql := p.kind == wordToken
		is := func(directive string) bool {
			return word == directive || sparql && strings.EqualFold(word, directive)
		}
		var read func() error
		switch {
		case is("prefix"):
			read = p.prefix
		case is("base"):
			read = p.setBase
		default:
			return p.unexpected("a subject, @prefix or @base")
		}
		if err := p.next(); err != nil {
			return err
		}
		if err := read(); err != nil || sparql {
			return err
		}
		return p.end("behind @" + word)
	}
	if err := p.triples(); err != nil {
		return err
	}
	return p.end("at the end of a statement")
}

// end reads the full stop of a statement. Where it is missing, a new line begins
// the next statement.
func (p *turtle) end(where string) error {
	err := p.expect('.', where)
	if p.kind != endToken && p.kind != badToken && p.first && !p.isMark('.') {
		err = p.mend(err)
	}
	return err
}

func (p *turtle) prefix() error {
	name, ok := bytes.CutSuffix(p.text, []byte(":"))
	if p.kind != prefixedToken || !ok || bytes.IndexByte(name, ':') >= 0 {
		return p.unexpected("a prefix such as \"ex:\"")
	}
	prefix := string(name)
	if err := p.next(); err != nil {
		return err
	}
	iri, err := p.stem()
	if err != nil {
		return err
	}
	if len(prefix) > MaxStem {
		return p.unexpected(atMost(MaxStem, "bytes in a prefix"))
	}
	p.prefixes[prefix] = iri
	if len(p.prefixes) > MaxPrefixes {
		return p.unexpected(atMost(MaxPrefixes, "prefixes"))
	}
	p.age++
	return p.next()
}

func (p *turtle) setBase() error {
	iri, err := p.stem()
	if err != nil {
		return err
	}
	p.base = iri
	return p.next()
}

// stem returns the IRI of a directive.
func (p *turtle) stem() (string, error) {
	if p.kind != iriToken {
		return "", p.unexpected("an IRI in <>")
	}
	iri := resolve(p.base, string(p.text))
	if len(iri) > MaxStem {
		return "", p.unexpected(atMost(MaxStem, "bytes in the IRI of a directive"))
	}
	return iri, nil
}

func (p *turtle) triples() error {
	if !p.isMark('[') {
		subject, err := p.subject()
		if err != nil {
			return err
		}
		return p.predicates(subject)
	}
	subject, empty, err := p.properties()
	if err != nil || !empty && p.isMark('.') {
		return err
	}
	return p.predicates(subject)
}

func (p *turtle) subject() (Term, error) {
	switch {
	case p.kind == iriToken, p.kind == prefixedToken:
		iri, err := p.iri()
		return Term{Value: iri}, err
	case p.kind == blankToken:
		return p.labelled()
	case p.isMark('('):
		return p.collection()
	}
	return Term{}, p.unexpected("a subject")
}

func (p *turtle) labelled() (Term, error) {
	t := Term{Kind: Blank, Value: p.terms.text(p.text)}
	return t, p.next()
}

// iri reads an IRI in either spelling.
func (p *turtle) iri() (string, error) {
	iri, err := p.thisIRI()
	if err != nil {
		return "", err
	}
	return iri, p.next()
}

// named reads the IRI of a predicate or a datatype. "<>" is none unless
// there is a base: as the IRI of a subject or an object it stays relative.
func (p *turtle) named() (string, error) {
	iri, err := p.thisIRI()
	if err == nil && iri == "" {
		err = p.unexpected("an IRI that is not empty, or a base before it")
	}
	if err != nil {
		return "", err
	}
	return iri, p.next()
}

// thisIRI returns the IRI that the current token spells.
func (p *turtle) thisIRI() (string, error) {
	switch p.kind {
	case iriToken:
		iri := p.terms.text(p.text)
		if p.base != "" {
			written := len(iri)
			iri = resolve(p.base, iri)
			if p.add(len(iri) - written); p.over(p.total) {
				return "", p.unexpected(wantSpread())
			}
		}
		return iri, nil
	case prefixedToken:
		return p.prefixed()
	}
	return "", p.unexpected("an IRI")
}

// prefixed returns the IRI of a prefixed name.
func (p *turtle) prefixed() (string, error) {
	if len(p.text) > maxCached {
		return p.expand()
	}
	at := p.names.slot(p.text)
	if at.spelling == string(p.text) && at.age == p.age {
		return at.value, nil
	}
	iri, err := p.expand()
	if err == nil {
		*at = slot{string(p.text), iri, p.age}
	}
	return iri, err
}

// expand puts the IRI of its prefix before a local name.
func (p *turtle) expand() (string, error) {
	prefix, local, _ := bytes.Cut(p.text, []byte(":"))
	stem, ok := p.prefixes[string(prefix)]
	if !ok {
		return "", p.unexpected("a prefix that was declared")
	}
	if p.add(len(stem)); p.over(p.total) {
		return "", p.unexpected(wantSpread())
	}
	whole := append(p.scratch[:0], stem...)
	for i := 0; i < len(local); i++ {
		if p.escaped && local[i] == '\\' {
			i++
		}
		whole = append(whole, local[i])
	}
	p.scratch = whole
	return string(whole), nil
}

// predicates reads a predicateObjectList.
func (p *turtle) predicates(subject Term) error {
	for depth := p.depth; ; {
		predicate, err := p.predicate()
		if err == nil {
			err = p.objects(subject, predicate)
		}
		if err != nil {
			if err := p.leaveOut(err, depth); err != nil {
				return err
			}
		}
		if !p.isMark(';') {
			return nil
		}
		for p.isMark(';') {
			if err := p.next(); err != nil {
				return err
			}
		}
		if p.isMark('.') || p.isMark(']') {
			return nil
		}
	}
}

func (p *turtle) predicate() (string, error) {
	if p.kind == wordToken && string(p.text) == "a" {
		return Namespace + "type", p.next()
	}
	if p.kind != iriToken && p.kind != prefixedToken {
		return "", p.unexpected("a predicate")
	}
	return p.named()
}

func (p *turtle) objects(subject Term, predicate string) error {
	for {
		object, err := p.object()
		if err != nil {
			return err
		}
		if err := p.emit(subject, predicate, object); err != nil {
			return err
		}
		if !p.isMark(',') {
			return nil
		}
		if err := p.next(); err != nil {
			return err
		}
	}
}

func (p *turtle) object() (Term, error) {
	switch p.kind {
	case stringToken:
		return p.literal(p.named)
	case integerToken:
		return p.shorthand("integer")
	case decimalToken:
		return p.shorthand("decimal")
	case doubleToken:
		return p.shorthand("double")
	case wordToken:
		if word := string(p.text); word == "true" || word == "false" {
			return p.shorthand("boolean")
		}
	case markToken:
		switch p.mark {
		case '[':
			t, _, err := p.properties()
			return t, err
		case '(':
			return p.collection()
		}
	case iriToken, prefixedToken, blankToken:
		return p.subject()
	}
	return Term{}, p.unexpected("an object")
}

// shorthand reads a number or a truth value.
func (p *turtle) shorthand(datatype string) (Term, error) {
	t := Term{Kind: Literal, Value: p.terms.text(p.text), Datatype: xsdNamespace + datatype}
	return t, p.next()
}

// literal reads a string, with its datatype by iri.
func (p *turtle) literal(iri func() (string, error)) (Term, error) {
	t := Term{Kind: Literal, Value: string(p.text)}
	if err := p.next(); err != nil {
		return t, err
	}
	switch p.kind {
	case atToken:
		t.Language = p.terms.text(p.text)
		return t, p.next()
	case datatypeToken:
		if err := p.next(); err != nil {
			return t, err
		}
		datatype, err := iri()
		if datatype != xsdNamespace+"string" {
			t.Datatype = datatype
		}
		return t, err
	}
	return t, nil
}

// deeper counts an opening bracket.
func (p *turtle) deeper() error {
	if p.depth++; p.depth > MaxDepth {
		return p.unexpected(atMost(MaxDepth, "brackets in each other"))
	}
	return p.next()
}

// properties reads a blank node in square brackets and says whether they are
// empty.
func (p *turtle) properties() (t Term, empty bool, err error) {
	if err := p.deeper(); err != nil {
		return t, false, err
	}
	t = p.blank()
	empty = p.isMark(']')
	if !empty {
		if err := p.predicates(t); err != nil {
			return t, false, err
		}
	}
	p.depth--
	return t, empty, p.expect(']', "behind the properties of a blank node")
}

func (p *turtle) collection() (Term, error) {
	if err := p.deeper(); err != nil {
		return Term{}, err
	}
	list := listWriter{sink: &p.sink}
	for !p.isMark(')') {
		item, err := p.object()
		if err != nil {
			return Term{}, err
		}
		if err := list.add(item); err != nil {
			return Term{}, err
		}
	}
	p.depth--
	head, err := list.close()
	if err != nil {
		return Term{}, err
	}
	return head, p.next()
}
