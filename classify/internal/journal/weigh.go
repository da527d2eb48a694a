package journal

import (
	"math"
	"slices"
)

func dot(w, x []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += w[i] * v
	}
	return sum
}

// familiarity is how familiar a page is, 0 to 1.
func familiarity(all []linkEvidence) float64 {
	sum := 0.0
	for i := range all {
		sum += all[i].familiar
	}
	return sum / float64(max(1, len(all)))
}

const (
	targetWeight = 12   // of what is known of the link's own target
	kindWeight   = 6    // of what is known of the targets of links that look like it; twice that if it is unlike all examples
	strangeFrom  = 0.5  // familiarity from which on strangeness counts,
	strangeFull  = 0.85 // and counts whole
)

// scores weighs the evidence: above 0 a link is an article's.
func (m *Model) scores(r *pageView, all []linkEvidence, familiar float64, userLabels map[int]int) []float64 {
	w := m.memory.weights()
	scores := make([]float64, len(all))
	x := make([]float64, 0, inputCount)
	for i := range all {
		e := &all[i]
		x = e.inputs(familiar, x)
		scores[i] = dot(w, x)
	}
	hold := holding(all, scores, familiar)
	for i := range all {
		if scores[i] > 0 && all[i].target == 0 {
			scores[i] -= dot(hold[:], all[i].strange[:])
		}
	}
	together(r, all, userLabels, scores)
	return scores
}

// holding says how far each clue in which the articles agreed may count
// against a link, 0 to 1: as far as the page is familiar, and whole if most of
// what looks like articles here agrees in it as well.
func holding(all []linkEvidence, scores []float64, familiar float64) (hold [clueCount]float64) {
	var agree [clueCount]float64
	likely := 0.0
	for i := range all {
		if scores[i] <= 0 {
			continue
		}
		likely++
		for j, odd := range all[i].strange {
			if odd == 0 {
				agree[j]++
			}
		}
	}
	known := max(0, min(1, (familiar-strangeFrom)/(strangeFull-strangeFrom)))
	for j := range hold {
		hold[j] = known
		if likely > 0 && agree[j] >= holdFrom*likely {
			hold[j] = 1
		}
	}
	return hold
}

const holdFrom = 0.5 // share of what looks like articles

// together lets what is sure of some links of a page count for those that look
// like them.
func together(r *pageView, all []linkEvidence, userLabels map[int]int, scores []float64) {
	sure := make([]float64, len(scores))
	groups := map[int]tally{}
	for i := range scores {
		sure[i] = all[i].target
		if class, ok := userLabels[i]; ok {
			sure[i] = float64(2*class - 1)
		}
		if sure[i] != 0 {
			groups[r.groups[i]] = groups[r.groups[i]].with(math.Copysign(1, sure[i]))
		}
	}
	for i := range scores {
		if sure[i] != 0 {
			scores[i] += targetWeight * sure[i]
		} else if n := groups[r.groups[i]]; n.links > 0 {
			scores[i] += kindWeight * (2 - all[i].familiar) * n.votes / (n.links + 1)
		}
	}
	series := map[int]tally{}
	for i, s := range scores {
		series[r.series[i]] = series[r.series[i]].with(math.Tanh(s / sureScore))
	}
	for i, s := range scores {
		n := series[r.series[i]]
		own := math.Tanh(s / sureScore)
		others := (n.votes - own) / max(1, n.links-1) * min(1, (n.links-1)/wholeSeries)
		scores[i] = s + doubtWeight*others*(1-math.Abs(own))
	}
}

// tally is how many links have voted, and the sum of their votes: from -1 for none of an
// article to 1.
type tally struct{ links, votes float64 }

func (t tally) with(vote float64) tally { return tally{t.links + 1, t.votes + vote} }

const (
	sureScore   = 4  // scores from which on a link is nearly sure
	wholeSeries = 10 // links of a kind in like places, from which on they count whole
	doubtWeight = 2  // of the others of its kind, for a link in doubt
)

const (
	ownLinks   = 200 // links of a page that count whole; those of a longer page count so many in all
	ownDraw    = 1   // by which the prior weights hold
	ownRounds  = 100
	ownPrecise = 0.01
)

// fit draws the prior weights to what holds on a page that was learned: ridge
// logistic regression by coordinate descent, with the prior weights in place
// of 0. Inputs speak for a class or not at all, so their weights are not
// negative; that of the bias may be. The cost is linear in the links.
func fit(all []linkEvidence, classes []int, familiar float64) []float64 {
	w := slices.Clone(priorWeights)
	each := min(1, ownLinks/float64(max(1, len(all))))
	columns := make([][]float64, inputCount)
	scores := make([]float64, len(all))
	x := make([]float64, 0, inputCount)
	for i := range all {
		x = all[i].inputs(familiar, x)
		for j, v := range x {
			columns[j] = append(columns[j], v)
		}
		scores[i] = dot(w, x)
	}
	for range ownRounds {
		most := 0.0
		for j, column := range columns {
			slope, bend := ownDraw*(w[j]-priorWeights[j]), float64(ownDraw)
			for i, v := range column {
				if v == 0 {
					continue
				}
				p := logistic(scores[i])
				slope += each * (p - float64(classes[i])) * v
				bend += each * max(p*(1-p), leastBend) * v * v
			}
			step := -slope / bend
			if free := j > 0 && (j-1)%kinds == inputBias; !free {
				step = max(step, -w[j])
			}
			if step == 0 {
				continue
			}
			w[j] += step
			most = max(most, math.Abs(step))
			for i, v := range column {
				scores[i] += step * v
			}
		}
		if most < ownPrecise {
			break
		}
	}
	return w
}

const leastBend = 0.01 // keeps steps short where all is sure

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
