package rdf

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"golang.org/x/net/html/charset"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// xmlTokens are the raw tokens of an XML document, each at most MaxToken long.
type xmlTokens struct {
	dec *xml.Decoder
	mender
	meter   *meter
	started bool // past the prolog
}

func newXMLTokens(r io.Reader, warn func(*SyntaxError)) xmlTokens {
	in := bufio.NewReaderSize(r, 64<<10)
	if mark, _ := in.Peek(3); string(mark) == "\xEF\xBB\xBF" {
		in.Discard(3)
	}
	m := &meter{in: repairs{in: in}}
	dec := xml.NewDecoder(m)
	x := xmlTokens{dec: dec, mender: mender{warn}, meter: m}
	if warn != nil {
		m.in.warn = func(want, got string) { warn(x.expected(want, got)) }
	}
	dec.CharsetReader = func(label string, _ io.Reader) (io.Reader, error) {
		decoded, err := charset.NewReaderLabel(label, m.in.in)
		if err != nil {
			return nil, err
		}
		m.in.in = bufio.NewReader(decoded)
		return m, nil
	}
	return x
}

// next returns the next token, which is good until the one after it; nil at
// the end of the document. The document type is read and not returned.
func (x *xmlTokens) next() (xml.Token, error) {
	for {
		x.meter.left = MaxToken
		t, err := x.dec.RawToken()
		if err == io.EOF {
			return nil, nil
		}
		if err != nil {
			return nil, x.translate(err)
		}
		switch t := t.(type) {
		case xml.Directive:
			if x.started {
				return nil, x.expected("a document type only before the first element", "<!"+string(t))
			}
			if x.dec.Entity != nil {
				return nil, x.expected("one document type", "<!"+string(t))
			}
			if err := x.entities(t); err != nil {
				return nil, err
			}
			continue
		case xml.StartElement:
			x.started = true
		}
		return t, nil
	}
}

func (x *xmlTokens) entities(doctype []byte) error {
	entities, err := declaredEntities(doctype)
	if err != nil {
		return x.expected(err.Error(), "")
	}
	x.dec.Entity, x.meter.in.entities = entities, entities
	for _, text := range entities {
		x.meter.entity = max(x.meter.entity, len(text))
	}
	return nil
}

func (x *xmlTokens) expected(want, got string) *SyntaxError {
	line, _ := x.dec.InputPos()
	return &SyntaxError{Line: line, Want: want, Got: excerpt.Of(got, maxGot)}
}

// malformed is the error for what is no document of XML at all.
func (x *xmlTokens) malformed(want, got string) error {
	err := x.expected(want, got)
	err.final = true
	return err
}

func (x *xmlTokens) translate(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case errors.Is(err, errMeter):
		return x.expected(atMost(MaxToken, "bytes a token, entities expanded"), "")
	case errors.As(err, &syntax):
		return &SyntaxError{Line: syntax.Line, Want: "well-formed XML", Got: excerpt.Of(syntax.Msg, maxGot), final: true}
	}
	line, _ := x.dec.InputPos()
	return fmt.Errorf("rdf: line %d: %w", line, err)
}

var errMeter = errors.New("the token is too long")

// A meter stops a decoder that has read too much since it was set.
// encoding/xml holds a token whole, with each entity replaced, so an ampersand
// counts as the longest entity that was declared.
type meter struct {
	in     repairs
	left   int
	entity int

	entities int // bytes that were counted for them
}

func (m *meter) ReadByte() (byte, error) {
	c, err := m.in.ReadByte()
	m.left--
	if c == '&' {
		m.left -= m.entity
		m.entities += m.entity
	}
	if m.left < 0 && err == nil {
		return 0, errMeter
	}
	return c, err
}

// Read is here because a decoder asks for an io.Reader; it uses ReadByte.
func (m *meter) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c, err := m.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = c
	return 1, nil
}

// isSpace reports whether b is white space of XML and nothing else.
func isSpace(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return false
		}
	}
	return true
}

// rawName is a name as it is written.
func rawName(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}
