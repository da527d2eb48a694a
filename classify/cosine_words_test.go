package classify_test

import (
	"math"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

func TestCosineOfWords(t *testing.T) {
	stem := func(word string) string { return strings.TrimSuffix(word, "s") }
	for _, c := range []struct {
		words       classify.Words
		query, text string
		want        float64
	}{
		{classify.Words{}, "cancer of the breast", "of the", 2 / (2 * math.Sqrt2)},
		{classify.Words{Stop: classify.EnglishStop}, "cancer of the breast", "of the", 0},
		{classify.Words{Stop: classify.EnglishStop}, "Cancer of the breast", "The breast has a CANCER", 1},
		{classify.Words{Stop: classify.EnglishStop}, "of the", "of the", 0},
		{classify.Words{Stem: stem}, "breasts", "breast", 1},
		{classify.Words{}, "breasts", "breast", 0},
	} {
		if got := c.words.NewCosine(c.query).Score(c.text); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%q and %q: %v, want %v", c.query, c.text, got, c.want)
		}
	}
}
