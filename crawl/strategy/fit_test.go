package strategy_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/neardup"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/ontology"
)

// linked is a web of pages and their links. c is given cash by a and by b.
func linked(t *testing.T) *webs.Web {
	t.Helper()
	var docs []webs.Document
	for name, links := range map[string]string{"": "a b", "a": "c d", "b": "c e f g"} {
		body := ""
		for link := range strings.FieldsSeq(links) {
			body += fmt.Sprintf(`<a href="/%s">%s</a> `, link, link)
		}
		docs = append(docs, webs.Document{URL: "http://a.example/" + name, Type: "text/html", Body: []byte(body)})
	}
	web, err := webs.New(docs)
	if err != nil {
		t.Fatal(err)
	}
	return web
}

// linkValue crawls and returns what the links gave a page.
func linkValue(t *testing.T, c *crawl.Crawler, url string) (value float64, err error) {
	t.Helper()
	c.Transport, c.Delay, c.Workers = linked(t), crawl.None, 1
	for p, err := range c.Crawl(t.Context(), "http://a.example/") {
		if err != nil {
			return 0, err
		}
		if p.URL == url {
			value = p.LinkValue
		}
	}
	return value, nil
}

// OPIC gives c half of a's 1/2 and a quarter of b's. A frontier that keeps the
// greater of the two is refused; with the options that OPIC asks for, and a
// history, c has the sum.
func TestOPICNeedsSums(t *testing.T) {
	const url = "http://a.example/c"
	_, err := linkValue(t, &crawl.Crawler{Strategy: classic.OPIC{}, Frontier: frontier.New(frontier.Options{})}, url)
	for _, want := range []string{"classic.OPIC", "*frontier.Memory", "Reevaluation", "increment", "greater", "crawl.FrontierOptions(strategy)"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	queue := frontier.New(crawl.FrontierOptions(classic.OPIC{}).WithHistory())
	got, err := linkValue(t, &crawl.Crawler{Strategy: classic.OPIC{}, Frontier: queue}, url)
	if got != 0.375 || err != nil {
		t.Errorf("the cash of c is %v, %v; want 0.375", got, err)
	}
	if events, err := queue.Explain(t.Context(), url); len(events) == 0 || err != nil {
		t.Errorf("the history of c: %v, %v", events, err)
	}
}

// plain hides that a frontier has options.
type plain struct{ frontier.Frontier }

func TestFrontierFits(t *testing.T) {
	flu := classify.NewCosine("flu")
	opened := func(o frontier.Options) frontier.Frontier {
		f, err := bolt.Open(filepath.Join(t.TempDir(), "frontier"), bolt.Options{Options: o, NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	memory := func(o frontier.Options) frontier.Frontier { return frontier.New(o) }
	sums := frontier.Options{Reevaluation: frontier.IncrementValues}
	for _, c := range []struct {
		name     string
		strategy crawl.Strategy
		frontier frontier.Frontier
		want     string // in the error; "" for none
	}{
		{"OPIC", classic.OPIC{}, memory(frontier.Options{}), "Reevaluation increment"},
		{"OPIC on disk", classic.OPIC{}, opened(frontier.Options{}), "*bolt.Frontier has greater"},
		{"PageRank", &classic.PageRank{}, memory(frontier.Options{}), "Reevaluation replace"},
		{"HITS", &classic.HITS{Scorer: flu}, memory(frontier.Options{}), "Reevaluation replace"},
		{"InfoSpiders", &classic.InfoSpiders{Query: "flu"}, memory(frontier.Options{}), "Reevaluation replace"},
		{"Adaptive", &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic)}, memory(frontier.Options{Reevaluation: frontier.NoisyOr}), "has noisyor"},
		{"wrapped OPIC", &neardup.Strategy{Strategy: classic.OPIC{}}, memory(frontier.Options{}), "Reevaluation increment"},
		{"Lokman that adds up", strategy.Lokman{Scorer: flu, Reevaluation: frontier.IncrementValues}, memory(frontier.Options{}), "Reevaluation increment"},
		{"DepthFirst", classic.DepthFirst{}, memory(frontier.Options{}), "Order lifo"},
		{"BreadthFirst", crawl.BreadthFirst{}, memory(frontier.Options{Order: frontier.LIFO}), "Order fifo"},
		{"BestFirst", strategy.BestFirst{Scorer: flu}, memory(frontier.Options{Order: frontier.FIFO}), "Order best-first"},
		{"N of BestNFirst", classic.BestNFirst{Scorer: flu, N: 5}, memory(frontier.Options{Order: frontier.BestNFirst}), "BatchSize 5, and the *frontier.Memory has 256"},

		{"OPIC with sums", classic.OPIC{}, memory(sums), ""},
		{"OPIC with sums on disk", classic.OPIC{}, opened(sums), ""},
		{"OPIC on a frontier that does not say", classic.OPIC{}, plain{memory(frontier.Options{})}, ""},
		{"estimates that are added up", strategy.Lokman{Scorer: flu}, memory(sums), ""},
		{"what is left to the user", classic.OPIC{}, memory(frontier.Options{
			Reevaluation: frontier.IncrementValues, Capacity: 100, Bytes: 1 << 20, PerHost: 2, BatchSize: 3}.WithHistory()), ""},
		{"default N of BestNFirst", classic.BestNFirst{Scorer: flu, N: 256}, memory(frontier.Options{Order: frontier.BestNFirst}), ""},
		{"a strategy that does not ask", classic.FishSearch{Scorer: flu}, memory(frontier.Options{Order: frontier.FIFO}), ""},
		{"no strategy", nil, memory(frontier.Options{}), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := linkValue(t, &crawl.Crawler{Strategy: c.strategy, Frontier: c.frontier}, "")
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if s, _ := c.frontier.(counter); c.want != "" && s != nil {
				if n, err := s.Stats(t.Context()); n != (frontier.Stats{}) || err != nil {
					t.Errorf("a crawl that was refused left %+v, %v", n, err)
				}
			}
		})
	}
}
