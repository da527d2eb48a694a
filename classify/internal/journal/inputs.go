package journal

// The inputs of a link's weighing. Each says how much more a link is like the
// journal's articles than like its other links, 0 for no difference. They are
// there twice: times how familiar the page is, and times how unfamiliar; what
// the clues say at other journals is there too, on an unfamiliar page.
const (
	inputMargin = iota // how much nearer the nearest article is
	inputNear
	inputFar
	inputMarkup // how much more often the journal's articles have these components
	inputHref
	inputCaption
	inputAround
	inputNeighbours
	inputLabel // what links of the same caption were
	inputClues // what the clues say at this journal
	inputBias  = inputClues + clueCount
	kinds      = inputBias + 1 // of inputs that are there twice
	inputCount = 1 + 2*kinds
)

// priorWeights are those before a page has been learned. They are the rounded
// ones of logistic regressions over ten journals, each leaving some out, but for
// inputLabel, which few links of a first page have: it is chosen by later pages
// (docs/measured/links.md in the repository).
var priorWeights = weightsOf(map[int]float64{
	inputMargin: 0.6, inputNear: 1, inputFar: 0.2,
	inputHref: 0.22, inputCaption: 0.2, inputAround: 0.3, inputNeighbours: 0.15, inputLabel: 3,
	inputClues + clueCaption: 0.1, inputClues + clueTimes: 0.15, inputClues + clueTarget: 0.3, inputClues + clueTargets: 0.1,
	inputClues + clueHost: 0.1, inputClues + clueLike: 0.25, inputClues + clueAfter: 0.1, inputClues + clueRegion: 0.8,
	inputClues + clueSeen: 0.7, inputBias: 0.3,
}, map[int]float64{
	inputNeighbours: 0.1, inputLabel: 3,
	inputClues + clueTimes: 0.25, inputClues + clueTarget: 0.25, inputClues + clueHost: 0.2, inputClues + clueLike: 0.6,
	inputClues + clueAfter: 0.1, inputClues + clueRegion: 0.4, inputClues + clueSeen: 0.7, inputBias: -0.3,
})

const priorWeight = 1.7 // of what the clues say at other journals

func weightsOf(familiar, unfamiliar map[int]float64) []float64 {
	w := make([]float64, inputCount)
	w[0] = priorWeight
	for i, v := range familiar {
		w[1+i] = v
	}
	for i, v := range unfamiliar {
		w[1+kinds+i] = v
	}
	return w
}

// inputOf says of each enhanced component which input counts its values.
var inputOf = [...]int{
	inputMarkup, inputMarkup, inputHref, inputHref, inputHref, inputMarkup, inputMarkup, inputMarkup, inputCaption, inputCaption,
	inputHref, inputHref, inputHref, inputAround, inputAround, inputAround, inputAround, inputNeighbours, inputNeighbours,
}
