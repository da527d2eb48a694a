package experiment_test

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/internal/labtest"
	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier"
)

// refused runs an experiment that is to end with an error, and returns that.
func refused(t *testing.T, e experiment.Experiment, want string) error {
	t.Helper()
	res, err := e.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
	if res != nil {
		t.Errorf("results %+v with the error %v", res, err)
	}
	return err
}

func TestExperimentRefuses(t *testing.T) {
	web := labtest.Web(t)
	bf := labtest.Entrant("bf", crawl.BreadthFirst{})
	failing := experiment.Entrant{Name: "f", New: func(experiment.Task) (crawl.Strategy, error) { return nil, errors.New("no strategy") }}
	topics := []experiment.Topic{labtest.Topic()}
	judge := func(j experiment.Judge) func(experiment.Topic) (experiment.Judge, error) {
		return func(experiment.Topic) (experiment.Judge, error) { return j, nil }
	}
	nowhere := labtest.Topic()
	nowhere.Seeds = []string{"http://nowhere.example/"}
	for want, change := range map[string]func(*experiment.Experiment){
		"no Web":             func(e *experiment.Experiment) { e.Web = nil },
		"Pages is 0":         func(e *experiment.Experiment) { e.Pages = 0 },
		"want 1 to 10000000": func(e *experiment.Experiment) { e.Pages = math.MaxInt },
		"Missed NaN and Mistaken 2": func(e *experiment.Experiment) {
			e.Judge = judge(experiment.NoisyJudge{Judge: experiment.Judgments{}, Missed: math.NaN(), Mistaken: 2})
		},
		"Threshold NaN": func(e *experiment.Experiment) {
			e.Judge = judge(experiment.HeldOut{Scorer: words{"a"}, Threshold: math.NaN(), Web: web})
		},
		"Start.Far is -3":               func(e *experiment.Experiment) { e.Start.Far = -3 },
		"Workers is -4":                 func(e *experiment.Experiment) { e.Workers = -4 },
		"Clock.Workers is -1":           func(e *experiment.Experiment) { e.Clock.Workers = -1 },
		"Clock.Delay is -1s":            func(e *experiment.Experiment) { e.Clock.Delay = -time.Second },
		"no Topics":                     func(e *experiment.Experiment) { e.Topics = nil },
		"no Entrants":                   func(e *experiment.Experiment) { e.Entrants = nil },
		"two entrants":                  func(e *experiment.Experiment) { e.Entrants = []experiment.Entrant{bf, bf} },
		"entrant 1 has no Name":         func(e *experiment.Experiment) { e.Entrants[0].Name = "" },
		`the entrant "bf" has no New`:   func(e *experiment.Experiment) { e.Entrants[0].New = nil },
		"share the file a-b":            func(e *experiment.Experiment) { e.Topics = []experiment.Topic{{Name: "a b"}, {Name: "a, b"}} },
		`topic 1 is called "?"`:         func(e *experiment.Experiment) { e.Topics = []experiment.Topic{{Name: "?"}} },
		`topic "the topic": seed: `:     func(e *experiment.Experiment) { e.Topics[0].Seeds = []string{"nowhere"} },
		`f on "the topic": no strategy`: func(e *experiment.Experiment) { e.Entrants = []experiment.Entrant{failing} },
		`topic "the topic": no judge`:   func(e *experiment.Experiment) { e.Judge = judge(nil) },
		`"the topic": no judge`:         func(e *experiment.Experiment) { e.Judge = judge(experiment.NoisyJudge{}) },
		"needs a Scorer and a Web": func(e *experiment.Experiment) {
			e.Judge = judge(experiment.NoisyJudge{Judge: experiment.HeldOut{Web: web}})
		},
		`no topic has portal seeds: want them in the field "seeds_portal"`:                                                                                 func(e *experiment.Experiment) { e.Start.Portal, e.Topics[0].Portal = true, nil },
		`no topic has topic seeds: want them in the field "seeds"`:                                                                                         func(e *experiment.Experiment) { e.Topics[0].Seeds = nil },
		`no topic has topic seeds that the web has: topic "the topic": the web has no page at 1 of 1 URLs in "seeds", for example http://nowhere.example/`: func(e *experiment.Experiment) { e.Topics = []experiment.Topic{nowhere} },
		`no topic has portal seeds that the web has: topic "the topic": the web has no page at 1 of 1 URLs in "seeds_portal", for example`:                 func(e *experiment.Experiment) { e.Start.Portal, e.Topics[0].Portal = true, nowhere.Seeds },
		`experiment: topic "the topic": the web has no page at 2 of 2 URLs in "relevant", for example https://a.test/1; it has http://a.test/1`: func(e *experiment.Experiment) {
			e.Topics[0].Relevant = []string{"https://a.test/1", "http://a.test/n"}
		},
		`experiment: topic "the topic": the web has no page at 1 of 1 URLs in "targets", for example http://a.test/2/; it has http://a.test/2`: func(e *experiment.Experiment) {
			e.Topics[0].Targets = []string{"http://a.test/2/"}
		},
		`no page at 1 of 1 URLs in "relevant", for example http://nowhere.example/`: func(e *experiment.Experiment) {
			e.Start.Far, e.Topics[0].Relevant = 1, nowhere.Seeds
		},
		"no topic has far:9 seeds that the web has": func(e *experiment.Experiment) { e.Start.Far = 9 },
		`bf on "the topic": nil from New: want a strategy`: func(e *experiment.Experiment) {
			e.Entrants[0].New = func(experiment.Task) (crawl.Strategy, error) { return nil, nil }
		},
		`bf on "the topic": nil from Order: want a file to write to`: func(e *experiment.Experiment) {
			e.Order = func(string, string) (io.WriteCloser, error) { return nil, nil }
		},
	} {
		e := experiment.Experiment{Web: web, Pages: 1, Topics: []experiment.Topic{labtest.Topic()}, Entrants: []experiment.Entrant{labtest.Entrant("bf", crawl.BreadthFirst{})}}
		change(&e)
		refused(t, e, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := experiment.Experiment{Web: web, Pages: 1, Topics: topics, Entrants: []experiment.Entrant{bf}}
	if res, err := e.Run(ctx); !errors.Is(err, context.Canceled) || res != nil {
		t.Errorf("results %v, error %v, want that of the context alone", res, err)
	}
}

// A strategy that has crawled knows the pages of that crawl.
func TestStrategyThatHasCrawled(t *testing.T) {
	second := labtest.Topic()
	second.Name = "another topic"
	e := experiment.Experiment{
		Web: labtest.Web(t), Pages: 3, Topics: []experiment.Topic{labtest.Topic(), second}, Workers: 1,
		Entrants: []experiment.Entrant{labtest.Entrant("mine", &strategy.Adaptive{Scorer: words{"a"}})},
	}
	refused(t, e, `mine on "another topic": the *strategy.Adaptive from New has valued pages before: New must make a new one for each crawl`)
}

// A topic is left out, and named, if the web has none of its seeds; one of them is enough.
func TestSeedsOfTheWeb(t *testing.T) {
	nowhere, partly, moved := labtest.Topic(), labtest.Topic(), labtest.Topic()
	nowhere.Name, nowhere.Seeds = "nowhere", []string{"http://nowhere.example/", "http://a.test/nothing"}
	partly.Name, partly.Seeds = "partly", []string{"http://nowhere.example/", "HTTP://A.test"}
	moved.Name, moved.Seeds = "moved", []string{"http://a.test/moved"}
	e := experiment.Experiment{
		Web: labtest.Web(t), Pages: 3, Topics: []experiment.Topic{nowhere, partly, moved},
		Entrants: []experiment.Entrant{labtest.Entrant("breadthfirst", crawl.BreadthFirst{})},
	}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(res.Skipped, ",") != "nowhere" || strings.Join(res.Topics, ",") != "partly,moved" {
		t.Errorf("skipped %q of %q", res.Skipped, res.Topics)
	}
	// The calendars of a generated web are no documents of it, and it answers for them.
	g, err := synthetic.Generator{Pages: 500, Topics: 1}.Generate()
	if err != nil {
		t.Fatal(err)
	}
	topic := g.Topics[0]
	topic.Seeds = []string{calendar(t, g)}
	e.Web, e.Topics = g.Web, []experiment.Topic{topic}
	if _, err := e.Run(t.Context()); err != nil {
		t.Errorf("from %q: %v", topic.Seeds, err)
	}
}

// calendar returns a page of a calendar of a generated web.
func calendar(t *testing.T, g *synthetic.Generated) string {
	t.Helper()
	for _, page := range g.Topics[0].Relevant {
		req, err := http.NewRequest("GET", page, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.URL.Path = "/calendar/1"
		if resp, err := g.Web.RoundTrip(req); err == nil && resp.StatusCode == http.StatusOK && g.Web.Has(req.URL.String()) {
			return req.URL.String()
		}
	}
	t.Fatal("no host has a calendar")
	return ""
}

// A strategy that panics must not be compared by the pages on which it does not.
func TestPanics(t *testing.T) {
	panics := func(p *crawl.Page) crawl.Valuation {
		if len(p.Body)%2 == 0 {
			panic("an even length")
		}
		return crawl.BreadthFirst{}.Value(p)
	}
	fails := func(*crawl.Page) crawl.Valuation {
		var links []frontier.Entry
		return crawl.Valuation{Links: links[:len(links)+1]}
	}
	always := experiment.Entrant{Name: "x", New: func(experiment.Task) (crawl.Strategy, error) { panic("no strategy") }}
	for want, change := range map[string]func(*experiment.Experiment){
		"panic: an even length at ":       func(e *experiment.Experiment) { e.Entrants[1] = labtest.Entrant("x", valuing(panics)) },
		"panic: runtime error: slice bou": func(e *experiment.Experiment) { e.Entrants[1] = labtest.Entrant("x", valuing(fails)) },
		"panic: no strategy at ":          func(e *experiment.Experiment) { e.Entrants[1] = always },
		"panic: no judgement at ": func(e *experiment.Experiment) {
			e.Entrants = e.Entrants[1:]
			e.Judge = func(experiment.Topic) (experiment.Judge, error) { return unsure{}, nil }
		},
	} {
		e := experiment.Experiment{
			Web: labtest.Web(t), Topics: []experiment.Topic{labtest.Topic()}, Pages: 8,
			Entrants: []experiment.Entrant{labtest.Entrant("breadthfirst", crawl.BreadthFirst{}), labtest.Entrant("x", crawl.BreadthFirst{})},
		}
		change(&e)
		err := refused(t, e, `experiment: x on "the topic": `+want)
		var panicked *crawl.PanicError
		if !errors.As(err, &panicked) || !strings.Contains(string(panicked.Stack), "refuses_test.go") {
			t.Errorf("%v has no panic in it", err)
		}
		if text := err.Error(); !strings.Contains(text, "refuses_test.go:") || strings.Contains(text, "\n") {
			t.Errorf("%q does not say where on one line", text)
		}
	}
}

// unsure is a judge that panics.
type unsure struct{}

func (unsure) Relevant(string) bool { panic("no judgement") }

// valuing is a strategy.
type valuing func(*crawl.Page) crawl.Valuation

func (v valuing) Value(p *crawl.Page) crawl.Valuation { return v(p) }

// scoring is a scorer.
type scoring func(text string) float64

func (s scoring) Score(text string) float64 { return s(text) }

// What is not finite is by the strategy or its scorer, and the error says so.
func TestNotFinite(t *testing.T) {
	nan := scoring(func(text string) float64 {
		if strings.Contains(text, "http://a.test/1") {
			return math.NaN()
		}
		return 1
	})
	scores := func(p *crawl.Page) crawl.Valuation {
		v := crawl.BreadthFirst{}.Value(p)
		v.Score = nan(p.Document().Text)
		return v
	}
	explains := func(p *crawl.Page) crawl.Valuation {
		v := crawl.BreadthFirst{}.Value(p)
		v.Explanation = crawl.Explanation{{Of: "text", Factor: 1, Score: math.Inf(1)}}
		return v
	}
	for want, s := range map[string]crawl.Strategy{
		"http://a.test/1: the strategy returned the score NaN":       strategy.BestFirst{Scorer: nan},
		"http://a.test/1: the strategy returned the score NaN: want": valuing(scores),
		"http://a.test/: the strategy returned a page value of +Inf": valuing(explains),
	} {
		e := experiment.Experiment{
			Web: labtest.Web(t), Topics: []experiment.Topic{labtest.Topic()}, Pages: 8, Entrants: []experiment.Entrant{labtest.Entrant("x", s)},
		}
		err := refused(t, e, want)
		if err != nil && !strings.HasPrefix(err.Error(), `experiment: x on "the topic": `) {
			t.Errorf("%v names neither the strategy nor the topic", err)
		}
	}
}
