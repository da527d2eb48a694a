package strategies_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/redis"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/load"
)

// A job is what a child process crawls.
type job struct {
	Web, Topics, Ontology string // paths; "" for a generated web
	Topic                 string
	Portal, Examples      bool
	Strategy              string
	Pages                 int    // 0 for as many as there are
	Place                 string // path of a file, or URL of a server and #name
	Alone                 bool   // does not learn from other processes
	Random                uint64
}

const childJob = "LOKMAN_TEST_JOB"

// Of the data to measure with. Without them the tests generate a web.
var data job

func init() {
	flag.StringVar(&data.Web, "web", "", "recorded web")
	flag.StringVar(&data.Topics, "topics", "", "topics file of the web")
	flag.StringVar(&data.Ontology, "ontology", "", "ontology")
	flag.StringVar(&data.Topic, "topic", "", "topic; all that have 20 relevant pages if empty")
	flag.BoolVar(&data.Portal, "portal", false, "begin at the portals")
	flag.BoolVar(&data.Examples, "examples", false, "the seeds are known to be relevant")
	flag.StringVar(&data.Strategy, "strategies", "adaptive,lokman-normalized,pagerank,hits,infospiders", "strategies, commas between")
	flag.IntVar(&data.Pages, "pages", 400, "pages of a crawl")
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childJob); text != "" {
		var j job
		err := json.Unmarshal([]byte(text), &j)
		if err == nil {
			err = j.crawl(context.Background())
		}
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	os.Exit(m.Run())
}

// material is what a crawl is about.
type material struct {
	web   *webs.Web
	topic experiment.Topic
	about strategies.Subject
}

// topics returns the topic of a job, or all with 20 relevant pages.
func (j job) topics() (some []experiment.Topic, err error) {
	all, err := experiment.ReadTopics(j.Topics)
	for _, t := range all {
		if t.Name == j.Topic || j.Topic == "" && len(t.Relevant) >= 20 && len(t.Targets) > 0 {
			some = append(some, t)
		}
	}
	return some, err
}

func (j job) material(ctx context.Context) (m material, err error) {
	var topics []experiment.Topic
	var store ontology.Store
	if j.Web == "" {
		g, err := synthetic.Generator{Seed: j.Random, Pages: 500, Topics: 1}.Generate()
		if err != nil {
			return m, err
		}
		m.web, topics, store = g.Web, g.Topics, g.Ontology
	} else {
		if m.web, err = webs.Open(j.Web); err != nil {
			return m, err
		}
		if topics, err = experiment.ReadTopics(j.Topics); err != nil {
			return m, err
		}
		if store, err = load.Open(j.Ontology); err != nil {
			return m, err
		}
	}
	for _, t := range topics {
		if j.Topic == "" || t.Name == j.Topic {
			m.topic = t
			break
		}
	}
	narrower := ontology.Topic{Terms: []ontology.Term{{Text: m.topic.Name, Relation: ontology.Exact}}}
	for id := range strings.SplitSeq(m.topic.OntologyID, " / ") {
		id, _, _ = strings.Cut(id, " (")
		if found, err := ontology.Expand(ctx, store, id, ontology.Expansion{Children: ontology.All}); err == nil {
			narrower.Terms = append(narrower.Terms, found.Terms...)
			break
		}
	}
	narrower.Name = m.topic.Name
	scorer := ontology.NewScorer(narrower)
	m.about = strategies.Subject{
		Name: m.topic.Name, Words: classify.NewCosine(m.topic.Name), Published: scorer, Narrower: scorer,
		Topic: narrower, NarrowerTopic: narrower, Seed: j.Random,
	}
	if j.Examples {
		m.about.Relevant = m.seeds(j)
	}
	return m, nil
}

func (m material) seeds(j job) []string {
	if j.Portal {
		return m.topic.Portal
	}
	return m.topic.Seeds
}

// crawl is the main function of a child. It prints what it does.
func (j job) crawl(ctx context.Context) error {
	m, err := j.material(ctx)
	if err != nil {
		return err
	}
	s := strategies.New(j.Strategy, m.about)
	f, end, err := j.open(ctx, s)
	if err != nil {
		return err
	}
	defer end()
	c := crawl.Crawler{
		Strategy: s, Frontier: f, Transport: steady{m.web}, Workers: 1, Delay: crawl.None, IgnoreRobots: true,
		IgnoreNoFollow: true, IgnoreRefresh: true, Limits: crawl.Limits{Pages: j.Pages, Attempts: 1},
	}
	for p, err := range c.Crawl(ctx, m.seeds(j)...) {
		if err != nil {
			return err
		}
		if p.OK() {
			fmt.Printf("page %s %v\n", p.URL, p.Value)
		}
	}
	return nil
}

// open opens the frontier of a job.
func (j job) open(ctx context.Context, s crawl.Strategy) (frontier.Frontier, func() error, error) {
	o := optionsOf(s)
	server, name, ok := strings.Cut(j.Place, "#")
	if !ok {
		f, err := bolt.Open(j.Place, bolt.Options{Options: o, NoSync: true})
		if err != nil {
			return nil, nil, err
		}
		return f, f.Close, nil
	}
	f, err := redis.Open(ctx, server, name, redis.Options{Options: o})
	if err != nil {
		return nil, nil, err
	}
	if j.Alone {
		return alone{f, f}, f.Close, nil
	}
	return f, f.Close, nil
}

type configured interface{ Options() frontier.Options }

// alone is a frontier whose processes learn nothing from each other.
type alone struct {
	frontier.Frontier
	configured
}

// steady is a web that answers all requests at once: where the other one gives an
// error, which would be tried again at another time, the page is not found.
type steady struct{ web *webs.Web }

func (s steady) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := s.web.RoundTrip(req)
	if err == nil && resp.StatusCode < 500 {
		return resp, nil
	}
	if err == nil {
		resp.Body.Close()
	}
	return &http.Response{StatusCode: http.StatusNotFound, Request: req, Header: http.Header{}, Body: http.NoBody}, nil
}

// optionsOf are the options of a strategy's frontier. A killed process keeps its page
// for the time of a lease.
func optionsOf(s crawl.Strategy) frontier.Options {
	o := crawl.FrontierOptions(s)
	o.LeaseTime = 300 * time.Millisecond
	return o
}
