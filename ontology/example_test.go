package ontology_test

import (
	"fmt"

	"github.com/lokman-crawler/lokman/ontology"
)

// A topic needs no ontology: its terms are enough.
func Example() {
	topic := ontology.Topic{Name: "espresso", Terms: []ontology.Term{
		{Text: "espresso", Relation: ontology.Exact},
		{Text: "ristretto", Relation: ontology.Synonym},
		{Text: "coffee", Relation: ontology.Partial},
	}}
	scorer := ontology.NewScorer(topic)
	text := "A ristretto is an espresso with less water. Coffee, all the same."
	fmt.Println(scorer.Score(text))
	for term, n := range scorer.Counts(text) {
		fmt.Println(n, term.Relation, term.Text)
	}
	// Output:
	// 35
	// 1 exact espresso
	// 1 synonym ristretto
	// 1 partial coffee
}

// A custom ontology, and a topic with all that is narrower.
func ExampleGraph() {
	var g ontology.Graph
	g.Add(ontology.Concept{ID: "1", Name: "drink"})
	g.Add(ontology.Concept{ID: "2", Name: "coffee", Parents: []string{"1"}})
	g.Add(ontology.Concept{ID: "3", Name: "espresso", Parents: []string{"2"}, Names: []ontology.Name{{Text: "caffè espresso"}}})
	topic, err := g.Expand("coffee", ontology.Expansion{Children: ontology.All})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range topic.Terms {
		fmt.Println(t.Relation, t.Text)
	}
	// Output:
	// exact coffee
	// synonym espresso
	// synonym caffè espresso
	// partial drink
}
