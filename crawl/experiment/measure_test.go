package experiment_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/internal/labtest"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// A rate over no pages has no value.
func TestRatesOfNoPages(t *testing.T) {
	r := experiment.Run{Pages: 2, Targets: 1, Budget: 2, Harvest: []int{0, 1}, Hits: []int{0, 1}}
	for _, n := range []int{0, -1} {
		for what, v := range map[string]float64{
			"precision": r.PrecisionAt(n), "harvest rate": r.HarvestRateAt(n), "AUC": r.AUCAt(n), "harvest AUC": r.HarvestAUCAt(n),
		} {
			if !math.IsNaN(v) {
				t.Errorf("%s at %d is %v, want NaN", what, n, v)
			}
		}
		if v := r.RecallAt(n); v != 0 {
			t.Errorf("recall at %d is %v, want 0", n, v)
		}
	}
}

// Harvest rate and target recall (thesis 4.2, equations 5 and 6), from the webs themselves: the
// first pages of a breadth-first crawl, with and without those that a seed links to.
func TestRatesEqualTheThesis(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		n, budget := 3+r.IntN(20), 1+r.IntN(15)
		name := func(i int) string { return fmt.Sprint("http://a.test/", i) }
		topic := experiment.Topic{Name: "topic", Seeds: []string{name(0), name(1)}}
		links, documents := make([][]int, n), []webs.Document(nil)
		relevant, target := make([]bool, n), make([]bool, n)
		for i := range n {
			var to []string
			for range r.IntN(4) {
				j := r.IntN(n)
				links[i], to = append(links[i], j), append(to, name(j))
			}
			documents = append(documents, labtest.Page(name(i), to...))
			if relevant[i] = r.IntN(2) == 0; relevant[i] {
				topic.Relevant = append(topic.Relevant, name(i))
				if target[i] = i > 1 && r.IntN(2) == 0; target[i] {
					topic.Targets = append(topic.Targets, name(i))
				}
			}
		}
		if len(topic.Targets) == 0 {
			continue
		}
		web, err := webs.New(documents)
		if err != nil {
			t.Fatal(err)
		}
		e := experiment.Experiment{Web: web, Topics: []experiment.Topic{topic}, Pages: budget, Entrants: []experiment.Entrant{labtest.Entrant("breadthfirst", crawl.BreadthFirst{})}}
		res, err := e.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}

		crawled := []int{0, 1} // P_C, in order
		for i := 0; i < len(crawled); i++ {
			for _, j := range links[crawled[i]] {
				if !slices.Contains(crawled, j) {
					crawled = append(crawled, j)
				}
			}
		}
		crawled = crawled[:min(budget, len(crawled))]
		var important, beyond, importantBeyond, found, targets float64
		for _, i := range crawled {
			linked := i > 1 && (slices.Contains(links[0], i) || slices.Contains(links[1], i) && slices.Contains(crawled, 1))
			if relevant[i] {
				important++
			}
			if !linked {
				beyond++
				if relevant[i] {
					importantBeyond++
				}
			}
			if target[i] {
				found++
			}
		}
		for i := range n {
			if target[i] {
				targets++
			}
		}
		run := res.Run("breadthfirst", "topic")
		for what, v := range map[string][2]float64{
			"harvest rate":                   {run.HarvestRate, important / float64(len(crawled))},
			"harvest rate without depth one": {run.HarvestRateExclDepth1, importantBeyond / beyond},
			"target recall":                  {run.TargetRecall, found / targets},
		} {
			if !near(v[0], v[1]) {
				t.Errorf("seed %d: %s %v, want %v", seed, what, v[0], v[1])
			}
		}
	}
}
