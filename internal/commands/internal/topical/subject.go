package topical

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/warc"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/commands/demo"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
	"github.com/lokman-crawler/lokman/internal/weburl"
	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/load"
	"github.com/lokman-crawler/lokman/ontology/obo"
)

// subject is what is crawled and for what.
type subject struct {
	topic     ontology.Topic
	narrower  ontology.Topic // the same with all narrower concepts
	scored    ontology.Topic // the one of both that the strategy scores with
	query     string         // the topic in words
	transport http.RoundTripper
	followAll bool // links too that ask not to be followed
	seeds     []string
	archived  []string               // seeds of the crawl that -web holds, if that is an archive
	damage    error                  // where that archive is damaged
	warnings  []ontology.SyntaxError // of reading the ontology
	judge     experiment.Judge       // nil if nobody judges
	judged    string                 // how it is judged
	relevant  int                    // how many pages are relevant
}

func newSubject(ctx context.Context, o Options) (subject, error) {
	var s subject
	err := checkSeeds(o.Seeds)
	if err != nil {
		return s, err
	}
	if o.network() && !o.Resume && o.Topic == "" && len(o.Terms) == 0 {
		return s, program.Usage(errors.New("a crawl of the network needs a topic: words of your own by -term, or a -topic of an -ontology"))
	}
	if err := s.findTopic(ctx, o); err != nil {
		return s, err
	}
	s.scored = s.topic
	if strategies.ScoresNarrower(o.Strategy) {
		s.scored = s.narrower
	}
	s.query = queryOf(s.topic, o)
	topics, err := s.openWeb(o)
	if err != nil {
		return s, err
	}
	s.seeds = o.Seeds
	if o.Search != "" && !o.Resume {
		hits, err := search(ctx, o.Search, s.topic.Name, cmp.Or(o.Agent, crawl.DefaultUserAgent))
		if err != nil {
			return s, err
		}
		s.seeds = slices.Concat(o.Seeds, hits)
	}
	if i := slices.IndexFunc(topics, s.isAbout); i >= 0 {
		t := topics[i]
		if s.judge, err = t.Judge(); err != nil {
			return s, err
		}
		s.judged, s.relevant = t.Rule, len(t.Relevant)
		if len(s.seeds) == 0 {
			s.seeds = t.Seeds
		}
	}
	if len(s.seeds) == 0 {
		s.seeds = s.archived
	}
	if len(s.seeds) > 0 || o.Resume && o.Search != "" || o.begun {
		return s, nil
	}
	return s, noSeeds(o, s.topic.Name, topics)
}

func checkSeeds(seeds []string) error {
	for _, seed := range seeds {
		_, err := crawl.Canonical(seed)
		switch {
		case err == nil:
		case strings.Contains(seed, "://"):
			return fmt.Errorf("-seed %w", err)
		default:
			return fmt.Errorf("-seed %q is not a complete URL; did you mean https://%s ?", weburl.Redact(seed), weburl.Redact(seed))
		}
	}
	return nil
}

// queryOf returns the topic in words.
func queryOf(topic ontology.Topic, o Options) string {
	switch terms := strings.Join(o.Terms, " "); {
	case terms == "":
		return topic.Name
	case o.Ontology == "":
		return terms
	default:
		return topic.Name + " " + terms
	}
}

// noSeeds is the error of a crawl that has nowhere to begin.
func noSeeds(o Options, topic string, known []experiment.Topic) error {
	if !o.demo() {
		return program.Usage(fmt.Errorf("-web %s: no topics file in its directory has seeds for %q; give a -seed", o.Web, topic))
	}
	var names []string
	for _, t := range known {
		names = append(names, t.Name)
	}
	return fmt.Errorf("the built-in web has no pages about %q; it has %s; for others give a -seed or -search", topic, strings.Join(names, ", "))
}

