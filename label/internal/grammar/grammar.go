// Package grammar reads names and affiliations in lines that were cut into stretches, by a transducer
// that is learned from lines with their values.
package grammar

import (
	"math"
	"slices"
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
//	start     nothing              the first stretch of a record: of a line, or of what repeats in it
//	end       class                the last stretch of a record of both
//	again     nothing              a line behind the first with such a record
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
	kindWeight  = 10.0 // of what a stretch looks like, for whether it is an author or a place
)

// classPriors are the shares of the states among stretches of a class.
var classPriors = map[byte][states]float64{
	people.ClassName:        {0.2, 0.65, 0.15},
	people.ClassInitial:     {0.2, 0.65, 0.15},
	people.ClassInstitution: {0.2, 0.02, 0.78},
	people.ClassPlace:       {0.2, 0.02, 0.78},
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

// TrainingLine is a line with the states of its stretches, and which value each is part of.
type TrainingLine struct {
	*stretches.Line
	States []State
	Values []int
}

// Count counts the evidence of some lines of a page.
func (g *Grammar) Count(page []TrainingLine) {
	if g.Counts == nil {
		g.Counts = map[string]float64{}
	}
	records := 0
	for _, t := range page {
		g.count(t)
		if t.mixed() {
			if records++; records > 1 {
				g.Counts["again  "+stateNames[inAffiliation]]++
			}
		}
	}
}

// count counts the evidence of a line.
func (g *Grammar) count(t TrainingLine) {
	for i := range t.Stretches {
		a, s := &t.Stretches[i], stateNames[t.States[i]]
		if i == 0 || t.ends(i-1) {
			g.Counts["start  "+s]++
		}
		if t.ends(i) {
			g.Counts["end "+string(a.Class)+" "+s]++
		}
		if i > 0 {
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

// mixed reports whether a line has authors and affiliations.
func (t *TrainingLine) mixed() bool {
	return slices.Contains(t.States, inAuthor) && slices.Contains(t.States, inAffiliation)
}

// ends reports whether a record of an author with an affiliation ends with a stretch: the line does, or goes on with an author.
func (t *TrainingLine) ends(i int) bool {
	return t.mixed() && (i == len(t.States)-1 || t.States[i] == inAffiliation && t.States[i+1] == inAuthor)
}

var evenly = [states]float64{1. / 3, 1. / 3, 1. / 3}

// classShares returns the logarithms of the shares of the states among stretches of a class: the page says whether
// they are part of anything, what they look like says of what. A single word and a long text look like anything.
func classShares(class byte, c [states]float64) [states]float64 {
	prior := classPriors[class]
	out := shares(c, prior, classWeight)
	if class == people.ClassWord || class == people.ClassOther {
		return out
	}
	part := math.Log(1 - math.Exp(out[outside]))
	c[outside], prior[outside] = 0, 0
	total := prior[inAuthor] + prior[inAffiliation]
	for s := inAuthor; s < states; s++ {
		prior[s] /= total
	}
	kind := shares(c, prior, kindWeight)
	out[inAuthor], out[inAffiliation] = part+kind[inAuthor], part+kind[inAffiliation]
	return out
}

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
