package names

import (
	"cmp"
	"iter"
	"slices"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// What Nearest returns at most, and the least similarity of a name, 0 to 1.
const (
	maxNearest    = 3
	minSimilarity = 0.3
)

// Nearest returns the preferred names of up to three concepts, those with the
// names most similar to name: by the Dice coefficient of their trigrams, at least
// 0.3. The names come in pairs of a name and the preferred name of its concept, which
// is the name itself if that is "".
func Nearest(name string, names iter.Seq2[string, string]) []string {
	type candidate struct {
		preferred  string
		key        string // the name that is similar
		similarity float64
	}
	want := trigrams(phrase.Normalize(name))
	var best []candidate // the most similar first
	for text, preferred := range names {
		preferred = cmp.Or(preferred, text)
		key := phrase.Normalize(text)
		s := dice(want, trigrams(key))
		if s < minSimilarity || len(best) == maxNearest && s <= best[maxNearest-1].similarity {
			continue
		}
		same := slices.IndexFunc(best, func(c candidate) bool { return c.preferred == preferred || c.key == key })
		switch {
		case same < 0:
			best = append(best, candidate{preferred, key, s})
		case s > best[same].similarity:
			best[same] = candidate{preferred, key, s}
		}
		slices.SortStableFunc(best, func(a, b candidate) int { return cmp.Compare(b.similarity, a.similarity) })
		best = best[:min(maxNearest, len(best))]
	}
	var found []string
	for _, c := range best {
		found = append(found, c.preferred)
	}
	return found
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
