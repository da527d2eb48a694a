package strategy

// An Ingredient is a part of an [Adaptive] that can be left out, to see by experiment what
// it is worth. Several are joined by |.
type Ingredient uint

// The ingredients. What else can be left out has a field of its own: Query, Relevant and
// Explore.
const (
	Blocks      Ingredient = 1 << iota // what links of the same block have led to
	Layout                             // what links at the same place of a layout have led to
	Directories                        // what pages of the same directory were worth
	Nearness                           // how many links a URL is from a page of the topic
	LinkWords                          // words of links and around them, compared with the examples
	Credit                             // of a page for the links that it was the first to have
	Record                             // the weight of the model by its record beside LokmanNormalized
)

// leaveOut takes the ingredients that are left out from the features of a URL.
func (i Ingredient) leaveOut(x *features) {
	for _, part := range []struct {
		Ingredient
		features []int
	}{
		{Blocks, []int{featureBlock, featureOuterBlock}},
		{Layout, []int{featurePath}},
		{Directories, []int{featureDirectory}},
		{Nearness, []int{featureNear}},
		{LinkWords, []int{featureText, featureContext}},
	} {
		if i&part.Ingredient == 0 {
			continue
		}
		for _, f := range part.features {
			x[f] = 0
		}
	}
}
