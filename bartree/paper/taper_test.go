package paper_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/paper"
	"github.com/lokman-crawler/lokman/internal/markup/markuptest"
)

// TestDeepPages: any page has a bar tree, and a Watch can be started on it. What is nested deeper than
// browsers nest elements stands beside what it would stand in.
func TestDeepPages(t *testing.T) {
	for _, depth := range []int{2, 10, 11, 40, 41, 60, 200, 1000} {
		page := markuptest.Deep(depth, "Here.")
		tree, err := paper.Reverse(page, bartree.Region{Text: "Here."}, nil)
		if err != nil {
			t.Errorf("depth %d: %v", depth, err)
			continue
		}
		depth = min(depth, 512)
		if n := len(tree.Bars); n != depth || depth <= 200 && tree.Bars[n-1].Width <= 0 || tree.Total < 1 || tree.Total > float64(depth) {
			t.Errorf("depth %d: %d bars, A_total %g, the last %+v", depth, n, tree.Total, tree.Bars[n-1])
		}
		if want := 1 / max(40, float64(depth)); tree.Taper != want {
			t.Errorf("depth %d: r = %g, want %g", depth, tree.Taper, want)
		}
		var w bartree.Watch
		if err := w.Add("text", bartree.Region{Text: "Here."}, day, page); err != nil {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
}

// TestRetaper: with r set, Reverse gives the values of the paper's equations.
func TestRetaper(t *testing.T) {
	const page = "<html><head></head><body><div></div><div><p>x</p><p>Here.</p><p>y</p></div></body></html>" // P = 1, 2, 2, 3
	tree, err := paper.Reverse([]byte(page), bartree.Region{Text: "Here."}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Retaper(figure4Taper); err != nil {
		t.Fatal(err)
	}
	// By hand: 1, 0.9/1, 0.8/2 of that, 0.7/2 of that.
	widths, sum := []float64{1, 0.9, 0.36, 0.126}, 0.0
	for i, w := range widths {
		sum += w
		if b := tree.Bars[i]; math.Abs(b.Width-w) > 1e-15 || math.Abs(b.Area-float64(i+1)*w) > 1e-15 || b.Nett != b.Width || b.Tag == "" {
			t.Errorf("%+v, want width %g", b, w)
		}
	}
	if math.Abs(tree.Total-sum) > 1e-15 || tree.Taper != figure4Taper {
		t.Errorf("A_total %g, r = %g", tree.Total, tree.Taper)
	}
	before := *tree
	before.Bars = slices.Clone(tree.Bars)
	for _, r := range []float64{1.0 / 3, -1, math.NaN()} {
		if err := tree.Retaper(r); !errors.Is(err, paper.ErrTaper) {
			t.Errorf("r = %g: %v", r, err)
		}
	}
	if diff := cmp.Diff(&before, tree); diff != "" {
		t.Errorf("changed by an error: %s", diff)
	}
	if err := tree.Retaper(0); err != nil || tree.Taper != 0.025 {
		t.Errorf("r = %g, %v", tree.Taper, err)
	}
}
