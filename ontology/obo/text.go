package obo

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/latin1"
	"github.com/lokman-crawler/lokman/internal/lines"
	"github.com/lokman-crawler/lokman/internal/vocabulary"
	"github.com/lokman-crawler/lokman/ontology"
)

type textParser struct {
	in        *lines.Reader
	text      []byte // the current line, trimmed
	cut       bool   // it has no end
	joined    []byte // a line that goes on in others
	collector *collector

	inHeader  bool
	namespace string // of concepts that have none

	open       bool // a [Term] stanza
	started    int  // the line that opened it
	concept    ontology.Concept
	ownSpace   string
	xrefs      []string
	replacedBy []string
}

// parse reads the file. What cannot be read is left out with a warning, unless the
// file ends in it.
func (p *textParser) parse() error {
	seen := false // a first line of OBO
	p.inHeader = true
	for {
		more, err := p.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		switch {
		case len(p.text) == 0 || p.text[0] == '!':
			continue
		case p.text[0] == '[':
			err = p.stanza()
		default:
			if kind := otherKind(p.text); kind != "" && !seen {
				return p.expected("OBO text, not " + kind)
			}
			err = p.clause()
		}
		if err != nil && p.cut {
			return err
		}
		p.collector.mend(err)
		seen = true
	}
	if !seen {
		return p.expected("a header such as \"format-version: 1.2\"")
	}
	return p.end()
}

// end looks whether the file may have been cut, as OBO has no mark of its end: the last
// line is ended, and a file that ends in a [Term] has all parents of its vocabulary.
func (p *textParser) end() error {
	last := p.open
	if err := p.closeStanza(); err != nil {
		return err
	}
	if p.cut {
		p.collector.mend(&ontology.SyntaxError{Format: "obo", Line: p.in.Number - 1, Want: lines.WantEnd})
	}
	if !last {
		return nil
	}
	own := vocabulary.Of(p.concept.ID)
	for _, id := range p.collector.graph.Dangling {
		if own != "" && vocabulary.Of(id) == own {
			p.collector.mend(&ontology.SyntaxError{Format: "obo", Line: p.in.Number - 1, Want: vocabulary.WantMissing(own), Got: id})
		}
	}
	return nil
}

// otherKind names the kind of file by its first line, if it is one that is
// often mistaken for OBO.
func otherKind(line []byte) string {
	switch {
	case line[0] == '<':
		return "XML such as OWL"
	case bytes.IndexByte(line, 0) >= 0:
		return "a binary file"
	case bytes.IndexByte(line, '\r') >= 0:
		return "a text whose lines end in carriage returns alone"
	}
	return ""
}

// next reads one logical line, joining lines that end in a backslash.
func (p *textParser) next() (bool, error) {
	p.text, p.joined = nil, p.joined[:0]
	for {
		part, err := p.in.Next()
		switch {
		case errors.Is(err, lines.ErrTooLong), len(p.joined)+len(part) > maxLine:
			return false, p.expected(fmt.Sprintf("a line of at most %d bytes", maxLine))
		case err == io.EOF && len(p.joined) == 0:
			return false, nil
		case err == io.EOF:
		case err != nil && p.in.Number == 1:
			return false, err
		case err != nil:
			return false, fmt.Errorf("after line %d: %w", p.in.Number-1, err)
		}
		part = bytes.TrimRight(part, "\r")
		continues := err == nil && !p.in.Unended && endsInEscape(part)
		if continues {
			part = part[:len(part)-1]
		}
		if continues || len(p.joined) > 0 {
			p.joined = append(p.joined, part...)
			part = p.joined
		}
		if continues {
			continue
		}
		p.text = bytes.TrimSpace(part)
		p.cut = p.in.Unended && len(p.text) > 0
		if !utf8.Valid(p.text) {
			p.collector.mend(p.expected("UTF-8"))
			p.text = latin1.Repair(p.text)
		}
		return true, nil
	}
}

func (p *textParser) expected(want string) error {
	return &ontology.SyntaxError{Format: "obo", Line: p.in.Number, Want: want, Got: string(p.text[:min(len(p.text), 200)])}
}

