package adaptive

import "github.com/lokman-crawler/lokman/internal/ablation"

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
