// Package strategies knows the crawling strategies by the names that the
// example programs take.
package strategies

import (
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// A Subject is what a strategy may know about a topic.
type Subject struct {
	Name      string           // of the topic
	Words     classify.Scorer  // by the words of the name
	Published *ontology.Scorer // by the thesis's terms
	Narrower  *ontology.Scorer // by these and all narrower ones
	Seed      uint64           // of what a strategy leaves to chance
}

// A kind is a strategy by its name.
type kind struct {
	name string
	make func(Subject) crawl.Strategy
}

// all are the strategies in the order of the literature, each with the
// parameters of its source.
var all = []kind{
	{"breadthfirst", func(Subject) crawl.Strategy { return strategy.BreadthFirst{} }},
	{"depthfirst", func(Subject) crawl.Strategy { return strategy.DepthFirst{} }},
	{"bestfirst", func(s Subject) crawl.Strategy { return strategy.BestFirst{Scorer: s.Words} }},
	{"bestnfirst", func(s Subject) crawl.Strategy { return strategy.BestNFirst{Scorer: s.Words} }},
	{"fishsearch", func(s Subject) crawl.Strategy { return strategy.FishSearch{Scorer: s.Words} }},
	{"sharksearch", func(s Subject) crawl.Strategy { return strategy.SharkSearch{Scorer: s.Words} }},
	{"pagerank", func(Subject) crawl.Strategy { return &strategy.PageRank{} }},
	{"hits", func(s Subject) crawl.Strategy { return &strategy.HITS{Scorer: s.Words} }},
	{"opic", func(Subject) crawl.Strategy { return strategy.OPIC{} }},
	{"infospiders", func(s Subject) crawl.Strategy {
		return &strategy.InfoSpiders{Query: s.Name, Scorer: s.Words, Seed: s.Seed}
	}},
	{"lokman", func(s Subject) crawl.Strategy { return strategy.Lokman{Scorer: s.Published} }},
	{"lokman-increment", func(s Subject) crawl.Strategy {
		return strategy.Lokman{Scorer: s.Published, Reevaluation: frontier.IncrementValues}
	}},
	{"lokman-normalized", func(s Subject) crawl.Strategy { return &strategy.LokmanNormalized{Scorer: s.Narrower} }},
	{"adaptive", func(s Subject) crawl.Strategy { return &strategy.Adaptive{Scorer: s.Narrower, Seed: s.Seed} }},
	{"random", func(s Subject) crawl.Strategy { return strategy.Random{Seed: s.Seed} }},
}

// variants are further forms of them, each by what is different. Programs that
// run all strategies leave these out unless they are named.
var variants = []kind{
	{"iterativedeepening", func(Subject) crawl.Strategy { return strategy.IterativeDeepening{Step: 3} }}, // 1 would be breadth-first
	{"bestfirst-phrase", func(s Subject) crawl.Strategy { return strategy.BestFirst{Scorer: phrase(s)} }},
	{"sharksearch-hersovici98", func(s Subject) crawl.Strategy {
		return strategy.SharkSearch{Scorer: s.Words, SharkParameters: strategy.Hersovici98()}
	}},
	{"sharksearch-menczer04", func(s Subject) crawl.Strategy {
		return strategy.SharkSearch{Scorer: s.Words, SharkParameters: strategy.Menczer04()}
	}},
}

// phrase scores texts by one term, the topic's name: all that the thesis's standard
// crawler knows (4.1, Table 3).
func phrase(s Subject) *ontology.Scorer {
	return ontology.NewScorer(ontology.Topic{Name: s.Name, Terms: []ontology.Term{{Text: s.Name}}})
}

// Names returns the names of all strategies.
func Names() []string { return names(all) }

// Variants returns the names of further forms of some of them.
func Variants() []string { return names(variants) }

func names(kinds []kind) []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// New makes the strategy of a name, one of Names or Variants, for one crawl.
func New(name string, s Subject) crawl.Strategy {
	kinds := slices.Concat(all, variants)
	return kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })].make(s)
}
