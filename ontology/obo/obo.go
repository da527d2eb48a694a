// Package obo reads ontologies in OBO 1.2 and 1.4, the format of the Human
// Disease Ontology and most biomedical ones.
//
// Of each [Term] it keeps the identifier, the name, the synonyms (EXACT,
// RELATED and NARROW ones as synonyms, BROAD ones as partial names), the is_a
// and part_of parents and whether it is obsolete. Memory follows what is kept,
// not the file.
package obo

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/lokman-crawler/lokman/ontology"
)

// MaxLine is the longest line that is read, in bytes. The longest in the
// published ontologies are definitions of a few kilobytes.
const MaxLine = 1 << 20

// A SyntaxError says where a file is not OBO and what was expected there.
type SyntaxError struct {
	Name string // of the file, if it has one
	Line int    // from 1
	Want string
	Got  string // the line, cut short
}

func (e *SyntaxError) Error() string {
	place := fmt.Sprintf("line %d", e.Line)
	if e.Name != "" {
		place = fmt.Sprintf("%s:%d", e.Name, e.Line)
	}
	msg := fmt.Sprintf("obo: %s: expected %s", place, e.Want)
	if e.Got != "" {
		msg += fmt.Sprintf(", found %q", e.Got)
	}
	return msg
}

// Open reads the file at path.
func Open(path string) (*ontology.Graph, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("obo: %w", err)
	}
	defer f.Close()
	g, err := Read(f)
	var syntax *SyntaxError
	switch {
	case errors.As(err, &syntax):
		syntax.Name = path
	case err != nil:
		err = fmt.Errorf("obo: %s: %w", path, err)
	}
	return g, err
}

// Read reads a whole ontology, gzipped or not. With an error, which is a
// *SyntaxError unless reading failed, there is no ontology.
func Read(r io.Reader) (*ontology.Graph, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		in = bufio.NewReaderSize(z, 64<<10)
	}
	p := parser{in: in, graph: new(ontology.Graph)}
	if err := p.parse(); err != nil {
		return nil, err
	}
	return p.graph, nil
}

type parser struct {
	in      *bufio.Reader
	line    int
	text    string // the current line, trimmed
	graph   *ontology.Graph
	concept *ontology.Concept // the open [Term] stanza, or nil
	started int               // the line that opened it
}

func (p *parser) parse() error {
	seen := false // a first line of OBO
	for {
		more, err := p.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		switch {
		case p.text == "" || p.text[0] == '!':
			continue
		case p.text[0] == '[':
			if err := p.stanza(); err != nil {
				return err
			}
		default:
			if kind := foreign(p.text); kind != "" && !seen {
				return p.expected("OBO text, not " + kind)
			}
			if err := p.clause(); err != nil {
				return err
			}
		}
		seen = true
	}
	if !seen {
		return p.expected("a header such as \"format-version: 1.2\"")
	}
	return p.closeStanza()
}

// foreign names the kind of file that a first line tells, if it is one that is
// often taken for OBO.
func foreign(line string) string {
	switch {
	case strings.HasPrefix(line, "<"):
		return "XML such as OWL"
	case strings.HasPrefix(line, "{"):
		return "JSON"
	case strings.ContainsRune(line, 0):
		return "a binary file"
	}
	return ""
}

// next reads one logical line, joining lines that end in a backslash.
func (p *parser) next() (bool, error) {
	var long strings.Builder
	for {
		p.line++
		part, err := p.in.ReadSlice('\n')
		for err == bufio.ErrBufferFull && long.Len()+len(part) <= MaxLine {
			long.Write(part)
			part, err = p.in.ReadSlice('\n')
		}
		if long.Len()+len(part) > MaxLine {
			p.text = ""
			return false, p.expected(fmt.Sprintf("a line of at most %d bytes", MaxLine))
		}
		if err != nil && err != io.EOF {
			if p.line == 1 {
				return false, err
			}
			return false, fmt.Errorf("after line %d: %w", p.line-1, err)
		}
		if err == io.EOF && len(part) == 0 && long.Len() == 0 {
			p.text = ""
			return false, nil
		}
		trimmed := strings.TrimRight(string(part), "\r\n")
		joined, continues := strings.CutSuffix(trimmed, "\\")
		if continues && !strings.HasSuffix(joined, "\\") && err == nil {
			long.WriteString(joined)
			continue
		}
		long.WriteString(trimmed)
		p.text = strings.TrimSpace(strings.TrimPrefix(long.String(), "\ufeff"))
		return true, nil
	}
}

