package adaptive

import "github.com/lokman-crawler/lokman/crawl"

// A change is a new value that says what the model's part is made of when it is
// printed.
type change struct {
	of        features
	model     *features // weights
	predicted predictions
	trust     float64 // in the model
}

func (c *change) String() string { return c.Explanation().String() }

// value returns the sum of the parts: the ontology's and the model's.
func (c *change) value() float64 {
	return float64((1-c.trust)*c.predicted[ontologys]) + float64(c.trust*c.predicted[models])
}

// Explanation returns the parts of the value.
func (c *change) Explanation() crawl.Explanation { return c.explain(featureName) }

// explain is Explanation with names for the features of this URL.
func (c *change) explain(name func(feature int) string) crawl.Explanation {
	return crawl.Explanation{
		{Of: "ontology", Factor: 1 - c.trust, Score: c.predicted[ontologys]},
		{Of: "model", Factor: c.trust, Score: c.predicted[models], Evidence: (&linkModel{weights: *c.model}).explain(&c.of, name)},
	}
}

// atRandom is why a URL is raised that was picked at random.
type atRandom struct{ before float64 }

func (r atRandom) String() string { return r.Explanation().String() }

// Explanation returns the parts of the value.
func (r atRandom) Explanation() crawl.Explanation {
	return crawl.Explanation{{Of: "before", Factor: 1, Score: r.before}, {Of: "picked at random", Factor: 1, Score: 1}}
}
