package pool_test

import (
	"fmt"
	"log"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/pool"
)

// Runs of earlier experiments, here on one web from two starts, are tested together.
func Example() {
	run := func(strategy, topic string, auc float64) experiment.Run {
		return experiment.Run{Strategy: strategy, Topic: topic, AUC: auc}
	}
	all, err := pool.New([]pool.Row{
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
	tests, err := all.Compare("new", "old")
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range tests {
		fmt.Printf("%s over %s by %.3f of the bound, p %.2f for %d topics\n", c.A, c.B, c.Difference.Mean, c.P, c.Difference.Topics)
	}
	behind, err := all.Shortfalls("new", "old", 0.02)
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
