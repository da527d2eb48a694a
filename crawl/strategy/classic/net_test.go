package classic

import (
	"math"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
)

func TestNetInputs(t *testing.T) {
	n := newNet([]string{"flu", "shot"})
	l := classify.Link{Text: "swine flu", Context: "a shot and flu: swine flu and a shot"}
	// The text's own flu counts 1, the one before it 1/2; shots 1/4 and 1/4.
	if got, want := n.inputs(l), []float64{1 + 1.0/2, 1.0/4 + 1.0/4}; !slices.Equal(got, want) {
		t.Errorf("inputs %v, want %v", got, want)
	}
}

// The weights move along the gradient of the squared error, found by
// difference.
func TestNetTrainsByGradient(t *testing.T) {
	inputs, want, rate := []float64{0.5, 1.25}, 0.9, 0.1
	loss := func(weights []float64) float64 {
		e := want - net{[]string{"a", "b"}, weights}.estimate(inputs)
		return e * e / 2
	}
	n := net{[]string{"a", "b"}, []float64{0.3, -0.7, 0.2}}
	before := slices.Clone(n.weights)
	n.train(inputs, want, rate)
	for i := range before {
		up, down := slices.Clone(before), slices.Clone(before)
		up[i] += 1e-6
		down[i] -= 1e-6
		gradient := (loss(up) - loss(down)) / 2e-6
		if got := n.weights[i] - before[i]; math.Abs(got+rate*gradient) > 1e-9 {
			t.Errorf("weight %d moves by %v, want %v", i, got, -rate*gradient)
		}
	}
}

func TestNetMutant(t *testing.T) {
	n := net{[]string{"flu", "cold"}, []float64{2, -0.1, -2}}
	m := n.mutant("the the the vaccine cold cold cold cold vaccine shot")
	if !slices.Equal(m.keywords, []string{"flu", "vaccine"}) || !slices.Equal(n.keywords, []string{"flu", "cold"}) {
		t.Errorf("child %v, parent %v", m.keywords, n.keywords)
	}
}
