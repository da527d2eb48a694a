package label

import (
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// A Grammar says how lines of names and affiliations are read: a finite-state
// transducer (Hsu and Dung 1998) over the stretches between separators, whose
// evidence is counted on the pages that were learnt from. A key of Counts is a
// kind of evidence, what was seen, and the state that it was seen with:
//
//	start     nothing              the first stretch of a line
//	step      state, separator     what follows a state behind a separator
//	line      element              the line is such an element
//	chain     elements             the stretch stands in such elements of its line
//	open      word                 it begins with that word
//	place     elements, number     it is in the so-manieth such element of its line
//	class     class                it looks like a name, an institution, ...
//	cut, join state, separator     two stretches of one state are two values, or one
type Grammar struct {
	Counts map[string]float64 `json:"counts"`
}

// state is what a stretch is part of.
type state uint8

const (
	outside state = iota
	inAuthor
	inAffiliation
	states
)

var stateNames = [states]string{"none", "author", "place"}

func stateOf(l Label) state {
	switch l {
	case Authors:
		return inAuthor
	case Affiliations:
		return inAffiliation
	}
	return outside
}

// Evidence that was counted is mixed with so much of what holds for journals in
// general, counted as stretches.
const (
	priorWeight = 0.5
	classWeight = 1.0
	openWeight  = 1.0
)

// classPriors are the shares of the states among stretches of a class.
var classPriors = map[byte][states]float64{
	className:        {0.2, 0.65, 0.15},
	classInitial:     {0.2, 0.65, 0.15},
	classInstitution: {0.2, 0.02, 0.78},
	classDegree:      {0.8, 0.1, 0.1},
	classAddress:     {0.96, 0.02, 0.02},
	classNumber:      {0.8, 0.02, 0.18},
	classLower:       {0.8, 0.05, 0.15},
	classWord:        {0.3, 0.3, 0.4},
	classOther:       {0.34, 0.2, 0.46},
}

// Sorts of separators.
const (
	otherSign = iota
	openingSign
	closingSign
	listSign
	signSorts
)

func sortOf(sep string) int {
	switch {
	case strings.ContainsAny(sep, "([{<"):
		return openingSign
	case strings.ContainsAny(sep, ")]}>"):
		return closingSign
	case sep == "," || sep == ";" || strings.Contains(sep, "&") || sep == "" || sep == "g":
		return listSign
	}
	return otherSign
}

// stepPrior is the share of the states behind a state and a separator that was
// not seen.
func stepPrior(from state, sort int) [states]float64 {
	switch sort {
	case openingSign:
		return [states]float64{0.71, 0.01, 0.28}
	case closingSign:
		return [states]float64{0.4, 0.3, 0.3}
	case listSign:
		out := [states]float64{0.1, 0.1, 0.1}
		out[from] = 0.8
		return out
	}
	return evenly
}

// unseenSteps are the steps over separators that were not seen, by sort.
var unseenSteps = func() (out [signSorts][states][states]float64) {
	for sort := range out {
		for from := range states {
			out[sort][from] = shares([states]float64{}, stepPrior(from, sort), priorWeight)
		}
	}
	return out
}()

// trainingLine is a line with the states of its stretches, and which value each is part of.
type trainingLine struct {
	*cutLine
	states []state
	values []int
}

// count counts the evidence of a line.
func (g *Grammar) count(t trainingLine) {
	if g.Counts == nil {
		g.Counts = map[string]float64{}
	}
	for i := range t.stretches {
		a, s := &t.stretches[i], stateNames[t.states[i]]
		if i == 0 {
			g.Counts["start  "+s]++
		} else {
			from := t.states[i-1]
			g.Counts["step "+stateNames[from]+" "+a.sep+" "+s]++
			if from == t.states[i] && from != outside {
				if t.values[i] == t.values[i-1] {
					g.Counts["join "+stateNames[from]+" "+a.sep]++
				} else {
					g.Counts["cut "+stateNames[from]+" "+a.sep]++
				}
			}
		}
		g.Counts["line "+t.element+" "+s]++
		g.Counts["chain "+a.chain+" "+s]++
		if a.place > 0 {
			g.Counts["place "+a.chain+" "+strconv.Itoa(a.place)+" "+s]++
		}
		if word := words.AppendFirst(nil, t.text[a.from:a.to]); len(word) > 0 {
			g.Counts["open "+string(word)+" "+s]++
		}
		g.Counts["class "+string(a.class)+" "+s]++
	}
}
