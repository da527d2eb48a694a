package ontology_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/ontology"
)

// ambiguous is one of Report.Ambiguous.
type ambiguous = struct {
	Name     string
	Concepts []string
}

func TestLint(t *testing.T) {
	g := diseases()
	g.Add(ontology.Concept{ID: "D:7", Name: "--", Children: []string{"D:gone"}})
	g.Add(ontology.Concept{ID: "D:8", Name: "iron", Names: []ontology.Name{{Text: "F.e.", Relation: ontology.Synonym}}, Parents: []string{"D:8"}})
	g.Add(ontology.Concept{ID: "D:9", Name: "ghost", Names: []ontology.Name{{Text: "Ghost.", Relation: ontology.Synonym}}})
	g.Add(ontology.Concept{ID: "D:10", Name: "spook", Names: []ontology.Name{{Text: "spectre", Relation: ontology.Synonym}, {Text: "ghost", Relation: ontology.Synonym}}})
	got := g.Lint("Heart disease, and lung diseases. A leaky valve.\n\nThe lung disease.")
	want := ontology.Report{
		Ambiguous: []ambiguous{{Name: "ghost", Concepts: []string{"D:9", "D:10"}}, {Name: "lung disease", Concepts: []string{"D:2", "D:6"}}},
		Short:     []ontology.Term{{Text: "F.e.", Relation: ontology.Synonym, Concept: "D:8"}},
		Cycles:    [][]string{{"D:0", "D:loop"}, {"D:8"}},
		Dangling:  []struct{ From, To string }{{"D:3", "D:missing"}, {"D:7", "D:gone"}},
		Empty:     []string{"D:7"},
	}
	want.Coverage.Words, want.Coverage.Covered, want.Coverage.Names, want.Coverage.Concepts = 11, 6, 3, 4
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	const text = `2 ambiguous names: "ghost" (D:9, D:10), "lung disease" (D:2, D:6)
1 short names: "F.e." (D:8)
2 cycles: D:0 > D:loop, D:8
2 dangling references: D:3 > D:missing, D:7 > D:gone
1 concepts without a name: D:7
of the sample's 11 words 54.5 % are in 3 names of 4 concepts
`
	if diff := cmp.Diff(text, got.String()); diff != "" {
		t.Error(diff)
	}
}

// Two signs of Chinese are a word, two letters of Latin are on any page.
func TestLintShortNamesByScript(t *testing.T) {
	var g ontology.Graph
	for _, name := range []string{"活動", "字", "활동", "かゆ", "Fe", "Fe1", "U.S.", "ยา"} {
		g.Add(ontology.Concept{ID: name, Name: name})
	}
	var short []string
	for _, term := range g.Lint("").Short {
		short = append(short, term.Text)
	}
	if diff := cmp.Diff([]string{"字", "Fe", "U.S.", "ยา"}, short); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A concept of a file may have any number of names, each several times, and share
// them with another. That comparing each with each would take hours is seen by the
// time limit of tests.
func TestLintManyNamesOfOneConcept(t *testing.T) {
	const n = 100_000
	names := make([]ontology.Name, 0, 3*n)
	for i := range n {
		name := ontology.Name{Text: fmt.Sprint("name ", i), Relation: ontology.Synonym}
		names = append(names, name, name, ontology.Name{Text: "last", Relation: ontology.Synonym})
	}
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "1", Name: "a", Names: names})
	if found, err := g.Find(t.Context(), "last"); err != nil || !slices.Equal(found, []string{"1"}) {
		t.Errorf("found %q, %v", found, err)
	}
	if shared := g.Lint("").Ambiguous; len(shared) != 0 {
		t.Errorf("%d ambiguous names of one concept", len(shared))
	}
	g.Add(ontology.Concept{ID: "2", Name: "last", Names: names})
	shared := g.Lint("").Ambiguous
	if len(shared) != n+1 {
		t.Fatalf("%d ambiguous names, want %d", len(shared), n+1)
	}
	if want := (ambiguous{Name: "last", Concepts: []string{"2", "1"}}); !cmp.Equal(shared[0], want) {
		t.Errorf("%+v, want %+v", shared[0], want)
	}
}

// A concept is in a cycle if and only if steps to parents lead back to it, and
// two are in one knot if and only if each leads to the other.
func TestCyclesEqualReachability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "concepts")
		var reaches [10][10]bool
		g := new(ontology.Graph)
		id := func(i int) string { return fmt.Sprint(i) }
		for i := range n {
			c := ontology.Concept{ID: id(i), Name: "a"}
			for _, p := range rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 2).Draw(t, "parents") {
				c.Parents = append(c.Parents, id(p))
				reaches[i][p] = true
			}
			g.Add(c)
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reaches[i][j] = reaches[i][j] || reaches[i][k] && reaches[k][j]
				}
			}
		}
		knots := g.Lint("").Cycles
		for i := range n {
			for j := range n {
				together := slices.ContainsFunc(knots, func(k []string) bool {
					return slices.Contains(k, id(i)) && slices.Contains(k, id(j))
				})
				if together != (reaches[i][j] && reaches[j][i]) {
					t.Fatalf("%d and %d in one knot: %v; knots %v", i, j, together, knots)
				}
			}
		}
	})
}
