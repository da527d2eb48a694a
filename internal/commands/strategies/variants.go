package strategies

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/neardup"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/internal/ablation"
	"github.com/lokman-crawler/lokman/ontology"
)

// variants are further forms of the strategies, each by what is different. Programs
// that run all strategies leave these out unless they are named.
var variants = append([]kind{
	{"iterativedeepening", func(Subject) crawl.Strategy { return classic.IterativeDeepening{Step: 3} }}, // 1 would be breadth-first
	{"bestfirst-phrase", func(s Subject) crawl.Strategy { return strategy.BestFirst{Scorer: phrase(s.Name)} }},
	{"bestfirst-stop", func(s Subject) crawl.Strategy { return strategy.BestFirst{Scorer: withoutStops(s.Name)} }},
	{"sharksearch-hersovici98", func(s Subject) crawl.Strategy {
		return classic.SharkSearch{Scorer: s.Words, Decay: 0.5, Anchor: 0.8, Inherit: 0.5, Depth: 3}
	}},
	{"sharksearch-menczer04", func(s Subject) crawl.Strategy {
		return classic.SharkSearch{Scorer: s.Words, Decay: 0.5, Anchor: 0.8, Inherit: 0.1, Depth: 3}
	}},
	{"hits-kleinberg", func(s Subject) crawl.Strategy { return &classic.HITS{Scorer: s.Words, Kleinberg: true} }},
	{"lokman-keep", func(s Subject) crawl.Strategy { return strategy.Lokman{Scorer: s.Published, KeepLinks: true} }},
	{"lokman-requirements", func(s Subject) crawl.Strategy {
		scorer := ontology.Scoring{Weights: ontology.Weights{Exact: 15, Synonym: 12, Partial: 5, Contextual: 3}}.NewScorer(s.Topic)
		return strategy.Lokman{Scorer: scorer, Inherited: crawl.None, Greater: true, KeepLinks: true}
	}},
	{"lokman-each", func(s Subject) crawl.Strategy {
		return strategy.Lokman{Scorer: ontology.Scoring{Counting: ontology.CountEach}.NewScorer(s.Topic)}
	}},
	{"lokman-substrings", func(s Subject) crawl.Strategy {
		return strategy.Lokman{Scorer: ontology.Scoring{Counting: ontology.CountSubstrings}.NewScorer(s.Topic)}
	}},
	{"lokman-substring-links", func(s Subject) crawl.Strategy {
		return strategy.Lokman{Scorer: s.Published, LinkScorer: ontology.Scoring{Counting: ontology.CountSubstrings}.NewScorer(s.Topic)}
	}},
	{"lokman-normalized-own", func(s Subject) crawl.Strategy { return own(&strategy.LokmanNormalized{Scorer: s.Narrower}) }},
	{"adaptive-own", func(s Subject) crawl.Strategy { return own(newAdaptive(s)) }},
}, slices.Concat(structured(), ablated())...)

// phrase scores texts by one term, the topic's name: all that the thesis's standard
// crawler knows (4.1, Table 3).
func phrase(name string) classify.Scorer {
	return ontology.NewScorer(ontology.Topic{Name: name, Terms: []ontology.Term{{Text: name}}})
}

func withoutStops(name string) classify.Scorer {
	return classify.Words{Stop: classify.EnglishStop}.NewCosine(name)
}

// structured returns strategies that score pages by their structure, with each of
// some emphases.
func structured() []kind {
	var kinds []kind
	for _, e := range []struct {
		name string
		classify.Emphasis
	}{
		{"title", classify.Emphasis{Title: 8}},
		{"headings", classify.Emphasis{Heading: 4}},
		{"bold", classify.Emphasis{Bold: 4}},
		{"marked", classify.Emphasis{Title: 8, Heading: 4, Bold: 2}},
		{"noanchors", classify.Emphasis{Anchor: crawl.None}},
		{"marked-noanchors", classify.Emphasis{Title: 8, Heading: 4, Bold: 2, Anchor: crawl.None}},
	} {
		kinds = append(kinds,
			kind{"bestfirst-" + e.name, func(s Subject) crawl.Strategy { return strategy.BestFirst{Scorer: e.NewScorer(s.Words)} }},
			kind{"lokman-" + e.name, func(s Subject) crawl.Strategy { return strategy.Lokman{Scorer: e.NewScorer(s.Published)} }},
			kind{"lokman-normalized-" + e.name, func(s Subject) crawl.Strategy {
				density := ontology.Scoring{Normalization: ontology.NormalizationDensity}.NewScorer(s.NarrowerTopic)
				return &strategy.LokmanNormalized{Scorer: e.NewScorer(density)}
			}})
	}
	return kinds
}

// ablated returns forms of Adaptive that lack one ingredient each.
func ablated() []kind {
	var kinds []kind
	for _, a := range []struct {
		name  string
		leave func(*strategy.Adaptive, Subject)
	}{
		{"ontology", func(a *strategy.Adaptive, s Subject) { a.Scorer = phrase(s.Name) }},
		{"query", func(a *strategy.Adaptive, _ Subject) { a.Query = "" }},
		{"examples", func(a *strategy.Adaptive, _ Subject) { a.Relevant = nil }},
		{"exploration", func(a *strategy.Adaptive, _ Subject) { a.Explore = crawl.None }},
		{"blocks", func(a *strategy.Adaptive, _ Subject) { a.Without = ablation.Blocks }},
		{"layout", func(a *strategy.Adaptive, _ Subject) { a.Without = ablation.Layout }},
		{"directories", func(a *strategy.Adaptive, _ Subject) { a.Without = ablation.Directories }},
		{"nearness", func(a *strategy.Adaptive, _ Subject) { a.Without = ablation.Nearness }},
		{"words", func(a *strategy.Adaptive, _ Subject) { a.Without = ablation.LinkWords }},
		{"credit", func(a *strategy.Adaptive, _ Subject) { a.Without = ablation.Credit }},
		{"record", func(a *strategy.Adaptive, _ Subject) { a.Without = ablation.Record }},
	} {
		kinds = append(kinds, kind{"adaptive-without-" + a.name, func(s Subject) crawl.Strategy {
			all := newAdaptive(s)
			a.leave(all, s)
			return all
		}})
	}
	return kinds
}

// own shows a strategy the texts of pages without the frames of their sites.
func own(s crawl.Strategy) crawl.Strategy {
	return &neardup.Strategy{Strategy: s, Keep: 1, OwnText: true}
}

// Variants returns the names of further forms of some strategies.
func Variants() []string { return names(variants) }

// Share returns the name of the strategy that is lokman with another share of what
// is inherited, 0 to 1.
func Share(share float64) string { return sharePrefix + strconv.FormatFloat(share, 'f', -1, 64) }

const sharePrefix = "lokman-share-"

// shareOf returns the share of a name that Share has returned.
func shareOf(name string) (float64, bool) {
	text, ok := strings.CutPrefix(name, sharePrefix)
	share, err := strconv.ParseFloat(text, 64)
	if share == 0 {
		share = crawl.None
	}
	return share, ok && err == nil
}
