package neighbor

import (
	"fmt"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/internal/each"
)

// right are n right answers at a distance with a margin.
func right(n int, distance int32, margin float64) []leftOut {
	return slices.Repeat([]leftOut{{margin: margin, distance: distance, right: true}}, n)
}

func wrong(n int, distance int32, margin float64) []leftOut {
	return slices.Repeat([]leftOut{{margin: margin, distance: distance}}, n)
}

// TestMaxDistance has answers for each rule of how far a neighbour may be that says anything.
func TestMaxDistance(t *testing.T) {
	var each []leftOut
	for d := range int32(100) {
		each = append(each, right(1, d+1, 1)...)
	}
	for _, tt := range []struct {
		rule string
		all  []leftOut
		want int32
	}{
		{"all but five of a hundred right answers keep it", each, 96},
		{"wrong ones do not count", slices.Concat(each, wrong(50, 900, 1)), 96},
		{"kinds of links that there is one of are not usual: three times what three quarters keep", slices.Concat(right(80, 10, 1), right(20, 1000, 1)), 30},
		{"three quarters, not half", slices.Concat(right(50, 10, 1), right(40, 20, 1), right(10, 1000, 1)), 60},
		{"without a right answer there is no bound", wrong(9, 5, 1), Far},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			if got := maxDistanceOf(tt.all); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

// TestMinMargin has answers for each rule of which margin is enough.
func TestMinMargin(t *testing.T) {
	for _, tt := range []struct {
		rule string
		all  []leftOut
		want float64
	}{
		{"a quarter where all are right", right(50, 1, 0.9), 0.25},
		{"one of two hundred may be wrong", slices.Concat(right(199, 1, 0.9), wrong(1, 1, 0.4)), 0.25},
		{"not one of a hundred and ninety-nine", slices.Concat(right(198, 1, 0.9), wrong(1, 1, 0.4)), 0.4},
		{"no more than a half, or nothing would be answered", slices.Concat(wrong(1, 1, 0.9), right(9, 1, 0.8)), 0.5},
		{"no less than a quarter", slices.Concat(right(50, 1, 0.9), wrong(9, 1, 0.1)), 0.25},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			if got := minMarginOf(tt.all); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestNovel has a distance for each rule of what is unlike any example, where most right answers
// keep 1,000.
func TestNovel(t *testing.T) {
	for _, tt := range []struct {
		rule            string
		distance, other int32
		want            bool
	}{
		{"as far as right answers", 1000, 1000, false},
		{"farther, and as near to another class", 1001, 1001, true},
		{"a layout that changes a little moves all links away from their examples: a margin of a tenth doubles the distance", 1990, 2432, false},
		{"but not more", 2010, 2457, true},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			d := Decision{Distance: tt.distance, Other: tt.other}
			if got := (Trust{MaxDistance: 1000}).novel(d); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func textsOf(links []anchor.Link) []Vector {
	return each.Of(links, func(l anchor.Link) Vector { return Vector{l.Text} })
}

// TestRefusedShare: where the nearest examples alone decide, some refused links are usual, and a
// page of which two of five are has drifted.
func TestRefusedShare(t *testing.T) {
	m := Model{Method: &Method{
		Components: []Component{{Name: "text", Weight: 1}}, Vectors: textsOf, Distances: []Distance{Overlap},
	}, Distance: Overlap}
	both := anchor.Link{Text: "both"} // which is refused
	learned, classes := []anchor.Link{both, both}, []string{"a", "b"}
	var clear []anchor.Link
	for i := range 8 {
		l := anchor.Link{Text: fmt.Sprint(i)}
		clear = append(clear, l)
		learned, classes = append(learned, l), append(classes, "a")
	}
	if err := m.Learn(learned, classes); err != nil {
		t.Fatal(err)
	}
	for of, want := range map[int]string{5: "2 of 5 links are refused", 6: ""} {
		if _, d := m.ClassifyPage(slices.Concat([]anchor.Link{both, both}, clear[:of-2])); d.Why != want || d.Drifted != (want != "") {
			t.Errorf("two of %d: %+v, want %q", of, d, want)
		}
	}
}
