package neighbor

import (
	"cmp"
	"math"
	"slices"
)

// Trust is what leaving examples out has shown about the model's answers.
type Trust struct {
	table       [bins]float64 // how often answers of a margin are right
	minMargin   float64       // answers of a smaller margin are refused
	MaxDistance int32         // a neighbour farther away says nothing
}

// Constants of the calibration (docs/links.md in the repository).
const (
	bins        = 10    // of margins, 0 to 1
	trustSample = 500   // examples that are left out in turn
	wantedRate  = 0.995 // share of the answers that are not refused to be right
	leastMargin = 0.25  // answers of a smaller margin are always refused
	mostMargin  = 0.5   // answers of a greater margin never are for it

	// A neighbour is too far if it is farther than all but 5 % of those of right
	// answers, or than three times what all but 25 % keep. A margin of 0.1 doubles
	// that distance, one of 1 makes it eleven times as long.
	noveltyRank      = 0.95
	commonRank       = 0.75
	maxOverCommon    = 3
	noveltyPerMargin = 10
)

// leftOut is an answer about an example that was left out.
type leftOut struct {
	margin   float64
	distance int32
	kind     int32 // the distance to the nearest example of its class
	right    bool
}

// calibrate asks a model about each of its examples as if it were not there.
func calibrate(x *Index, examples []Example) Trust {
	var all []leftOut
	step := max(1, len(examples)/trustSample)
	for e := 0; e < len(examples); e += step {
		for class := range examples[e].Counts {
			k, _ := slices.BinarySearch(x.Classes, class)
			left := Leave{example: int32(e), class: k}
			found := x.Ask(examples[e].Vector, left)
			d := found.Decision
			if d.Distance == Far {
				continue
			}
			l := leftOut{d.margin(), d.Distance, found.Nearest[k].Distance, d.Class == k}
			if l.right && l.distance == 0 {
				// The pages of a site repeat their menu, which says nothing of how
				// far a link may be that is new.
				left.alike = true
				l.distance = x.Ask(examples[e].Vector, left).Nearest[k].Distance
			}
			all = append(all, l)
		}
	}
	t := Trust{MaxDistance: maxDistanceOf(all)}
	// Of a kind of links that there is one of, margins say nothing.
	all = slices.DeleteFunc(all, func(l leftOut) bool { return l.kind > t.MaxDistance })
	t.table = tableOf(all)
	t.minMargin = minMarginOf(all)
	return t
}

// maxDistanceOf returns the distance that all but a few right answers keep.
func maxDistanceOf(all []leftOut) int32 {
	var distances []int32
	for _, l := range all {
		if l.right && l.distance < Far {
			distances = append(distances, l.distance)
		}
	}
	if len(distances) == 0 {
		return Far
	}
	slices.Sort(distances)
	// Kinds of links that there is one of are far from all others; where they
	// are many, most links show how far is usual.
	return min(rank(distances, noveltyRank), maxOverCommon*rank(distances, commonRank))
}

// minMarginOf returns the margin from which on as many answers are right as
// wanted.
func minMarginOf(all []leftOut) float64 {
	slices.SortFunc(all, func(a, b leftOut) int { return cmp.Compare(b.margin, a.margin) })
	wrong, kept := 0, 0
	for i, l := range all {
		if !l.right {
			wrong++
		}
		if float64(wrong) <= (1-wantedRate)*float64(i+1) {
			kept = i + 1
		}
	}
	if kept == len(all) {
		return leastMargin
	}
	return min(max(all[kept].margin, leastMargin), mostMargin)
}

// tableOf returns how often answers are right by their margin, drawn to the
// rate of all where there are few.
func tableOf(all []leftOut) [bins]float64 {
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
func (t Trust) confidence(d Decision) float64 {
	if d.tied {
		return 0
	}
	p := t.table[bin(d.margin())]
	if t.novel(d) {
		p *= float64(t.MaxDistance) / float64(d.Distance)
	}
	return math.Round(p*1e4) / 1e4
}

// refuse returns why an answer should not be taken, nothing if it may.
func (t Trust) refuse(d Decision) (why []string) {
	if d.tied {
		why = append(why, "as near to another class")
	} else if d.margin() < t.minMargin {
		why = append(why, "close to another class")
	}
	if t.novel(d) {
		why = append(why, "unlike any example")
	}
	return why
}

// novel reports whether the link is unlike any example. A layout that changes
// a little moves all links away from their examples but not toward those of
// another class, so a greater margin allows a greater distance.
func (t Trust) novel(d Decision) bool {
	return float64(d.Distance) > float64(t.MaxDistance)*(1+noveltyPerMargin*d.margin())
}

// rank returns the value that a share of the sorted distances does not exceed.
func rank(distances []int32, share float64) int32 {
	return distances[min(len(distances)-1, int(share*float64(len(distances))))]
}
