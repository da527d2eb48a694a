package skos_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/obo"
	"github.com/lokman-crawler/lokman/ontology/skos"
)

// A small made-up ontology is the same graph in OBO, in OBO Graph JSON and in
// OWL.
func TestFormatsAgree(t *testing.T) {
	owl, err := skos.Reader{}.Open("testdata/breads.owl")
	if err != nil {
		t.Fatal(err)
	}
	graphs := map[string]*ontology.Graph{".owl": owl}
	for _, format := range []string{".obo", ".json"} {
		if graphs[format], err = obo.Open("testdata/breads" + format); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(comparable(graphs[format]), comparable(owl), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("-%s +.owl:\n%s", format, diff)
		}
	}
	for format, g := range graphs {
		for _, name := range []string{"rye bread", "Black Bread", "pumpernickel", "BR:0002", "BR:0012", "BR:0003"} {
			if ids, err := g.Find(t.Context(), name); err != nil || len(ids) != 1 || short(ids[0]) != "BR:0002" {
				t.Errorf("%s: %s is %v, %v", format, name, ids, err)
			}
		}
		concepts := comparable(g)
		if parents := concepts["BR:0002"].Parents; !slices.Equal(parents, []string{"BR:0001", "BR:0004"}) {
			t.Errorf("%s: parents %v, want the kind and the whole", format, parents)
		}
	}
}

// What replaces an obsolete concept gets its identifiers only if it is a
// concept that is not obsolete itself; otherwise they are found nowhere.
func TestReplacedConcepts(t *testing.T) {
	g := read(t, skos.Reader{}, prefixes+`
obo:X_1 a owl:Class ; rdfs:label "valve" .
obo:X_2 a owl:Class ; rdfs:label "old valve" ; owl:deprecated true ; obo:IAO_0100001 obo:X_1 .
obo:X_3 a owl:Class ; rdfs:label "older valve" ; owl:deprecated true ; obo:IAO_0100001 obo:X_2 .
obo:X_4 a owl:Class ; rdfs:label "oldest valve" ; owl:deprecated true ; obo:IAO_0100001 obo:X_9 .
obo:X_5 a owl:Class ; rdfs:label "no valve" ; owl:deprecated true .
`)
	for id, want := range map[string][]string{"X:1": {"X:1"}, "X:2": {"X:1"}, "X:3": nil, "X:4": nil, "X:5": nil} {
		if ids, err := g.Find(t.Context(), id); err != nil || !slices.Equal(shorts(ids), want) {
			t.Errorf("%s is %v, %v, want %v", id, ids, err, want)
		}
	}
}
