package umls_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/umls"
)

// Of one concept a parent, a broader concept and one that a source says is
// synonymous, each with a name.
var related = map[string]string{
	"MRCONSO.RRF": `C0000001|ENG|P|L1|PF|S1|Y|A1|||D1|MSH|MH|D1|Parent|0|N||
C0000002|ENG|P|L2|PF|S2|Y|A2|||D2|MSH|MH|D2|Topic|0|N||
C0000003|ENG|P|L3|PF|S3|Y|A3|||D3|MSH|MH|D3|Broader|0|N||
C0000004|ENG|S|L4|VO|S4|N|A4|||D4|MSH|ET|D4|Variant|0|N||
C0000004|ENG|P|L5|PF|S5|Y|A5|||D4|MSH|MH|D4|Synonymous|0|N||
C0000005|ENG|P|L6|PF|S6|Y|A6|||D5|MSH|MH|D5|Narrower|0|N||
C0000006|ENG|P|L7|PF|S7|Y|A7|||D6|MTH|MH|D6|Unwanted|0|N||
`,
	"MRREL.RRF": `C0000002|A2|AUI|PAR|C0000001|A1|AUI||R1||MSH|MSH|||N||
C0000002|A2|AUI|RB|C0000003|A3|AUI||R2||MSH|MSH|||N||
C0000002|A2|AUI|RN|C0000005|A6|AUI||R3||MSH|MSH|||N||
C0000004|A5|AUI|SY|C0000002|A2|AUI||R4||MSH|MSH|||N||
C0000002|A2|AUI|SY|C0000004|A5|AUI||R5||MSH|MSH|||N||
C0000002|A2|AUI|SY|C0000002|A2|AUI||R6||MSH|MSH|||N||
C0000002|A2|AUI|SY|C0000006|A7|AUI||R7||MSH|MSH|||N||
C0000005|A6|AUI|SY|C0000004|A5|AUI||R8||MSH|MSH|||O||
`,
}

// The thesis picks concept names "with relevance values as SY (synonymy) or PAR
// (partial relevance)" (3.4.3.2).
func TestThesisRelations(t *testing.T) {
	dir := write(t, related, nil).Path
	term := func(text string, r ontology.Relation, cui string) ontology.Term {
		return ontology.Term{Text: text, Relation: r, Concept: cui}
	}
	for _, c := range []struct {
		name string
		dir  umls.Dir
		want []ontology.Term
	}{
		{"thesis", umls.Thesis(dir), []ontology.Term{
			term("Topic", ontology.Exact, "C0000002"), term("Synonymous", ontology.Synonym, "C0000002"), term("Parent", ontology.Partial, "C0000001")}},
		{"default", umls.Dir{Path: dir}, []ontology.Term{
			term("Topic", ontology.Exact, "C0000002"), term("Parent", ontology.Partial, "C0000001"), term("Broader", ontology.Partial, "C0000003")}},
		{"RB", umls.Dir{Path: dir, Relations: []string{"RB"}}, []ontology.Term{
			term("Topic", ontology.Exact, "C0000002"), term("Broader", ontology.Partial, "C0000003")}},
		{"SY", umls.Dir{Path: dir, Relations: []string{"SY"}}, []ontology.Term{
			term("Topic", ontology.Exact, "C0000002"), term("Synonymous", ontology.Synonym, "C0000002"),
			term("Unwanted", ontology.Synonym, "C0000002")}},
	} {
		for what, o := range map[string]ontology.Ontology{"streaming": c.dir, "loaded": load(t, c.dir)} {
			topic, err := o.Topic(context.Background(), "Topic")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, topic.Terms); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.name, what, diff)
			}
		}
	}
	narrow, err := umls.Dir{Path: dir, Relations: []string{"RB"}}.Concepts(context.Background(), []string{"C0000002"})
	if err != nil || len(narrow) != 1 || !cmp.Equal(narrow[0].Children, []string{"C0000005"}) {
		t.Errorf("RB takes RN too: %v %v", narrow, err)
	}
}
