package experiment_test

import (
	"math"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
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
