package rdf_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lokman-crawler/lokman/internal/rdf"
)

// A lenient is a reader that warns.
type lenient func(r io.Reader, warn func(*rdf.SyntaxError)) rdf.Triples

func lenientTurtle(r io.Reader, warn func(*rdf.SyntaxError)) rdf.Triples {
	return rdf.Turtle(r, "", warn)
}

func lenientXML(r io.Reader, warn func(*rdf.SyntaxError)) rdf.Triples { return rdf.XML(r, "", warn) }

// mended returns the triples, in short, and the warnings of a lenient reading.
func mended(read lenient, in io.Reader) (triples, warnings []string, err error) {
	for t, e := range read(in, func(w *rdf.SyntaxError) { warnings = append(warnings, w.Error()) }) {
		if e != nil {
			err = e
			break
		}
		object := t.Object.Value
		if t.Object.Language != "" {
			object += "@" + t.Object.Language
		}
		triples = append(triples, fmt.Sprintf("%s %s %s", t.Subject.Value, strings.TrimPrefix(t.Predicate, "http://e/"), object))
	}
	return triples, warnings, err
}

// Each mistake costs what it is in, and nothing else.
func TestMends(t *testing.T) {
	const (
		iri   = "expected an IRI without spaces, quotes, braces and the like"
		name  = "expected a name with a backslash before each punctuation mark"
		stop  = `expected "." at the end of a statement`
		plain = "expected attributes in a namespace"
	)
	for _, c := range []struct {
		name     string
		read     lenient
		text     string
		triples  []string
		warnings []string // what each has in it
	}{
		{"NT: space", rdf.NTriples, "<a:s> <a:p> <a:x y> .\n<a:s> <a:p> <a:z> .\n", []string{"a:s a:p a:x y", "a:s a:p a:z"}, []string{"line 1: " + iri}},
		{"NT: escaped space", rdf.NTriples, `<a:s> <a:p> <a:x\u0020a:y> .`, []string{"a:s a:p a:x a:y"}, []string{"escapes of Turtle"}},
		{"NT: braces", rdf.NTriples, "<a:{s}> <a:p|q> <a:`x^> .\n", []string{"a:{s} a:p|q a:`x^"}, []string{iri, iri, iri}},
		{"NT: open IRI", rdf.NTriples, "<a:s> <a:p> <a:x .\n<a:s> <a:p> <a:y> .\n", []string{"a:s a:p a:y"}, []string{"line 1: " + iri}},
		{"NT: IRI in an IRI", rdf.NTriples, "<a:s> <a:p> <a:x<a:y>> .\n<a:s> <a:p> <a:y> .\n", []string{"a:s a:p a:y"}, []string{"line 1: " + iri}},
		{"NT: open string", rdf.NTriples, "<a:s> <a:p> \"x .\n<a:s> <a:p> \"y\" .\n", []string{"a:s a:p y"}, []string{"line 1: expected a string that ends on its line"}},
		{"NT: quote in a string", rdf.NTriples, "<a:s> <a:p> \"5\" pipe\" .\n<a:s> <a:p> \"y\" .\n", []string{"a:s a:p y"}, []string{`line 1: expected "." at the end of the triple`}},
		{"NT: no stop", rdf.NTriples, "<a:s> <a:p> \"x\"\n<a:s> <a:p> \"y\" .\n", []string{"a:s a:p x", "a:s a:p y"}, []string{`expected "." at the end of the triple`}},
		{"NT: two a line", rdf.NTriples, "<a:s> <a:p> <a:o> . <a:s> <a:q> <a:o> .\n", []string{"a:s a:p a:o", "a:s a:q a:o"}, []string{"one triple a line"}},
		{"NT: last line", rdf.NTriples, "<a:s> <a:p> <a:o> .\n<a:s> <a:p> \n", []string{"a:s a:p a:o"}, []string{`line 3: expected "." at the end of the triple`}},
		{"NT: half a line", rdf.NTriples, "<a:s> <a:p>\n<a:s> <a:p> <a:o> .\n", []string{"a:s a:p a:o"}, []string{`line 2: expected "." at the end`}},

		{"space", lenientTurtle, `<a:s> <a:p> <a:x y>, "o" ; <a:q> 1 .`, []string{"a:s a:p a:x y", "a:s a:p o", "a:s a:q 1"}, []string{iri}},
		{"locale", lenientTurtle, `<a:s> <a:p> "birne"@de_DE, "pear"@en-GB .`, []string{"a:s a:p birne@de_DE", "a:s a:p pear@en-GB"}, []string{"expected a language"}},
		{"slash in a name", lenientTurtle, "@prefix a: <a:> .\na:1/2 a:p a:b/c/2,a:d .", []string{"a:1/2 a:p a:b/c/2", "a:1/2 a:p a:d"}, []string{name, name}},
		{"comma in a name", lenientTurtle, "@prefix a: <a:> .\na:Paris,_x a:p a:y,a:z,true,false ; a:q a:b,c .", []string{"a:Paris,_x a:p a:y", "a:Paris,_x a:p a:z", "a:Paris,_x a:p true", "a:Paris,_x a:p false", "a:Paris,_x a:q a:b,c"}, []string{name, name}},
		{"escape", lenientTurtle, `<a:s> <a:p> "C:\dir", "b" .`, []string{`a:s a:p C:\dir`, "a:s a:p b"}, []string{"escapes of Turtle"}},
		{"Latin-1", lenientTurtle, "<a:s> <a:p> \"caf\xe9\" .", []string{"a:s a:p café"}, []string{"expected UTF-8"}},
		{"unknown prefix", lenientTurtle, "<a:s> b:x 1 ; <a:p> 2, b:y ; <a:q> 3 .", []string{"a:s a:p 2", "a:s a:q 3"}, []string{"a prefix that was declared", "a prefix that was declared"}},
		{"unknown prefix of a subject", lenientTurtle, "b:s <a:p> 1 ; <a:q> 2 .\n<a:s> <a:p> 3 .", []string{"a:s a:p 3"}, []string{`found "b:s"`}},
		{"open string", lenientTurtle, "<a:s> <a:p> \"x@en ;\n<a:q> 1 .\n<a:t> <a:p> 2 .", []string{"a:s a:q 1", "a:t a:p 2"}, []string{"expected a string that ends on its line"}},
		{"no stop", lenientTurtle, "@prefix a: <a:>\n@prefix b: <b:>\na:s a:p b:o\na:t a:p 1 .", []string{"a:s a:p b:o", "a:t a:p 1"}, []string{`"." behind @prefix`, `"." behind @prefix`, stop}},
		{"in brackets", lenientTurtle, "<a:s> <a:p> [ <a:q> b:x, [ <a:r> 1 ] ; <a:r> 1 ] ; <a:q> [ b:x 1 ; <a:r> 2 ], 3 .", []string{".1 a:r 1", "a:s a:p .1", ".2 a:r 2", "a:s a:q .2", "a:s a:q 3"}, []string{"a prefix that was declared", "a prefix that was declared"}},
		{"in a list", lenientTurtle, "<a:s> <a:p> ( 1 b:x [ <a:q> 1 ] ) ; <a:q> 2 .", []string{".1 " + rdf.Namespace + "first 1", "a:s a:q 2"}, []string{"a prefix that was declared"}},
		{"prose", lenientTurtle, "<a:s> <a:p> 1 .\nThis file was made by hand. It is good.\n<a:s> <a:p> 2 .", []string{"a:s a:p 1", "a:s a:p 2"}, []string{"line 2", "line 2"}},
		{"quotes around nothing", lenientTurtle, "<a:s> <a:p> 1 ; 'x' <a:q> ; <a:r> 2 .", []string{"a:s a:p 1", "a:s a:r 2"}, []string{"expected a predicate"}},

		{"plain attribute", lenientXML, rdfHead + "<e:x rdf:about='a:s' status='new'><e:p status='new'>o</e:p></e:x></rdf:RDF>", []string{"a:s " + rdf.Namespace + "type http://e/x", "a:s p o"}, []string{"line 2: " + plain, plain}},
		{"lang", lenientXML, node("<e:p lang='en'>o</e:p><e:q xml:lang='de_DE'>ö</e:q>"), []string{".1 p o@en", ".1 q ö@de_DE"}, []string{plain}},
		{"space in XML", lenientXML, node("<e:p rdf:resource='a:x y'/>"), []string{".1 p a:x y"}, []string{iri}},
		{"markup", lenientXML, node("<e:p>a <b>bold</b> <i>w<u>or</u>d</i></e:p><e:q><p>a</p></e:q>"), []string{".1 p a bold word", ".1 q a"}, []string{"text or one node in http://e/p", "text or one node", "text or one node in http://e/q"}},
		{"text behind a node", lenientXML, node("<e:p><e:x rdf:about='a:x'/>text</e:p>"), []string{"a:x " + rdf.Namespace + "type http://e/x", ".1 p a:x"}, []string{"text or one node"}},
		{"stray text", lenientXML, node("text<e:p>o</e:p>"), []string{".1 p o"}, []string{"expected an element"}},
		{"odd ID", lenientXML, rdfHead + "<e:x rdf:ID='1 a'><e:p>o</e:p></e:x></rdf:RDF>", []string{"#1 a " + rdf.Namespace + "type http://e/x", "#1 a p o"}, []string{"an rdf:ID that is a name", iri}},
		{"ID twice", lenientXML, rdfHead + "<rdf:Description rdf:ID='a' e:p='1'/><rdf:Description rdf:ID='a' e:p='2'/></rdf:RDF>", []string{"#a p 1", "#a p 2"}, []string{"each rdf:ID once"}},
		{"unknown prefix in XML", lenientXML, node("<f:p>1</f:p><e:p><e:x rdf:about='a:x'><f:q><e:p/></f:q><e:q>2</e:q></e:x></e:p>"), []string{"a:x " + rdf.Namespace + "type http://e/x", "a:x q 2", ".1 p a:x"}, []string{"a declared prefix", "a declared prefix"}},
		{"text and an attribute", lenientXML, node("<e:p e:note='n'>o</e:p><e:q rdf:resource='a:x'>o</e:q>"), []string{".1 p o", ".1 q a:x"}, []string{"one object of a property", "one object of a property"}},
		{"node and an attribute", lenientXML, node("<e:p rdf:resource='a:y'><e:x rdf:about='a:x'/></e:p>"), []string{"a:x " + rdf.Namespace + "type http://e/x", ".1 p a:x"}, []string{"not both"}},
		{"datatype of a literal", lenientXML, node("<e:p rdf:parseType='Literal' rdf:datatype='a:b'>o</e:p>"), []string{".1 p o"}, []string{"rdf:parseType with no other attribute"}},
		{"attribute of the root", lenientXML, strings.Replace(node("<e:p>o</e:p>"), "xmlns:e", "e:version='1' xmlns:e", 1), []string{".1 p o"}, []string{"rdf:RDF without attributes"}},
		{"ampersand", lenientXML, node("<e:p>R&D &c; a&b <![CDATA[x&y]]>&amp;&#10;</e:p><!-- &z; < --><?p &z; < ?>"), []string{".1 p R&D &c; a&b x&y&\n"}, []string{`found "&"`, `found "&c"`, `found "&"`}},
		{"entity of HTML", lenientXML, node("<e:p>&Eacute;t&eacute; &amp; &thinsp;caf&eacute;</e:p>"), []string{".1 p Été & \u2009café"}, []string{"found \"&Eacute\"", "found \"&eacute\"", "found \"&thinsp\"", "found \"&eacute\""}},
		{"less than", lenientXML, node("<e:p>p < 0.05, <5 and <e:x/></e:p>"), []string{".1 p p < 0.05, <5 and "}, []string{"&lt; for a less-than sign, found \"< 0.05, <\"", "&lt;", "text or one node"}},
		{"control character", lenientXML, node("<e:p>a\x0bb\x00c</e:p>"), []string{".1 p a b c"}, []string{"no control characters", "no control characters"}},
		{"Latin-1 in XML", lenientXML, node("<e:p>caf\xe9 é \xe2\x82</e:p>"), []string{".1 p café é â\u0082"}, []string{"expected UTF-8", "expected UTF-8", "expected UTF-8"}},
		{"about of a property", lenientXML, node("<e:p rdf:about='a:x'><e:y/></e:p><e:q>o</e:q>"), []string{".1 q o"}, []string{"without rdf:about"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, pieces := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.DataErrReader} {
				triples, warnings, err := mended(c.read, pieces(strings.NewReader(c.text)))
				if err != nil || !slices.Equal(triples, c.triples) {
					t.Errorf("triples %q, error %v; want %q", triples, err, c.triples)
				}
				if len(warnings) != len(c.warnings) {
					t.Fatalf("warnings %q, want %q", warnings, c.warnings)
				}
				for i, want := range c.warnings {
					if !strings.Contains(warnings[i], want) {
						t.Errorf("warning %q, want %q", warnings[i], want)
					}
				}
			}
			if _, err := collect(c.read(strings.NewReader(c.text), nil)); err == nil && !strings.HasSuffix(c.name, "space in XML") {
				t.Error("a strict reading does not refuse it")
			}
		})
	}
}

