package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestPermutationTest(t *testing.T) {
	for _, c := range []struct {
		differences []float64
		want        float64
	}{
		{nil, 1},
		{[]float64{0, 0}, 1},
		{[]float64{1}, 1},
		{[]float64{1, 1, 1}, 2.0 / 8},
		{[]float64{1, 2, 3, -1}, 6.0 / 16}, // sums 7, 5 twice, and their opposites
		{[]float64{0.1, 0.2, 0.3, 0.1, 0.2}, 2.0 / 32},
	} {
		if got := permutation(c.differences, 1); !near(got, c.want) {
			t.Errorf("PermutationTest(%v) = %v, want %v", c.differences, got, c.want)
		}
	}
}

// Many differences are tested by draws, which come near the exact value.
func TestPermutationTestByDraws(t *testing.T) {
	var d []float64
	for i := range 20 {
		d = append(d, float64(i%5)-1.2)
	}
	p := permutation(d, 1)
	if again := permutation(d, 1); p != again {
		t.Errorf("two runs gave %v and %v", p, again)
	}
	as := 0
	for signs := range 1 << len(d) {
		var s, sum float64
		for i, v := range d {
			sum += v
			if signs>>i&1 == 1 {
				v = -v
			}
			s += v
		}
		if math.Abs(s) >= math.Abs(sum)-1e-9 {
			as++
		}
	}
	if exact := float64(as) / float64(int(1)<<len(d)); math.Abs(p-exact) > 0.015 {
		t.Errorf("p %v, exactly %v", p, exact)
	}
}

// The reference tries all signs of the ranks.
func TestWilcoxonTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d []float64
		for _, v := range rapid.SliceOfN(rapid.IntRange(-4, 4), 0, 9).Draw(t, "differences") {
			d = append(d, float64(v))
		}
		if got, want := wilcoxon(d), slowWilcoxon(d); !near(got, want) {
			t.Fatalf("WilcoxonTest(%v) = %v, want %v", d, got, want)
		}
	})
}

func slowWilcoxon(differences []float64) float64 {
	d := slices.DeleteFunc(slices.Clone(differences), func(v float64) bool { return v == 0 })
	ranks := make([]float64, len(d))
	var plus, all float64
	for i := range d {
		for j := range d {
			switch {
			case math.Abs(d[j]) < math.Abs(d[i]):
				ranks[i]++
			case math.Abs(d[j]) == math.Abs(d[i]):
				ranks[i] += 0.5
			}
		}
		ranks[i] += 0.5
		all += ranks[i]
		if d[i] > 0 {
			plus += ranks[i]
		}
	}
	as := 0
	for signs := range 1 << len(d) {
		var s float64
		for i := range d {
			if signs>>i&1 == 1 {
				s += ranks[i]
			}
		}
		if s <= min(plus, all-plus) {
			as++
		}
	}
	return min(1, 2*float64(as)/float64(int(1)<<len(d)))
}

func TestHolm(t *testing.T) {
	got := holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if !near(got[i], want) {
			t.Errorf("Holm gave %v, want %v at %d", got, want, i)
		}
	}
	if got := holm([]float64{0.9, 0.8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("Holm gave %v, want ones", got)
	}
}

// Differences of topics without targets are NaN; they are left out as they are of estimates.
func TestSignificanceOfNaN(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	some := []float64{0.1, 0.2, nan, 0.3, 0.1, nan, 0.2}
	if got := permutation(some, 1); !near(got, 2.0/32) {
		t.Errorf("PermutationTest(%v) = %v, want %v", some, got, 2.0/32)
	}
	if got := wilcoxon(some); !near(got, 2.0/32) {
		t.Errorf("WilcoxonTest(%v) = %v, want %v", some, got, 2.0/32)
	}
	if !math.IsNaN(some[2]) || !math.IsNaN(some[5]) || some[6] != 0.2 {
		t.Errorf("the differences were changed: %v", some)
	}
	many := append(make([]float64, 0, 40), some...)
	for range 20 {
		many = append(many, nan, 0.1)
	}
	if got := permutation(many, 1); !(got > 0 && got < 0.001) {
		t.Errorf("PermutationTest of 25 differences above 0 is %v", got)
	}
	for _, none := range [][]float64{nil, {nan}, {nan, 0}} {
		if p, w := permutation(none, 1), wilcoxon(none); p != 1 || w != 1 {
			t.Errorf("of %v: %v by permutation, %v by ranks, want 1", none, p, w)
		}
	}
	if p, w := permutation([]float64{1, inf, 2}, 1), wilcoxon([]float64{1, inf, 2}); !math.IsNaN(p) || !near(w, 2.0/8) {
		t.Errorf("with an infinite difference: %v by permutation, want NaN, and %v by ranks, want 0.25", p, w)
	}
	got := holm([]float64{nan, 0.01, 0.04, nan})
	if !math.IsNaN(got[0]) || !math.IsNaN(got[3]) || !near(got[1], 0.02) || !near(got[2], 0.04) {
		t.Errorf("Holm gave %v, want NaN 0.02 0.04 NaN", got)
	}
	if got := holm(nil); len(got) > 0 {
		t.Errorf("Holm of nothing gave %v", got)
	}
}
func TestLeastP(t *testing.T) {
	for _, c := range []struct {
		topics, tests int
		want          float64
	}{
		{10, 91, 91 * 2.0 / 1024},
		{10, 15, 15 * 2.0 / 1024},
		{3, 3, 0.75},
		{3, 10, 1},
		{22, 1, 1.0 / 10001},
	} {
		if got := leastP(c.topics, c.tests); math.Abs(got-c.want) > 0.001 {
			t.Errorf("%d topics, %d tests: %v, want %v", c.topics, c.tests, got, c.want)
		}
	}
}
