package skos_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/internal/readertest"
	"github.com/lokman-crawler/lokman/ontology/skos"
)

const prefixes = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix iso: <http://purl.org/iso25964/skos-thes#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix obo: <http://purl.obolibrary.org/obo/> .
@prefix oio: <http://www.geneontology.org/formats/oboInOwl#> .
@prefix mesh: <http://id.nlm.nih.gov/mesh/> .
@prefix meshv: <http://id.nlm.nih.gov/mesh/vocab#> .
@prefix : <http://example.org/> .
`

const thesaurus = prefixes + `
:scheme a skos:ConceptScheme ; skos:prefLabel "Heart words" ; skos:hasTopConcept :heart .
:heart a skos:Concept ; skos:topConceptOf :scheme ;
	skos:prefLabel "Herz"@de, "heart"@en-GB ; skos:altLabel "cor"@la ; skos:hiddenLabel "haert" ;
	skos:narrower :valve ; skos:related :blood .
:valve a skos:Concept ; skos:prefLabel "valve"@en ; skos:broader :organ-part ; skos:broaderTransitive :thing ;
	iso:broaderPartitive :body .
:blood a skos:Concept ; xl:prefLabel [ xl:literalForm "blood"@en ] ; xl:altLabel :sang .
:sang a xl:Label ; xl:literalForm "sang"@fr .
:artery skos:broader :vessel ; skos:prefLabel "artery"@en .
:group a skos:Collection ; skos:prefLabel "group" ; skos:narrower :artery .
`

func read(t *testing.T, r skos.Reader, text string) *ontology.Graph {
	t.Helper()
	g, err := r.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func all(g *ontology.Graph) map[string]ontology.Concept {
	concepts := map[string]ontology.Concept{}
	for c := range g.All() {
		concepts[strings.TrimPrefix(c.ID, "http://example.org/")] = c
	}
	return concepts
}

func synonym(text, language string) ontology.Name {
	return ontology.Name{Text: text, Relation: ontology.Synonym, Language: language}
}

func TestReadSKOS(t *testing.T) {
	const ex = "http://example.org/"
	want := map[string]ontology.Concept{
		"heart": {ID: ex + "heart", Name: "heart", Language: "en-GB", Children: []string{ex + "valve"}, Names: []ontology.Name{
			synonym("Herz", "de"), synonym("cor", "la"), synonym("haert", "")}},
		"valve": {ID: ex + "valve", Name: "valve", Language: "en",
			Parents: []string{ex + "heart", ex + "organ-part", ex + "body"}},
		"blood":  {ID: ex + "blood", Name: "blood", Language: "en", Names: []ontology.Name{synonym("sang", "fr")}},
		"artery": {ID: ex + "artery", Name: "artery", Language: "en", Parents: []string{ex + "vessel"}},
	}
	if diff := cmp.Diff(want, all(read(t, skos.Reader{}, thesaurus))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLanguages(t *testing.T) {
	for _, c := range []struct {
		languages []string
		want      string // name and names of the heart
	}{
		{nil, "heart@en-GB [Herz@de cor@la haert@]"},
		{[]string{"de"}, "Herz@de [haert@]"},
		{[]string{"de", "en"}, "Herz@de [heart@en-GB haert@]"},
		{[]string{"EN"}, "heart@en-GB [haert@]"},
		{[]string{"en-US"}, "@ [haert@]"},
		{[]string{"l"}, "@ [haert@]"},
	} {
		g := read(t, skos.Reader{Languages: c.languages}, thesaurus)
		heart, _ := g.Concept("http://example.org/heart")
		names := []string{}
		for _, n := range heart.Names {
			names = append(names, n.Text+"@"+n.Language)
		}
		if got := fmt.Sprintf("%s@%s %v", heart.Name, heart.Language, names); got != c.want {
			t.Errorf("%v: %s, want %s", c.languages, got, c.want)
		}
	}
}

// Published files have empty labels, and labels with the white space of their layout.
func TestEmptyLabels(t *testing.T) {
	const owl = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#">
<owl:Class rdf:about="http://example.org/heart">
  <rdfs:label xml:lang="en"> </rdfs:label>
  <rdfs:label xml:lang="de">
    Herz
  </rdfs:label>
</owl:Class></rdf:RDF>`
	want := map[string]ontology.Concept{"heart": {ID: "http://example.org/heart", Name: "Herz", Language: "de"}}
	if diff := cmp.Diff(want, all(read(t, skos.Reader{}, owl))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	g := read(t, skos.Reader{}, prefixes+`:heart a skos:Concept ; skos:prefLabel ""@en, "Herz"@de ; skos:altLabel "\u00a0" .`)
	if diff := cmp.Diff(want, all(g)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Many ontologies made by hand have no labels: their classes are called by their IRIs.
// An identifier is no name.
func TestNamesFromIRIs(t *testing.T) {
	g := read(t, skos.Reader{Languages: []string{"en"}}, prefixes+`
owl:Thing a owl:Class .
:FreshFruit a owl:Class ; rdfs:subClassOf owl:Thing .
:citrus_fruit a owl:Class ; rdfs:subClassOf :FreshFruit .
:DNASequence a owl:Class .
:Käse-Brot a owl:Class .
:Label a owl:Class ; rdfs:label "Etikett"@de .
:Synonym a owl:Class ; skos:altLabel "other name" .
obo:GO_0008150 a owl:Class .
:c_28 a owl:Class .
:a%20b a owl:Class .
<http://example.org/> a owl:Class .
<http://example.com> a owl:Class .
`)
	want := map[string]string{"FreshFruit": "Fresh Fruit", "citrus_fruit": "citrus fruit", "DNASequence": "DNA Sequence", "Käse-Brot": "Käse-Brot"}
	for id, c := range all(g) {
		if c.Name != want[id] {
			t.Errorf("%s is called %q, want %q", id, c.Name, want[id])
		}
	}
	topic, err := g.Expand("fresh fruits", ontology.Expansion{Children: 1})
	if err != nil || len(topic.Terms) != 3 || topic.Terms[2].Text != "citrus fruit" {
		t.Errorf("%v, %v", topic, err)
	}
}

// A notation is what people look concepts up by in a thesaurus with codes, unless
// several concepts have it.
func TestNotations(t *testing.T) {
	g := read(t, skos.Reader{Languages: []string{"de"}}, prefixes+`
:flu a skos:Concept ; skos:prefLabel "Grippe"@de ; skos:notation "D003920"^^:code, "J1", "J1"^^:other .
:cold a skos:Concept ; skos:prefLabel "Schnupfen"@de ; skos:notation "J2", "twice", "old" ; skos:broader :flu .
:pox a skos:Concept ; skos:prefLabel "Pocken"@de ; skos:notation "twice", "" ; skos:exactMatch :flu .
:grip a skos:Concept ; skos:prefLabel "Grip"@de ; skos:notation "old", "older" ; owl:deprecated "true"^^:boolean ; dct:isReplacedBy :flu .
:gone a skos:Concept ; skos:prefLabel "Weg"@de ; skos:notation "gone" ; owl:deprecated true ; dct:isReplacedBy :flu, :cold .
:was a skos:Concept ; skos:prefLabel "Vorher"@de ; owl:deprecated true ; dct:isReplacedBy "http://example.org/flu" .
:group a skos:Collection ; skos:notation "G" ; skos:member :flu .
`)
	for notation, want := range map[string]string{
		"D003920": "flu", "MESH:D003920": "flu", "J1": "flu", "J2": "cold", "older": "flu", "old": "cold",
		"http://example.org/grip": "flu", "twice": "", "gone": "", "G": "", "j1": "", "": "",
	} {
		ids, err := g.Find(t.Context(), notation)
		if got := strings.TrimPrefix(strings.Join(ids, " "), "http://example.org/"); got != want || err != nil {
			t.Errorf("%q is %q, want %q; error %v", notation, got, want, err)
		}
	}
	topic, err := g.Topic(t.Context(), "D003920")
	if err != nil || topic.Name != "Grippe" || topic.Terms[0].Text != "Grippe" || topic.Terms[0].Relation != ontology.Exact {
		t.Errorf("the topic of a notation is %v, error %v", topic, err)
	}
}

func TestReadOWL(t *testing.T) {
	g := read(t, skos.Reader{}, prefixes+`
obo:BFO_0000050 a owl:ObjectProperty .
:inside a owl:ObjectProperty ; rdfs:label "part of" .
obo:X_1 a owl:Class ; rdfs:label "valve" ; rdfs:subClassOf obo:X_2, obo:X_1,
		[ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:someValuesFrom obo:X_3 ],
		[ owl:someValuesFrom obo:X_4 ; owl:onProperty :inside ],
		[ owl:someValuesFrom obo:X_5 ; owl:onProperty :beside ],
		[ owl:allValuesFrom obo:X_5 ; owl:onProperty obo:BFO_0000050 ],
		[ a owl:Class ; owl:unionOf ( obo:X_5 obo:X_6 ) ] ;
	oio:id "X:1" ; oio:hasAlternativeId "X:11" ; oio:hasOBONamespace "hearts" ; oio:inSubset <http://e/s#slim> ;
	oio:hasDbXref "MESH:D1", "ICD:2" ;
	oio:hasExactSynonym "cusp" ; oio:hasRelatedSynonym "flap", "valve" ; oio:hasNarrowSynonym "mitral valve" ;
	oio:hasBroadSynonym "tissue" ; obo:IAO_0000118 "valva" .
obo:X_7 a owl:Class ; rdfs:label "old valve" ; owl:deprecated true ; obo:IAO_0100001 obo:X_1 .
obo:X_8 a rdfs:Class ; rdfs:label "rest" ; oio:hasDbXref "ICD:2" .
`)
	want := map[string]ontology.Concept{}
	for _, c := range []ontology.Concept{
		{Name: "valve", AltIDs: []string{"X:1", "X:11", "D1", "http://purl.obolibrary.org/obo/X_7", "X:7"},
			Parents: []string{"2", "1", "3", "4"}, Types: []string{"hearts", "slim"}, Children: []string{"1"},
			Names: []ontology.Name{synonym("cusp", ""), synonym("flap", ""), synonym("mitral valve", ""),
				{Text: "tissue", Relation: ontology.Partial}, synonym("valva", "")}, ID: "1"},
		{ID: "7", Name: "old valve", AltIDs: []string{"X:7"}, Obsolete: true},
		{ID: "8", Name: "rest", AltIDs: []string{"X:8"}},
	} {
		for _, ids := range [][]string{c.Parents, c.Children} {
			for i := range ids {
				ids[i] = "http://purl.obolibrary.org/obo/X_" + ids[i]
			}
		}
		c.ID = "http://purl.obolibrary.org/obo/X_" + c.ID
		want[c.ID] = c
	}
	if diff := cmp.Diff(want, all(g)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, id := range []string{"X:1", "X:11", "MESH:D1", "X:7", "http://purl.obolibrary.org/obo/X_1"} {
		if ids, _ := g.Find(context.Background(), id); len(ids) != 1 || !strings.HasSuffix(ids[0], "X_1") {
			t.Errorf("%s is %v", id, ids)
		}
	}
}

// Many write the replacement of a class as a string: its identifier in OBO or its IRI.
func TestReplacedByString(t *testing.T) {
	g := read(t, skos.Reader{}, prefixes+`
obo:X_1 a owl:Class ; rdfs:label "valve" .
obo:X_2 a owl:Class ; rdfs:label "old valve" ; owl:deprecated true ; obo:IAO_0100001 "X:1" .
obo:X_3 a owl:Class ; rdfs:label "older valve" ; owl:deprecated true ; obo:IAO_0100001 "http://purl.obolibrary.org/obo/X_1"^^:anyURI .
obo:X_4 a owl:Class ; rdfs:label "oldest valve" ; owl:deprecated true ; obo:IAO_0100001 "none", "" .
`)
	for id, want := range map[string]string{"X:2": "X_1", "http://purl.obolibrary.org/obo/X_3": "X_1", "X:4": ""} {
		ids, err := g.Find(t.Context(), id)
		if got := strings.TrimPrefix(strings.Join(ids, " "), "http://purl.obolibrary.org/obo/"); got != want || err != nil {
			t.Errorf("%s is %q, %v; want %q", id, got, err, want)
		}
	}
}

// That a class is a thing makes it no sibling of all others.
func TestThingIsNoParent(t *testing.T) {
	g := read(t, skos.Reader{}, prefixes+`
owl:Thing a owl:Class ; rdfs:label "Thing" .
:flu a owl:Class ; rdfs:label "flu" ; rdfs:subClassOf owl:Thing .
:car a owl:Class ; rdfs:label "car" ; rdfs:subClassOf owl:Thing, rdfs:Resource .
`)
	topic, err := g.Topic(t.Context(), "flu")
	if err != nil || len(topic.Terms) != 1 {
		t.Errorf("%v, %v", topic, err)
	}
	if dangling := g.Lint("").Dangling; len(dangling) != 0 || g.Len() != 2 {
		t.Errorf("%d concepts, dangling references %v", g.Len(), dangling)
	}
}

// Each publisher has a property of its own for synonyms.
func TestReadSynonymsOfPublishers(t *testing.T) {
	g := read(t, skos.Reader{}, prefixes+`
:flu a owl:Class ; rdfs:label "flu" ; oio:hasSynonym "grippe" ;
	<http://www.ebi.ac.uk/efo/alternative_term> "influenza" ;
	<http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl#P90> "Influenza Infection" ;
	<https://www.omg.org/spec/Commons/AnnotationVocabulary/synonym> "catarrh" ;
	<https://www.omg.org/spec/Commons/AnnotationVocabulary/abbreviation> "ILI" .
`)
	c, _ := g.Concept("http://example.org/flu")
	want := []ontology.Name{synonym("grippe", ""), synonym("influenza", ""), synonym("Influenza Infection", ""), synonym("catarrh", ""), synonym("ILI", "")}
	if diff := cmp.Diff(want, c.Names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Files of before 2012 have a node for each synonym. One node is of one class.
func TestReadSynonymNodes(t *testing.T) {
	g := read(t, skos.Reader{}, prefixes+`
:flu a owl:Class ; rdfs:label "flu" ;
	oio:hasExactSynonym [ a oio:Synonym ; rdfs:label "influenza"@en ; oio:hasDbXref [ rdfs:label "MSH:1" ] ] ;
	oio:hasBroadSynonym [ a oio:Synonym ; rdfs:label "catarrh" ] ;
	oio:hasRelatedSynonym :cough .
:cold a owl:Class ; rdfs:label "cold" ; oio:hasRelatedSynonym :cough .
:cough a oio:Synonym ; rdfs:label "cough" .
`)
	c, _ := g.Concept("http://example.org/flu")
	want := []ontology.Name{synonym("influenza", "en"), {Text: "catarrh", Relation: ontology.Partial}, synonym("cough", "")}
	if diff := cmp.Diff(want, c.Names); diff != "" || g.Len() != 2 {
		t.Errorf("%d concepts, names (-want +got):\n%s", g.Len(), diff)
	}
}

func TestReadMeSH(t *testing.T) {
	g := read(t, skos.Reader{}, prefixes+`
mesh:D1 a meshv:TopicalDescriptor ; meshv:concept mesh:M2 ; meshv:preferredConcept mesh:M1 ; meshv:preferredTerm mesh:T1 ;
	meshv:identifier "D1" ; meshv:broaderDescriptor mesh:D9 ; rdfs:label "Chickenpox"@en .
mesh:M1 a meshv:Concept ; meshv:preferredTerm mesh:T1 ; meshv:term mesh:T2 .
mesh:M2 a meshv:Concept ; meshv:preferredTerm mesh:T3 ; rdfs:label "Varicella"@en .
mesh:T1 a meshv:Term ; meshv:prefLabel "Chickenpox"@en ; meshv:altLabel "Pox, Chicken"@en .
mesh:T2 a meshv:Term ; meshv:prefLabel "Chicken Pox"@en .
mesh:T3 a meshv:Term ; meshv:prefLabel "Varicella"@en .
mesh:D2 a meshv:TopicalDescriptor ; rdfs:label "Thief"@en ; meshv:concept mesh:M2 .
`)
	c, _ := g.Concept("http://id.nlm.nih.gov/mesh/D1")
	want := ontology.Concept{ID: "http://id.nlm.nih.gov/mesh/D1", AltIDs: []string{"D1"}, Name: "Chickenpox", Language: "en",
		Parents: []string{"http://id.nlm.nih.gov/mesh/D9"}, Names: []ontology.Name{
			synonym("Pox, Chicken", "en"), synonym("Varicella", "en"), synonym("Chicken Pox", "en")}}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if g.Len() != 2 {
		t.Errorf("%d concepts, want the 2 descriptors", g.Len())
	}
	if thief, _ := g.Concept("http://id.nlm.nih.gov/mesh/D2"); len(thief.Names) > 0 {
		t.Errorf("a second descriptor of a concept has its terms: %v", thief.Names)
	}
}

const owlHead = `<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY owl "http://www.w3.org/2002/07/owl#" > ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="&owl;"
	xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
`

// One ontology in each syntax gives one graph.
func TestSyntaxes(t *testing.T) {
	ntriples := `<http://e/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Class> .
<http://e/a> <http://www.w3.org/2000/01/rdf-schema#label> "name"@en .
<http://e/a> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://e/b> .
`
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte(ntriples))
	z.Close()
	want := []ontology.Concept{{ID: "http://e/a", Name: "name", Language: "en", Parents: []string{"http://e/b"}}}
	for name, text := range map[string]string{
		"a.nt":    ntriples,
		"a.nt.gz": zipped.String(),
		"a.ttl":   "\ufeff# a comment\n" + prefixes + `<http://e/a> a owl:Class ; rdfs:label "name"@en ; rdfs:subClassOf <http://e/b> .`,
		"b.ttl":   "<http://e/a>\ta <http://www.w3.org/2002/07/owl#Class>; <http://www.w3.org/2000/01/rdf-schema#label> 'name'@en; <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://e/b>.",
		"a.owl":   owlHead + `<owl:Class rdf:about="http://e/a"><rdfs:label xml:lang="en">name</rdfs:label><rdfs:subClassOf rdf:resource="http://e/b"/></owl:Class></rdf:RDF>`,
		"b.owl":   "\n<Class xmlns='http://www.w3.org/2002/07/owl#' xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:s='http://www.w3.org/2000/01/rdf-schema#' r:about='http://e/a' s:label='name' xml:lang='en'><s:subClassOf r:resource='http://e/b'/></Class>",
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		g, err := skos.Reader{}.Open(path)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []ontology.Concept
		for c := range g.All() {
			got = append(got, c)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestRefuses(t *testing.T) {
	var cut bytes.Buffer
	z := gzip.NewWriter(&cut)
	z.Write([]byte(thesaurus))
	z.Close()
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "no concept"},
		{"no concept", prefixes + `:scheme a skos:ConceptScheme ; skos:prefLabel "x" .`, "no concept"},
		{"JSON-LD", "\n{\"@graph\": []}\n", `skos: line 2: expected Turtle, N-Triples or RDF/XML, to which JSON-LD can be converted, found "{\"@graph`},
		{"expanded JSON-LD", "[ {\"@id\": \"http://e/a\"} ]\n", `skos: line 1: expected Turtle, N-Triples or RDF/XML, to which JSON-LD can be converted, found "[ {\"@id`},
		{"OBO", "format-version: 1.2\n", "skos: line 1: expected a prefix that was declared"},
		{"OWL/XML", `<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://e/"/>`, `skos: line 1: expected RDF/XML, Turtle or N-Triples, to which OWL/XML can be converted, found "ontologyIRI=`},
		{"a namespace that is not SKOS", `<http://e/a> a <http://www.w3.org/2008/05/skos#Concept> .`, "no concept of SKOS, OWL or MeSH: check the namespaces"},
		{"UTF-8", prefixes + ":a skos:prefLabel\n\"\xff\" .", "skos: line 13: expected UTF-8"},
		{"cut", thesaurus + ":a skos:prefLabel \"x\"", "expected \".\" at the end of a statement"},
		{"cut XML", owlHead + `<owl:Class rdf:about="http://e/a">`, "skos: line 5: expected </owl:Class>"},
		{"cut gzip", cut.String()[:cut.Len()-12], "unexpected EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := skos.Reader{}.Read(strings.NewReader(c.text))
			readertest.Refused(t, g, err, c.want)
		})
	}
}

func TestOpenNamesTheFile(t *testing.T) {
	readertest.OpenNamesTheFile(t, skos.Reader{}.Open, "bad.nt", "\n<http://e/a> a <http://e/b> .\n", ":2: expected a predicate in <>, found \"a\"")
	if _, err := (skos.Reader{}).Read(strings.NewReader("")); err == nil || !strings.Contains(err.Error(), "no concept of SKOS") {
		t.Errorf("error %v", err)
	}
}

func TestCyclesAreOnlyRead(t *testing.T) {
	g := read(t, skos.Reader{}, prefixes+`
:a a skos:Concept ; skos:prefLabel "name a" ; skos:broader :b, :a .
:b a skos:Concept ; skos:prefLabel "name b" ; skos:broader :c ; skos:narrower :a .
:c a skos:Concept ; skos:prefLabel "name c" ; skos:broader :a .
:d a skos:Concept ; xl:prefLabel :d ; meshv:concept :d ; skos:prefLabel "d" .
`)
	topic, err := g.Expand("name a", ontology.Expansion{Parents: ontology.All, Children: ontology.All})
	if err != nil || len(topic.Terms) != 3 {
		t.Errorf("%v, error %v", topic.Terms, err)
	}
}

// Shapes in which a reader that goes over a node again for each that refers to
// it would take minutes.
func TestSharedNodes(t *testing.T) {
	n := 50_000
	if testing.Short() {
		n = 5_000
	}
	var b strings.Builder
	b.WriteString(prefixes + ":heir a owl:Class ; rdfs:label 'heir' .\n")
	for i := range n {
		fmt.Fprintf(&b, ":old%d a owl:Class ; owl:deprecated true ; obo:IAO_0100001 :heir ; rdfs:subClassOf _:part ; xl:altLabel :label ; meshv:concept :M .\n", i)
		fmt.Fprintf(&b, "_:part owl:onProperty :inside ; :x :y ; skos:broader :y . :inside skos:altLabel 'x%d' . :label skos:altLabel 'x%d' . :M meshv:term :label .\n", i, i)
	}
	b.WriteString("_:part owl:someValuesFrom :heir .")
	g := read(t, skos.Reader{}, b.String())
	heir, _ := g.Concept("http://example.org/heir")
	if g.Len() != n+1 || len(heir.AltIDs) != n {
		t.Errorf("%d concepts, %d identifiers of the heir", g.Len(), len(heir.AltIDs))
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(thesaurus))
	f.Add([]byte(owlHead + `<owl:Class rdf:about="http://e/a"><rdfs:label>x</rdfs:label></owl:Class></rdf:RDF>`))
	f.Add([]byte("\x1f\x8b\x08"))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := skos.Reader{}.Read(bytes.NewReader(data))
		if (g == nil) == (err == nil) {
			t.Errorf("graph %v with error %v", g, err)
		}
		if g != nil && g.Len() == 0 {
			t.Error("an empty graph without an error")
		}
	})
}

func ExampleReader_Read() {
	g, err := skos.Reader{}.Read(strings.NewReader(`
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://example.org/flu> a skos:Concept ;
	skos:prefLabel "influenza"@en, "grippe"@fr ; skos:altLabel "flu"@en .
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	topic, err := g.Topic(context.Background(), "Influenza")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, term := range topic.Terms {
		fmt.Println(term.Text, "is", term.Relation)
	}
	// Output:
	// Influenza is exact
	// grippe is synonym
	// flu is synonym
}

// A thesaurus with codes: a topic by its code, with German names alone.
func ExampleRead_notation() {
	g, err := skos.Reader{}.Read(strings.NewReader(`
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://example.org/> .
:flu a skos:Concept ; skos:notation "J10" ; skos:prefLabel "influenza"@en, "Grippe"@de ; skos:broader :lungs .
:lungs a skos:Concept ; skos:notation "J" ; skos:prefLabel "respiratory disease"@en, "Atemwegserkrankung"@de .
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	topic, err := g.Expand("J10", ontology.Expansion{Languages: []string{"de"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, term := range topic.Terms {
		fmt.Println(term.Text, "is", term.Relation)
	}
	// Output:
	// Grippe is exact
	// Atemwegserkrankung is partial
}

func ExampleReader() {
	english := skos.Reader{Languages: []string{"en"}}
	g, err := english.Read(strings.NewReader(`
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://example.org/flu> a skos:Concept ; skos:prefLabel "influenza"@en, "grippe"@fr .
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Terms(), "name")
	// Output: 1 name
}
