package rdf

import "io"

// NTriples reads a document of N-Triples. Its terms are those of Turtle
// without the abbreviations, a triple a line. What is mended is said to warn.
func NTriples(r io.Reader, warn func(*SyntaxError)) Triples {
	return func(yield func(Triple, error) bool) {
		p := ntriples{turtle{lexer: newLexer(r, warn), sink: sink{yield: yield}, terms: newCache(), lined: true}}
		p.finish(p.document())
	}
}

type ntriples struct{ turtle }

func (p *ntriples) document() error {
	err := p.next()
	for err != nil || p.kind != endToken {
		if err == nil && p.lines == p.began {
			err = p.mend(p.unexpected("one triple a line"))
		}
		if err == nil {
			err = p.triple()
		} else if err = p.leaveOut(err, wholeStatement); err == nil && p.isMark('.') {
			err = p.next()
		} else if err != nil {
			return err
		}
	}
	return nil
}

const wantStop = `"." at the end of the triple, on its line`

func (p *ntriples) triple() error {
	p.began = p.lines
	subject, err := p.term(false)
	if err != nil {
		return err
	}
	if p.lines != p.began {
		return p.unexpected(wantStop)
	}
	predicate, err := p.absolute("a predicate in <>")
	if err != nil {
		return err
	}
	if p.lines != p.began {
		return p.unexpected(wantStop)
	}
	object, err := p.term(true)
	if err != nil {
		return err
	}
	if !p.isMark('.') || p.lines != p.began {
		err = p.unexpected(wantStop)
		if p.lines != p.began || p.kind == endToken && p.first {
			err = p.mend(err)
		}
		if err != nil {
			return err
		}
	}
	if err := p.emit(subject, predicate, object); err != nil || !p.isMark('.') {
		return err
	}
	return p.next()
}

func (p *ntriples) term(object bool) (Term, error) {
	switch {
	case p.kind == blankToken:
		return p.labelled()
	case p.kind == stringToken && object:
		if p.long {
			return Term{}, p.unexpected("a string in double quotes")
		}
		return p.literal(p.datatype)
	case object:
		iri, err := p.absolute("an object: an IRI in <>, a blank node or a string")
		return Term{Value: iri}, err
	}
	iri, err := p.absolute("a subject: an IRI in <> or a blank node")
	return Term{Value: iri}, err
}

func (p *ntriples) datatype() (string, error) { return p.absolute("a datatype in <>") }

// absolute reads an IRI, which is never relative in N-Triples.
func (p *ntriples) absolute(want string) (string, error) {
	if p.kind != iriToken {
		return "", p.unexpected(want)
	}
	iri := p.terms.text(p.text)
	if schemeLength(iri) == 0 {
		return "", p.unexpected("an absolute IRI")
	}
	return iri, p.next()
}
