package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// A termGroup holds the terms of one relation.
type termGroup struct {
	Relation, Meaning string
	Weight            string // of all of them; "" if they differ
	First, Rest       []termText
}

type termText struct{ Text, Weight string }

// termsShown is how many terms of a relation are seen at once: a broad topic
// has hundreds of siblings.
const termsShown = 30

// meanings explains the relations of package ontology.
var meanings = map[string]string{
	"exact":      "the topic itself",
	"synonym":    "other names and narrower concepts",
	"partial":    "broader concepts",
	"contextual": "siblings, other children of a broader concept",
}

// groupTerms groups terms by relation, the one with the heaviest term first.
// Within a group they keep their order.
func groupTerms(terms []Term) []termGroup {
	byRelation := map[string][]Term{}
	var relations []string
	for _, t := range terms {
		if byRelation[t.Relation] == nil {
			relations = append(relations, t.Relation)
		}
		byRelation[t.Relation] = append(byRelation[t.Relation], t)
	}
	byWeight := func(a, b Term) int { return cmp.Compare(a.Weight, b.Weight) }
	slices.SortStableFunc(relations, func(a, b string) int {
		return byWeight(slices.MaxFunc(byRelation[b], byWeight), slices.MaxFunc(byRelation[a], byWeight))
	})
	var groups []termGroup
	for _, relation := range relations {
		of := byRelation[relation]
		g := termGroup{Relation: legible.Plain(relation, legible.MaxName), Meaning: meanings[strings.ToLower(relation)]}
		same := slices.MinFunc(of, byWeight).Weight == slices.MaxFunc(of, byWeight).Weight
		if same {
			g.Weight = weight(of[0].Weight)
		}
		for i, t := range of {
			text := termText{Text: legible.Plain(t.Text, legible.MaxName)}
			if !same {
				text.Weight = weight(t.Weight)
			}
			if i < termsShown {
				g.First = append(g.First, text)
			} else {
				g.Rest = append(g.Rest, text)
			}
		}
		groups = append(groups, g)
	}
	return groups
}

func weight(w float64) string {
	if !legible.Finite(w) {
		return ""
	}
	return strconv.FormatFloat(w, 'g', 4, 64)
}
