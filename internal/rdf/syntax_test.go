package rdf_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/internal/rdf"
)

func ntriples(r io.Reader) rdf.Triples { return rdf.NTriples(r, nil) }

func turtle(r io.Reader) rdf.Triples { return rdf.Turtle(r, "", nil) }

func rdfXML(r io.Reader) rdf.Triples { return rdf.XML(r, "", nil) }

const rdfHead = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">` + "\n"

func node(content string) string {
	return rdfHead + "<rdf:Description>" + content + "</rdf:Description></rdf:RDF>"
}

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		read func(io.Reader) rdf.Triples
		text string
		want string
	}{
		{"NT: object missing", ntriples, "# c\n\n<a:s> <a:p> .\n", `line 3: expected an object: an IRI in <>, a blank node or a string, found "."`},
		{"NT: prefixed", ntriples, "<a:s> a:p <a:o> .", `line 1: expected a predicate in <>, found "a:p"`},
		{"NT: relative", ntriples, "<s> <a:p> <a:o> .", `line 1: expected an absolute IRI, found "s"`},
		{"NT: two a line", ntriples, "<a:s> <a:p> <a:o> . <a:s> <a:p> <a:o> .", `line 1: expected one triple a line`},
		{"NT: two lines", ntriples, "<a:s>\r<a:p> <a:o> .", `line 1: expected "." at the end of the triple, on its line`},
		{"NT: single quotes", ntriples, "<a:s> <a:p> 'o' .", `line 1: expected a string in double quotes, found "o"`},
		{"dot", turtle, "<a:s> <a:p> <a:o>\n<a:s>", `line 2: expected "." at the end of a statement, found "a:s"`},
		{"line of the start", turtle, "<a:s> <a:p> '''\n\n''' ,\n\"\"\"\n", `line 4: expected a string with its three closing quotes`},
		{"line behind", turtle, "<a:s> <a:p> '''\n\n''' <a:o> .", `line 3: expected "." at the end of a statement, found "a:o"`},
		{"prefix", turtle, "@prefix a: <a:> .\nb:s a:p a:o .", `line 2: expected a prefix that was declared, found "b:s"`},
		{"surrogate", turtle, `<a:s> <a:p> "\uD800" .`, `line 1: expected escapes of Turtle`},
		{"IRI by escape", turtle, `<a:\u0020> <a:p> "" .`, `line 1: expected escapes of Turtle`},
		{"UTF-8 in a name", turtle, "@prefix a: <a:> .\na:s\xff a:p a:o .", `line 2: expected a term or a directive`},
		{"label", turtle, "_:é\xcc <a:p> 1 .", `line 1: expected a term or a directive`},
		{"subject", turtle, "'s' <a:p> 1 .", `line 1: expected a subject, found "s"`},
		{"language", turtle, "<a:s> <a:p> 's'@en- .", `line 1: expected a language such as "@en-GB"`},
		{"long got", turtle, "<a:s> " + strings.Repeat("x", 100), `found "` + strings.Repeat("x", 60) + `..."`},
		{"empty XML", rdfXML, "<?xml version='1.0'?>\n", `line 2: expected an XML element`},
		{"not well-formed", rdfXML, rdfHead + "<rdf:Description", `line 2: expected well-formed XML, found "unexpected EOF"`},
		{"open", rdfXML, rdfHead + "\n<rdf:Description>", `line 3: expected </rdf:Description>`},
		{"crossed", rdfXML, rdfHead + "<rdf:Description></rdf:RDF>", `line 2: expected </rdf:Description>, found "</rdf:RDF>"`},
		{"two roots", rdfXML, rdfHead + "</rdf:RDF>\n<rdf:Description xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>", `line 3: expected the end of the document`},
		{"prefix of XML", rdfXML, rdfHead + "<b:x/></rdf:RDF>", `line 2: expected a declared prefix, found "<b:x"`},
		{"twice", rdfXML, rdfHead + "<e:x e:p='1' f:p='2' xmlns:f='http://e/'/></rdf:RDF>", `line 2: expected each attribute once`},
		{"plain attribute", rdfXML, rdfHead + "<e:x p='1'/></rdf:RDF>", `line 2: expected attributes in a namespace, found "p"`},
		{"plain element", rdfXML, "<x/>", `line 1: expected an element in a namespace, found "<x"`},
		{"mixed", rdfXML, node("<e:p>text<e:x/></e:p>"), `line 2: expected text or one node in http://e/p`},
		{"empty predicate", turtle, "<> <> <> .", `line 1: expected an IRI that is not empty, or a base before it`},
		{"empty datatype", turtle, "<> <a:p> 'x'^^<> .", `line 1: expected an IRI that is not empty, or a base before it`},
		{"empty prefix", turtle, "@prefix a: <> .\n@base <b:> .\n<> a: <> .", `line 3: expected an IRI that is not empty, or a base before it, found "a:"`},
		{"text", rdfXML, node("text"), `line 2: expected an element, found "text"`},
		{"ID twice", rdfXML, node("<e:p rdf:ID='a'/><e:p rdf:ID='a'/>"), `line 2: expected each rdf:ID once, found "a"`},
		{"unknown encoding", rdfXML, "<?xml version='1.0' encoding='nonsense'?>\n" + rdfHead, `nonsense`},
		{"UTF-8 in XML", rdfXML, node("<e:p>\xff</e:p>"), `line 2: expected well-formed XML, found "invalid UTF-8"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := collect(c.read(strings.NewReader(c.text)))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestErrorOfTheReader(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		read func(io.Reader) rdf.Triples
		text string
	}{
		{ntriples, "<a:s> <a:p> <a:o> .\n"},
		{turtle, "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:"},
		{turtle, "<a:s> <a:p> <a:o> . # c"},
		{turtle, "<a:s> <a:p> <a:o> . <a:s> <a:p> 12"},
		{rdfXML, rdfHead + "<rdf:Description e:p='x'/><rdf:Desc"},
	} {
		triples := 0
		var last error
		for _, err := range c.read(io.MultiReader(strings.NewReader(c.text), iotest.ErrReader(broken))) {
			if last = err; err == nil {
				triples++
			}
		}
		if triples != 1 || !errors.Is(last, broken) || !strings.Contains(last.Error(), "line ") {
			t.Errorf("%q: %d triples, error %v", c.text, triples, last)
		}
	}
}

// Whatever the pieces that a document arrives in, it is the same.
func TestPieces(t *testing.T) {
	for _, c := range []struct {
		read func(io.Reader) rdf.Triples
		text string
	}{
		{ntriples, "_:a.b <a:p> \"x\\n\\u00e9é\"@en-GB . # c\r\n<a:s> <a:p> \"1\"^^<a:t> .\n"},
		{turtle, "\ufeff@prefix é.b: <a:> .\né.b:%20\\~é-.x a 1.5e3, .5, -1, '''x''y\\t\n''', [], ( 1 [ a <b:c> ] ) ."},
		{rdfXML, "\ufeff" + node("<e:p rdf:parseType='Literal'>é<!-- c --><e:x b='&amp;'/><?p i?></e:p><e:q>a<![CDATA[b]]>c</e:q>")},
	} {
		want, err := collect(c.read(strings.NewReader(c.text)))
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		for name, pieces := range map[string]func(io.Reader) io.Reader{
			"bytes": iotest.OneByteReader, "halves": iotest.HalfReader, "end with data": iotest.DataErrReader,
		} {
			got, err := collect(c.read(pieces(strings.NewReader(c.text))))
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	}
}

// A name means what its prefix means where it stands.
func TestPrefixAgain(t *testing.T) {
	triples, err := collect(turtle(strings.NewReader("@prefix a: <a:> . a:x a:x 1 . @prefix a: <b:> . a:x a:x 1 . PREFIX a: <a:> a:x a:x 1 .")))
	if err != nil || len(triples) != 3 {
		t.Fatalf("%v, error %v", triples, err)
	}
	for i, want := range []string{"a:x", "b:x", "a:x"} {
		if got := triples[i]; got.Subject.Value != want || got.Predicate != want {
			t.Errorf("%+v, want %s", got, want)
		}
	}
}

func TestStop(t *testing.T) {
	for name, triples := range map[string]rdf.Triples{
		"N-Triples": ntriples(strings.NewReader("<a:s> <a:p> 'o' .")),
		"Turtle":    turtle(strings.NewReader("[ <a:p> ( 1 2 3 ) ] .")),
		"RDF/XML":   rdfXML(strings.NewReader(node("<e:p><e:x e:q='1'/></e:p>"))),
	} {
		t.Run(name, func(t *testing.T) {
			for range triples {
				break // a range panics if the body is called again
			}
		})
	}
}

func TestXMLEncodings(t *testing.T) {
	for _, text := range []string{
		"<?xml version='1.0' encoding='ISO-8859-1'?>" + node("<e:p>\xe9</e:p>"),
		"<?xml version='1.0' encoding='utf-8'?>" + node("<e:p>\u00e9</e:p>"),
		"<!DOCTYPE rdf:RDF [\n<!-- <!ENTITY x 'no'> --><!ELEMENT a (b)><!ENTITY e '&#xe9;'>\n<!ENTITY % p 'x'>%p;<!ENTITY x \"&e;\">]>" + node("<e:p>&x;</e:p>"),
		"<!DOCTYPE rdf:RDF [<!ENTITY x '>&#233;'><!ENTITY x 'no'><!ENTITY amp '&#38;#38;'>]>" + node("<e:p>&e;</e:p>"),
	} {
		triples, err := collect(rdfXML(strings.NewReader(text)))
		if strings.Contains(text, "&e;<") {
			if err == nil {
				t.Errorf("an entity without declaration was read as %v", triples)
			}
			continue
		}
		if err != nil || len(triples) != 1 || triples[0].Object.Value != "\u00e9" {
			t.Errorf("%s: %v, error %v", text, triples, err)
		}
	}
}

func FuzzNTriples(f *testing.F) {
	f.Add("<a:s> <a:p> \"x\\n\"@en .\n_:a <a:p> _:b . # c\n")
	// What is N-Triples is Turtle and says the same.
	f.Fuzz(func(t *testing.T, text string) {
		want, err := collect(ntriples(strings.NewReader(text)))
		if err != nil {
			return
		}
		got, err := collect(turtle(strings.NewReader(text)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-N-Triples +Turtle):\n%s", diff)
		}
	})
}

func FuzzTurtle(f *testing.F) {
	f.Add("@prefix a: <a:> . @base <b:c> .\n[ a a:b ] a:c ( 1 2.0 3e4 true 'x'@en \"\"\"y\"\"\"^^a:d ) ; a <e>, _:f.g .\nPREFIX : <x>")
	f.Add("@prefix a:<>.@base<000>.[a a:]a:(0true\"\"a:);a<0>.")
	f.Fuzz(func(t *testing.T, text string) { sound(t, turtle, text) })
}

func FuzzXML(f *testing.F) {
	f.Add("<!DOCTYPE a [<!ENTITY e 'x'>]>" + node("<e:p rdf:ID='a' xml:lang='en' xml:base='http://f'>&e;</e:p><rdf:li rdf:parseType='Literal'><e:x/></rdf:li><e:q rdf:parseType='Collection'><e:x/></e:q>"))
	f.Fuzz(func(t *testing.T, text string) { sound(t, rdfXML, text) })
}

// sound checks what holds for every document: reading ends, alike in small
// pieces, and terms are what they say.
func sound(t *testing.T, read func(io.Reader) rdf.Triples, text string) {
	whole, err := collect(read(strings.NewReader(text)))
	pieces, err2 := collect(read(iotest.HalfReader(strings.NewReader(text))))
	if fmt.Sprint(err) != fmt.Sprint(err2) {
		t.Errorf("errors %v and %v", err, err2)
	}
	if diff := cmp.Diff(whole, pieces); diff != "" {
		t.Errorf("(-whole +pieces):\n%s", diff)
	}
	for _, x := range whole {
		if x.Subject.Kind == rdf.Literal || x.Predicate == "" || x.Object.Kind == rdf.Blank && x.Object.Value == "" ||
			x.Object.Language != "" && x.Object.Datatype != "" {
			t.Errorf("%+v", x)
		}
	}
}
