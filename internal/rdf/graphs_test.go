package rdf_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/rdf"
)

// same reports documents that do not mean the triples that they should.
func same(t *testing.T, document string, got rdf.Triples, text string) {
	t.Helper()
	triples, err := collect(got)
	if err != nil {
		t.Fatalf("%v:\n%s", err, document)
	}
	want, err := collect(ntriples(strings.NewReader(strings.ReplaceAll(text, "rdf:", rdf.Namespace))))
	if err != nil {
		t.Fatal(err)
	}
	if !isomorphic(triples, want) {
		t.Errorf("not the same graph:\n%s\ngot %+v\nwant %+v", document, triples, want)
	}
}

// What each construct of Turtle means, as N-Triples (Turtle, sections 2 and 7).
func TestTurtleGraphs(t *testing.T) {
	const xsd = "http://www.w3.org/2001/XMLSchema#"
	for _, c := range []struct{ name, text, want string }{
		{"triple", `<a:s> <a:p> <a:o> .`, `<a:s> <a:p> <a:o> .`},
		{"comments", "# one\n<a:s> # two\n<a:p> <a:#o> .", `<a:s> <a:p> <a:#o> .`},
		{"lists of predicates and objects", `<a:s> <a:p> <a:o>, <a:o2>; <a:q> <a:o>;; .`,
			"<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:o2> .\n<a:s> <a:q> <a:o> ."},
		{"a", `<a:s> a <a:o> .`, `<a:s> <rdf:type> <a:o> .`},
		{"prefixes", "@prefix : <a:> .\nPREFIX b: <b:x>\n:s b:y b: .", `<a:s> <b:xy> <b:x> .`},
		{"names", "@prefix a: <a:> .\na:1.2 a:x:y a:b%20c\\,d .", `<a:1.2> <a:x:y> <a:b%20c,d> .`},
		{"letters of all scripts", "@prefix a: <a:> .\na:Ωmega a:ⁿ a:漢字 , a:豈 , a:⻆ , a:𝔸 .",
			"<a:Ωmega> <a:ⁿ> <a:漢字> .\n<a:Ωmega> <a:ⁿ> <a:豈> .\n<a:Ωmega> <a:ⁿ> <a:⻆> .\n<a:Ωmega> <a:ⁿ> <a:𝔸> ."},
		{"base", "@base <http://e/a/b?q> .\n<c> <../d> <#f> . BASE <x/> <> </y> <//h/z> .",
			"<http://e/a/c> <http://e/d> <http://e/a/b?q#f> .\n<http://e/a/x/> <http://e/y> <http://h/z> ."},
		{"dots of paths", "@base <http://e/a/b/c> .\n<./d> <../../../e> </.> , </..> , </x/./y/../z> , <?q> .",
			"<http://e/a/b/d> <http://e/e> <http://e/> .\n<http://e/a/b/d> <http://e/e> <http://e/x/z> .\n<http://e/a/b/d> <http://e/e> <http://e/a/b/c?q> ."},
		{"schemes", "@base <http://e/a> .\n<a+b-c.1:x> <urn:p> <mailto:x@y> .", `<a+b-c.1:x> <urn:p> <mailto:x@y> .`},
		{"escapes of IRIs", `<a:\u0041\U0001D538> <a:p> <a:o> .`, `<a:A𝔸> <a:p> <a:o> .`},
		{"strings", `<a:s> <a:p> "x", 'y"', """a"b""c""", '''d''e''', "", '' .`,
			"<a:s> <a:p> \"x\" .\n<a:s> <a:p> \"y\\\"\" .\n<a:s> <a:p> \"a\\\"b\\\"\\\"c\" .\n<a:s> <a:p> \"d''e\" .\n<a:s> <a:p> \"\" ."},
		{"escapes of strings", `<a:s> <a:p> "\t\b\n\r\f\"\'\\\u00e9\U0001D538" .`, `<a:s> <a:p> "\t\b\n\r\f\"\'\\é𝔸" .`},
		{"languages and datatypes", `<a:s> <a:p> "x"@en-GB, "1"^^<a:t> .`, "<a:s> <a:p> \"x\"@en-GB .\n<a:s> <a:p> \"1\"^^<a:t> ."},
		{"xsd:string is plain", `<a:s> <a:p> "x"^^<` + xsd + `string> .`, `<a:s> <a:p> "x" .`},
		{"numbers", `<a:s> <a:p> 1, -2, 3.5, .5, 1e6, 1.E-2, +4.2e+1, true, false .`,
			`<a:s> <a:p> "1"^^<` + xsd + `integer> .
<a:s> <a:p> "-2"^^<` + xsd + `integer> .
<a:s> <a:p> "3.5"^^<` + xsd + `decimal> .
<a:s> <a:p> ".5"^^<` + xsd + `decimal> .
<a:s> <a:p> "1e6"^^<` + xsd + `double> .
<a:s> <a:p> "1.E-2"^^<` + xsd + `double> .
<a:s> <a:p> "+4.2e+1"^^<` + xsd + `double> .
<a:s> <a:p> "true"^^<` + xsd + `boolean> .
<a:s> <a:p> "false"^^<` + xsd + `boolean> .`},
		{"a number before the end", "<a:s> <a:p> 1.\n<a:s> <a:q> 2 .",
			`<a:s> <a:p> "1"^^<` + xsd + `integer> .` + "\n" + `<a:s> <a:q> "2"^^<` + xsd + `integer> .`},
		{"blank nodes", `_:x <a:p> [ <a:q> _:x; <a:r> [] ] . [ <a:p> <a:o> ] . [] <a:p> _:y.z .`,
			"_:x <a:p> _:1 .\n_:1 <a:q> _:x .\n_:1 <a:r> _:2 .\n_:3 <a:p> <a:o> .\n_:4 <a:p> _:y ."},
		{"collections", `<a:s> <a:p> (<a:1> "2" ()) . ( <a:x> ) <a:p> () .`,
			`<a:s> <a:p> _:1 .
_:1 <rdf:first> <a:1> .
_:1 <rdf:rest> _:2 .
_:2 <rdf:first> "2" .
_:2 <rdf:rest> _:3 .
_:3 <rdf:first> <rdf:nil> .
_:3 <rdf:rest> <rdf:nil> .
_:4 <rdf:first> <a:x> .
_:4 <rdf:rest> <rdf:nil> .
_:4 <a:p> <rdf:nil> .`},
	} {
		t.Run(c.name, func(t *testing.T) { same(t, c.text, rdf.Turtle(strings.NewReader(c.text), "", nil), c.want) })
	}
}

