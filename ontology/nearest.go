package ontology

import (
	"cmp"
	"context"
	"slices"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// Nearest implements [Suggester]: up to three preferred names whose letters come
// nearest to those of name by the Dice coefficient of their trigrams, at least
// 0.3. It looks at every name once.
func (g *Graph) Nearest(_ context.Context, name string) ([]string, error) {
	type candidate struct {
		concept    int32
		similarity float64
	}
	want := trigrams(phrase.Normalize(name))
	best := map[int32]float64{}
	for key, entries := range g.byName {
		if s := dice(want, trigrams(key)); s >= 0.3 {
			c := meant(entries)[0]
			best[c] = max(best[c], s)
		}
	}
	var found []candidate
	for c, s := range best {
		found = append(found, candidate{c, s})
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.similarity, a.similarity), cmp.Compare(a.concept, b.concept))
	})
	var names []string
	for _, c := range found[:min(3, len(found))] {
		names = append(names, g.nodes[c.concept].Name)
	}
	return names, nil
}

// trigrams returns the sorted runs of three bytes of a name with a space at
// both its ends.
func trigrams(name string) []string {
	padded := " " + name + " "
	grams := make([]string, 0, len(padded))
	for i := 0; i+3 <= len(padded); i++ {
		grams = append(grams, padded[i:i+3])
	}
	slices.Sort(grams)
	return grams
}

// dice returns 2|a∩b| / (|a|+|b|) of two sorted lists, 0 to 1.
func dice(a, b []string) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			common++
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}
