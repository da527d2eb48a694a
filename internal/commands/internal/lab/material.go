package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/load"
)

// material is what an experiment is made of.
type material struct {
	web      *webs.Web
	topics   []experiment.Topic
	subjects map[string]strategies.Subject
	latency  func(url string) time.Duration // of the generated web's slow hosts
	notes    []string                       // what the user should know
}

func openMaterial(ctx context.Context, o Options) (material, error) {
	if o.Web == "" {
		return generated(ctx, o)
	}
	var m material
	if len(o.Ontologies) == 0 {
		m.notes = append(m.notes, "without an -ontology strategies are told the topics' names alone")
	}
	for i, path := range o.Topics {
		named := ""
		if len(o.Ontologies) > 0 {
			named = o.Ontologies[min(i, len(o.Ontologies)-1)]
		}
		if err := m.read(ctx, o, path, named); err != nil {
			return m, err
		}
	}
	if err := m.complete(o); err != nil {
		return m, err
	}
	var err error
	m.web, err = webs.Open(o.Web)
	return m, err
}

// read reads a file of topics and looks them up in an ontology; without a path of one they are
// their names alone.
func (m *material) read(ctx context.Context, o Options, topicsPath, ontologyPath string) error {
	topics, err := experiment.ReadTopics(topicsPath)
	if err != nil {
		return err
	}
	if ontologyPath == "" {
		return m.choose(o, topics, func(t experiment.Topic) (strategies.Subject, string, error) { return byName(t), "", nil })
	}
	vocabulary, err := load.Open(ontologyPath)
	if err != nil {
		return err
	}
	err = m.choose(o, topics, lookUpIn(ctx, vocabulary))
	return errors.Join(err, vocabulary.Close())
}

// A lookup returns what strategies are told of a topic, and a note if the user should know
// something about that.
type lookup func(experiment.Topic) (s strategies.Subject, note string, err error)

func lookUpIn(ctx context.Context, vocabulary ontology.Store) lookup {
	return func(t experiment.Topic) (strategies.Subject, string, error) { return lookUp(ctx, vocabulary, t) }
}

// choose keeps the topics that the options ask for and looks them up.
func (m *material) choose(o Options, topics []experiment.Topic, subject lookup) error {
	if m.subjects == nil {
		m.subjects = map[string]strategies.Subject{}
	}
	for _, t := range topics {
		if len(t.Relevant) < o.Relevant || len(o.Only) > 0 && !slices.ContainsFunc(o.Only, t.Is) {
			continue
		}
		s, note, err := subject(t)
		if err != nil {
			return err
		}
		if note != "" {
			m.notes = append(m.notes, fmt.Sprintf("topic %q: %s", t.Name, note))
		}
		if len(t.Relevant) == 0 {
			m.notes = append(m.notes, fmt.Sprintf("topic %q: no page is said to be relevant, so that every crawl of it finds 0; -relevant 1 leaves it out", t.Name))
		}
		m.topics = append(m.topics, t)
		m.subjects[t.Name] = s
	}
	return nil
}

// complete fails if a requested topic is missing, or if there is nothing to find.
func (m *material) complete(o Options) error {
	for _, name := range o.Only {
		if !slices.ContainsFunc(m.topics, func(t experiment.Topic) bool { return t.Is(name) }) {
			return fmt.Errorf("-only: no topic is called %q, or it has too few relevant pages", name)
		}
	}
	if len(m.topics) == 0 {
		return errors.New("no topic is left to run")
	}
	if !slices.ContainsFunc(m.topics, func(t experiment.Topic) bool { return len(t.Relevant) > 0 }) {
		return errors.New(`no topic has relevant pages: want their URLs in the field "relevant" of -topics`)
	}
	return nil
}

// lookUp finds a topic by its identifiers, of which one is enough, then by its name. A topic that the
// ontology lacks is its name alone. The note says what was not found.
func lookUp(ctx context.Context, vocabulary ontology.Store, t experiment.Topic) (s strategies.Subject, note string, err error) {
	ids := identifiers(t.OntologyID)
	var unknown *ontology.UnknownTopicError // of the last one that was asked for, the name
	for i, name := range append(ids, t.Name) {
		topic, narrower, err := expand(ctx, vocabulary, name)
		switch {
		case errors.As(err, &unknown):
			continue
		case err != nil:
			return s, "", err
		case 0 < len(ids) && i == len(ids):
			note = fmt.Sprintf("the ontology lacks its ontology_id, %s: %s, which has its name, takes the place", t.OntologyID, topic.ID)
		}
		return newSubject(called(topic, t.Name), called(narrower, t.Name)), note, nil
	}
	note = "the ontology lacks its name, which is all that strategies are told"
	if len(ids) > 0 {
		note = fmt.Sprintf("the ontology lacks its ontology_id, %s, and its name, which is all that strategies are told", t.OntologyID)
	}
	if len(unknown.Nearest) > 0 {
		note += fmt.Sprintf("; the name nearest to it is %q", unknown.Nearest[0])
	}
	return byName(t), note, nil
}

// byName is a topic of which strategies are told the name alone.
func byName(t experiment.Topic) strategies.Subject {
	alone := called(ontology.Topic{}, t.Name)
	return newSubject(alone, alone)
}

// expand returns a topic by the name of its concept, and with all narrower ones.
func expand(ctx context.Context, vocabulary ontology.Store, name string) (topic, narrower ontology.Topic, err error) {
	if topic, err = ontology.Expand(ctx, vocabulary, name, ontology.Expansion{}); err == nil {
		narrower, err = ontology.Expand(ctx, vocabulary, name, ontology.Expansion{Children: ontology.All})
	}
	return topic, narrower, err
}

// identifiers splits "MESH:D1 / wn30:2-n (government)".
func identifiers(list string) []string {
	var ids []string
	for _, id := range strings.Split(list, " / ") {
		id, _, _ = strings.Cut(id, " (")
		if id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// called returns the topic under the name that people search for it by, which
// is an exact term of it.
func called(t ontology.Topic, name string) ontology.Topic {
	t.Name = name
	for i := range t.Terms {
		if strings.EqualFold(t.Terms[i].Text, name) {
			t.Terms[i].Relation = ontology.Exact
			return t
		}
	}
	t.Terms = append([]ontology.Term{{Text: name, Relation: ontology.Exact, Concept: t.ID}}, t.Terms...)
	return t
}

// generated makes a web, its topics and an ontology by the options.
func generated(ctx context.Context, o Options) (material, error) {
	g, err := o.generator().Generate()
	if err != nil {
		return material{}, err
	}
	m := material{web: g.Web}
	if o.Workers > 1 || o.Delay > 0 {
		m.latency = g.Latency
	}
	if err := m.choose(o, g.Topics, lookUpIn(ctx, g.Ontology)); err != nil {
		return m, err
	}
	return m, m.complete(o)
}

// generator is what writes the web.
func (o Options) generator() synthetic.Generator {
	g := synthetic.Generator{Seed: o.Seed, Mismatch: share(o.Mismatch), Noise: share(o.Noise), Misled: share(o.Misled), Null: o.Null}
	switch o.Tunnel {
	case MixedTunnels:
	case 0:
		g.Tunnelled = crawl.None
	default:
		g.Tunnel = o.Tunnel
	}
	return g
}

// share is a share as a generator has it.
func share(v float64) float64 {
	if v == 0 {
		return crawl.None
	}
	return v
}