// What each construct of RDF/XML means, as N-Triples (RDF/XML, sections 2 and 7).
func TestXMLGraphs(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"about and resource", `<rdf:Description rdf:about="#s"><e:p rdf:resource="o"/></rdf:Description>`, `<http://b/f#s> <http://e/p> <http://b/o> .`},
		{"ID", `<e:T rdf:ID="s"/>`, `<http://b/f#s> <rdf:type> <http://e/T> .`},
		{"no name", `<e:T e:p="x"/>`, "_:1 <rdf:type> <http://e/T> .\n_:1 <http://e/p> \"x\" ."},
		{"nodeID", `<rdf:Description rdf:nodeID="n"><e:p rdf:nodeID="n"/></rdf:Description>`, `_:n <http://e/p> _:n .`},
		{"type attribute", `<rdf:Description rdf:about="a:s" rdf:type="T" e:p="x"/>`, "<a:s> <rdf:type> <http://b/T> .\n<a:s> <http://e/p> \"x\" ."},
		{"attributes of a property", `<rdf:Description rdf:about="a:s"><e:p e:q="x" rdf:type="a:T"/></rdf:Description>`,
			"<a:s> <http://e/p> _:1 .\n_:1 <http://e/q> \"x\" .\n_:1 <rdf:type> <a:T> ."},
		{"attributes of what it refers to", `<rdf:Description rdf:about="a:s"><e:p rdf:resource="a:o" e:q="x"/></rdf:Description>`,
			"<a:s> <http://e/p> <a:o> .\n<a:o> <http://e/q> \"x\" ."},
		{"nested", `<rdf:Description rdf:about="a:s"> <e:p> <e:T rdf:about="a:o"><e:q>x</e:q></e:T> </e:p> </rdf:Description>`,
			"<a:s> <http://e/p> <a:o> .\n<a:o> <rdf:type> <http://e/T> .\n<a:o> <http://e/q> \"x\" ."},
		{"empty property", `<rdf:Description rdf:about="a:s"><e:p/></rdf:Description>`, `<a:s> <http://e/p> "" .`},
		{"language", `<rdf:Description rdf:about="a:s" xml:lang="en" e:q="y"><e:p xml:lang="fr">x</e:p><e:p xml:lang="">z</e:p></rdf:Description>`,
			"<a:s> <http://e/q> \"y\"@en .\n<a:s> <http://e/p> \"x\"@fr .\n<a:s> <http://e/p> \"z\" ."},
		{"datatype", `<rdf:Description rdf:about="a:s" xml:lang="en"><e:p rdf:datatype="t">1</e:p><e:p rdf:datatype="http://www.w3.org/2001/XMLSchema#string">x</e:p></rdf:Description>`,
			"<a:s> <http://e/p> \"1\"^^<http://b/t> .\n<a:s> <http://e/p> \"x\" ."},
		{"base", `<rdf:Description rdf:about="s" xml:base="http://c/d/#x"><e:p rdf:resource="o"/><e:p rdf:resource=""/></rdf:Description>`,
			"<http://c/d/s> <http://e/p> <http://c/d/o> .\n<http://c/d/s> <http://e/p> <http://c/d/> ."},
		{"Resource", `<rdf:Description rdf:about="a:s"><e:p rdf:parseType="Resource"><e:q>x</e:q></e:p></rdf:Description>`,
			"<a:s> <http://e/p> _:1 .\n_:1 <http://e/q> \"x\" ."},
		{"Literal", `<rdf:Description rdf:about="a:s"><e:p rdf:parseType="Literal">a<b>c</b></e:p></rdf:Description>`,
			`<a:s> <http://e/p> "a<b>c</b>"^^<rdf:XMLLiteral> .`},
		{"Collection", `<rdf:Description rdf:about="a:s"><e:p rdf:parseType="Collection"><rdf:Description rdf:about="a:1"/><e:T/></e:p><e:q rdf:parseType="Collection"/></rdf:Description>`,
			`<a:s> <http://e/p> _:1 .
_:1 <rdf:first> <a:1> .
_:1 <rdf:rest> _:2 .
_:2 <rdf:first> _:3 .
_:3 <rdf:type> <http://e/T> .
_:2 <rdf:rest> <rdf:nil> .
<a:s> <http://e/q> <rdf:nil> .`},
		{"containers", `<rdf:Bag rdf:about="a:s"><rdf:li>x</rdf:li><rdf:_7>y</rdf:_7><rdf:li rdf:resource="a:o"/></rdf:Bag>`,
			"<a:s> <rdf:type> <rdf:Bag> .\n<a:s> <rdf:_1> \"x\" .\n<a:s> <rdf:_7> \"y\" .\n<a:s> <rdf:_2> <a:o> ."},
		{"named statements", `<rdf:Description rdf:about="a:s"><e:p rdf:ID="t">x</e:p></rdf:Description>`,
			`<a:s> <http://e/p> "x" .
<http://b/f#t> <rdf:type> <rdf:Statement> .
<http://b/f#t> <rdf:subject> <a:s> .
<http://b/f#t> <rdf:predicate> <http://e/p> .
<http://b/f#t> <rdf:object> "x" .`},
		{"attributes without a prefix", `<rdf:Description about="a:s"><e:p resource="a:o"/></rdf:Description>`, `<a:s> <http://e/p> <a:o> .`},
		{"other attributes of XML", `<rdf:Description rdf:about="a:s" xml:space="preserve" e:p="x"/>`, `<a:s> <http://e/p> "x" .`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := rdfHead + c.content + "</rdf:RDF>"
			same(t, text, rdf.XML(strings.NewReader(text), "http://b/f", nil), c.want)
		})
	}
	t.Run("one node without rdf:RDF", func(t *testing.T) {
		const text = `<e:T xmlns:e="http://e/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:about="a:s"/>`
		same(t, text, rdf.XML(strings.NewReader(text), "", nil), `<a:s> <rdf:type> <http://e/T> .`)
	})
}

