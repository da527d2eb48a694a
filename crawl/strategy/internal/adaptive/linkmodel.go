package adaptive

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

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
