// Package grammar reads names and affiliations in lines that were cut into stretches, by a transducer
// that is learned from lines with their values.
package grammar

import (
	"math"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
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
//	place     elements, number     it is in such an element of that number in its line
//	class     class                it looks like a name, an institution, ...
//	cut, join state, separator     two stretches of one state are two values, or one
type Grammar struct {
	Counts map[string]float64 `json:"counts"`
}

// State is what a stretch is part of.
type State uint8

const (
	outside State = iota
	inAuthor
	inAffiliation
	states
)

var stateNames = [states]string{"none", "author", "place"}

// StateOf returns the state of what is part of a zone.
func StateOf(l zones.Label) State {
	switch l {
	case zones.Authors:
		return inAuthor
	case zones.Affiliations:
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
	people.ClassName:        {0.2, 0.65, 0.15},
	people.ClassInitial:     {0.2, 0.65, 0.15},
	people.ClassInstitution: {0.2, 0.02, 0.78},
	people.ClassDegree:      {0.8, 0.1, 0.1},
	people.ClassAddress:     {0.96, 0.02, 0.02},
	people.ClassNumber:      {0.8, 0.02, 0.18},
	people.ClassLower:       {0.8, 0.05, 0.15},
	people.ClassWord:        {0.3, 0.3, 0.4},
	people.ClassOther:       {0.34, 0.2, 0.46},
}

// Sorts of separators.
const (
	otherSign = iota
	openingSign
	closingSign
	ListSign
	signSorts
)

// SortOf returns what sort a separator is of.
func SortOf(sep string) int {
	switch {
	case strings.ContainsAny(sep, "([{<"):
		return openingSign
	case strings.ContainsAny(sep, ")]}>"):
		return closingSign
	case sep == "," || sep == ";" || strings.Contains(sep, "&") || sep == "" || sep == "g":
		return ListSign
	}
	return otherSign
}

// stepPrior is the share of the states behind a state and a separator that was
// not seen.
func stepPrior(from State, sort int) [states]float64 {
	switch sort {
	case openingSign:
		return [states]float64{0.71, 0.01, 0.28}
	case closingSign:
		return [states]float64{0.4, 0.3, 0.3}
	case ListSign:
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

// TrainingLine is a line with the states of its stretches, and which value each is part of.
type TrainingLine struct {
	*stretches.Line
	States []State
	Values []int
}

// Count counts the evidence of a line.
func (g *Grammar) Count(t TrainingLine) {
	if g.Counts == nil {
		g.Counts = map[string]float64{}
	}
	for i := range t.Stretches {
		a, s := &t.Stretches[i], stateNames[t.States[i]]
		if i == 0 {
			g.Counts["start  "+s]++
		} else {
			from := t.States[i-1]
			g.Counts["step "+stateNames[from]+" "+a.Sep+" "+s]++
			if from == t.States[i] && from != outside {
				if t.Values[i] == t.Values[i-1] {
					g.Counts["join "+stateNames[from]+" "+a.Sep]++
				} else {
					g.Counts["cut "+stateNames[from]+" "+a.Sep]++
				}
			}
		}
		g.Counts["line "+t.Element+" "+s]++
		g.Counts["chain "+a.Chain+" "+s]++
		if a.Number > 0 {
			g.Counts["place "+a.Chain+" "+strconv.Itoa(a.Number)+" "+s]++
		}
		if word := words.AppendFirst(nil, t.Text[a.From:a.To]); len(word) > 0 {
			g.Counts["open "+string(word)+" "+s]++
		}
		g.Counts["class "+string(a.Class)+" "+s]++
	}
}

var evenly = [states]float64{1. / 3, 1. / 3, 1. / 3}

// shares returns the logarithms of the shares of the states.
func shares(c, prior [states]float64, weight float64) (out [states]float64) {
	total := weight
	for _, n := range c {
		total += n
	}
	for s := range out {
		out[s] = math.Log((c[s] + weight*prior[s]) / total)
	}
	return out
}
