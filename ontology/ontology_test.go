package ontology_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/ontology"
)

// diseases is a small ontology: a disease has two children and a grandchild,
// one child has two parents, and there is a cycle.
func diseases() *ontology.Graph {
	var g ontology.Graph
	for _, c := range []ontology.Concept{
		{ID: "D:0", Name: "disease", Parents: []string{"D:loop"}},
		{ID: "D:1", Name: "heart disease", Parents: []string{"D:0"}, Names: []ontology.Name{
			{Text: "Cardiac disease", Relation: ontology.Synonym},
			{Text: "cardiac DISEASE", Relation: ontology.Synonym},
			{Text: "heart trouble", Relation: ontology.Partial}}},
		{ID: "D:2", Name: "lung disease", Parents: []string{"D:0"}},
		{ID: "D:3", Name: "valve disease", Parents: []string{"D:1", "D:missing"}, Names: []ontology.Name{
			{Text: "leaky valve", Relation: ontology.Synonym}}},
		{ID: "D:4", Name: "mitral valve disease", Parents: []string{"D:3"}},
		{ID: "D:5", Name: "old disease", Parents: []string{"D:0"}, Obsolete: true},
		{ID: "D:6", Name: "trouble", Names: []ontology.Name{{Text: "lung disease", Relation: ontology.Synonym}}},
		{ID: "D:loop", Name: "loop", Parents: []string{"D:0"}},
	} {
		g.Add(c)
	}
	return &g
}

func terms(t ontology.Topic) string {
	var s []string
	for _, term := range t.Terms {
		s = append(s, fmt.Sprintf("%s=%s", term.Text, term.Relation))
	}
	return strings.Join(s, ", ")
}

