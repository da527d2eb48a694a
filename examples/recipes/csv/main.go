// Csv makes an ontology of a table, with the columns id, name, synonyms and parent,
// and finds a topic's terms in a text.
package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/lokman-crawler/lokman/ontology"
)

const drinks = `1,drink,beverage,
2,coffee,,1
3,espresso,caffè espresso|short black,2
4,ristretto,,3
5,tea,,1
`

func main() {
	g, err := read(strings.NewReader(drinks)) // or a file
	if err != nil {
		log.Fatal(err)
	}
	topic, err := g.Expand("espresso", ontology.Expansion{Children: ontology.All})
	if err != nil {
		log.Fatal(err) // an unknown topic: the error names the nearest ones
	}
	scorer := ontology.NewScorer(topic)
	text := "A ristretto is a short black with less water, the strongest coffee."
	fmt.Println(scorer.Score(text))
	for term, n := range scorer.Counts(text) {
		fmt.Println(n, term.Relation, term.Text)
	}
}

func read(r io.Reader) (*ontology.Graph, error) {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	var g ontology.Graph
	for _, row := range rows {
		c := ontology.Concept{ID: row[0], Name: row[1]}
		for synonym := range strings.SplitSeq(row[2], "|") {
			if synonym != "" {
				c.Names = append(c.Names, ontology.Name{Text: synonym, Relation: ontology.Synonym})
			}
		}
		if row[3] != "" {
			c.Parents = []string{row[3]}
		}
		g.Add(c)
	}
	return &g, nil
}
