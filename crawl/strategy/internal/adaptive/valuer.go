package adaptive

import (
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
	"github.com/lokman-crawler/lokman/internal/ablation"
)

// A valuer values URLs by what is known now.
type valuer struct {
	scores  normalized.Scores
	words   *vocabulary
	tallies *tallies
	ranking *ranking
	without ablation.Ingredients
	changes []change // room for the next
}

// changesAtOnce is how many changes share a piece of memory, which is as long as one is of use.
const changesAtOnce = 8

// value values a URL, the first time or again.
func (v *valuer) value(c *candidate) *change {
	if len(v.changes) == 0 {
		v.changes = make([]change, changesAtOnce)
	}
	by := &v.changes[0]
	v.changes = v.changes[1:]
	by.of, by.trust = v.features(c), v.ranking.trust()
	by.predicted = v.ranking.predict(&by.of)
	by.model = v.ranking.weights()
	return by
}

// features returns what the model knows of a URL.
func (v *valuer) features(c *candidate) (x features) {
	x[featureAlways] = 1
	if l := c.links; l != nil {
		x[featureInherited] = l.Page
		x[featureTerms] = l.Score(v.scores.Unit())
	}
	mean := 0.0
	for _, source := range c.sources {
		x[featureBestSource] = max(x[featureBestSource], source.worth)
		x[featureNear] = max(x[featureNear], source.near/2)
		mean += source.worth / float64(len(c.sources))
	}
	x[featureSources] = mean
	usual := v.tallies.all.mean(priorWorth)
	x[featureDirectory] = c.directory.mean(c.site.mean(usual))
	x[featureBlock] = v.tallies.sum(&c.blocks[0]).mean(mean)
	x[featureOuterBlock] = v.tallies.sum(&c.blocks[1]).mean(mean)
	x[featurePath] = v.tallies.sum(&c.paths).mean(usual)
	x[featureText] = c.text.nearness(v.words)
	x[featureContext] = c.context.nearness(v.words)
	if v.without != 0 {
		x.leaveOut(v.without)
	}
	return x
}