func (p *parser) expected(want string) error {
	got := p.text
	if len(got) > 80 {
		got = got[:80] + "..."
	}
	return &SyntaxError{Line: p.line, Want: want, Got: got}
}

func (p *parser) stanza() error {
	if err := p.closeStanza(); err != nil {
		return err
	}
	kind, _, ok := strings.Cut(p.text[1:], "]")
	if !ok {
		return p.expected("a stanza such as [Term]")
	}
	if kind == "Term" {
		p.concept, p.started = new(ontology.Concept), p.line
	}
	return nil
}

func (p *parser) closeStanza() error {
	c := p.concept
	if c == nil {
		return nil
	}
	p.concept = nil
	if c.ID == "" {
		return &SyntaxError{Line: p.started, Want: "an id in the [Term] that opens here"}
	}
	p.graph.Add(*c)
	return nil
}

// clause reads one "tag: value" line. Those of the header and of stanzas
// other than [Term] only have to be of that form.
func (p *parser) clause() error {
	tag, value, ok := strings.Cut(p.text, ":")
	if !ok || tag == "" || strings.ContainsAny(tag, " \t\"\x00") {
		return p.expected("\"tag: value\" or a stanza such as [Term]")
	}
	c := p.concept
	if c == nil {
		return nil
	}
	value = strings.TrimSpace(value)
	switch tag {
	case "id":
		if c.ID != "" {
			return p.expected("one id a [Term]")
		}
		if c.ID = unescape(bare(value)); c.ID == "" {
			return p.expected("an identifier after id:")
		}
	case "name":
		c.Name = unescape(bare(value))
	case "is_a":
		return p.parent(value)
	case "relationship":
		if relation, target, ok := strings.Cut(value, " "); ok && relation == "part_of" {
			return p.parent(strings.TrimSpace(target))
		}
	case "is_obsolete":
		c.Obsolete = bare(value) == "true"
	case "synonym", "exact_synonym", "related_synonym", "narrow_synonym", "broad_synonym":
		return p.synonym(tag, value)
	}
	return nil
}

func (p *parser) parent(value string) error {
	id := unescape(bare(value))
	if id == "" {
		return p.expected("the identifier of a parent")
	}
	p.concept.Parents = append(p.concept.Parents, id)
	return nil
}

// synonym reads `"text" SCOPE TYPE [xrefs]`; OBO 1.0 has the scope in the tag.
func (p *parser) synonym(tag, value string) error {
	text, rest, ok := quoted(value)
	if !ok {
		return p.expected("a synonym in double quotes")
	}
	scope, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	name := ontology.Name{Text: text, Relation: ontology.Synonym}
	if scope == "BROAD" || tag == "broad_synonym" {
		name.Relation = ontology.Partial
	}
	p.concept.Names = append(p.concept.Names, name)
	return nil
}

// quoted takes a double-quoted string off the front of s.
func quoted(s string) (text, rest string, ok bool) {
	if s == "" || s[0] != '"' {
		return "", "", false
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return unescape(s[1:i]), s[i+1:], true
		}
	}
	return "", "", false
}

// bare cuts the comment and the trailing modifiers off a value.
func bare(value string) string {
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case '!':
			return strings.TrimSpace(value[:i])
		case '{':
			if i > 0 && value[i-1] == ' ' {
				return strings.TrimSpace(value[:i])
			}
		}
	}
	return value
}

// unescape undoes the backslash escapes of OBO.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'W':
			b.WriteByte(' ')
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
