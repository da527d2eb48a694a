package mesh

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/ontology"
)

// maxDepth bounds how deep elements nest. MeSH needs 9.
const maxDepth = 50

func isXML(start []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(start), []byte("<"))
}

// An xmlReader reads records of one kind. A DOCTYPE is passed over; no entity
// but XML's own is known, and nothing is fetched.
type xmlReader struct {
	dec      *xml.Decoder
	in       *bounded
	loader   *loader
	kind     kind     // of all records of the file
	language string   // of the file
	path     []string // the open elements
	text     []byte   // since the last tag
	record   record
	started  int // the line where record begins
}

// A kind says how the elements of a record are named.
type kind struct{ record, ui, name string }

func kindOf(root string) (kind, bool) {
	switch root {
	case "DescriptorRecordSet":
		return kind{"DescriptorRecord", "DescriptorUI", "DescriptorName"}, true
	case "SupplementalRecordSet":
		return kind{"SupplementalRecord", "SupplementalRecordUI", "SupplementalRecordName"}, true
	case "QualifierRecordSet":
		return kind{"QualifierRecord", "QualifierUI", "QualifierName"}, true
	}
	return kind{}, false
}

func readXML(in *bufio.Reader, l *loader) error {
	b := &bounded{in: in}
	r := xmlReader{dec: xml.NewDecoder(b), in: b, loader: l}
	for {
		b.begun = r.dec.InputOffset()
		token, err := r.dec.Token()
		if err == io.EOF && r.kind.record != "" {
			return nil
		}
		if err != nil {
			return r.failed(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = r.start(t)
		case xml.CharData:
			if r.text = append(r.text, t...); len(r.text) > maxLine {
				err = r.expected(fmt.Sprintf("a text of at most %d bytes", maxLine), "")
			}
		case xml.EndElement:
			err = r.end()
		}
		if err != nil {
			return err
		}
	}
}

func (r *xmlReader) start(t xml.StartElement) error {
	name := t.Name.Local
	r.text = r.text[:0]
	if len(r.path) == maxDepth {
		return r.expected(fmt.Sprintf("at most %d levels of elements", maxDepth), name)
	}
	r.path = append(r.path, name)
	switch len(r.path) {
	case 1:
		return r.root(t)
	case 2:
		if name != r.kind.record {
			return r.expected("a "+r.kind.record, name)
		}
		r.record = record{}
		r.started, _ = r.dec.InputPos()
		return nil
	}
	switch name {
	case "Concept":
		r.record.concept = ""
		r.record.isPreferred = attribute(t, "PreferredConceptYN") == "Y"
	case "ConceptRelation":
		r.record.relations = append(r.record.relations, relation{name: attribute(t, "RelationName")})
	case "Term":
		r.record.termUI = ""
		r.record.isPermuted = attribute(t, "IsPermutedTermYN") == "Y"
	}
	return nil
}

func (r *xmlReader) root(t xml.StartElement) error {
	var ok bool
	if r.kind, ok = kindOf(t.Name.Local); !ok || r.started > 0 {
		return r.expected("one DescriptorRecordSet, SupplementalRecordSet or QualifierRecordSet", t.Name.Local)
	}
	r.language = languageOf(attribute(t, "LanguageCode"))
	return nil
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// end stores the text of the element that ends.
func (r *xmlReader) end() error {
	last := len(r.path) - 1
	name := r.path[last]
	r.path = r.path[:last]
	text := bytes.TrimSpace(r.text)
	r.text = r.text[:0]
	language, isName := stringLanguage(name, r.language)
	switch {
	case last == 0:
	case last == 1:
		return r.flush()
	case last == 2 && name == r.kind.ui:
		r.record.ui = string(text)
	case isName && last == 3 && r.path[2] == r.kind.name:
		r.record.head(string(text), language)
	case isName && r.path[last-1] == "Term":
		if name == "String" {
			language = termLanguage(r.record.termUI, language)
		}
		r.record.terms = append(r.record.terms, term{string(text), language, r.record.concept, r.record.isPermuted})
	default:
		r.record.take(r.path, name, text)
	}
	return nil
}

// flush adds the record that ends.
func (r *xmlReader) flush() error {
	if r.record.ui == "" || len(r.record.heads) == 0 {
		return &ontology.SyntaxError{Format: "mesh", Line: r.started, Want: "a " + r.kind.ui + " and a " + r.kind.name + " in the record that begins here"}
	}
	c := r.record.whole(r.loader.NoPermuted)
	r.loader.add(&c, r.record.trees)
	return nil
}

func (r *xmlReader) expected(want, got string) error {
	line, _ := r.dec.InputPos()
	return &ontology.SyntaxError{Format: "mesh", Line: line, Want: want, Got: got}
}

// failed is the error for what the decoder could not read.
func (r *xmlReader) failed(err error) error {
	line, _ := r.dec.InputPos()
	var syntax *xml.SyntaxError
	switch {
	case r.in.err == errTooLong:
		return r.expected(fmt.Sprintf("a tag or text of at most %d bytes", maxLine), "")
	case r.in.err != nil && r.in.err != io.EOF:
		return fmt.Errorf("after line %d: %w", line-1, r.in.err)
	case err == io.EOF:
		return r.expected("a DescriptorRecordSet", "the end of the file")
	case errors.As(err, &syntax):
		return &ontology.SyntaxError{Format: "mesh", Line: syntax.Line, Want: "well-formed XML", Got: syntax.Msg}
	}
	return r.expected("XML in UTF-8", err.Error())
}

var errTooLong = errors.New("too long")

// bounded is what an XML decoder reads from. It bounds one token.
type bounded struct {
	in    io.Reader
	read  int64 // bytes so far
	begun int64 // where the token that is being read begins
	err   error // that ended reading, io.EOF too
}

// Read implements io.Reader. The decoder calls it only if it needs more for the
// token that is being read.
func (b *bounded) Read(p []byte) (int, error) {
	if b.err == nil && b.read-b.begun > maxLine {
		b.err = errTooLong
	}
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.in.Read(p)
	b.read += int64(n)
	b.err = err
	return n, err
}
