package rdf

import "io"

// NTriples reads a document of N-Triples. Its terms are those of Turtle
// without the abbreviations, a triple a line.
func NTriples(r io.Reader) Triples {
	return func(yield func(Triple, error) bool) {
		p := ntriples{turtle{lexer: newLexer(r), sink: sink{yield: yield}, terms: newCache()}}
		p.finish(p.document())
	}
}

type ntriples struct{ turtle }

func (p *ntriples) document() error {
	if err := p.next(); err != nil {
		return err
	}
	for last := 0; p.kind != endToken; {
		if p.lines == last {
			return p.unexpected("one triple a line")
		}
		last = p.lines
		if err := p.triple(); err != nil {
			return err
		}
	}
	return nil
}

func (p *ntriples) triple() error {
	line := p.lines
	subject, err := p.term(false)
	if err != nil {
		return err
	}
	predicate, err := p.absolute("a predicate in <>")
	if err != nil {
		return err
	}
	object, err := p.term(true)
	if err != nil {
		return err
	}
	if !p.isMark('.') || p.lines != line {
		return p.unexpected(`"." at the end of the triple, on its line`)
	}
	if err := p.emit(subject, predicate, object); err != nil {
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
