package neighbor_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
)

// edits is the textbook's table.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func TestLevenshteinEqualsTheTable(t *testing.T) {
	letters := rapid.SampledFrom([]string{"a", "b", "é", "0"})
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(letters, 0, 200).Draw(t, "letters"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		if n := rapid.IntRange(0, 3).Draw(t, "alike"); n > 0 && len(a) > 0 {
			b = a[:len(a)/n] + b // much in common
		}
		const parts = 1 << 16
		want := 0
		if longer := max(len(a), len(b)); longer > 0 {
			want = edits(a, b) * parts / longer
		}
		if got := neighbor.Levenshtein.Between(a, b); got != float64(want)/parts {
			t.Errorf("%q, %q: %v, want %v", a, b, got, float64(want)/parts)
		}
	})
}

func TestDistances(t *testing.T) {
	for _, c := range []struct {
		distance neighbor.Distance
		a, b     string
		want     float64
	}{
		{neighbor.Overlap, "a", "a", 0},
		{neighbor.Overlap, "a", "b", 1},
		{neighbor.Levenshtein, "", "", 0},
		{neighbor.Levenshtein, "", "ab", 1},
		{neighbor.Levenshtein, "abcd", "abcx", 0.25},
		{neighbor.Jaccard, "<a><b>", "<b><c><a>", 1 - 2/3.0},
		{neighbor.Jaccard, "v10", "v2007", 0},
		{neighbor.Jaccard, "", "a", 1},
		{"", "abcd", "abcx", 0.25},
	} {
		if got := c.distance.Between(c.a, c.b); got-c.want > 1e-4 || c.want-got > 1e-4 {
			t.Errorf("%s of %q and %q is %v, want %v", c.distance, c.a, c.b, got, c.want)
		}
	}
}