func (p *textParser) stanza() error {
	p.collector.mend(p.closeStanza())
	p.inHeader = false
	kind, _, ok := bytes.Cut(p.text[1:], []byte("]"))
	if !ok {
		return p.expected("a stanza such as [Term]")
	}
	if string(kind) == "Term" {
		p.open, p.started = true, p.in.Number
		p.concept, p.ownSpace = ontology.Concept{}, ""
		p.xrefs, p.replacedBy = p.xrefs[:0], p.replacedBy[:0]
	}
	return nil
}

func (p *textParser) closeStanza() error {
	if !p.open {
		return nil
	}
	p.open = false
	c := &p.concept
	if c.ID == "" {
		return &ontology.SyntaxError{Format: "obo", Line: p.started, Want: "an id in the [Term] that opens here"}
	}
	if p.ownSpace == "" {
		p.ownSpace = p.namespace
	}
	if p.ownSpace != "" {
		c.Types = append(c.Types, p.ownSpace)
	}
	p.collector.add(c, p.xrefs, p.replacedBy)
	return nil
}

// clause reads one "tag: value" line. Those of stanzas other than [Term] only
// have to be of that form.
func (p *textParser) clause() error {
	tag, value, ok := bytes.Cut(p.text, []byte(":"))
	if !ok || len(tag) == 0 || bytes.ContainsAny(tag, " \t\"\x00") {
		return p.expected("\"tag: value\" or a stanza such as [Term]")
	}
	value = bytes.TrimSpace(value)
	if !p.open {
		if p.inHeader && string(tag) == "default-namespace" {
			p.namespace = plain(value)
		}
		return nil
	}
	c := &p.concept
	switch string(tag) {
	case "id":
		if c.ID != "" {
			return p.expected("one id a [Term]")
		}
		if c.ID = plain(value); c.ID == "" {
			return p.expected("an identifier after id:")
		}
	case "name":
		c.Name = plain(value)
	case "is_a":
		return p.parent(value)
	case "relationship":
		relation, target, _ := bytes.Cut(value, []byte(" "))
		if broader(unescape(relation)) {
			return p.parent(bytes.TrimSpace(target))
		}
	case "is_obsolete":
		c.Obsolete = plain(value) == "true"
	case "synonym", "exact_synonym", "related_synonym", "narrow_synonym", "broad_synonym":
		return p.synonym(string(tag), value)
	case "alt_id":
		c.AltIDs = appendWord(c.AltIDs, value)
	case "xref":
		p.xrefs = appendWord(p.xrefs, value)
	case "subset":
		c.Types = appendWord(c.Types, value)
	case "namespace":
		p.ownSpace = plain(value)
	case "replaced_by":
		p.replacedBy = appendWord(p.replacedBy, value)
	}
	return nil
}

// appendWord appends the first word of a value, after which an xref may have
// a description.
func appendWord(list []string, value []byte) []string {
	if i := bytes.IndexAny(value, " \t"); i >= 0 {
		value = value[:i]
	}
	if len(value) == 0 {
		return list
	}
	return append(list, unescape(value))
}

func (p *textParser) parent(value []byte) error {
	id := plain(value)
	if id == "" {
		return p.expected("the identifier of a parent")
	}
	p.concept.Parents = append(p.concept.Parents, id)
	return nil
}

// synonym reads `"text" SCOPE TYPE [xrefs]`; OBO 1.0 has the scope in the tag.
func (p *textParser) synonym(tag string, value []byte) error {
	text, rest, ok := quoted(value)
	if !ok {
		return p.expected("a synonym in double quotes")
	}
	scope, _, _ := bytes.Cut(bytes.TrimSpace(rest), []byte(" "))
	name := ontology.Name{Text: text, Relation: ontology.Synonym}
	if string(scope) == "BROAD" || tag == "broad_synonym" {
		name.Relation = ontology.Partial
	}
	p.concept.Names = append(p.concept.Names, name)
	return nil
}