// Documents that a reader must refuse, however little is wrong with them.
func TestGraphsRefuse(t *testing.T) {
	for _, text := range []string{
		`<a:s> <a:p> <a:o>`, `<a:s> <a:p> .`, `<a:s> .`, `"x" <a:p> <a:o> .`, `<a:s> "p" <a:o> .`, `<a:s> _:p <a:o> .`, `<a:s> a: <a:o> .`,
		`<a:s> <a:p> <a: o> .`, `<a:s> <a:p> <a:"o> .`, `<a:s> <a:p> "x"^<a:t> .`, `<a:s> <a:p> "x"^^"t" .`, `<a:s> <a:p> "x"@1 .`,
		"<a:s> <a:p> \"x\ny\" .", `<a:s> <a:p> "\q" .`, `<a:s> <a:p> "\u12" .`, `<a:s> <a:p> "\U00110000" .`, `<a:s> <a:p> <a:\n> .`,
		`<a:s> <a:p> 1e .`, `<a:s> <a:p> 1e+ .`, `<a:s> <a:p> - .`, `<a:s> <a:p> ( <a:o> .`, `<a:s> <a:p> [ <a:q> ] .`, `<a:s> <a:p> ] .`,
		`@prefix a <a:> .`, `@prefix a: a: .`, `@prefix a:b <a:> .`, `@prefix a: <a:>`, `@base a .`, `@keywords a .`, `_: <a:p> <a:o> .`,
		"@prefix a: <a:> .\na:x\\y a:p a:o .", "@prefix a: <a:> .\na:x%2 a:p a:o .", `<a:s> <a:p> @en .`, `<a:s> <a:p> <a:o> ; , .`,
	} {
		if triples, err := collect(rdf.Turtle(strings.NewReader(text), "", nil)); err == nil {
			t.Errorf("taken: %s: %+v", text, triples)
		}
	}
	for _, content := range []string{
		`<rdf:Description rdf:ID="a" rdf:about="b"/>`, `<rdf:Description rdf:ID="a" rdf:nodeID="b"/>`, `<rdf:Description rdf:about="a" rdf:nodeID="b"/>`,
		`<rdf:Description rdf:ID="1"/>`, `<rdf:Description rdf:nodeID="a b"/>`, `<rdf:Description rdf:li="1"/>`, `<rdf:Description rdf:bagID="a"/>`,
		`<rdf:Description rdf:aboutEach="a"/>`, `<rdf:Description rdf:aboutEachPrefix="a"/>`, `<rdf:li/>`, `<rdf:ID/>`, `<rdf:RDF/>`,
		`<e:T><rdf:Description/></e:T>`, `<e:T><rdf:about/></e:T>`, `<e:T><e:p rdf:about="a"/></e:T>`, `<e:T><e:p rdf:nodeID="1"/></e:T>`,
		`<e:T><e:p rdf:resource="a" rdf:nodeID="b"/></e:T>`, `<e:T><e:p rdf:resource="a">x</e:p></e:T>`, `<e:T><e:p rdf:resource="a"><e:U/></e:p></e:T>`,
		`<e:T><e:p rdf:parseType="Literal" rdf:resource="a"/></e:T>`, `<e:T><e:p rdf:parseType="Resource" e:q="x"/></e:T>`,
		`<e:T><e:p rdf:parseType="Resource" rdf:datatype="t"/></e:T>`, `<e:T><e:p rdf:datatype="t" e:q="x"/></e:T>`, `<e:T><e:p><e:U/><e:V/></e:p></e:T>`,
	} {
		if triples, err := collect(rdf.XML(strings.NewReader(rdfHead+content+"</rdf:RDF>"), "http://b/f", nil)); err == nil {
			t.Errorf("taken: %s: %+v", content, triples)
		}
	}
}
