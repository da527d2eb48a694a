package main

import (
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// strategies are all that -strategy knows, in the order of the literature.
var strategies = []struct {
	name string
	make func(o options, s subject) crawl.Strategy
}{
	{"breadthfirst", func(options, subject) crawl.Strategy { return strategy.BreadthFirst{} }},
	{"depthfirst", func(options, subject) crawl.Strategy { return strategy.DepthFirst{} }},
	{"bestfirst", func(_ options, s subject) crawl.Strategy { return strategy.BestFirst{Scorer: s.words()} }},
	{"bestnfirst", func(_ options, s subject) crawl.Strategy { return strategy.BestNFirst{Scorer: s.words()} }},
	{"fishsearch", func(_ options, s subject) crawl.Strategy { return strategy.FishSearch{Scorer: s.words()} }},
	{"sharksearch", func(_ options, s subject) crawl.Strategy { return strategy.SharkSearch{Scorer: s.words()} }},
	{"pagerank", func(options, subject) crawl.Strategy { return &strategy.PageRank{} }},
	{"hits", func(_ options, s subject) crawl.Strategy { return &strategy.HITS{Scorer: s.words()} }},
	{"opic", func(options, subject) crawl.Strategy { return strategy.OPIC{} }},
	{"infospiders", func(_ options, s subject) crawl.Strategy {
		return &strategy.InfoSpiders{Query: s.topic.Name, Scorer: s.words()}
	}},
	{"lokman", func(o options, s subject) crawl.Strategy { return strategy.Lokman{Scorer: newScorer(o, s.topic)} }},
	{"lokman-normalized", func(_ options, s subject) crawl.Strategy {
		return &strategy.LokmanNormalized{Scorer: ontology.NewScorer(s.narrower)}
	}},
	{"adaptive", func(_ options, s subject) crawl.Strategy {
		return &strategy.Adaptive{Scorer: ontology.NewScorer(s.narrower)}
	}},
	{"random", func(options, subject) crawl.Strategy { return strategy.Random{} }},
}

// words scores by the words of the topic's name.
func (s subject) words() classify.Scorer { return classify.NewCosine(s.topic.Name) }

func strategyNames() []string {
	var names []string
	for _, s := range strategies {
		names = append(names, s.name)
	}
	return names
}

// newStrategy makes the strategy that is asked for, which -strategy has checked.
func newStrategy(o options, s subject) crawl.Strategy {
	i := slices.Index(strategyNames(), o.strategy)
	return strategies[i].make(o, s)
}

// frontierOptions are those the strategy asks for, with the merge of the flag.
func frontierOptions(o options, s crawl.Strategy) frontier.Options {
	fo := ownOptions(s)
	fo.Reevaluation = o.reevaluate
	return fo
}

func ownOptions(s crawl.Strategy) frontier.Options {
	if s, ok := s.(interface{ FrontierOptions() frontier.Options }); ok {
		return s.FrontierOptions()
	}
	return frontier.Options{}
}
