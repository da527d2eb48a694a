package skos_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/amplification"
	"github.com/lokman-crawler/lokman/ontology/skos"
)

// What short names, entities and namespaces expand to.
func TestAmplification(t *testing.T) {
	const size = 2 << 20
	stem := "http://a.test/" + strings.Repeat("x", 1000)
	document := func(head string, unit func(i int) string, tail string) string {
		b := new(strings.Builder)
		b.WriteString(head)
		for i := 0; b.Len() < size; i++ {
			b.WriteString(unit(i))
		}
		b.WriteString(tail)
		return b.String()
	}
	const turtle = "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n"
	const xml = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://www.w3.org/2004/02/skos/core#" `
	var rows []amplification.Row
	for _, input := range []struct{ name, text string }{
		{"Turtle, many concepts", turtle + document("", func(i int) string { return fmt.Sprintf("<a:%d> a s:Concept.", i) }, "")},
		{"Turtle, a long prefix", turtle + document("@prefix a: <"+stem+"> . a:b a s:Concept ; s:broader a:c", func(i int) string { return fmt.Sprintf(",a:%d", i) }, " .")},
		{"Turtle, a long base", turtle + document("@base <"+stem+"/> . <b> a s:Concept ; s:broader <c>", func(i int) string { return fmt.Sprintf(",<%d>", i) }, " .")},
		{"RDF/XML, a long base", document(xml+`xml:base="`+stem+`/">`, func(i int) string { return fmt.Sprintf(`<s:Concept rdf:about="%d"/>`, i) }, "</rdf:RDF>")},
		{"RDF/XML, an entity", document(`<!DOCTYPE a [<!ENTITY a "`+stem[:1000]+`">]>`+xml+`><s:Concept rdf:about="http://a.b/">`, func(i int) string {
			return fmt.Sprint("<s:altLabel>", i) + strings.Repeat("&a;", 900) + "</s:altLabel>"
		}, "</s:Concept></rdf:RDF>")},
		{"RDF/XML, a namespace in a literal", document(xml+`xmlns:a="`+stem+`"><s:Concept rdf:about="http://a.b/">`, func(i int) string {
			return fmt.Sprint(`<s:altLabel rdf:parseType="Literal">`, i) + strings.Repeat("<a:b/>", 900) + "</s:altLabel>"
		}, "</s:Concept></rdf:RDF>")},
		{"RDF/XML, escapes in a literal", document(xml+`><s:Concept rdf:about="http://a.b/">`, func(i int) string {
			return `<s:altLabel rdf:parseType="Literal"><a b='` + strings.Repeat(`"`, 9000) + "'/></s:altLabel>"
		}, "</s:Concept></rdf:RDF>")},
		{"Turtle, nothing to read", turtle + document("<a:a> a s:Concept .\n", func(i int) string { return "a b.\n" }, "")},
		{"Turtle, open strings", turtle + document("<a:a> a s:Concept .\n", func(i int) string { return "\"\n" }, ".")},
		{"Turtle, IRIs with a space", turtle + document("<a:a> a s:Concept .\n<a:a> s:narrower ", func(i int) string { return fmt.Sprintf("< %d>,", i) }, "<a> .")},
		{"Turtle, commas in names", turtle + document("<a:a> a s:Concept .\n", func(i int) string { return "s:a" + strings.Repeat(",b", 1<<18) + " .\n" }, "")},
		{"Turtle, brackets that are wrong", turtle + document("<a:a> a s:Concept .\n", func(i int) string { return "<a> <b> " + strings.Repeat("[<b> ", 900) + "b .\n" }, "")},
		{"RDF/XML, ampersands", document(xml+`><s:Concept rdf:about="http://a.b/">`, func(i int) string { return "<s:altLabel>" + strings.Repeat("&", 1000) + "</s:altLabel>" }, "</s:Concept></rdf:RDF>")},
		{"RDF/XML, plain attributes", document(xml+`><s:Concept rdf:about="http://a.b/">`, func(i int) string { return "<s:altLabel a='' b='' c='' d=''/>" }, "</s:Concept></rdf:RDF>")},
		{"RDF/XML, markup", document(xml+`><s:Concept rdf:about="http://a.b/"><s:altLabel>a`, func(i int) string { return "<b/>" }, "</s:altLabel></s:Concept></rdf:RDF>")},
	} {
		rows = append(rows, amplification.Row{
			Input: input.name, Wire: len(input.text), Kept: 60 * size, Peak: 80 * size, Total: 250 * size,
			Run: func() any {
				g, err := skos.Reader{}.Read(strings.NewReader(input.text))
				if err != nil {
					t.Logf("%.200v", err)
				}
				return g
			},
		})
	}
	amplification.Check(t, rows)
}
