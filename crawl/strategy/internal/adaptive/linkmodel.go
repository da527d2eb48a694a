package adaptive

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/lokman-crawler/lokman/internal/ablation"
)

// The features of a link, all 0 to 1.
const (
	featureAlways = iota
	featureInherited
	featureTerms
	featureBestSource
	featureSources
	featureDirectory
	featureBlock
	featureOuterBlock
	featurePath
	featureNear
	featureText
	featureContext
	featureCount
)

type features [featureCount]float64

// featureNames are what explanations and model files call them.
var featureNames = [featureCount]string{
	"always", "inherited value", "terms of its links", "best page that links here", "pages that link here",
	"directory", "block", "block around", "place in the layout", "near a page of the topic", "words of its links", "words around its links",
}

func featureName(feature int) string { return featureNames[feature] }

// priorWeights are the weights before anything is learned. They are rounded from
// logistic regressions over the pages of crawls of recorded webs, each web left out in
// turn (docs/measured/adaptive.md).
var priorWeights = features{
	featureAlways: -3, featureInherited: 1.5, featureTerms: 5, featureBestSource: 2, featureSources: 1,
	featureDirectory: 0.5, featureBlock: 1, featureOuterBlock: 0.5, featurePath: 1, featureNear: 1,
	featureText: 2.5, featureContext: 2,
}

// predictions are figures of the ontology and of the model.
type predictions [2]float64

const (
	ontologys = iota
	models
)

// leaveOut makes the features of the ingredients that are left out 0.
func (x *features) leaveOut(without ablation.Ingredients) {
	for _, part := range []struct {
		ingredient ablation.Ingredients
		features   []int
	}{
		{ablation.Blocks, []int{featureBlock, featureOuterBlock}},
		{ablation.Layout, []int{featurePath}},
		{ablation.Directories, []int{featureDirectory}},
		{ablation.Nearness, []int{featureNear}},
		{ablation.LinkWords, []int{featureText, featureContext}},
	} {
		if without&part.ingredient == 0 {
			continue
		}
		for _, f := range part.features {
			x[f] = 0
		}
	}
}

// A linkModel estimates from the features of a link what its page is worth: a
// logistic regression with a learning rate for each weight (AdaGrad; Duchi, Hazan and
// Singer 2011).
type linkModel struct {
	weights features
	squares features // of the gradients so far
}

const (
	learningRate = 0.1
	epochs       = 4 // of a replay
)

func (m *linkModel) estimate(x *features) float64 {
	sum := 0.0
	for i := range x {
		sum += float64(m.weights[i] * x[i])
	}
	return 1 / (1 + math.Exp(-sum))
}

// learn moves the weights towards what a page was worth, 0 to 1.
func (m *linkModel) learn(x *features, worth float64) {
	off := m.estimate(x) - worth
	for i := range x {
		if x[i] == 0 { // nothing to learn, and divisions are slow
			continue
		}
		gradient := float64(off * x[i])
		m.squares[i] += float64(gradient * gradient)
		if m.squares[i] > 0 {
			m.weights[i] -= float64(learningRate * gradient / math.Sqrt(m.squares[i]))
		}
	}
}

// explain returns what an estimate is made of: each feature, its weight and what it
// adds to the logarithm of the odds, the ones that add most first.
func (m *linkModel) explain(x *features, name func(feature int) string) []string {
	order := make([]int, 0, featureCount)
	for i := range x {
		if float64(m.weights[i]*x[i]) != 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(math.Abs(m.weights[j]*x[j]), math.Abs(m.weights[i]*x[i]))
	})
	b := make([]byte, 0, 512)
	var ends [featureCount]int
	for n, i := range order {
		b = append(append(b, name(i)...), ' ')
		b = append(strconv.AppendFloat(b, x[i], 'g', 2, 64), " x "...)
		b = strconv.AppendFloat(b, m.weights[i], 'g', 3, 64)
		ends[n] = len(b)
	}
	lines, all, start := make([]string, len(order)), string(b), 0
	for n, end := range ends[:len(order)] {
		lines[n], start = all[start:end], end
	}
	return lines
}
