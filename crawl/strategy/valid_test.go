package strategy_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

// A topic that has a name and no terms scores every page 0: a crawl for it would fetch what comes.
func TestTopicWithoutTerms(t *testing.T) {
	for name, s := range map[string]crawl.Strategy{
		"BestFirst":        strategy.BestFirst{Scorer: ontology.NewScorer(ontology.Topic{Name: "espresso"})},
		"LokmanNormalized": &strategy.LokmanNormalized{Scorer: ontology.NewScorer(ontology.Topic{Name: "espresso"})},
		"Adaptive":         &strategy.Adaptive{Scorer: ontology.NewScorer(ontology.Topic{Name: "espresso"})},
	} {
		c := crawl.Crawler{Strategy: s, Transport: tree{}}
		err := error(nil)
		for _, e := range c.Crawl(t.Context(), "https://coffee.example/") {
			err = e
		}
		if err == nil || !strings.Contains(err.Error(), "the Scorer of "+name+": ontology: the topic has no terms") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
