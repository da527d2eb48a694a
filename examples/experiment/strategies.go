package main

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// A named strategy is made anew for each crawl, from what may be known of the
// topic.
type named struct {
	name string
	make func(subject, experiment.Task) crawl.Strategy
}

// strategies are all that -strategies knows, in the order of the literature.
// Each has the parameters of its source. The oracle is made by the experiment,
// as nothing else may see the truth.
var strategies = []named{
	{"breadthfirst", func(subject, experiment.Task) crawl.Strategy { return strategy.BreadthFirst{} }},
	{"depthfirst", func(subject, experiment.Task) crawl.Strategy { return strategy.DepthFirst{} }},
	{"bestfirst", func(s subject, _ experiment.Task) crawl.Strategy { return strategy.BestFirst{Scorer: s.words} }},
	{"bestnfirst", func(s subject, _ experiment.Task) crawl.Strategy { return strategy.BestNFirst{Scorer: s.words} }},
	{"fishsearch", func(s subject, _ experiment.Task) crawl.Strategy { return strategy.FishSearch{Scorer: s.words} }},
	{"sharksearch", func(s subject, _ experiment.Task) crawl.Strategy { return strategy.SharkSearch{Scorer: s.words} }},
	{"pagerank", func(subject, experiment.Task) crawl.Strategy { return &strategy.PageRank{} }},
	{"hits", func(s subject, _ experiment.Task) crawl.Strategy { return &strategy.HITS{Scorer: s.words} }},
	{"opic", func(subject, experiment.Task) crawl.Strategy { return strategy.OPIC{} }},
	{"infospiders", func(s subject, t experiment.Task) crawl.Strategy {
		return &strategy.InfoSpiders{Query: s.topic.Name, Scorer: s.words, Seed: t.Random}
	}},
	{"lokman", func(s subject, _ experiment.Task) crawl.Strategy { return strategy.Lokman{Scorer: s.published} }},
	{"lokman-increment", func(s subject, _ experiment.Task) crawl.Strategy {
		return strategy.Lokman{Scorer: s.published, Reevaluation: frontier.IncrementValues}
	}},
	{"lokman-normalized", func(s subject, _ experiment.Task) crawl.Strategy {
		return &strategy.LokmanNormalized{Scorer: s.narrower}
	}},
	{"adaptive", func(s subject, t experiment.Task) crawl.Strategy {
		return &strategy.Adaptive{Scorer: s.narrower, Seed: t.Random}
	}},
	{"random", func(_ subject, t experiment.Task) crawl.Strategy { return strategy.Random{Seed: t.Random} }},
	{"oracle", nil},
}

func strategyNames() []string {
	var names []string
	for _, s := range strategies {
		names = append(names, s.name)
	}
	return names
}

// A subject is a topic as strategies are told of it.
type subject struct {
	topic     ontology.Topic
	words     classify.Scorer  // by the words of the topic's name
	published *ontology.Scorer // by the thesis's terms
	narrower  *ontology.Scorer // by these and all narrower ones
}

func newSubject(topic, narrower ontology.Topic) subject {
	return subject{
		topic: topic, words: remember(classify.NewCosine(topic.Name)),
		published: ontology.NewScorer(topic), narrower: ontology.NewScorer(narrower),
	}
}

// contestants are the strategies that were asked for and the bounds. The
// strategies that are bounds by their nature are not tested against others.
func contestants(names []string, subjects map[string]subject) []experiment.Contestant {
	bounds := experiment.Bounds()
	isBound := map[string]bool{"random": true, "oracle": true}
	var all []experiment.Contestant
	have := map[string]bool{}
	for _, name := range names {
		have[name] = true
		all = append(all, contestant(name, subjects, isBound[name]))
	}
	for _, b := range bounds {
		if !have[b.Name] {
			all = append(all, b)
		}
	}
	return all
}

func contestant(name string, subjects map[string]subject, bound bool) experiment.Contestant {
	c := experiment.Oracle()
	for _, s := range strategies {
		if s.name == name && s.make != nil {
			c = experiment.Contestant{Name: name, New: func(t experiment.Task) (crawl.Strategy, error) {
				return s.make(subjects[t.Topic], t), nil
			}}
		}
	}
	c.Bound = bound
	return c
}
