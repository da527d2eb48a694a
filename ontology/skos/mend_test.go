package skos_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/internal/readertest"
	"github.com/lokman-crawler/lokman/ontology/skos"
)

const skosHead = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#"
	xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:xi="http://www.w3.org/2003/XInclude">
`

// What one slip in a file costs, and how it is said.
func TestMends(t *testing.T) {
	for _, c := range []struct {
		name, text string
		names      string // of the concepts in their order, with their languages
		warnings   string // line, count and what each is about
	}{
		{"space in a match", prefixes + ":a a skos:Concept ; skos:exactMatch <http://e/x y> ; skos:prefLabel \"ash\"@en .\n:b a skos:Concept ; skos:prefLabel \"elm\" .\n",
			"ash@en, elm", "12 1 an IRI"},
		{"template left in a parent", prefixes + ":a a skos:Concept ; skos:broader <http://e/{id}>, <http://e/{id}> ; skos:prefLabel \"ash\"@en .\n",
			"ash@en", "12 2 an IRI"},
		{"pipe in a subject", "<http://e/a|1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2004/02/skos/core#Concept> .\n" +
			"<http://e/a|1> <http://www.w3.org/2004/02/skos/core#prefLabel> \"ash\"@en_GB .\n", "ash@en_GB", "1 2 an IRI; 2 1 a language"},
		{"space in the first IRI", "<http://e/white ash> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2004/02/skos/core#Concept> .\n" +
			"<http://e/white ash> <http://www.w3.org/2004/02/skos/core#prefLabel> \"white ash\" .\n", "white ash", "1 2 an IRI"},
		{"space in an address", skosHead + `<owl:Class rdf:about="http://e/white ash"><rdfs:label>white ash</rdfs:label></owl:Class></rdf:RDF>`,
			"white ash", "3 1 an IRI"},

		{"class of a style", skosHead + "<skos:Concept rdf:about='http://e/a'>\n<skos:prefLabel class='main'>ash</skos:prefLabel><skos:altLabel class='x'>Fraxinus</skos:altLabel></skos:Concept></rdf:RDF>",
			"ash Fraxinus", "4 2 attributes in a namespace"},
		{"lang", skosHead + "<owl:Class rdf:about='http://e/a'>\n<rdfs:label lang='de'>Esche</rdfs:label><rdfs:label lang='en'>ash</rdfs:label></owl:Class></rdf:RDF>",
			"ash@en Esche@de", "4 2 attributes in a namespace"},
		{"inclusion", skosHead + "<xi:include href='more.rdf'/><skos:Concept rdf:about='http://e/a'><skos:prefLabel>ash</skos:prefLabel></skos:Concept></rdf:RDF>",
			"ash", "3 1 attributes in a namespace"},

		{"line breaks in a note", skosHead + "<skos:Concept rdf:about='http://e/a'><skos:note>tall<br/>with <i>wings</i></skos:note>\n<skos:prefLabel>ash</skos:prefLabel></skos:Concept></rdf:RDF>",
			"ash", "3 2 text or one node"},
		{"paragraphs in a definition", skosHead + "<skos:Concept rdf:about='http://e/a'><skos:definition><div><p>a tree</p></div></skos:definition><skos:prefLabel>ash</skos:prefLabel></skos:Concept></rdf:RDF>",
			"ash", "3 1 text or one node"},
		{"italics in a name", skosHead + "<skos:Concept rdf:about='http://e/a'><skos:prefLabel xml:lang='la'><i>Fraxinus</i> excelsior</skos:prefLabel></skos:Concept></rdf:RDF>",
			"Fraxinus excelsior@la", "3 1 text or one node"},

		{"open string", prefixes + ":a a skos:Concept ;\nskos:prefLabel \"ash ;\nskos:altLabel \"Fraxinus\" .\n:b a skos:Concept ; skos:prefLabel \"elm\" .\n",
			" Fraxinus, elm", "13 1 a string that ends on its line"},
		{"unknown prefix", prefixes + ":a a skos:Concept ; dc:date \"2020\" ; skos:prefLabel \"ash\" .\n:b a skos:Concept ; skos:prefLabel \"elm\" ; dc:date \"2021\" .\n",
			"ash, elm", "12 2 a prefix that was declared"},
		{"no full stop", prefixes + ":a a skos:Concept ; skos:prefLabel \"ash\"\n:b a skos:Concept ; skos:prefLabel \"elm\" .\n",
			"ash, elm", "13 1 \".\" at the end of a statement"},
		{"cut between two", prefixes + ":a a skos:Concept ; skos:prefLabel \"ash\" ; skos:broader :b, :c, :scheme .\n:c a skos:Concept ; skos:prefLabel \"elm\" ; skos:narrower :d .\n:scheme a skos:Collection .\n",
			"ash, elm", "0 2 all parents and children in http://example.org/... to be here"},
		{"Latin-1", prefixes + ":a a skos:Concept ; skos:prefLabel \"fr\xeane\" .\n", "frêne", "12 1 UTF-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := read(t, skos.Reader{}, c.text)
			var names []string
			for concept := range g.All() {
				all := concept.Name
				if concept.Language != "" {
					all += "@" + concept.Language
				}
				for _, n := range concept.Names {
					all += " " + n.Text
					if n.Language != "" {
						all += "@" + n.Language
					}
				}
				names = append(names, all)
			}
			if got := strings.Join(names, ", "); got != c.names {
				t.Errorf("names %q, want %q", got, c.names)
			}
			readertest.Warns(t, g, c.warnings)
			warnings := g.Warnings()
			_, err := skos.Reader{Strict: true}.Read(strings.NewReader(c.text))
			var syntax *ontology.SyntaxError
			if c.name == "space in an address" || warnings[0].Line == 0 { // which the syntax does not refuse
				return
			}
			if !errors.As(err, &syntax) || syntax.Line != warnings[0].Line {
				t.Errorf("the strict reading's error is %v", err)
			}
		})
	}
}

// A file of which nothing can be read is refused with the first reason, not as one that
// has no concepts.
func TestMendsNothing(t *testing.T) {
	for _, text := range []string{
		":a a skos:Concept ; skos:prefLabel \"ash\" .\n",
		"<http://e/a> <http://e/p> <http://e/ o> .\n",
		skosHead + "<skos:concept about='http://e/a' status='new'/></rdf:RDF>",
	} {
		_, err := skos.Reader{}.Read(strings.NewReader(text))
		if !errors.As(err, new(*ontology.SyntaxError)) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

// A warning names the file, as an error does.
func TestWarningsNameTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.nt")
	text := "<http://e/a> <http://www.w3.org/2004/02/skos/core#exactMatch> <http://e/ b> .\n<http://e/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2004/02/skos/core#Concept> .\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := skos.Reader{}.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if w := g.Warnings(); len(w) != 1 || !strings.Contains(w[0].Error(), path+":1: expected an IRI") {
		t.Errorf("warnings %v", w)
	}
}

// The project's collection of such files, where there is one.
func TestReadingCases(t *testing.T) {
	for _, folder := range []string{"ont-iri-space", "ont-rdfxml-plain-attribute"} {
		files, err := filepath.Glob(filepath.Join("../../../shared/cases/reading", folder, "*.*"))
		if err != nil || len(files) == 0 {
			t.Skipf("no cases: %v", err)
		}
		for _, path := range files {
			if filepath.Ext(path) == ".md" {
				continue
			}
			g, err := skos.Reader{}.Open(path)
			if err != nil {
				t.Error(err)
				continue
			}
			if filepath.Base(path) != "about.rdf" && len(g.Warnings()) == 0 {
				t.Errorf("%s: no warning", path)
			}
			if g.Terms() == 0 {
				t.Errorf("%s: no names", path)
			}
		}
	}
}
