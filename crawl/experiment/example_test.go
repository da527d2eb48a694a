package experiment_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

// Two strategies on a generated web, with the bounds beside them.
func Example() {
	g, err := synthetic.Generator{Seed: 1, Pages: 600, Topics: 3}.Generate()
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
