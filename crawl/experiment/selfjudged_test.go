package experiment_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/internal/labtest"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

// A crawler judges itself by its score of a page's text, or by the page's value,
// which inherits from its parent's; both with pages of depth 1 and without.
func TestSelfJudgedRates(t *testing.T) {
	body := func(url, text string, links ...string) webs.Document {
		d := labtest.Page(url, links...)
		d.Body = append(d.Body, " "+text...)
		return d
	}
	web, err := webs.New([]webs.Document{
		body("http://a.test/", "flu", "/1", "/2", "/3"),
		body("http://a.test/1", "flu", "/4", "/5"),
		body("http://a.test/2", "no"),
		body("http://a.test/3", "no"),
		body("http://a.test/4", "flu"),
		body("http://a.test/5", "no"),
	})
	if err != nil {
		t.Fatal(err)
	}
	scorer := ontology.NewScorer(ontology.Topic{Terms: []ontology.Term{{Text: "flu"}}})
	e := experiment.Experiment{
		Web: web, Pages: 10,
		Topics:   []experiment.Topic{{Name: "t", Seeds: []string{"http://a.test/"}, Relevant: []string{"http://a.test/2"}}},
		Entrants: []experiment.Entrant{{Name: "lokman", New: func(experiment.Task) (crawl.Strategy, error) { return strategy.Lokman{Scorer: scorer}, nil }}},
	}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r := res.Run("lokman", "t")
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"pages", float64(r.Pages), 6},
		{"by score", r.SelfHarvestRate, 3.0 / 6},                            // /, 1, 4
		{"by score, without depth 1", r.SelfHarvestRateExclDepth1, 2.0 / 3}, // /, 4 of /, 4, 5
		{"by value", r.ValueHarvestRate, 1},                                 // 2, 3 and 5 inherit
		{"by value, without depth 1", r.ValueHarvestRateExclDepth1, 1},
		{"by a judge", r.HarvestRate, 1.0 / 6},
	} {
		if !near(c.got, c.want) {
			t.Errorf("%s %v, want %v", c.what, c.got, c.want)
		}
	}
	s := res.Summaries()[0]
	if s.SelfHarvest.Mean != 0.5 || !near(s.SelfExclDepth1.Mean, 2.0/3) || s.ValueHarvest.Mean != 1 || s.ValueExclDepth1.Mean != 1 {
		t.Errorf("summary %+v", s)
	}
	var table bytes.Buffer
	if err := res.WriteSelfJudged(&table); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"by score", "without depth 1", "by value", "judged", "\nlokman", "0.500 ", "0.667 "} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("no %q in\n%s", want, table.String())
		}
	}
}

// words is a scorer that cannot be compared.
type words []string

func (w words) Score(text string) float64 {
	n := 0
	for _, word := range w {
		n += strings.Count(text, word)
	}
	return float64(n)
}

// mine is a strategy of a user's own, and sure a judge.
type (
	mine struct {
		crawl.BreadthFirst
		scorer classify.Scorer
		others []classify.Scorer
	}
	within struct{ Strategy crawl.Strategy }
	sure   struct{ experiment.HeldOut }
)

func (m mine) Value(p *crawl.Page) crawl.Valuation {
	v := m.BreadthFirst.Value(p)
	for _, s := range append(m.others, m.scorer) {
		if s != nil {
			v.Score = s.Score(p.Document().Text)
		}
	}
	return v
}

func (w within) Value(p *crawl.Page) crawl.Valuation { return w.Strategy.Value(p) }

