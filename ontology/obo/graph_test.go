package obo_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/internal/readertest"
	"github.com/lokman-crawler/lokman/ontology/obo"
)

// graphs has its edges before its nodes.
const graphs = "\ufeff" + `
{
  "@context": {"a": [1, null, {"b": false}]},
  "graphs": [ {
    "id": "http://purl.obolibrary.org/obo/x.json",
    "edges": [
      {"sub": "http://purl.obolibrary.org/obo/X_1", "pred": "is_a", "obj": "http://purl.obolibrary.org/obo/X_2"},
      {"sub": "http://purl.obolibrary.org/obo/X_1", "pred": "http://purl.obolibrary.org/obo/BFO_0000050", "obj": "http://example.org/whole"},
      {"sub": "http://example.org/whole", "pred": "http://purl.obolibrary.org/obo/x#part_of", "obj": "http://purl.obolibrary.org/obo/Y_Z_3"},
      {"sub": "http://purl.obolibrary.org/obo/X_1", "pred": "http://purl.obolibrary.org/obo/RO_1", "obj": "http://purl.obolibrary.org/obo/X_9"},
      {"sub": "http://purl.obolibrary.org/obo/x#part_of", "pred": "is_a", "obj": "http://purl.obolibrary.org/obo/x#overlaps"}
    ],
    "nodes": [ {
      "id": "http://purl.obolibrary.org/obo/X_1",
      "lbl": "heart\tdisease \u00e9",
      "type": "CLASS",
      "meta": {
        "definition": {"val": "a heart disease", "xrefs": ["PMID:1"]},
        "subsets": ["http://purl.obolibrary.org/obo/x#slim"],
        "synonyms": [
          {"pred": "hasExactSynonym", "val": "cardiac disease", "xrefs": [], "synonymType": "http://purl.obolibrary.org/obo/OMO_1"},
          {"pred": "hasBroadSynonym", "val": "disease"},
          {"pred": "hasRelatedSynonym", "val": "maladie du c\u0153ur", "lang": "fr"},
          {"pred": "hasExactSynonym", "val": ""}
        ],
        "xrefs": [ {"val": "UMLS_CUI:C0000001"}, {"val": "GARD:7"} ],
        "basicPropertyValues": [
          {"pred": "http://www.geneontology.org/formats/oboInOwl#hasAlternativeId", "val": "X:100"},
          {"pred": "http://www.geneontology.org/formats/oboInOwl#hasOBONamespace", "val": "diseases"},
          {"pred": "http://example.org/other", "val": "ignored"}
        ]
      }
    }, {
      "id": "http://example.org/whole", "lbl": "whole", "meta": {"xrefs": [ {"val": "GARD:7"} ]}
    }, {
      "id": "http://purl.obolibrary.org/obo/X_5", "lbl": "old", "type": "CLASS",
      "meta": {"deprecated": true, "basicPropertyValues": [
        {"pred": "http://purl.obolibrary.org/obo/IAO_0100001", "val": "http://purl.obolibrary.org/obo/X_1"}]}
    }, {
      "id": "http://purl.obolibrary.org/obo/x#part_of", "lbl": "part of", "type": "PROPERTY", "propertyType": "OBJECT"
    }, {
      "id": "http://example.org/someone", "lbl": "someone", "type": "INDIVIDUAL"
    }, {
      "id": "http://purl.obolibrary.org/obo/x#slim"
    } ],
    "logicalDefinitionAxioms": [ {"definedClassId": "http://purl.obolibrary.org/obo/X_1", "genusIds": ["http://purl.obolibrary.org/obo/X_2"]} ]
  } ]
}
`

