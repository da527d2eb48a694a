// Package strategies knows the crawling strategies by the names that the
// example programs take.
package strategies

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// A Subject is what a strategy may know about a topic.
type Subject struct {
	Name      string           // of the topic
	Words     classify.Scorer  // by the words of the name
	Published *ontology.Scorer // by the thesis's terms
	Narrower  *ontology.Scorer // by these and all narrower ones
	Relevant  []string         // URLs of pages known to be relevant
	Seed      uint64           // of what a strategy leaves to chance

	// The topics of these scorers, for variants that score them otherwise.
	Topic, NarrowerTopic ontology.Topic
}

// A kind is a strategy by its name.
type kind struct {
	name string
	make func(Subject) crawl.Strategy
}

// all are the strategies in the order of the literature, each with the
// parameters of its source.
var all = []kind{
	{"breadthfirst", func(Subject) crawl.Strategy { return crawl.BreadthFirst{} }},
	{"depthfirst", func(Subject) crawl.Strategy { return classic.DepthFirst{} }},
	{"bestfirst", func(s Subject) crawl.Strategy { return strategy.BestFirst{Scorer: s.Words} }},
	{"bestnfirst", func(s Subject) crawl.Strategy { return classic.BestNFirst{Scorer: s.Words} }},
	{"fishsearch", func(s Subject) crawl.Strategy { return classic.FishSearch{Scorer: s.Words} }},
	{"sharksearch", func(s Subject) crawl.Strategy { return classic.SharkSearch{Scorer: s.Words} }},
	{"pagerank", func(Subject) crawl.Strategy { return &classic.PageRank{} }},
	{"hits", func(s Subject) crawl.Strategy { return &classic.HITS{Scorer: s.Words} }},
	{"opic", func(Subject) crawl.Strategy { return classic.OPIC{} }},
	{"infospiders", func(s Subject) crawl.Strategy {
		return &classic.InfoSpiders{Query: s.Name, Scorer: s.Words, Seed: s.Seed}
	}},
	{"lokman", func(s Subject) crawl.Strategy { return strategy.Lokman{Scorer: s.Published} }},
	{"lokman-increment", func(s Subject) crawl.Strategy {
		return strategy.Lokman{Scorer: s.Published, Reevaluation: frontier.IncrementValues}
	}},
	{"lokman-normalized", func(s Subject) crawl.Strategy { return &strategy.LokmanNormalized{Scorer: s.Narrower} }},
	{"adaptive", func(s Subject) crawl.Strategy { return newAdaptive(s) }},
	{"random", func(s Subject) crawl.Strategy { return classic.Random{Seed: s.Seed} }},
}

func newAdaptive(s Subject) *strategy.Adaptive {
	return &strategy.Adaptive{Scorer: s.Narrower, Query: s.Name, Relevant: s.Relevant, Seed: s.Seed}
}

// Names returns the names of all strategies.
func Names() []string { return names(all) }

// Plain returns the names of those that know no ontology and learn nothing.
func Plain() []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		return name == "infospiders" || name == "random" || name == "adaptive" || strings.HasPrefix(name, "lokman")
	})
}

func names(kinds []kind) []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// ScoresNarrower reports whether the strategy of a name scores with the topic's
// narrower concepts too: Narrower and NarrowerTopic of [Subject].
func ScoresNarrower(name string) bool {
	return name == "adaptive" || strings.HasPrefix(name, "lokman-normalized")
}

// IsBlind reports whether the strategy of a name scores no page: it follows the links
// alone.
func IsBlind(name string) bool {
	return slices.Contains([]string{"breadthfirst", "depthfirst", "opic", "pagerank", "random"}, name)
}

// New makes the strategy of a name, one of Names or Variants, or one that Share
// returns, for one crawl.
func New(name string, s Subject) crawl.Strategy {
	if share, ok := shareOf(name); ok {
		return strategy.Lokman{Scorer: s.Published, Inherited: share}
	}
	kinds := slices.Concat(all, variants)
	return kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })].make(s)
}
