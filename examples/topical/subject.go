package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/examples/topical/demo"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/load"
	"github.com/lokman-crawler/lokman/ontology/obo"
)

// demoSeed is the seed of the built-in web's generator.
const demoSeed = 1

// subject is what is crawled and for what.
type subject struct {
	topic     ontology.Topic
	transport http.RoundTripper // nil is the network
	seeds     []string
	judge     experiment.Judge // nil if nobody judges
	judged    string           // how it is judged
	relevant  int              // how many pages are relevant
}

func newSubject(ctx context.Context, o options) (subject, error) {
	var s subject
	for _, seed := range o.seeds {
		if _, err := crawl.Canonical(seed); err != nil {
			if !strings.Contains(seed, "://") {
				return s, fmt.Errorf("-seed %q is no whole URL; did you mean https://%s ?", seed, seed)
			}
			return s, fmt.Errorf("-seed %w", err)
		}
	}
	var err error
	if s.topic, err = findTopic(ctx, o); err != nil {
		return s, err
	}
	topics, err := s.openWeb(o)
	if err != nil {
		return s, err
	}
	s.seeds = o.seeds
	if i := slices.IndexFunc(topics, s.isAbout); i >= 0 {
		t := topics[i]
		if s.judge, err = experiment.NewSet(t.Relevant); err != nil {
			return s, err
		}
		s.judged, s.relevant = t.Rule, len(t.Relevant)
		if len(s.seeds) == 0 {
			s.seeds = t.Seeds
		}
	}
	switch {
	case len(s.seeds) > 0:
		return s, nil
	case o.demo():
		var names []string
		for _, t := range topics {
			names = append(names, t.Name)
		}
		return s, fmt.Errorf("the built-in web has no pages about %q; it has %s", s.topic.Name, strings.Join(names, ", "))
	}
	return s, usageError{fmt.Errorf("-web %s: no topics file beside it has seeds for %q; give a -seed", o.web, s.topic.Name)}
}

func findTopic(ctx context.Context, o options) (ontology.Topic, error) {
	name := o.topic
	if name == "" {
		name = demo.DefaultTopic
	}
	if o.ontology == "" {
		g, err := obo.Read(strings.NewReader(demo.Ontology()))
		if err != nil {
			return ontology.Topic{}, err
		}
		return g.Topic(ctx, name)
	}
	found, err := load.Open(o.ontology)
	if err != nil {
		return ontology.Topic{}, err
	}
	defer found.Close()
	return found.Topic(ctx, name)
}

// isAbout reports whether a line of a topics file is about the subject.
func (s subject) isAbout(t experiment.Topic) bool {
	return t.Is(s.topic.Name) || s.topic.ID != "" && t.Is(s.topic.ID)
}

// openWeb sets where pages come from and returns the topics that are judged.
func (s *subject) openWeb(o options) ([]experiment.Topic, error) {
	switch {
	case o.demo():
		web, err := experiment.NewWeb(demoDocuments())
		s.transport = web
		return demoTopics(), err
	case o.web != "":
		web, err := experiment.OpenWeb(o.web)
		if err != nil {
			return nil, err
		}
		s.transport = web
	}
	return readTopics(o)
}

func readTopics(o options) ([]experiment.Topic, error) {
	if o.topics != "" {
		return experiment.ReadTopics(o.topics)
	}
	if o.web == "" {
		return nil, nil
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(o.web), "topics*.jsonl"))
	if err != nil {
		return nil, err
	}
	var all []experiment.Topic
	for _, f := range files {
		topics, err := experiment.ReadTopics(f)
		if err != nil {
			return nil, err
		}
		all = append(all, topics...)
	}
	return all, nil
}

func demoDocuments() []experiment.Document {
	var docs []experiment.Document
	for _, p := range demo.Pages(demoSeed) {
		docs = append(docs, experiment.Document{
			URL: p.URL, Status: p.Status, Location: p.Location, Type: p.ContentType, Body: p.Body,
		})
	}
	return docs
}

func demoTopics() []experiment.Topic {
	var topics []experiment.Topic
	for _, t := range demo.Topics(demoSeed) {
		topics = append(topics, experiment.Topic{
			Name: t.Name, OntologyID: t.OntologyID, Relevant: t.Relevant, Seeds: t.Seeds, Portal: t.PortalSeeds,
			Rule: "the built-in web's own labels",
		})
	}
	return topics
}

// strategyNames are the names that -strategy knows.
var strategyNames = []string{"breadthfirst", "bestfirst", "lokman"}

func newStrategy(o options, t ontology.Topic) (crawl.Strategy, error) {
	switch o.strategy {
	case "breadthfirst":
		return strategy.BreadthFirst{}, nil
	case "bestfirst":
		return strategy.BestFirst{Scorer: classify.NewCosine(t.Name)}, nil
	case "lokman":
		return strategy.Lokman{Scorer: newScorer(o, t)}, nil
	}
	return nil, errors.New("unknown strategy " + o.strategy)
}

// frontierOptions are those the strategy asks for, with the merge of the flag.
func frontierOptions(o options, s crawl.Strategy) frontier.Options {
	var fo frontier.Options
	if s, ok := s.(interface{ FrontierOptions() frontier.Options }); ok {
		fo = s.FrontierOptions()
	}
	fo.Reevaluation = o.reevaluate
	return fo
}

// newScorer scores as the thesis does, but for merges that only make sense of
// values between 0 and 1.
func newScorer(o options, t ontology.Topic) *ontology.Scorer {
	var s ontology.Scoring
	if o.reevaluate == frontier.NoisyOr {
		s.Normalization = ontology.Saturating
	}
	return s.NewScorer(t)
}
