package legible

import (
	"cmp"
	"math"
	"slices"
)

// Apart moves the heights of labels that would overlap at least gap apart,
// downwards first and, where they run out of room at floor, back up. It rounds them to
// tenths.
func Apart(labels []*float64, gap, floor float64) {
	order := slices.Clone(labels)
	slices.SortStableFunc(order, func(a, b *float64) int { return cmp.Compare(*a, *b) })
	for i := 1; i < len(order); i++ {
		*order[i] = max(*order[i], *order[i-1]+gap)
	}
	for _, y := range slices.Backward(order) {
		*y = math.Round(min(*y, floor)*10) / 10
		floor = *y - gap
	}
}
