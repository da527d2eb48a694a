package adaptive

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/internal/ablation"
)

func TestTrust(t *testing.T) {
	for _, c := range []struct {
		name string
		ranking
		want float64
	}{
		{"none before the first page", ranking{accuracy: predictions{0.5, 0.5}}, 0},
		{"half of the half after ten pages, if both rank alike", ranking{pages: 10, accuracy: predictions{0.5, 0.5}}, 0.25},
		{"more where the model is right twice as often: 16 of 17 parts", ranking{pages: 30, accuracy: predictions{0.4, 0.8}}, 0.75 * 16 / 17},
		{"without the record by the pages alone", ranking{pages: 30, accuracy: predictions{0.8, 0.4}, without: ablation.Record}, 0.75},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.trust(); math.Abs(got-c.want) > 1.0/(1<<9) {
				t.Errorf("trust %v, want %v", got, c.want)
			}
		})
	}
}

func TestAccuracy(t *testing.T) {
	for _, c := range []struct {
		name            string
		page, earlier   visit
		ontology, model float64
	}{
		{"the model was right, the ontology has not decided", visit{fact: &fact{worth: 0.9}, predicted: predictions{0, 1}}, visit{}, 0.5, 0.51},
		{"both were wrong", visit{fact: &fact{worth: 0.9}}, visit{predicted: predictions{1, 1}}, 0.49, 0.49},
		{"pages worth nearly the same say nothing", visit{fact: &fact{worth: 0.09}, predicted: predictions{1, 1}}, visit{}, 0.5, 0.5},
		{"those that differ by a little more do", visit{fact: &fact{worth: 0.11}, predicted: predictions{1, 1}}, visit{}, 0.51, 0.51},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ranking{accuracy: predictions{0.5, 0.5}}
			c.earlier.fact = new(fact)
			r.compare(&c.page, []*visit{&c.earlier}, rand.New(rand.NewPCG(1, 1)))
			if got := r.accuracy; !near(got[ontologys], c.ontology) || !near(got[models], c.model) {
				t.Errorf("accuracy %v, want %v and %v", got, c.ontology, c.model)
			}
		})
	}
}

// What a link promises that has one feature alone, before anything is learned.
func TestPriorWeights(t *testing.T) {
	for name, want := range map[string]float64{
		"always": 0.047426, "inherited value": 0.182426, "terms of its links": 0.880797, "best page that links here": 0.268941,
		"pages that link here": 0.119203, "directory": 0.075858, "block": 0.119203, "block around": 0.075858, "place in the layout": 0.119203,
		"near a page of the topic": 0.119203, "words of its links": 0.377541, "words around its links": 0.268941,
	} {
		m := linkModel{weights: priorWeights}
		x := features{featureAlways: 1}
		for feature, of := range featureNames {
			if of == name {
				x[feature] = 1
			}
		}
		if got := m.estimate(&x); !near(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// The first step is the rate whatever the error, later ones are less: AdaGrad by hand.
func TestLinkModelLearns(t *testing.T) {
	m, x := linkModel{weights: priorWeights}, features{featureAlways: 1}
	if m.learn(&x, 1); !near(m.weights[featureAlways], -2.9) {
		t.Errorf("the weight is %v after one step, want -2.9", m.weights[featureAlways])
	}
	r := ranking{begins: priorWeights}
	r.relearn([]*visit{{as: x, fact: &fact{target: 1}}}, rand.New(rand.NewPCG(1, 1)))
	if got := r.model.weights[featureAlways]; !near(got, fourSteps) {
		t.Errorf("the weight is %v after a replay of one page, want %v", got, fourSteps)
	}
}

// fourSteps is -3 + 0.1 sum of g(n) / root of g(1)^2 + ... + g(n)^2, with g(n) = 1 - 1 / (1 + exp(-w(n))).
const fourSteps = -2.7222538698984042

func TestModelLimits(t *testing.T) {
	weights := func(w string) string {
		text := `{"format":"lokman-adaptive","version":2,"weights":{"` + strings.Join(featureNames[:], `":`+w+`,"`) + `":` + w + `},"words":{}}`
		return text
	}
	if _, err := new(Model).ReadFrom(strings.NewReader(weights("100"))); err != nil {
		t.Errorf("the greatest weight: %v", err)
	}
	if _, err := new(Model).ReadFrom(strings.NewReader(weights("100.5"))); err == nil {
		t.Error("a weight of more than 100 is read")
	}
	v := newVocabulary()
	v.begin(&Model{words: map[uint32]float64{5: 0.5}})
	if len(v.before) != 1 || v.before[0].times != 1.5 {
		t.Errorf("earlier examples count %v, want as three", v.before)
	}
}
