package rdf_test

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/rdf"
)

// repeated reads as head and then text over and over, n bytes of it in all,
// without holding them.
func repeated(head, text string, n int64) io.Reader {
	return io.MultiReader(strings.NewReader(head), io.LimitReader(&again{text: text}, n))
}

type again struct {
	text string
	at   int
}

func (a *again) Read(p []byte) (int, error) {
	for n := range p {
		p[n] = a.text[a.at]
		a.at = (a.at + 1) % len(a.text)
	}
	return len(p), nil
}

const gigabyte = 1 << 30

// Documents past a limit are refused where it is passed, whatever their
// length, and hold little memory until then.
func TestLimits(t *testing.T) {
	bomb := "<!DOCTYPE a [<!ENTITY a '" + strings.Repeat("x", 1000) + "'><!ENTITY b '&a;&a;&a;&a;&a;'>]>"
	for _, c := range []struct {
		name string
		read func(io.Reader) rdf.Triples
		in   io.Reader
		want string
	}{
		{"NT literal", ntriples, repeated(`<a:s> <a:p> "`, "x", gigabyte), "at most 1048576 bytes a token"},
		{"literal", turtle, repeated(`<a:s> <a:p> """`, "x\n", gigabyte), "at most 1048576 bytes a token"},
		{"escapes", turtle, repeated(`<a:s> <a:p> "`, `\n`, gigabyte), "at most 1048576 bytes a token"},
		{"IRI", turtle, repeated("<", "x", gigabyte), "at most 1048576 bytes a token"},
		{"name", turtle, repeated("", "x", gigabyte), "at most 1048576 bytes a token"},
		{"local name", turtle, repeated("a:", "%20", gigabyte), "at most 1048576 bytes a token"},
		{"dots", turtle, repeated("a:x", ".", gigabyte), "at most 1048576 bytes a token"},
		{"number", turtle, repeated("<a:s> <a:p> ", "1", gigabyte), "at most 1048576 bytes a token"},
		{"language", turtle, repeated("<a:s> <a:p> 'x'@", "en-", gigabyte), "at most 1048576 bytes a token"},
		{"label", turtle, repeated("_:", "x", gigabyte), "at most 1048576 bytes a token"},
		{"brackets", turtle, repeated("<a:s> <a:p> ", "[ <a:p> ", gigabyte), "at most 1000 brackets in each other"},
		{"lists", turtle, repeated("<a:s> <a:p> ", "(", gigabyte), "at most 1000 brackets in each other"},
		{"prefix", turtle, strings.NewReader("@prefix a: <a:" + strings.Repeat("x", rdf.MaxStem) + "> ."), "at most 1024 bytes in the IRI of a directive"},
		{"prefix name", turtle, strings.NewReader("@prefix " + strings.Repeat("x", rdf.MaxStem+1) + ": <a:> ."), "at most 1024 bytes in a prefix"},
		{"prefixes", turtle, strings.NewReader(manyPrefixes()), "at most 4096 prefixes"},
		{"text", rdfXML, repeated(rdfHead+"<e:x><e:p>", "x", gigabyte), "at most 1048576 bytes a token"},
		{"pieces of text", rdfXML, repeated(rdfHead+"<e:x><e:p>", strings.Repeat("x", 1000)+"<!---->", gigabyte), "at most 1048576 bytes a literal"},
		{"XML literal", rdfXML, repeated(rdfHead+"<e:x><e:p rdf:parseType='Literal'>", "<e:b/>", gigabyte), "at most 1048576 bytes a literal"},
		{"attribute", rdfXML, repeated(rdfHead+"<e:x e:p='", "x", gigabyte), "at most 1048576 bytes a token"},
		{"tag", rdfXML, repeated(rdfHead+"<e:x ", "e:p='' ", gigabyte), "at most 1048576 bytes a token"},
		{"attributes", rdfXML, strings.NewReader(rdfHead + "<e:x " + strings.Repeat("e:p='' ", 300) + "/>"), "at most 256 attributes"},
		{"comment", rdfXML, repeated(rdfHead+"<!--", "x", gigabyte), "at most 1048576 bytes a token"},
		{"document type", rdfXML, repeated("<!DOCTYPE a [", "<!ENTITY a 'x'>", gigabyte), "at most 1048576 bytes a token"},
		{"elements", rdfXML, repeated(rdfHead, "<e:x><e:p>", gigabyte), "at most 1000 elements in each other"},
		{"elements in a literal", rdfXML, repeated(rdfHead+"<e:x><e:p rdf:parseType='Literal'>", "<e:b>", gigabyte), "at most 1000 elements in each other"},
		{"namespace", rdfXML, strings.NewReader("<x xmlns='" + strings.Repeat("x", rdf.MaxStem+1) + "'/>"), "at most 1024 bytes in a prefix and in its namespace"},
		{"base", rdfXML, strings.NewReader(rdfHead + "<e:x xml:base='" + strings.Repeat("x", rdf.MaxStem+1) + "'/>"), "at most 1024 bytes in an xml:base"},
		{"entity bomb", rdfXML, strings.NewReader(bomb + node("x")), "at most 1024 bytes in the entity b"},
		{"entity that names itself", rdfXML, strings.NewReader("<!DOCTYPE a [<!ENTITY a '&a;'>]>" + node("x")), "an entity that was declared before in the entity a"},
		{"entity of markup", rdfXML, strings.NewReader("<!DOCTYPE a [<!ENTITY a '&lt;x/>'>]>" + node("x")), "text, not markup, in the entity a"},
		{"external entity", rdfXML, strings.NewReader("<!DOCTYPE a [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>" + node("<e:p>&a;</e:p>")), "invalid character entity &a;"},
		{"expanding entities", rdfXML, repeated("<!DOCTYPE a [<!ENTITY a '"+strings.Repeat("x", 1000)+"'>]>"+rdfHead+"<e:x><e:p>", "&a;", gigabyte), "at most 1048576 bytes a token, entities expanded"},
		{"late document type", rdfXML, strings.NewReader(rdfHead + "<!DOCTYPE a [<!ENTITY a 'x'>]>"), "a document type only before the first element"},
		{"two document types", rdfXML, strings.NewReader("<!DOCTYPE a><!DOCTYPE a>"), "one document type"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := collect(c.read(c.in))
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if got := after.TotalAlloc - before.TotalAlloc; got > 64<<20 {
				t.Errorf("%d MB allocated", got>>20)
			}
		})
	}
}