// A strategy must not be judged by its own scorer, wherever that is and whoever made it.
func TestSelfJudged(t *testing.T) {
	var docs []webs.Document
	for i, text := range []string{"the topic of flu, la grippe", "flu, flu and a test", "b test", "the topic, a test"} {
		d := labtest.Page(fmt.Sprintf("http://a.test/%d", i), fmt.Sprintf("/%d", i+1))
		d.Body = append(d.Body, " "+text...)
		docs = append(docs, d)
	}
	web, err := webs.New(docs)
	if err != nil {
		t.Fatal(err)
	}
	topic := experiment.Topic{Name: "the topic", Seeds: []string{"http://a.test/0"}, Relevant: []string{"http://a.test/1"}}
	flu := func() *ontology.Scorer {
		return ontology.NewScorer(ontology.Topic{Terms: []ontology.Term{{Text: "flu"}, {Text: "grippe"}}})
	}
	cosine, list, other := classify.NewCosine("the topic"), words{"topic"}, classify.NewCosine("b test")
	held := func(s classify.Scorer) experiment.HeldOut {
		return experiment.HeldOut{Scorer: s, Threshold: 0.1, Web: web}
	}
	emphasis := classify.Emphasis{Title: 3}
	for name, c := range map[string]struct {
		strategy crawl.Strategy
		judge    experiment.Judge
		found    bool
	}{
		"the same":                 {strategy.BestFirst{Scorer: cosine}, held(cosine), true},
		"the same, made twice":     {strategy.BestFirst{Scorer: classify.NewCosine("topic the")}, held(cosine), true},
		"of the same terms":        {strategy.Lokman{Scorer: flu()}, held(flu()), true},
		"made something else of":   {&strategy.LokmanNormalized{Scorer: flu()}, held(flu()), false}, // not to be known
		"under noise":              {strategy.Lokman{Scorer: flu()}, experiment.NoisyJudge{Judge: held(flu())}, true},
		"under noise, by pointer":  {strategy.Lokman{Scorer: flu()}, &experiment.NoisyJudge{Judge: held(flu())}, true},
		"in a judge of one's own":  {strategy.Lokman{Scorer: flu()}, &sure{held(flu())}, true},
		"a slice":                  {strategy.BestFirst{Scorer: list}, held(list), true},
		"not exported":             {&mine{scorer: list}, held(list), true},
		"in a list":                {mine{others: []classify.Scorer{other, cosine}}, held(cosine), true},
		"in another strategy":      {within{&within{strategy.BestFirst{Scorer: flu()}}}, held(flu()), true},
		"with the same emphasis":   {strategy.BestFirst{Scorer: emphasis.NewScorer(flu())}, held(emphasis.NewScorer(flu())), true},
		"another":                  {strategy.BestFirst{Scorer: cosine}, held(other), false},
		"another of two":           {mine{scorer: cosine, others: []classify.Scorer{flu()}}, held(other), false},
		"of other words":           {strategy.BestFirst{Scorer: words{"test"}}, held(list), false},
		"none":                     {crawl.BreadthFirst{}, held(cosine), false},
		"a list":                   {strategy.BestFirst{Scorer: cosine}, experiment.Judgments{"http://a.test/1": true}, false},
		"a function":               {strategy.BestFirst{Scorer: scoring(cosine.Score)}, held(scoring(cosine.Score)), true},
		"not exported, made twice": {mine{scorer: flu()}, held(flu()), true},
	} {
		e := experiment.Experiment{
			Web: web, Topics: []experiment.Topic{topic}, Pages: 4, Entrants: []experiment.Entrant{labtest.Entrant("x", c.strategy)},
			Judge: func(experiment.Topic) (experiment.Judge, error) { return c.judge, nil },
		}
		if _, err := e.Run(t.Context()); errors.Is(err, experiment.ErrSelfJudged) != c.found || err != nil && !c.found {
			t.Errorf("%s: error %v", name, err)
		}
	}
	e := experiment.Experiment{
		Web: web, Topics: []experiment.Topic{topic}, Pages: 4, Entrants: []experiment.Entrant{labtest.Entrant("x", strategy.BestFirst{Scorer: cosine})},
		Judge: func(experiment.Topic) (experiment.Judge, error) { return held(other), nil },
	}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Runs[0].Relevant; got != 4 {
		t.Errorf("%d relevant pages by a held-out scorer, want 4: all titles have test", got)
	}
}
