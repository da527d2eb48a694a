package calibrate_test

import (
	"os"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/calibrate"
)

func TestCalibration(t *testing.T) {
	if testing.Short() {
		t.Skip("writes and crawls several webs")
	}
	for seed := range uint64(2) {
		g, err := synthetic.Generator{Seed: seed, Pages: 2000}.Generate()
		if err != nil {
			t.Fatal(err)
		}
		c := calibrate.Measure(g.Web, seed)
		for _, r := range c.Readings() {
			if !r.OK() {
				t.Errorf("seed %d: %s is %.3f, want %g to %g", seed, r.Name, r.Value, r.Low, r.High)
			}
		}
		if testing.Verbose() {
			c.WriteTable(os.Stdout)
		}
	}
}
