package umls

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lokman-crawler/lokman/ontology"
)

// Limits of ReadKSS.
const (
	maxKSS      = 64 << 20 // bytes of all answers
	maxKSSDepth = 64       // elements in elements
	maxKSSText  = 64 << 10 // bytes in one element
)

// ReadKSS reads what the UMLS Knowledge Source Server of the thesis's time
// answered to getTerms, getRelations and getContext, one answer or several after
// another as the thesis merges them, and returns the topic that they describe
// (thesis 3.3, 5 and 3.4.3.2). Its name and exact term is the search term of the
// first query or, if no query has one, the first concept name; synonyms are
// the concept names (cn) and those related by SY, partial the ones related by
// PAR, contextual the members of the context (cxs) of rank 0. Term variants (tn,
// str) are left out, as there. The first concept's CUI is the topic's.
//
// The error for what is no such answer is an *[ontology.SyntaxError]; documents with a
// document type are refused.
func ReadKSS(r io.Reader) (ontology.Topic, error) {
	limited := &io.LimitedReader{R: r, N: maxKSS + 1}
	k := kss{in: xml.NewDecoder(limited)}
	if err := k.read(); err != nil {
		return ontology.Topic{}, err
	}
	if limited.N == 0 {
		return ontology.Topic{}, k.expected(fmt.Sprintf("answers of at most %d bytes", maxKSS), "")
	}
	if k.topic.Name == "" {
		return ontology.Topic{}, k.expected("an answer of the Knowledge Source Server with a term or a concept name", "")
	}
	k.topic.Terms = append([]ontology.Term{{Text: k.topic.Name, Relation: ontology.Exact, Concept: k.topic.ID}}, k.topic.Terms...)
	return ontology.Merge(k.topic), nil
}

type kss struct {
	in     *xml.Decoder
	open   []string // the elements that are open
	text   strings.Builder
	topic  ontology.Topic
	member member // the open relation or context member
	asked  bool   // the name is a query's
	cui    string // the last one outside relations and contexts
}

// A member is a relSource (Figure 12) or cxtMember (Figure 13).
type member struct{ name, cui, rel, rank string }

func (k *kss) read() error {
	for {
		token, err := k.in.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return k.malformed(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if len(k.open) == maxKSSDepth {
				return k.expected(fmt.Sprintf("at most %d elements in one another", maxKSSDepth), token.Name.Local)
			}
			k.open = append(k.open, token.Name.Local)
			k.text.Reset()
			if isMember(token.Name.Local) {
				k.member = member{}
			}
		case xml.CharData:
			if k.text.Len()+len(token) > maxKSSText {
				return k.expected(fmt.Sprintf("an element of at most %d bytes", maxKSSText), "")
			}
			k.text.Write(token)
		case xml.EndElement:
			k.close(token.Name.Local, strings.Join(strings.Fields(k.text.String()), " "))
			k.open = k.open[:len(k.open)-1]
			k.text.Reset()
		case xml.Directive:
			return k.expected("no document type", string(token))
		}
	}
}

func isMember(element string) bool { return element == "relSource" || element == "cxtMember" }

// within reports whether an element around the one that ends is such.
func (k *kss) within(is func(string) bool) bool {
	for _, e := range k.open[:len(k.open)-1] {
		if is(e) {
			return true
		}
	}
	return false
}

// close stores the contents of an element at its end.
func (k *kss) close(element, text string) {
	switch {
	case isMember(element):
		k.related()
	case k.within(isMember):
		switch element {
		case "cn", "cxs":
			k.member.name = text
		case "cui", "cui2":
			k.member.cui = text
		case "rel":
			k.member.rel = text
		case "rank":
			k.member.rank = text
		}
	case k.within(func(e string) bool { return e == "query" }):
		if element == "term" && text != "" && !k.asked {
			k.topic.Name, k.asked = text, true
		}
	case element == "cui":
		if k.cui = text; k.topic.ID == "" {
			k.topic.ID = text
		}
	case element == "cn":
		if k.topic.Name == "" {
			k.topic.Name = text
		}
		k.add(text, ontology.Synonym, k.cui)
	}
}

// related takes a relation or a member of a context that has ended. Only the
// latter have a rank.
func (k *kss) related() {
	m := k.member
	switch {
	case m.rank == "0":
		k.add(m.name, ontology.Contextual, m.cui)
	case m.rank != "":
	case m.rel == "SY":
		k.add(m.name, ontology.Synonym, m.cui)
	case m.rel == "PAR":
		k.add(m.name, ontology.Partial, m.cui)
	}
}

func (k *kss) add(name string, r ontology.Relation, cui string) {
	if name != "" {
		k.topic.Terms = append(k.topic.Terms, ontology.Term{Text: name, Relation: r, Concept: cui})
	}
}

func (k *kss) expected(want, got string) error {
	line, _ := k.in.InputPos()
	return &ontology.SyntaxError{Format: "umls", Line: line, Want: want, Got: got}
}

// malformed returns the error for XML that is not well-formed or could not be read.
func (k *kss) malformed(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return &ontology.SyntaxError{Format: "umls", Line: syntax.Line, Want: "well-formed XML", Got: syntax.Msg}
	}
	line, _ := k.in.InputPos()
	return fmt.Errorf("umls: after line %d: %w", line-1, err)
}
