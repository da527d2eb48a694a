package mesh_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/mesh"
)

// The counts that data/ontology/README.md has too are marked; the others are
// those of a plain line reader over the same file. Terms are the names of
// records and all others. Relations are pairs of records: the 64,460 tree
// numbers of MeSH 2024 less the 118 at the top lead to 64,342 parents, of which
// 2 are the record itself, and many records stand under the same one several
// times.
func TestReadReal(t *testing.T) {
	for _, c := range []struct {
		file                       string
		reader                     mesh.Reader
		concepts, terms, relations int
	}{
		{"mesh2024_terms.tsv.gz", mesh.Reader{}, 30764, 263936, 0},                         // both in the README; no tree numbers
		{"mesh2024_terms.tsv.gz", mesh.Reader{NoPermuted: true}, 30764, 30764 + 102038, 0}, // synonyms in the README
		{"mesh2024_descriptors.tsv.gz", mesh.Reader{}, 30764, 30764 + 102038, 42014},       // lists no permuted terms
		// Five terms stand twice in the table, in two concepts of one record
		// ("Micro Waves" of D008872), and once here.
		{"d2024-rendered.bin.gz", mesh.Reader{}, 30764, 263936 - 5, 42014},
		// Three branches of the tree: 528 parents are in the others.
		{"desc2024-CF-E04-rendered.xml.gz", mesh.Reader{}, 6678, 70909, 9914},
		{"desc2024-CF-E04-rendered.xml.gz", mesh.Reader{NoPermuted: true}, 6678, 70909 - 40890, 9914},
		{"desc-samples.xml", mesh.Reader{}, 43, 308, 6}, // both in the README
		{"desc-samples.xml", mesh.Reader{NoPermuted: true}, 43, 308 - 138, 6},
		{"supp-samples.xml.gz", mesh.Reader{}, 19, 70, 40},
		{"2017MeshTree.txt.gz", mesh.Reader{}, 28470, 28470, 38579}, // 57,840 tree numbers
	} {
		t.Run(c.file, func(t *testing.T) {
			g, err := c.reader.Open(shared(t, c.file))
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

// Both layouts have the same content of a record.
func TestLayoutsAgree(t *testing.T) {
	byXML, err := mesh.Reader{}.Open(shared(t, "desc2024-CF-E04-rendered.xml.gz"))
	if err != nil {
		t.Fatal(err)
	}
	byASCII, err := mesh.Reader{}.Open(shared(t, "d2024-rendered.bin.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for x := range byXML.All() {
		a, _ := byASCII.Concept(x.ID)
		// Parents may be in a branch that the XML has not.
		a.Parents = slices.DeleteFunc(a.Parents, func(p string) bool {
			_, ok := byXML.Concept(p)
			return !ok
		})
		if diff := cmp.Diff(asText(x), asText(a)); diff != "" {
			t.Fatalf("%s (-XML +ASCII):\n%s", x.ID, diff)
		}
	}
}

// asText returns what both layouts have of a record, each name once.
func asText(c ontology.Concept) []string {
	var names []string
	for _, n := range c.Names {
		names = append(names, n.Text+" "+n.Relation.String())
	}
	slices.Sort(names)
	return slices.Concat([]string{c.ID, c.Name}, slices.Compact(names), c.AltIDs, c.Parents, c.Types)
}

// The thesis's topics, by all that they may be looked up by.
func TestThesisTopics(t *testing.T) {
	g, err := mesh.Reader{}.Open(shared(t, "d2024-rendered.bin.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id, parent string
		names      []string // of the topic, in several spellings
	}{
		{"D002644", "Varicella Zoster Virus Infection", []string{"chickenpox", "Chickenpoxes", "CHICKEN POX"}},
		{"D053206", "Enuresis", []string{"bedwetting", "Nocturnal Enuresis", "nighttime urinary incontinence"}},
		{"D001943", "Breast Diseases", []string{"breast carcinoma", "breast carcinomas", "cancer of the breast", "Breast Cancer"}},
		{"D003638", "Hearing Loss", []string{"deafness", "DEAFNESS"}},
		{"D007251", "Orthomyxoviridae Infections", []string{"influenza", "human flu", "Grippe"}},
		{"D014659", "Sterilization, Reproductive", []string{"vasectomy", "vasectomies", "vas ligation"}},
		{"D014012", "Hearing Disorders", []string{"tinnitus", "Ringing Buzzing Tinnitus"}},
		{"D013471", "Burns", []string{"sunburn", "sunburns"}},
		{"D009041", "Signs and Symptoms", []string{"motion sickness", "sea sickness", "Carsickness"}},
		{"D007319", "Sleep Disorders, Intrinsic", []string{"insomnia", "insomnias", "sleeplessness"}},
	} {
		record, ok := g.Concept(c.id)
		if !ok {
			t.Errorf("no %s", c.id)
			continue
		}
		for _, asked := range slices.Concat(c.names, record.AltIDs, []string{c.id, "MESH:" + c.id}) {
			topic, err := g.Topic(context.Background(), asked)
			if err != nil {
				t.Errorf("%s: %v", asked, err)
				continue
			}
			if topic.ID != c.id {
				t.Errorf("%q is %s, want %s", asked, topic.ID, c.id)
			}
			isParent := func(term ontology.Term) bool {
				return term.Text == c.parent && term.Relation == ontology.Partial
			}
			if !slices.ContainsFunc(topic.Terms, isParent) {
				t.Errorf("%q: no partial term %q", asked, c.parent)
			}
		}
	}
	topic, err := g.Topic(context.Background(), "vasectomy")
	if err != nil {
		t.Fatal(err)
	}
	sibling := ontology.Term{Text: "Sterilization, Tubal", Relation: ontology.Contextual, Concept: "D013246"}
	if !slices.Contains(topic.Terms, sibling) {
		t.Errorf("no %v in %v", sibling, topic.Terms)
	}
}
