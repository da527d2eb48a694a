package obo_test

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/obo"
)

// The counts are those of data/ontology/README.md, where it has them, and of a
// plain line reader over the same file. Concepts are those in use and the
// obsolete ones, terms the names and synonyms of those in use.
func TestReadReal(t *testing.T) {
	for _, c := range []struct {
		file                       string
		concepts, terms, relations int
	}{
		{"doid/doid-2016-09-01.obo.gz", 6971 + 2373, 6971 + 12020, 8155},
		{"doid/doid-2026-08-rendered.obo.gz", 12246, 12246 + 15522, 12288},
		{"doid/NCIthesaurus-2026-08.obo.gz", 4750 + 7, 4750 + 8356, 4780},
		{"doid/DO_rare_slim-2026-08.obo.gz", 3458 + 2, 3458 + 8655, 1609},
		{"doid/DO_cancer_slim-2026-08.obo.gz", 729 + 1, 729 + 1264, 657},
		{"doid/DO_cancer_slim-2026-08.json.gz", 729 + 1, 729 + 1264, 657}, // 749 nodes, 19 of them properties
		{"doid/DO_infectious_disease_slim-2026-08.obo.gz", 536, 536 + 999, 498},
		{"doid/DO_infectious_disease_slim-2026-08.json.gz", 536, 536 + 999, 498}, // 553 nodes, 17 of them properties
		{"symp/symp.obo", 895 + 125, 895 + 247, 898},
		{"symp/symp.json", 895 + 125, 895 + 247, 898}, // 1,043 nodes, 23 of them properties
		{"hpo/hp-2013-11-30.obo.gz", 10223 + 44, 10223 + 6447, 13458},
		// The README has 2,833 is_a and 117 part_of of concepts in use; 87 and 1
		// more are of obsolete ones. One concept has no name.
		{"obo-extra/ms.obo.gz", 2674 + 282, 2673 + 166, 2833 + 117 + 87 + 1},
		{"obo-extra/pato.obo.gz", 1769 + 892, 1769 + 845, 2096},
		{"obo-extra/uo.obo.gz", 378, 378 + 383 - 1, 396}, // a synonym without a word, "%"
	} {
		t.Run(c.file, func(t *testing.T) {
			g, err := obo.Open(shared(t, c.file))
			if err != nil {
				t.Fatal(err)
			}
			got := [3]int{g.Len(), g.Terms(), g.Relations()}
			if want := [3]int{c.concepts, c.terms, c.relations}; got != want {
				t.Errorf("concepts, terms and relations are %d, want %d", got, want)
			}
		})
	}
}

// Both formats of one ontology give the same concepts, but for the IRIs that
// only JSON has and the order of names.
func TestFormatsAgree(t *testing.T) {
	slims, err := filepath.Glob(filepath.Join(shared(t, "doid"), "*.json.gz"))
	if err != nil || len(slims) < 7 {
		t.Fatalf("%d slims, error %v", len(slims), err)
	}
	for _, path := range append(slims, shared(t, "symp/symp.json")) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			byJSON, err := obo.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			byText, err := obo.Open(strings.Replace(path, ".json", ".obo", 1))
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(inOrder(byText), inOrder(byJSON)); diff != "" {
				t.Errorf("(-OBO +JSON):\n%s", diff)
			}
		})
	}
}

// inOrder returns the concepts without their IRIs, all of them sorted.
func inOrder(g *ontology.Graph) []ontology.Concept {
	var all []ontology.Concept
	for c := range g.All() {
		c.AltIDs = slices.DeleteFunc(c.AltIDs, func(id string) bool { return strings.HasPrefix(id, "http://purl.obolibrary.org/obo/") })
		if len(c.AltIDs) == 0 {
			c.AltIDs = nil
		}
		slices.Sort(c.AltIDs)
		slices.Sort(c.Types)
		slices.Sort(c.Parents)
		slices.Sort(c.Children)
		slices.SortFunc(c.Names, func(a, b ontology.Name) int {
			return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.Relation, b.Relation))
		})
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b ontology.Concept) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// The thesis's topics that these ontologies have, by all that they may be
// looked up by.
func TestThesisTopics(t *testing.T) {
	graphs := map[string]*ontology.Graph{}
	for name, file := range map[string]string{
		"DOID": "doid/doid-2026-08-rendered.obo.gz", "2016": "doid/doid-2016-09-01.obo.gz", "SYMP": "symp/symp.json", "HP": "hpo/hp-2013-11-30.obo.gz",
	} {
		g, err := obo.Open(shared(t, file))
		if err != nil {
			t.Fatal(err)
		}
		graphs[name] = g
	}
	for _, c := range []struct {
		in, id, parent string
		asked          []string
	}{
		{"DOID", "DOID:8659", "viral infectious disease", []string{"chickenpox", "Chickenpox", "varicella", "DOID:8659", "C0008049", "UMLS_CUI:C0008049", "MESH:D002644"}},
		{"DOID", "DOID:3459", "breast cancer", []string{"breast carcinoma", "Breast Carcinomas", "carcinoma of breast", "mammary carcinoma"}},
		{"DOID", "DOID:8469", "viral infectious disease", []string{"influenza", "INFLUENZA", "flu", "C0021400"}},
		{"DOID", "DOID:2951", "inner ear disease", []string{"motion sickness", "travel sickness", "sickness, motion", "C0026603"}},
		{"DOID", "DOID:9351", "glucose metabolism disease", []string{"Diabetes Mellitus", "diabetes"}},
		{"2016", "DOID:3459", "carcinoma", []string{"breast carcinoma"}},
		{"2016", "DOID:8659", "skin disease", []string{"chickenpox"}},
		{"SYMP", "SYMP:0000606", "urinary incontinence", []string{"nocturnal enuresis", "bed wetting", "http://purl.obolibrary.org/obo/SYMP_0000606"}},
		{"SYMP", "SYMP:0000019", "ear symptom", []string{"deafness"}},
		{"SYMP", "SYMP:0000393", "ear symptom", []string{"tinnitus", "sensation of noise"}},
		{"SYMP", "SYMP:0000571", "sleep disturbance", []string{"insomnia", "insomnias", "agrypnia"}},
		{"HP", "HP:0000365", "", []string{"deafness", "Hearing impairment"}},
		{"HP", "HP:0000360", "", []string{"tinnitus"}},
		{"HP", "HP:0003002", "", []string{"breast cancer", "breast carcinoma"}},
	} {
		for _, asked := range c.asked {
			topic, err := graphs[c.in].Topic(t.Context(), asked)
			if err != nil {
				t.Errorf("%s in %s: %v", asked, c.in, err)
				continue
			}
			if topic.ID != c.id {
				t.Errorf("%s in %s is %s, want %s", asked, c.in, topic.ID, c.id)
			}
			isParent := func(term ontology.Term) bool {
				return term.Text == c.parent && term.Relation == ontology.Partial
			}
			if c.parent != "" && !slices.ContainsFunc(topic.Terms, isParent) {
				t.Errorf("%s in %s: no partial term %q in %v", asked, c.in, c.parent, topic.Terms)
			}
		}
	}
}

// An instrument's parts are beside its kinds in the topic.
func TestPartOf(t *testing.T) {
	g, err := obo.Open(shared(t, "obo-extra/ms.obo.gz"))
	if err != nil {
		t.Fatal(err)
	}
	c, _ := g.Concept("MS:1000044") // dissociation method
	if !slices.Contains(c.Parents, "MS:1000456") {
		t.Errorf("parents %q lack the whole MS:1000456", c.Parents)
	}
}
