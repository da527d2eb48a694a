package reports_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/reports"
)

// Results are usually those of Experiment.Run.
func ExampleWriteHTML() {
	results := &experiment.Results{
		Strategies: []string{"new", "old"}, Topics: []string{"moss"}, Pages: 2,
		Runs: []experiment.Run{
			{Strategy: "new", Topic: "moss", Budget: 2, Pages: 2, Targets: 2, AUC: 0.75, Hits: []int{1, 2}},
			{Strategy: "old", Topic: "moss", Budget: 2, Pages: 2, Targets: 2, AUC: 0.25, Hits: []int{0, 1}},
		},
	}
	var page strings.Builder
	if err := reports.WriteHTML(&page, results, [][2]string{{"web", "recorded last week"}}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(page.String(), "recorded last week"))
	// Output: true
}
