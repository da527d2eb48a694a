// Package rdf reads RDF 1.1 graphs as streams of triples: N-Triples, Turtle
// and RDF/XML.
//
// Memory follows the longest statement, not the file. What came before an error
// has been handed out by then; a caller that needs all or nothing drops it.
//
// Published files break the rules of their syntax in a few ways again and again: a
// space in an IRI, an attribute of XML without a namespace, markup in a note, an
// ampersand that is not escaped. A reader that is given a function to warn with
// mends such a place, or leaves out the part of the statement that cannot be read,
// and goes on. It still refuses what is past a limit, what ends too early, and XML
// whose tags do not match. A nil function means that nothing is mended.
package rdf

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// Limits of what is read. A document past one of them is refused with a
// *SyntaxError.
const (
	MaxToken    = 1 << 20 // bytes of a literal, an IRI, a name, an XML tag, a comment of XML
	MaxStem     = 1 << 10 // bytes of a prefix and of what short names expand to: its IRI, a base, an XML entity
	MaxPrefixes = 1 << 12 // prefixes or XML namespace declarations at a time
	MaxDepth    = 1000    // nested blank nodes and collections, or XML elements
	MaxIDs      = 1 << 20 // rdf:ID in RDF/XML, which are kept to find duplicates
	MaxSpread   = 16      // times as long as it is that a document may become by expanding names, once that is over 16 MiB
)

// Namespaces of the terms that the syntaxes themselves make.
const (
	Namespace    = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	xsdNamespace = "http://www.w3.org/2001/XMLSchema#"
)

// A Kind says what a Term is.
type Kind uint8

const (
	IRI Kind = iota
	Blank
	Literal
)

// A Term is a subject or an object.
type Term struct {
	Kind     Kind
	Value    string // the IRI, the label of a blank node, the lexical form of a literal
	Language string // of a literal, as written
	Datatype string // IRI; empty for xsd:string and where there is a language
}

// A Triple is one statement. Two blank nodes of a document are the same if
// their labels are; a label means nothing in another document. The labels that
// a reader makes for nodes without one start with a dot, which no document can
// write.
type Triple struct {
	Subject   Term
	Predicate string // an IRI
	Object    Term
}

// Triples is what the readers return: the triples in the order of the
// document and, at most once and last, an error: a *SyntaxError, or that of
// the io.Reader.
type Triples = iter.Seq2[Triple, error]

// A SyntaxError says where a document is not of its syntax, or past a limit,
// and what was expected there.
type SyntaxError struct {
	Name string // of the file, if it has one
	Line int    // from 1
	Want string
	Got  string // cut short; empty at the end of the document

	final bool // no reader goes on behind it
}

func (e *SyntaxError) Error() string {
	place := fmt.Sprintf("line %d", e.Line)
	if e.Name != "" {
		place = fmt.Sprintf("%s:%d", e.Name, e.Line)
	}
	msg := fmt.Sprintf("rdf: %s: expected %s", place, e.Want)
	if e.Got != "" {
		msg += fmt.Sprintf(", found %q", e.Got)
	}
	return msg
}

const maxGot = 60 // bytes of SyntaxError.Got

// limited begins what is wanted where a limit is passed.
const limited = "at most "

func atMost(n int, what string) string { return fmt.Sprintf(limited+"%d %s", n, what) }

// A mender goes on where a document is not of its syntax, if it may.
type mender struct{ warn func(*SyntaxError) }

// mendable reports whether reading may go on behind an error.
func (m mender) mendable(err error) bool {
	syntax, ok := err.(*SyntaxError)
	return ok && m.warn != nil && !syntax.final && !strings.HasPrefix(syntax.Want, limited)
}

// mend warns of an error instead of returning it.
func (m mender) mend(err error) error {
	if !m.mendable(err) {
		return err
	}
	m.warn(err.(*SyntaxError))
	return nil
}

// errStop unwinds a reader whose consumer wants no more.
var errStop = errors.New("stop")

// A sink hands triples to a consumer and makes blank nodes for its reader.
type sink struct {
	yield  func(Triple, error) bool
	blanks int
}

func (s *sink) emit(subject Term, predicate string, object Term) error {
	if !s.yield(Triple{subject, predicate, object}, nil) {
		return errStop
	}
	return nil
}

func (s *sink) blank() Term {
	s.blanks++
	return Term{Kind: Blank, Value: "." + strconv.Itoa(s.blanks)}
}

// finish reports how reading ended.
func (s *sink) finish(err error) {
	if err != nil && err != errStop {
		s.yield(Triple{}, err)
	}
}

// A listWriter emits an RDF collection item by item.
type listWriter struct {
	*sink
	head, last Term
}

var listEnd = Term{Value: Namespace + "nil"}

func (l *listWriter) add(item Term) error {
	cell := l.blank()
	if l.head.Value == "" {
		l.head = cell
	} else if err := l.emit(l.last, Namespace+"rest", cell); err != nil {
		return err
	}
	l.last = cell
	return l.emit(cell, Namespace+"first", item)
}

// close ends the collection and returns its first cell.
func (l *listWriter) close() (Term, error) {
	if l.head.Value == "" {
		return listEnd, nil
	}
	return l.head, l.emit(l.last, Namespace+"rest", listEnd)
}

// A spread counts the bytes that short names, relative IRIs, entities and the
// namespaces of literals make besides those that are in the document. Few bytes
// can make many: a name of three may be short for an IRI of a thousand.
type spread struct{ made int64 }

func (s *spread) add(n int) { s.made += int64(max(n, 0)) }

// over reports whether more was made than a document of so many bytes may make.
func (s *spread) over(read int64) bool { return s.made > freeSpread+MaxSpread*read }

// freeSpread is what any document may make, in bytes.
const freeSpread = 16 << 20

func wantSpread() string {
	return atMost(MaxSpread, "times as many bytes as the document has by its names, bases and entities")
}
