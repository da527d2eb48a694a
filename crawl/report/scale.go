package report

import (
	"fmt"
	"slices"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// scale says in words what a value of this crawl is worth: where its pages lie
// and, of a judged crawl, where the relevant ones do. Values of other crawls and
// strategies have another scale.
func scale(pages []Page, judged bool) string {
	var all, relevant, other []float64
	for _, p := range pages {
		if p.outcome() != fetched || !legible.Finite(p.Value) {
			continue
		}
		all = append(all, p.Value)
		switch {
		case !judged || !p.Judged:
		case p.Relevant:
			relevant = append(relevant, p.Value)
		default:
			other = append(other, p.Value)
		}
	}
	if len(all) < 2 {
		return ""
	}
	least, most := slices.Min(all), slices.Max(all)
	digits := legible.Decimals(max(most, -least))
	number := func(v float64) string { return legible.Number(v, digits) }
	if least == most {
		return fmt.Sprintf("The values do not distinguish the pages: each has %s.", number(most))
	}
	s := fmt.Sprintf("Values go from %s to %s, higher is better: half the pages have %s or more, the best tenth %s or more.",
		number(least), number(most), number(quantile(all, 0.5)), number(quantile(all, 0.9)))
	if len(relevant) > 0 && len(other) > 0 {
		s += fmt.Sprintf(" Half the relevant pages have %s or more, half the others %s or more.", number(quantile(relevant, 0.5)), number(quantile(other, 0.5)))
	}
	return s + " The bar with a value is its place between the least and the greatest. Values of another crawl or strategy cannot be compared with these."
}

// quantile returns the least value that at least a share of them does not exceed.
func quantile(values []float64, share float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
}