func manyPrefixes() string {
	var b strings.Builder
	for i := range rdf.MaxPrefixes + 1 {
		b.WriteString("@prefix a")
		for ; i > 0; i /= 10 {
			b.WriteByte('0' + byte(i%10))
		}
		b.WriteString(": <a:> .\n")
	}
	return b.String()
}

// A long document of short statements is read in the memory of one.
func TestMemoryFollowsTheStatement(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 20 MB in each syntax")
	}
	for name, triples := range map[string]rdf.Triples{
		"N-Triples": ntriples(repeated("", "<a:s> <a:p> \"o\" . # c\n", 20<<20)),
		"Turtle":    turtle(repeated("", "<a:s> <a:p> ( [ <a:p> 'o' ] ) .    \n", 36<<19)),
		"RDF/XML":   rdfXML(io.MultiReader(repeated(rdfHead, "<e:x><e:p>o</e:p></e:x>", 23<<18), strings.NewReader("</rdf:RDF>"))),
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			var peak uint64
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			start := m.HeapAlloc
			for _, err := range triples {
				if err != nil {
					if n > 100_000 && strings.Contains(err.Error(), "expected") && name != "RDF/XML" {
						break // the last statement is cut
					}
					t.Fatal(err)
				}
				if n++; n%100_000 == 0 {
					runtime.GC()
					runtime.ReadMemStats(&m)
					peak = max(peak, m.HeapAlloc)
				}
			}
			if n < 200_000 || peak > start+8<<20 {
				t.Errorf("%d triples, %d KB more on the heap", n, (peak-start)>>10)
			}
		})
	}
}