func TestExpand(t *testing.T) {
	for _, c := range []struct {
		name, topic string
		expansion   ontology.Expansion
		want        string
	}{
		{"the thesis's", "Heart Disease", ontology.Expansion{},
			"Heart Disease=exact, Cardiac disease=synonym, heart trouble=partial, disease=partial, lung disease=contextual, loop=contextual"},
		{"by a synonym", "cardiac disease", ontology.Expansion{NoSiblings: true},
			"cardiac disease=exact, heart disease=synonym, heart trouble=partial, disease=partial"},
		{"by identifier", "D:1", ontology.Expansion{Parents: ontology.None, NoSiblings: true},
			"heart disease=exact, Cardiac disease=synonym, heart trouble=partial"},
		{"children", "heart disease", ontology.Expansion{Parents: ontology.None, NoSiblings: true, Children: 1},
			"heart disease=exact, Cardiac disease=synonym, heart trouble=partial, valve disease=synonym, leaky valve=synonym"},
		{"all descendants", "heart disease", ontology.Expansion{Parents: ontology.None, NoSiblings: true, Children: ontology.All},
			"heart disease=exact, Cardiac disease=synonym, heart trouble=partial, valve disease=synonym, leaky valve=synonym, mitral valve disease=synonym"},
		{"all ancestors, through a cycle", "mitral valve disease", ontology.Expansion{Parents: ontology.All},
			"mitral valve disease=exact, valve disease=partial, heart disease=partial, disease=partial, loop=partial"},
		{"the concept that prefers the name", "lung disease", ontology.Expansion{Parents: ontology.None, NoSiblings: true},
			"lung disease=exact"},
		{"the strongest relation stays", "trouble", ontology.Expansion{},
			"trouble=exact, lung disease=synonym"},
	} {
		t.Run(c.name, func(t *testing.T) {
			topic, err := diseases().Expand(c.topic, c.expansion)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, terms(topic)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestUnknownTopic(t *testing.T) {
	for _, c := range []struct {
		name    string
		nearest []string
	}{
		{"hart diseases", []string{"heart disease", "disease", "lung disease"}},
		{"old disease", []string{"disease", "lung disease", "heart disease"}},
		{"zzz", nil},
		{"", nil},
	} {
		_, err := diseases().Topic(context.Background(), c.name)
		var unknown *ontology.UnknownTopicError
		if !errors.As(err, &unknown) {
			t.Fatalf("Topic(%q): error %v", c.name, err)
		}
		if unknown.Name != c.name || !slices.Equal(unknown.Nearest, c.nearest) {
			t.Errorf("Topic(%q): nearest %q, want %q", c.name, unknown.Nearest, c.nearest)
		}
		for _, n := range c.nearest {
			if !strings.Contains(err.Error(), n) {
				t.Errorf("%q does not name %q", err, n)
			}
		}
	}
}

// bedwetting is the thesis's Table 3 with one term of each further relation.
var bedwetting = ontology.Topic{Name: "Bedwetting", Terms: []ontology.Term{
	{Text: "Bedwetting", Relation: ontology.Exact},
	{Text: "Nocturnal Enuresis", Relation: ontology.Synonym},
	{Text: "enuresis", Relation: ontology.Partial},
	{Text: "sleep walking", Relation: ontology.Contextual},
}}

func TestScore(t *testing.T) {
	requirements := ontology.Scoring{Weights: ontology.Weights{Exact: 15, Synonym: 12, Partial: 5, Contextual: 3}}
	for _, c := range []struct {
		name    string
		scoring ontology.Scoring
		text    string
		want    float64
	}{
		{"nothing", ontology.Scoring{}, "A page about cooking.", 0},
		{"empty", ontology.Scoring{}, "", 0},
		{"exact", ontology.Scoring{}, "BEDWETTING", 15},
		{"synonym", ontology.Scoring{}, "nocturnal\nenuresis", 12},
		{"partial", ontology.Scoring{}, "Enuresis", 8},
		{"contextual", ontology.Scoring{}, "sleep-walking", 5},
		{"occurrences times weight", ontology.Scoring{}, "Bedwetting is bedwetting: nocturnal enuresis, an enuresis.", 2*15 + 12 + 8},
		{"whole words", ontology.Scoring{}, "bedwettings", 0},
		{"not across sentences", ontology.Scoring{}, "It is nocturnal. Enuresis it is.", 8},
		{"requirements: partial", requirements, "enuresis", 5},
		{"requirements: contextual", requirements, "sleep walking", 3},
		{"requirements: exact and synonym", requirements, "bedwetting, nocturnal enuresis", 27},
		{"per word", ontology.Scoring{Normalization: ontology.NormalizationPerWord}, "bedwetting in children today", 15.0 / 4},
		{"log1p", ontology.Scoring{Normalization: ontology.NormalizationLog1p}, "bedwetting", math.Log(16)},
		{"saturating", ontology.Scoring{Normalization: ontology.NormalizationSaturating}, "bedwetting", 0.5},
		{"normalised nothing", ontology.Scoring{Normalization: ontology.NormalizationPerWord}, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.scoring.NewScorer(bedwetting).Score(c.text); math.Abs(got-c.want) > 1e-12 {
				t.Errorf("Score(%q) = %v, want %v", c.text, got, c.want)
			}
		})
	}
}

func TestPartsAddUp(t *testing.T) {
	s := ontology.NewScorer(bedwetting)
	const text = "Enuresis, bedwetting, enuresis and more bedwetting. Nocturnal enuresis!"
	var labels []string
	var sum float64
	for label, value := range s.Parts(text) {
		labels = append(labels, label)
		sum += value
	}
	want := []string{"Bedwetting (exact) 2 x 15", "enuresis (partial) 2 x 8", "Nocturnal Enuresis (synonym) 1 x 12"}
	if diff := cmp.Diff(want, labels); diff != "" {
		t.Error(diff)
	}
	if sum != s.Score(text) {
		t.Errorf("parts add up to %v, score is %v", sum, s.Score(text))
	}
}

func TestScoreAllocates(t *testing.T) {
	s := ontology.NewScorer(bedwetting)
	text := strings.Repeat("Some words about bedwetting and sleep. ", 20)
	if n := testing.AllocsPerRun(100, func() { s.Score(text) }); n > 1 {
		t.Errorf("%v allocations a score, want at most 1", n)
	}
}

func ExampleScorer() {
	topic := ontology.Topic{Name: "influenza", Terms: []ontology.Term{
		{Text: "influenza", Relation: ontology.Exact},
		{Text: "flu", Relation: ontology.Synonym},
		{Text: "respiratory disease", Relation: ontology.Partial},
	}}
	s := ontology.NewScorer(topic)
	const text = "The flu (influenza) is a respiratory disease. Flu comes in winter."
	fmt.Println(s.Score(text))
	for part, value := range s.Parts(text) {
		fmt.Println(part, "=", value)
	}
	// Output:
	// 47
	// flu (synonym) 2 x 12 = 24
	// influenza (exact) 1 x 15 = 15
	// respiratory disease (partial) 1 x 8 = 8
}

// What a graph hands out is the caller's: what is appended to it stays there.
func TestConceptIsACopy(t *testing.T) {
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "1", Name: "a", Names: []ontology.Name{{Text: "b"}, {Text: "c"}, {Text: "d"}}})
	g.Add(ontology.Concept{ID: "1", Names: []ontology.Name{{Text: "e"}}})
	c, _ := g.Concept("1")
	c.Names = append(c.Names, ontology.Name{Text: "mine"})
	g.Add(ontology.Concept{ID: "1", Names: []ontology.Name{{Text: "f"}}})
	if last := c.Names[len(c.Names)-1].Text; last != "mine" {
		t.Errorf("the name appended became %q", last)
	}
	c.Names[0].Text = "changed"
	if again, _ := g.Concept("1"); again.Names[0].Text != "b" {
		t.Errorf("the graph's name became %q", again.Names[0].Text)
	}
}
