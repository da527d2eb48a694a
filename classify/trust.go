package classify

import (
	"cmp"
	"math"
	"slices"
)

// trust is what leaving examples out has shown about the model's answers.
type trust struct {
	table [bins]float64 // how often answers of a margin are right
	least float64       // margins that are refused
	limit int32         // farther neighbours tell nothing
}

const (
	bins        = 10
	trustSample = 500   // examples that are left out in turn
	wanted      = 0.995 // of the answers that are not refused are to be right
	leastMargin = 0.25  // is wanted of any answer
	mostMargin  = 0.5   // is enough in any case
	noveltyRank = 0.95  // of the distances to the nearest example
	commonRank  = 0.75  // of them too
	commonRoom  = 3     // times what is common is the most
	noveltyRoom = 10    // times the margin: how much farther may be
)

// left is an answer about an example that was left out.
type left struct {
	margin   float64
	distance int32
	kind     int32 // the distance to the nearest example of its class
	right    bool
}

// calibrate asks the model about each of its examples as if it were not there.
func (m *NearestNeighbor) calibrate() trust {
	var all []left
	step := max(1, len(m.examples)/trustSample)
	for e := 0; e < len(m.examples); e += step {
		for class := range m.examples[e].counts {
			k, _ := slices.BinarySearch(m.index.classes, class)
			found := m.index.search(m.examples[e].vector, leave{int32(e), k})
			if d := m.decide(found); d.distance < far {
				all = append(all, left{d.margin(), d.distance, found[k].distance, d.class == k})
			}
		}
	}
	t := trust{limit: limitOf(all)}
	// Of a kind of links that there is one of, margins tell nothing.
	all = slices.DeleteFunc(all, func(l left) bool { return l.kind > t.limit })
	t.table = tableOf(all)
	t.least = leastOf(all)
	return t
}

// limitOf returns the distance that all but a few right answers keep.
func limitOf(all []left) int32 {
	var distances []int32
	for _, l := range all {
		if l.right {
			distances = append(distances, l.distance)
		}
	}
	if len(distances) == 0 {
		return far
	}
	slices.Sort(distances)
	// Kinds of links that there is one of are far from all others; where they
	// are many, most links tell how far is usual.
	return min(rank(distances, noveltyRank), commonRoom*rank(distances, commonRank))
}

// leastOf returns the margin from which on as many answers are right as
// wanted.
func leastOf(all []left) float64 {
	slices.SortFunc(all, func(a, b left) int { return cmp.Compare(b.margin, a.margin) })
	wrong, enough := 0, 0
	for i, l := range all {
		if !l.right {
			wrong++
		}
		if float64(wrong) <= (1-wanted)*float64(i+1) {
			enough = i + 1
		}
	}
	if enough == len(all) {
		return leastMargin
	}
	return min(max(all[enough].margin, leastMargin), mostMargin)
}

// tableOf returns how often answers are right by their margin, drawn to the
// rate of all where there are few.
func tableOf(all []left) [bins]float64 {
	var right, asked [bins]float64
	total := 1.0
	for _, l := range all {
		b := bin(l.margin)
		asked[b]++
		if l.right {
			right[b]++
			total++
		}
	}
	return monotone(right, asked, total/float64(len(all)+2))
}

func bin(margin float64) int { return min(bins-1, max(0, int(margin*bins))) }

// monotone turns counts into rates, smoothed after Laplace, that never fall
// when the margin grows: neighbouring bins that do are pooled.
func monotone(right, asked [bins]float64, all float64) [bins]float64 {
	type pool struct{ right, asked, bins float64 }
	rate := func(p pool) float64 { return (p.right + 2*all) / (p.asked + 2) }
	var pools []pool
	for b := range bins {
		pools = append(pools, pool{right[b], asked[b], 1})
		for n := len(pools); n > 1 && rate(pools[n-1]) < rate(pools[n-2]); n-- {
			pools[n-2].right += pools[n-1].right
			pools[n-2].asked += pools[n-1].asked
			pools[n-2].bins += pools[n-1].bins
			pools = pools[:n-1]
		}
	}
	var table [bins]float64
	b := 0
	for _, p := range pools {
		for range int(p.bins) {
			table[b] = rate(p)
			b++
		}
	}
	return table
}

// confidence is how often such an answer was right.
func (t trust) confidence(d decision) float64 {
	if d.tied {
		return 0
	}
	p := t.table[bin(d.margin())]
	if t.novel(d) {
		p *= float64(t.limit) / float64(d.distance)
	}
	return math.Round(p*1e4) / 1e4
}

// refuse returns why an answer should not be taken, nothing if it may.
func (t trust) refuse(d decision) (why []string) {
	if d.tied {
		why = append(why, "as near to another class")
	} else if d.margin() < t.least {
		why = append(why, "close to another class")
	}
	if t.novel(d) {
		why = append(why, "unlike any example")
	}
	return why
}

// novel reports whether the link is unlike any example. A layout that changes
// a little moves all links away from their examples but not toward those of
// another class, so the margin gives room.
func (t trust) novel(d decision) bool {
	return float64(d.distance) > float64(t.limit)*(1+noveltyRoom*d.margin())
}

// rank returns the value that a share of the sorted distances does not exceed.
func rank(distances []int32, share float64) int32 {
	return distances[min(len(distances)-1, int(share*float64(len(distances))))]
}
