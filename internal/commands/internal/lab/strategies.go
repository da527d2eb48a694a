package lab

import (
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
	"github.com/lokman-crawler/lokman/ontology"
)

// oracle is the strategy that the experiment makes itself, as nothing else may
// see the truth.
const oracle = "oracle"

// StrategyNames are those that run unless -strategies says otherwise.
func StrategyNames() []string { return append(strategies.Names(), oracle) }

// allNames are those that -strategies takes.
func allNames() []string { return append(StrategyNames(), strategies.Variants()...) }

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
	var all []experiment.Entrant
	for _, name := range names {
		if name == oracle {
			all = append(all, bounds[slices.IndexFunc(bounds, func(b experiment.Entrant) bool { return b.Name == oracle })])
			continue
		}
		all = append(all, experiment.Entrant{Name: name, Bound: name == "random", New: func(t experiment.Task) (crawl.Strategy, error) {
			s := subjects[t.Topic]
			s.Seed = t.Random
			if t.Examples {
				s.Relevant = canonical(t.Seeds)
			}
			return strategies.New(name, s), nil
		}})
	}
	for _, b := range bounds {
		if !slices.Contains(names, b.Name) {
			all = append(all, b)
		}
	}
	return all
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