// A document that ends in the middle is refused, however lenient the reading.
func TestCutIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		read lenient
		text string
		ends []string // where it may end
	}{
		"N-Triples": {rdf.NTriples, "<a:s> <a:p> \"o\"@en .\n<a:s> <a:p> <a:x y> .\n_:b <a:p> \"1\"^^<a:t> .\n", []string{".", "\n"}},
		"Turtle": {lenientTurtle, "@prefix a: <a:> .\na:s a:p 'o'@en ; a:q <a:x y>, [ a:r \"\"\"a\nb\"\"\" ] .\na:t a:p ( 1 2 ) .\n",
			[]string{" .", " .\n"}},
		"RDF/XML": {lenientXML, rdfHead + "<rdf:Description about='a:s' status='x'><e:p>o <b>b</b></e:p></rdf:Description></rdf:RDF>", nil},
	} {
		for i := 1; i < len(c.text); i++ {
			text := c.text[:i]
			if slices.ContainsFunc(c.ends, func(end string) bool { return strings.HasSuffix(text, end) }) {
				continue
			}
			if triples, warnings, err := mended(c.read, strings.NewReader(text)); err == nil {
				t.Errorf("%s: %q is read as %q with the warnings %q", name, text, triples, warnings)
			}
		}
	}
}

// What a strict reading reads, a lenient one reads too, without a warning.
func FuzzMend(f *testing.F) {
	f.Add("<a:s> <a:p> <a:x y> .\n<a:s> <a:p> \"y .\n_:b <a:p> 'c'@en .")
	f.Add("@prefix a: <a:> .\na:s/t a:p [ b:c ( a:d 1 ) ; a:e 'x ] , a:g .\na:h a b:i ; a:j 2 .\n")
	f.Add(node("<e:p lang='en'>o <b>b</b></e:p><e:q rdf:ID='1 a' f:x='2'><e:r/>text</e:q>text"))
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []lenient{rdf.NTriples, lenientTurtle, lenientXML} {
			var strict []string
			var strictErr error
			strict, _, strictErr = mended(func(r io.Reader, _ func(*rdf.SyntaxError)) rdf.Triples { return read(r, nil) }, strings.NewReader(text))
			triples, warnings, err := mended(read, strings.NewReader(text))
			if strictErr == nil && err != nil {
				t.Errorf("only a lenient reading has the error %v", err)
			}
			if len(triples) < len(strict) || !slices.Equal(triples[:len(strict)], strict) {
				t.Errorf("triples %q of a lenient reading, %q of a strict one", triples, strict)
			}
			if strictErr == nil && len(triples) != len(strict) {
				t.Errorf("triples %q, warnings %q; strict %q", triples, warnings, strict)
			}
		}
	})
}
