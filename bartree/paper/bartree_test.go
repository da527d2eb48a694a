package paper_test

import (
	"errors"
	"math"
	"testing"

	"github.com/lokman-crawler/lokman/bartree/paper"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestBars(t *testing.T) {
	// By hand, r = 0.1 as in the paper's Figure 4: w_1 = 1, w_2 = 0.9 w_1/1,
	// w_3 = 0.8 w_2/2, w_4 = 0.7 w_3/4, w_5 = 0.6 w_4/1.
	parallel := []int{1, 2, 4, 1, 3}
	widths := []float64{1, 0.9, 0.36, 0.063, 0.0378}
	bars, err := paper.Bars(parallel, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range bars {
		d := float64(i + 1)
		if b.Depth != i+1 || b.Parallel != parallel[i] || !near(b.Width, widths[i]) || !near(b.Area, d*widths[i]) || !near(b.Nett, widths[i]) {
			t.Errorf("bar %d: %+v, want width %g", i+1, b, widths[i])
		}
	}
	total := 0.0
	for _, b := range bars {
		total += b.Nett
	}
	if !near(total, 2.3608) {
		t.Errorf("A_total %g, want 2.3608", total)
	}
}

func TestBarsRefuse(t *testing.T) {
	deep := make([]int, 41)
	for i := range deep {
		deep[i] = 1
	}
	for _, n := range []int{0, 40, 41} {
		if _, err := paper.Bars(deep[:n], 0); err != nil {
			t.Errorf("%d levels: %v", n, err)
		}
	}
	for _, c := range []struct {
		parallel []int
		r        float64
	}{{deep, 0.025}, {deep[:11], figure4Taper}, {deep[:2], -1}, {deep[:2], math.NaN()}} {
		if _, err := paper.Bars(c.parallel, c.r); !errors.Is(err, paper.ErrTaper) {
			t.Errorf("depth %d, r %g: %v, want ErrTaper", len(c.parallel), c.r, err)
		}
	}
	if _, err := paper.Bars([]int{1, 0}, 0); err == nil {
		t.Error("P_2 = 0 is taken")
	}
}
