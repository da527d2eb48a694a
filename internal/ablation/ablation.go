// Package ablation names the parts of strategy.Adaptive that an experiment can leave out, to
// see what each is worth.
package ablation

// A Switch says what is left out. Adaptive embeds one under a name that its users do not see.
type Switch struct {
	Without Ingredients // 0 is nothing
}

// Ingredients are parts that can be left out, joined by |.
type Ingredients uint

// The ingredients. What else can be left out has a field of Adaptive's own: Query, Relevant
// and Explore.
const (
	Blocks      Ingredients = 1 << iota // what links of the same block have led to
	Layout                              // what links at the same place of a layout have led to
	Directories                         // what pages of the same directory were worth
	Nearness                            // how many links a URL is from a page of the topic
	LinkWords                           // words of links and around them, compared with the examples
	Credit                              // of a page for the links that it was the first to have
	Record                              // the weight of the model by its record beside LokmanNormalized
)
