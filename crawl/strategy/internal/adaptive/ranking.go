package adaptive

import (
	"math"
	"math/rand/v2"

	"github.com/lokman-crawler/lokman/internal/ablation"
)

// A ranking is made by two: LokmanNormalized, which ranks by the ontology, and the model. It
// trusts each by how well it has ranked pages before they were fetched.
type ranking struct {
	model    linkModel
	begins   features // weights before anything is learned
	pages    int      // learned from
	accuracy predictions
	without  ablation.Ingredients

	explained *features // weights as explanations of the latest values have them
}

// predict returns the values of a URL. They are rounded as trust is, so that their sum by it is
// exact, and is exact in a float32.
func (r *ranking) predict(x *features) predictions {
	return predictions{rounded((x[featureInherited]+x[featureTerms])/2, predictionBits), rounded(r.model.estimate(x), predictionBits)}
}

// The bits of predictions and of trust are 23 together, those of a float32.
const (
	predictionBits = 14
	trustBits      = 9
)

const (
	halfTrust   = 10   // pages after which the model has half of its share
	newAccuracy = 0.02 // weight of a comparison in the accuracy
	differing   = 0.1  // worth by which two pages that are compared differ
)

// trust is the weight of the model. It grows with the pages, to a share that says
// how much better than the ontology the model has ranked pages before it learned from them.
func (r *ranking) trust() float64 {
	trust := float64(r.pages) / float64(r.pages+halfTrust)
	if r.without&ablation.Record == 0 {
		model, ontology := r.accuracy[models]*r.accuracy[models], r.accuracy[ontologys]*r.accuracy[ontologys]
		trust *= model * model / (model*model + ontology*ontology)
	}
	return rounded(trust, trustBits)
}

// compare notes whether ontology and model have ranked a page and an earlier one as
// it turns out that they should be.
func (r *ranking) compare(v *visit, earlier []*visit, random *rand.Rand) {
	if len(earlier) == 0 {
		return
	}
	other := earlier[random.IntN(len(earlier))]
	differ := float64(v.worth) - float64(other.worth)
	if math.Abs(differ) < differing {
		return
	}
	for i := range r.accuracy {
		right := 0.0
		switch order := (v.predicted[i] - other.predicted[i]) * differ; {
		case order > 0:
			right = 1
		case order == 0:
			right = 0.5
		}
		r.accuracy[i] += (right - r.accuracy[i]) * newAccuracy
	}
}

// weights returns the model's weights, for explanations: the same ones until they change.
func (r *ranking) weights() *features {
	if r.explained == nil || *r.explained != r.model.weights {
		weights := r.model.weights
		r.explained = &weights
	}
	return r.explained
}

// relearn has the model learn from pages as if it had not learned before.
func (r *ranking) relearn(pages []*visit, random *rand.Rand) {
	r.model = linkModel{weights: r.begins}
	for range epochs {
		random.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
		for _, v := range pages {
			r.model.learn(&v.as, float64(v.target))
		}
	}
}
