package fresh

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// bandwidth finds the threshold: the value at which pages are fetched, such that the
// requests of all pages together are those there are. The pages stand in cells of like beliefs
// and weights, so that this does not grow with them.
type bandwidth struct {
	cells     map[cell]int
	pages     int
	threshold float64 // days of freshness for each unit of weight a request gains; 0 before the first page
	until     int     // changes to the cells until the threshold is found again
}

// cell is a belief and a weight: quarter units of the mean and half powers of 2 of the variance and of the
// weight.
type cell struct{ rate, spread, weight int8 }

func (c cell) rates() rates {
	return belief{float64(c.rate) / 4, math.Exp2(float64(c.spread) / 2)}.rates()
}

// add puts a page into a cell.
func (b *bandwidth) add(c cell) {
	if b.cells == nil {
		b.cells = make(map[cell]int)
	}
	b.cells[c]++
	b.pages++
}

// remove takes a page out of a cell.
func (b *bandwidth) remove(c cell) {
	if b.cells[c]--; b.cells[c] == 0 {
		delete(b.cells, c)
	}
	b.pages--
}

// round is how many days it takes to fetch each page once.
func (b *bandwidth) round(requests float64) float64 { return float64(b.pages) / requests }

// most is the longest interval between two fetches of a page that was followed for some days.
func most(followed, round float64) float64 {
	return min(longest*round, patience*max(followed, round))
}

// patience is how many times as long as it was followed a page is left alone at most: pages that all
// changed at once, as when a site is made anew, do not change all the time.
const patience = 1.5

// longest is how many rounds a page is left alone at most: one that changes too fast to be followed is looked at now and then, as it may have calmed down.
const longest = 30

// settle finds the threshold again if enough has changed.
func (b *bandwidth) settle(requests float64) {
	if b.until--; b.until > 0 {
		return
	}
	b.until = max(8, b.pages/32)
	round := b.round(requests)
	if b.threshold == 0 {
		r := belief{firstMean, firstVariance}.rates()
		b.threshold, _ = r.value(round)
	}
	// The requests fall as the threshold grows; secant steps on logarithms.
	for range 3 {
		const step = 0.1
		here, there := b.requests(b.threshold, round), b.requests(b.threshold*math.Exp(step), round)
		slope := (math.Log(there) - math.Log(here)) / step
		move := math.Log(requests/here) / min(slope, -0.2)
		b.threshold *= math.Exp(min(max(move, -2), 2))
		if math.Abs(move) < 0.02 {
			break
		}
	}
}

// requests returns how many a day all pages take at a threshold. The cells are taken in their order, so that the
// sum is the same whenever the pages are.
func (b *bandwidth) requests(threshold, round float64) (n float64) {
	for _, c := range slices.SortedFunc(maps.Keys(b.cells), cell.compare) {
		r, target := c.rates(), threshold/math.Exp2(float64(c.weight)/2)
		t := r.interval(target, longest*round)
		n += float64(b.cells[c]) / (t - r.doubt(target)*max(t-target, 0))
	}
	return n
}

func (c cell) compare(d cell) int {
	return cmp.Or(cmp.Compare(c.rate, d.rate), cmp.Compare(c.spread, d.spread), cmp.Compare(c.weight, d.weight))
}
