package obo_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
)

// rich has what few files have: escapes, modifiers, descriptions of xrefs,
// xrefs of several concepts, replaced concepts.
const rich = `format-version: 1.4
default-namespace: plants
subsetdef: slim "A slim"

[Term]
id: X:1
name: X!Tandem \{a\} {b} c {source="PMID:1", note="a ! b"} ! comment
alt_id: X:100 {comment="merged"}
subset: slim ! a slim
xref: UMLS_CUI:C0000001
xref: MeSH:D900001 "a description" {source="x"}
xref: ICD10:A00.1
xref: url:http\://example.org/a,b
xref: GARD:7
synonym: "a \"b\" {c} ! d" BROAD LAYPERSON [PMID:1 "x"] {x="y"} ! e
intersection_of: X:9
intersection_of: part_of X:8
is_a: X:2 {is_inferred="true"}
relationship: BFO:0000050 X:3 {x="y"} ! whole
relationship: has_part X:4

[Term]
id: X:2
namespace: animals
xref: GARD:7
xref: UMLS_CUI:C0000002

[Term]
id: X:5
name: old
is_obsolete: true
replaced_by: X:2
consider: X:1
xref: UMLS_CUI:C0000002

[Term]
id: X:6
is_obsolete: true
replaced_by: X:1
replaced_by: X:2

[Term]
id: X:7
is_obsolete: true
replaced_by: X:404

[Typedef]
id: part_of
xref: BFO:0000050
`

func TestClauses(t *testing.T) {
	g := read(t, rich)
	want := []ontology.Concept{
		{ID: "X:1", Name: "X!Tandem {a} {b} c", Types: []string{"slim", "plants"},
			AltIDs:  []string{"X:100", "C0000001", "D900001", "ICD10:A00.1", "url:http://example.org/a,b"},
			Names:   []ontology.Name{{Text: `a "b" {c} ! d`, Relation: ontology.Partial}},
			Parents: []string{"X:2", "X:3"}},
		{ID: "X:2", Types: []string{"animals"}, AltIDs: []string{"C0000002", "X:5"}, Children: []string{"X:1"}},
		{ID: "X:5", Name: "old", Types: []string{"plants"}, Obsolete: true},
		{ID: "X:6", Types: []string{"plants"}, Obsolete: true},
		{ID: "X:7", Types: []string{"plants"}, Obsolete: true},
	}
	if diff := cmp.Diff(want, slices.Collect(g.All())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFindByXref(t *testing.T) {
	g := read(t, rich)
	for asked, want := range map[string][]string{
		"C0000001":          {"X:1"},
		"UMLS_CUI:C0000001": {"X:1"},
		"UMLS:C0000001":     {"X:1"},
		"MESH:D900001":      {"X:1"},
		"ICD10:A00.1":       {"X:1"},
		"X:100":             {"X:1"},
		"C0000002":          {"X:2"}, // an obsolete one has it too
		"X:5":               {"X:2"}, // replaces it
		"X:6":               nil,     // two replace it
		"GARD:7":            nil,     // two have it
	} {
		got, err := g.Find(t.Context(), asked)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is %q, error %v, want %q", asked, got, err, want)
		}
	}
}
