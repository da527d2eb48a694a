package ontology_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/ontology"
)

func TestLint(t *testing.T) {
	g := diseases()
	g.Add(ontology.Concept{ID: "D:7", Name: "--", Children: []string{"D:gone"}})
	g.Add(ontology.Concept{ID: "D:8", Name: "iron", Names: []ontology.Name{{Text: "F.e.", Relation: ontology.Synonym}}, Parents: []string{"D:8"}})
	g.Add(ontology.Concept{ID: "D:9", Name: "ghost", Names: []ontology.Name{{Text: "Ghost.", Relation: ontology.Synonym}}})
	g.Add(ontology.Concept{ID: "D:10", Name: "spook", Names: []ontology.Name{{Text: "spectre", Relation: ontology.Synonym}, {Text: "ghost", Relation: ontology.Synonym}}})
	got := g.Lint("Heart disease, and lung diseases. A leaky valve.\n\nThe lung disease.")
	want := ontology.Report{
		Ambiguous: []ontology.Shared{{Name: "ghost", Concepts: []string{"D:9", "D:10"}}, {Name: "lung disease", Concepts: []string{"D:2", "D:6"}}},
		Short:     []ontology.Term{{Text: "F.e.", Relation: ontology.Synonym, Concept: "D:8"}},
		Cycles:    [][]string{{"D:0", "D:loop"}, {"D:8"}},
		Dangling:  []ontology.Reference{{From: "D:3", To: "D:missing"}, {From: "D:7", To: "D:gone"}},
		Empty:     []string{"D:7"},
		Coverage:  ontology.Coverage{Words: 11, Covered: 6, Names: 3, Concepts: 4},
	}
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

func TestFind(t *testing.T) {
	g := diseases()
	g.Add(ontology.Concept{ID: "D009", AltIDs: []string{"C14.280", "D:5"}, Name: "Diseases of the Valves", Names: []ontology.Name{{Text: "valve disease", Relation: ontology.Synonym}}})
	for _, c := range []struct {
		name string
		want []string
	}{
		{"D:1", []string{"D:1"}},
		{"MESH:D009", []string{"D009"}},
		{"MESH:C14.280", []string{"D009"}},
		{"D:5", []string{"D009"}},                  // that concept itself is obsolete
		{"VALVE-disease", []string{"D:3", "D009"}}, // the one that prefers it first
		{"valves disease", []string{"D:3", "D009"}},
		{"disease of heart", nil}, // an "of" makes another name
		{"diseases, heart", []string{"D:1"}},
		{"old disease", nil},
		{"D:missing", nil},
		{"", nil},
	} {
		if got, err := g.Find(context.Background(), c.name); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("Find(%q) = %v, %v; want %v", c.name, got, err, c.want)
		}
	}
}

func TestExpansionLimits(t *testing.T) {
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "1", Name: "maladie", Language: "fr", Source: "A", Types: []string{"T1"},
		Names: []ontology.Name{{Text: "disease", Relation: ontology.Synonym, Language: "en", Source: "B"}}})
	g.Add(ontology.Concept{ID: "2", Name: "grippe", Language: "fr-CA", Source: "A", Parents: []string{"1"}, Types: []string{"T1"},
		Names: []ontology.Name{{Text: "flu", Relation: ontology.Synonym, Language: "en-US", Source: "B"}, {Text: "influenza", Relation: ontology.Synonym}}})
	g.Add(ontology.Concept{ID: "3", Name: "rhume", Language: "fr", Source: "A", Parents: []string{"1"}, Types: []string{"T2"}})
	g.Add(ontology.Concept{ID: "4", Name: "bird flu", Language: "en", Parents: []string{"2"}, Types: []string{"T1"}})
	for _, c := range []struct {
		name      string
		expansion ontology.Expansion
		want      string
	}{
		{"English", ontology.Expansion{Languages: []string{"EN"}}, "flu=exact, influenza=synonym, disease=partial"},
		{"French", ontology.Expansion{Languages: []string{"fr"}}, "flu=exact, grippe=synonym, influenza=synonym, maladie=partial, rhume=contextual"},
		{"a source", ontology.Expansion{Sources: []string{"B"}}, "flu=exact, influenza=synonym, disease=partial"},
		{"a type", ontology.Expansion{Types: []string{"T2"}}, "flu=exact, grippe=synonym, influenza=synonym, rhume=contextual"},
		{"children", ontology.Expansion{Children: 1, ChildrenAs: ontology.Partial, Parents: ontology.None, NoSiblings: true},
			"flu=exact, grippe=synonym, influenza=synonym, bird flu=partial"},
		{"the nearest", ontology.Expansion{Children: 1, ChildrenAs: ontology.Partial, Terms: 3}, "flu=exact, grippe=synonym, influenza=synonym"},
	} {
		topic, err := g.Expand("flu", c.expansion)
		if err != nil || terms(topic) != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, terms(topic), err, c.want)
		}
	}
}

func TestMerge(t *testing.T) {
	a := ontology.Topic{Name: "a", ID: "1", Terms: []ontology.Term{{"flu", ontology.Exact, "1"}, {"disease", ontology.Partial, "0"}}}
	b := ontology.Topic{Name: "b", ID: "2", Terms: []ontology.Term{{"Disease", ontology.Synonym, "2"}, {"FLU", ontology.Contextual, "3"}, {"grippe", ontology.Synonym, "2"}}}
	want := ontology.Topic{Name: "a", ID: "1", Terms: []ontology.Term{{"flu", ontology.Exact, "1"}, {"disease", ontology.Synonym, "2"}, {"grippe", ontology.Synonym, "2"}}}
	if diff := cmp.Diff(want, ontology.Merge(a, b)); diff != "" {
		t.Error(diff)
	}
}

func ExampleScoring_stem() {
	topic := ontology.Topic{Terms: []ontology.Term{{Text: "sneezing", Relation: ontology.Exact}}}
	scorer := ontology.Scoring{Stem: ontology.English}.NewScorer(topic)
	for _, h := range scorer.Hits("She sneezed; he sneezes.") {
		fmt.Println(h.Start, h.End, h.Text)
	}
	// Output:
	// 4 11 sneezing
	// 16 23 sneezing
}