func TestReadGraphs(t *testing.T) {
	want := []ontology.Concept{
		{ID: "X:1", Name: "heart\tdisease é", Types: []string{"slim", "diseases"},
			AltIDs: []string{"X:100", "http://purl.obolibrary.org/obo/X_1", "C0000001", "X:5"},
			Names: []ontology.Name{
				{Text: "cardiac disease", Relation: ontology.Synonym},
				{Text: "disease", Relation: ontology.Partial},
				{Text: "maladie du cœur", Relation: ontology.Synonym, Language: "fr"}},
			Parents: []string{"X:2", "http://example.org/whole"}},
		{ID: "http://example.org/whole", Name: "whole", Parents: []string{"Y_Z:3"}, Children: []string{"X:1"}},
		{ID: "X:5", Name: "old", AltIDs: []string{"http://purl.obolibrary.org/obo/X_5"}, Obsolete: true},
	}
	g := read(t, graphs)
	if diff := cmp.Diff(want, slices.Collect(g.All())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, asked := range []string{"X:1", "http://purl.obolibrary.org/obo/X_1", "UMLS:C0000001", "Heart diseases é"} {
		if got, err := g.Find(t.Context(), asked); err != nil || !slices.Equal(got, []string{"X:1"}) {
			t.Errorf("%s is %q, error %v, want X:1", asked, got, err)
		}
	}

	byByte, err := obo.Read(iotest.OneByteReader(strings.NewReader(graphs)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, slices.Collect(byByte.All())); diff != "" {
		t.Errorf("byte by byte (-want +got):\n%s", diff)
	}
}

func TestReadGraphsRefuses(t *testing.T) {
	long := strings.Repeat("x", (1<<20)+1)
	for _, c := range []struct{ name, text, want string }{
		{"no graphs", "{\n}", `line 2: expected "graphs" as OBO Graph JSON has it, found "none"`},
		{"cut", "{\"graphs\":\n[\n", `line 3: expected the rest of the document, found "the end of the file"`},
		{"cut string", "{\"graphs\":\n[{\"id\": \"a", `line 2: expected the rest of the document`},
		{"more after it", "{\"graphs\": []}\n{}", `line 2: expected the end of the file, found "{"`},
		{"text after it", "{\"graphs\": []}\nHello", `line 2: expected JSON, found "Hello"`},
		{"no JSON", "{\"graphs\": [\n\n{nodes: 1}]}", `line 3: expected JSON, found "nodes: 1}]}"`},
		{"no comma", "{\"graphs\": [\n{\"nodes\": []}\n{}]}", `line 3: expected JSON, found "{}]}"`},
		{"no array", "{\"graphs\":\n{}}", `line 2: expected an array, found "{"`},
		{"no object", "{\"graphs\": [\n{\"nodes\": [\n1]}]}", `line 3: expected an object, found "1"`},
		{"no string", "{\"graphs\": [{\"nodes\": [\n{\"id\":\n12}]}]}", `line 3: expected a string, found "12"`},
		{"no identifier", "{\"graphs\": [{\"nodes\": [\n{\"lbl\": \"a\"\n}]}]}", `line 3: expected an "id" in the node`},
		{"half an edge", "{\"graphs\": [{\"edges\": [\n{\"sub\": \"a\", \"pred\": \"is_a\"\n}]}]}", `line 3: expected an edge with "sub", "pred" and "obj"`},
		{"not UTF-8", "{\"graphs\":\n[{\"id\": \"caf\xe9\"}]}", "expected UTF-8"},
		{"half a rune", "{\"graphs\":\n[]}\xc3", "line 2: expected JSON"},
		{"long string", "{\"graphs\":\n[{\"id\": \"" + long + long + "\"}]}", "line 2: expected a string of at most"},
		{"long space", "{\"graphs\":\n" + strings.Repeat(" ", 3*(1<<20)) + "[]}", "line 1: expected a string of at most"},
		{"deep", "{\"x\":\n" + strings.Repeat("[", 1_000_000), "line 2: expected at most 100 levels of JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := obo.Read(strings.NewReader(c.text))
			readertest.RefusedAt(t, g, err, c.want)
		})
	}
}

func TestReadGraphsCutGzip(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(graphs))
	z.Close()
	g, err := obo.Read(bytes.NewReader(packed.Bytes()[:packed.Len()-12]))
	if !errors.Is(err, io.ErrUnexpectedEOF) || g != nil {
		t.Errorf("graph %v, error %v, want an unexpected end", g, err)
	}
}

// Every way to cut a text into reads gives the same answer.
func TestReadGraphsRunesAcrossReads(t *testing.T) {
	for _, c := range []struct {
		name string
		ok   bool
	}{
		{"é", true}, {"漢字", true}, {"𝄞", true}, {"a\xe9b", false}, {"\xf0\x9d\x84", false}, {"\xed\xa0\x80", false}, {"\xff", false},
	} {
		text := `{"graphs": [{"nodes": [{"id": "a", "lbl": "` + c.name + `"}]}]}`
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.HalfReader(strings.NewReader(text))} {
			g, err := obo.Read(r)
			if (err == nil) != c.ok {
				t.Errorf("%q: error %v, want none: %v", c.name, err, c.ok)
				continue
			}
			if c.ok {
				if got, _ := g.Concept("a"); got.Name != c.name {
					t.Errorf("%q came out as %q", c.name, got.Name)
				}
			}
		}
	}
}