// findTopic looks the topic up, unless there are terms and no ontology for it.
func (s *subject) findTopic(ctx context.Context, o Options) (err error) {
	var own ontology.Topic
	for _, text := range o.Terms {
		own.Terms = append(own.Terms, ontology.Term{Text: text, Relation: ontology.Exact})
	}
	if len(o.Terms) > 0 && o.Ontology == "" {
		own.Name = cmp.Or(o.Topic, o.Terms[0])
		own = ontology.Merge(own)
		s.topic, s.narrower = own, own
		return nil
	}
	name := o.Topic
	if name == "" {
		name = demo.DefaultTopic
	}
	var store ontology.Store
	if o.Ontology == "" {
		store, err = obo.Read(strings.NewReader(demo.Ontology()))
	} else {
		var found *load.Ontology
		if found, err = load.Open(o.Ontology); err == nil {
			defer found.Close()
			store, s.warnings = found, found.Warnings()
		}
	}
	if err != nil {
		return err
	}
	topic, err := ontology.Expand(ctx, store, name, ontology.Expansion{})
	if errors.As(err, new(*ontology.UnknownTopicError)) {
		return fmt.Errorf("%w; searched was %s", err, searched(o.Ontology))
	} else if err != nil {
		return err
	}
	narrower, err := ontology.Expand(ctx, store, name, ontology.Expansion{Children: ontology.All})
	s.topic, s.narrower = ontology.Merge(topic, own), ontology.Merge(narrower, own)
	return err
}

// searched says which ontology a topic was looked up in, and how to see what it has.
func searched(path string) string {
	if path == "" {
		return "the built-in ontology: list it by go run ./examples/ontology -list, name another by -ontology, or give words of your own by -term"
	}
	return fmt.Sprintf("%s: list it by go run ./examples/ontology -list -ontology %s, or give words of your own by -term", path, path)
}

// isAbout reports whether a line of a topics file is about the subject.
func (s subject) isAbout(t experiment.Topic) bool {
	return t.Is(s.topic.Name) || s.topic.ID != "" && t.Is(s.topic.ID)
}

// openWeb sets where pages come from and returns the topics that are judged.
func (s *subject) openWeb(o Options) ([]experiment.Topic, error) {
	s.followAll = !o.network()
	switch {
	case o.demo():
		web, err := demo.Web()
		if err != nil {
			return nil, err
		}
		s.transport = web
		return demo.Topics()
	case isWARC(o.Web):
		web, err := warc.Open(o.Web)
		if web != nil {
			s.damage, err = err, nil
		}
		if err != nil {
			return nil, err
		}
		s.transport = web
		s.followAll = web.Info().Get("nofollow") != obeyed // as when it was recorded
		s.archived = archivedSeeds(web)
	case o.Web != "":
		web, err := webs.Open(o.Web)
		if err != nil {
			return nil, err
		}
		s.transport = web
	default:
		network := program.Network(o.Seeds...)
		network.Open = append(network.Open, o.Open...)
		s.transport = network
	}
	return readTopics(o)
}

// obeyed is what an archive's information says if links that ask not to be
// followed were not.
const obeyed = "obey"

func (s *subject) noFollow() string {
	if s.followAll {
		return "ignore"
	}
	return obeyed
}

func readTopics(o Options) ([]experiment.Topic, error) {
	if o.Topics != "" {
		return readTopicsFile(o.Topics)
	}
	if o.Web == "" {
		return nil, nil
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(o.Web), "topics*.jsonl"))
	if err != nil {
		return nil, err
	}
	var all []experiment.Topic
	for _, f := range files {
		topics, err := readTopicsFile(f)
		if err != nil {
			return nil, err
		}
		all = append(all, topics...)
	}
	return all, nil
}

// readTopicsFile reads a file that judges the topics that do not say how they were
// judged.
func readTopicsFile(path string) ([]experiment.Topic, error) {
	topics, err := experiment.ReadTopics(path)
	for i := range topics {
		topics[i].Rule = cmp.Or(topics[i].Rule, path)
	}
	return topics, err
}

// newScorer scores as the thesis does, but for merges that only make sense of
// values between 0 and 1.
func newScorer(o Options, t ontology.Topic) *ontology.Scorer {
	var s ontology.Scoring
	if o.Reevaluate == frontier.NoisyOr {
		s.Normalization = ontology.NormalizationSaturating
	}
	return s.NewScorer(t)
}
