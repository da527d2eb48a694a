package experiment_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

// Two strategies on a generated web, with the bounds beside them.
func Example() {
	g, err := experiment.Generator{Seed: 1, Pages: 600, Topics: 3}.Generate()
	if err != nil {
		log.Fatal(err)
	}
	e := experiment.Experiment{
		Web: g.Web, Topics: g.Topics, Pages: 100,
		Entrants: append(experiment.Bounds(), experiment.Entrant{
			Name: "bestfirst",
			New: func(t experiment.Task) (crawl.Strategy, error) {
				return strategy.BestFirst{Scorer: classify.NewCosine(t.Topic)}, nil
			},
		}),
	}
	results, err := e.Run(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range results.Summaries() {
		fmt.Println(s.Strategy)
	}
	// Output:
	// allknowing
	// oracle
	// bestfirst
	// breadthfirst
	// random
}

// Runs of earlier experiments, here on one web from two starts, are tested together.
func ExampleNewPool() {
	run := func(strategy, topic string, auc float64) experiment.Run {
		return experiment.Run{Strategy: strategy, Topic: topic, AUC: auc}
	}
	pool, err := experiment.NewPool([]experiment.Row{
		{Name: "from topics", Web: "w", Runs: []experiment.Run{
			run("allknowing", "flu", 0.8), run("new", "flu", 0.6), run("old", "flu", 0.4),
			run("allknowing", "measles", 0.8), run("new", "measles", 0.4), run("old", "measles", 0.2),
		}},
		{Name: "from portals", Web: "w", Runs: []experiment.Run{
			run("allknowing", "flu", 0.5), run("new", "flu", 0.2), run("old", "flu", 0.3),
			run("allknowing", "measles", 0.5), run("new", "measles", 0.3), run("old", "measles", 0.1),
		}},
	}, "allknowing", 1)
	if err != nil {
		log.Fatal(err)
	}
	tests, err := pool.Compare("new", "old")
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range tests {
		fmt.Printf("%s over %s by %.3f of the bound, p %.2f for %d topics\n", c.A, c.B, c.Difference.Mean, c.P, c.Difference.Topics)
	}
	behind, err := pool.Shortfalls("new", "old", 0.02)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range behind {
		fmt.Printf("behind on %s %s: %.2f and %.2f\n", s.Topic, s.Row, s.Share, s.OtherShare)
	}
	// Output:
	// new over old by 0.175 of the bound, p 0.50 for 2 topics
	// behind on flu from portals: 0.40 and 0.60
}

// A form for a person to fill in does not say which strategy found a page.
func ExampleWriteJudgmentForm() {
	found := []string{"http://a.example/1", "http://b.example/", "http://a.example/2"}
	if err := experiment.WriteJudgmentForm(os.Stdout, found, 3); err != nil {
		log.Fatal(err)
	}
	// Unordered output:
	// url,relevant
	// http://a.example/1,
	// http://a.example/2,
	// http://b.example/,
}
