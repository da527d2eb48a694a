package ontology_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
)

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

// Letters that are names of narrower concepts are on any page.
func TestExpansionLeavesLettersOut(t *testing.T) {
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "1", Name: "spelling", Names: []ontology.Name{{Text: "S"}}})
	g.Add(ontology.Concept{ID: "2", Name: "A", Parents: []string{"1"}, Names: []ontology.Name{{Text: "letter A"}}})
	g.Add(ontology.Concept{ID: "3", Name: "(7)", Parents: []string{"1"}})
	g.Add(ontology.Concept{ID: "4", Name: "字", Parents: []string{"1"}})
	for name, want := range map[string]string{
		"spelling": "spelling=exact, letter A=synonym, 字=synonym",
		"A":        "A=exact, letter A=synonym, spelling=partial, 字=contextual",
	} {
		topic, err := g.Expand(name, ontology.Expansion{Children: ontology.All})
		if err != nil || terms(topic) != want {
			t.Errorf("%s: %s, %v; want %s", name, terms(topic), err, want)
		}
	}
}

func TestExpansionRefuses(t *testing.T) {
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "1", Name: "flu"})
	for _, c := range []struct {
		expansion ontology.Expansion
		want      string
	}{
		{ontology.Expansion{Parents: -3}, "Expansion.Parents is -3"},
		{ontology.Expansion{Children: -7}, "Expansion.Children is -7"},
		{ontology.Expansion{Terms: -1}, "Expansion.Terms is -1"},
		{ontology.Expansion{ChildrenAs: ontology.Contextual}, "Expansion.ChildrenAs is contextual"},
		{ontology.Expansion{ChildrenAs: 9}, "Expansion.ChildrenAs is Relation(9)"},
	} {
		if topic, err := g.Expand("flu", c.expansion); err == nil || !strings.Contains(err.Error(), c.want) || topic.Terms != nil {
			t.Errorf("%+v: %v, error %v", c.expansion, topic, err)
		}
	}
	if _, err := ontology.Expand(t.Context(), nil, "flu", ontology.Expansion{}); err == nil {
		t.Error("no Store is no error")
	}
	if _, err := g.Expand("flu", ontology.Expansion{Parents: ontology.None, Children: ontology.None}); err != nil {
		t.Errorf("no levels: %v", err)
	}
}

// A name that is given without a relation, which Exact then is, names its concept as
// a synonym does.
func TestNamesWithoutRelation(t *testing.T) {
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "1", Name: "drink", Language: "en", Names: []ontology.Name{{Text: "Getränk", Language: "de"}}})
	g.Add(ontology.Concept{ID: "2", Name: "coffee", Language: "en", Parents: []string{"1"}, Names: []ontology.Name{{Text: "Kaffee", Language: "de"}}})
	g.Add(ontology.Concept{ID: "3", Name: "tea", Language: "en", Parents: []string{"1"}, Names: []ontology.Name{{Text: "Tee", Language: "de"}}})
	topic, err := g.Expand("2", ontology.Expansion{Languages: []string{"de"}})
	if want := "Kaffee=exact, Getränk=partial, Tee=contextual"; err != nil || terms(topic) != want {
		t.Errorf("%s, %v; want %s", terms(topic), err, want)
	}
}

// A relation that is none weighs nothing.
func TestRelationThatIsNone(t *testing.T) {
	scorer := ontology.NewScorer(ontology.Topic{Terms: []ontology.Term{{Text: "flu", Relation: 9}, {Text: "cold", Relation: 9, Weight: 2}}})
	if got := scorer.Score("flu and cold"); got != 2 {
		t.Errorf("%v, want 2", got)
	}
}

func TestMerge(t *testing.T) {
	a := ontology.Topic{Name: "a", ID: "1", Terms: []ontology.Term{{Text: "flu", Relation: ontology.Exact, Concept: "1"}, {Text: "disease", Relation: ontology.Partial, Concept: "0"}}}
	b := ontology.Topic{Name: "b", ID: "2", Terms: []ontology.Term{{Text: "Disease", Relation: ontology.Synonym, Concept: "2"}, {Text: "FLU", Relation: ontology.Contextual, Concept: "3"}, {Text: "grippe", Relation: ontology.Synonym, Concept: "2"}}}
	want := ontology.Topic{Name: "a", ID: "1", Terms: []ontology.Term{{Text: "flu", Relation: ontology.Exact, Concept: "1"}, {Text: "disease", Relation: ontology.Synonym, Concept: "2"}, {Text: "grippe", Relation: ontology.Synonym, Concept: "2"}}}
	if diff := cmp.Diff(want, ontology.Merge(a, b)); diff != "" {
		t.Error(diff)
	}
}

func ExampleScoring_stem() {
	topic := ontology.Topic{Terms: []ontology.Term{{Text: "sneezing", Relation: ontology.Exact}}}
	scorer := ontology.Scoring{Stem: func(word string) string {
		env := snowballstem.NewEnv(word)
		english.Stem(env)
		return env.Current()
	}}.NewScorer(topic)
	for _, h := range scorer.Hits("She sneezed; he sneezes.") {
		fmt.Println(h.Start, h.End, h.Text)
	}
	// Output:
	// 4 11 sneezing
	// 16 23 sneezing
}

// A concept without a name that is wanted keeps the identifier for a label, which is
// no term.
func TestExpandIdentifierWithoutName(t *testing.T) {
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "D1", Name: "Herz", Language: "de", Children: []string{"D2"}})
	g.Add(ontology.Concept{ID: "D2", Name: "valve", Language: "en"})
	topic, err := g.Expand("D1", ontology.Expansion{Languages: []string{"en"}, Children: 1})
	want := ontology.Topic{Name: "D1", ID: "D1", Terms: []ontology.Term{{Text: "valve", Relation: ontology.Synonym, Concept: "D2"}}}
	if diff := cmp.Diff(want, topic); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
