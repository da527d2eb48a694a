package topical

import (
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
	"github.com/lokman-crawler/lokman/ontology"
)

// strategyNames are what -strategy takes.
func strategyNames() []string { return slices.Concat(strategies.Names(), strategies.Variants()) }

// newStrategy makes the strategy that is asked for, which -strategy has checked.
func newStrategy(o Options, s subject) crawl.Strategy {
	return strategies.New(o.Strategy, strategies.Subject{
		Name: s.query, Words: classify.NewCosine(s.query),
		Published: newScorer(o, s.topic), Narrower: ontology.NewScorer(s.narrower),
		Topic: s.topic, NarrowerTopic: s.narrower,
	})
}

// frontierOptions are those the strategy asks for, with the merge of the flag. For
// a dashboard the reasons of the values are kept, but on a server, where all
// workers of a crawl have to agree on that.
func frontierOptions(o Options, s crawl.Strategy) frontier.Options {
	fo := crawl.FrontierOptions(s)
	fo.Reevaluation = o.Reevaluate
	fo.History = fo.History || o.Dashboard != "" && o.Frontier.kind != "redis"
	if o.Continuous {
		fo.Refresh, fo.Continuous = 0.5, true
	}
	return fo
}
