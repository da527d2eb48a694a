package skos_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/obo"
	"github.com/lokman-crawler/lokman/ontology/skos"
)

const data = "../../../shared/data/ontology"

func open(t *testing.T, file string) *ontology.Graph {
	t.Helper()
	path := filepath.Join(data, file)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no development data: %v", err)
	}
	g, err := skos.Reader{}.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The counts beside are those of a plain line reader over the same files
// (data/ontology/README.md), if they differ.
func TestRealFiles(t *testing.T) {
	for _, c := range []struct {
		file                                  string
		concepts, obsolete, synonyms, parents int // synonyms: names besides the preferred one
	}{
		// Synonyms include the preferred names in three other languages.
		// Parents: 3830 statements, several with more than one object; the
		// 1292 statements of narrower say the same.
		{"skos/unesco-thesaurus.ttl.gz", 4414, 0, 27122, 4257},
		// 4414 are a skos:Concept; the others are the 88 microthesauri and 7
		// domains, which stand in skos:broader and have a type of the file's
		// own. 4501 lines have a broader, some with more than one object.
		{"skos/simple-unesco-thesaurus.ttl.gz", 4509, 0, 13490, 4929},
		// Synonyms: 144 statements of altLabel and 157 of hiddenLabel, several
		// with more than one object, and the preferred names in other
		// languages. Parents: 267 statements.
		{"skos/yso-sample.ttl", 270, 0, 1733, 278},
		{"skos/acm_ccs2012.xml", 2113, 0, 0, 2100},
		// 43 descriptors and 19 supplementary records. The broader
		// descriptors are those of the samples that have one.
		{"mesh/meshrdf-samples.nt.gz", 62, 0, 316, 6},
		// 7 more are below owl:Thing.
		{"mesh/meshv-vocabulary.ttl", 17, 0, 0, 10},
		// 247 synonyms without those of obsolete terms.
		{"symp/symp.owl", 1020, 125, 274, 898},
		{"doid/DO_infectious_disease_slim-2026-08.owl.gz", 536, 0, 999, 498},
		// 729 that are not obsolete; 1264 synonyms and a broad one.
		{"doid/DO_cancer_slim-2026-08.owl.gz", 730, 1, 1265, 657},
		{"doid/DO_AGR_slim-2026-08.owl.gz", 28, 0, 32, 0},
		{"doid/DO_CFDE_slim-2026-08.owl.gz", 44, 0, 150, 23},
		{"doid/DO_GXD_slim-2026-08.owl.gz", 26, 0, 26, 3},
		{"doid/DO_MGI_slim-2026-08.owl.gz", 32, 0, 35, 3},
		{"doid/DO_RAD_slim-2026-08.owl.gz", 81, 0, 195, 80},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			g := open(t, c.file)
			obsolete, synonyms, parents := 0, 0, 0
			for concept := range g.All() {
				if concept.Name == "" {
					t.Errorf("%s has no name", concept.ID)
				}
				if concept.Obsolete {
					obsolete++
				}
				synonyms += len(concept.Names)
				parents += len(concept.Parents)
			}
			if g.Len() != c.concepts || obsolete != c.obsolete || synonyms != c.synonyms || parents != c.parents {
				t.Errorf("%d concepts, %d obsolete, %d synonyms, %d parents; want %+v", g.Len(), obsolete, synonyms, parents, c)
			}
		})
	}
}

// The same ontology in OBO, in OBO Graph JSON and in OWL is the same graph,
// but for what only one of the formats has.
func TestThreeFormats(t *testing.T) {
	for _, stem := range []string{
		"doid/DO_infectious_disease_slim-2026-08", "doid/DO_cancer_slim-2026-08", "doid/DO_AGR_slim-2026-08",
		"doid/DO_CFDE_slim-2026-08", "doid/DO_GXD_slim-2026-08", "doid/DO_MGI_slim-2026-08", "doid/DO_RAD_slim-2026-08",
		"symp/symp",
	} {
		t.Run(filepath.Base(stem), func(t *testing.T) {
			suffix := ".gz"
			if stem == "symp/symp" {
				suffix = ""
			}
			owl := comparable(open(t, stem+".owl"+suffix))
			for _, format := range []string{".obo", ".json"} {
				g, err := obo.Open(filepath.Join(data, stem+format+suffix))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(comparable(g), owl, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("-%s +.owl:\n%.3000s", format, diff)
				}
			}
		})
	}
}

// comparable returns the concepts of a graph by their OBO identifiers, without
// order, languages and IRIs.
func comparable(g *ontology.Graph) map[string]ontology.Concept {
	concepts := map[string]ontology.Concept{}
	for c := range g.All() {
		c.ID = short(c.ID)
		c.Language = ""
		c.Parents, c.Children, c.Types = shorts(c.Parents), shorts(c.Children), shorts(c.Types)
		c.AltIDs = slices.DeleteFunc(shorts(c.AltIDs), func(id string) bool { return id == c.ID })
		for i := range c.Names {
			c.Names[i].Language = ""
		}
		slices.SortFunc(c.Names, func(a, b ontology.Name) int { return strings.Compare(a.Text, b.Text) })
		concepts[c.ID] = c
	}
	return concepts
}

func short(id string) string {
	return strings.Replace(strings.TrimPrefix(id, "http://purl.obolibrary.org/obo/"), "_", ":", 1)
}

func shorts(ids []string) []string {
	var all []string
	for _, id := range ids {
		all = append(all, short(id))
	}
	slices.Sort(all)
	return slices.Compact(all)
}
