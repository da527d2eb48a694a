package stats_test

import (
	"fmt"

	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
)

// Two strategies over ten topics, by their differences on each.
func Example() {
	differences := []float64{0.1, 0.2, 0.15, 0.05, 0.1, 0.3, 0.2, 0.1, 0.05, -0.05}
	const seed = 1
	c := stats.Compare("new", "old", "auc", differences, seed, stats.Bootstrap(seed, len(differences)))
	fmt.Printf("by %s, p %.4f\n", c.Difference, c.P)
	fmt.Println(stats.Powerless(4, 3))
	// Output:
	// by 0.120 [0.065, 0.175], p 0.0078
	// with 4 topics and 3 tests no corrected p is below 0.38
}
