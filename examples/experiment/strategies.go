package main

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/examples/internal/strategies"
	"github.com/lokman-crawler/lokman/ontology"
)

// oracle is the strategy that the experiment makes itself, as nothing else may
// see the truth.
const oracle = "oracle"

// strategyNames are those that run unless -strategies says otherwise.
func strategyNames() []string { return append(strategies.Names(), oracle) }

// allNames are those that -strategies takes.
func allNames() []string { return append(strategyNames(), strategies.Variants()...) }

func newSubject(topic, narrower ontology.Topic) strategies.Subject {
	return strategies.Subject{
		Name: topic.Name, Words: remember(classify.NewCosine(topic.Name)),
		Published: ontology.NewScorer(topic), Narrower: ontology.NewScorer(narrower),
		Topic: topic, NarrowerTopic: narrower,
	}
}

// entrants are the requested strategies and the bounds. The
// strategies that are bounds by their nature are not tested against others.
func entrants(names []string, subjects map[string]strategies.Subject) []experiment.Entrant {
	bounds := experiment.Bounds()
	isBound := map[string]bool{"random": true, oracle: true}
	var all []experiment.Entrant
	have := map[string]bool{}
	for _, name := range names {
		have[name] = true
		all = append(all, entrant(name, subjects, isBound[name]))
	}
	for _, b := range bounds {
		if !have[b.Name] {
			all = append(all, b)
		}
	}
	return all
}

func entrant(name string, subjects map[string]strategies.Subject, bound bool) experiment.Entrant {
	c := experiment.Oracle()
	if name != oracle {
		c = experiment.Entrant{Name: name, New: func(t experiment.Task) (crawl.Strategy, error) {
			s := subjects[t.Topic]
			s.Seed = t.Random
			if t.Examples {
				s.Relevant = canonical(t.Seeds)
			}
			return strategies.New(name, s), nil
		}}
	}
	c.Bound = bound
	return c
}

// canonical returns URLs as a crawl knows them.
func canonical(urls []string) []string {
	var all []string
	for _, raw := range urls {
		if url, err := crawl.Canonical(raw); err == nil {
			all = append(all, url)
		}
	}
	return all
}
