package legible

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// Tenth rounds a coordinate of a drawing to a tenth of a unit.
func Tenth(v float64) float64 { return math.Round(v*10) / 10 }

// Coordinate writes a coordinate of a drawing.
func Coordinate(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

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
		*y = Tenth(min(*y, floor))
		floor = *y - gap
	}
}
