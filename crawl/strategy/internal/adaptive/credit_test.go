package adaptive

import (
	"math/rand/v2"
	"testing"
)

// What the two best links promise is what a look at all of them finds.
func TestPromised(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	v := &visit{}
	for range 20 {
		v.links = append(v.links, &candidate{first: v})
	}
	for range 5000 {
		c := v.links[random.IntN(len(v.links))]
		x := float64(random.IntN(12)) / 12
		switch {
		case c.visit == nil && random.IntN(500) == 0:
			c.visited(&visit{candidate: c, worth: x})
		case c.visit == nil:
			c.estimated(x)
		default:
			before := c.visit.worth
			c.visit.worth = x
			c.moved(before, x)
		}
		var want promised
		for _, c := range v.links {
			want.enter(c.promises())
		}
		if v.settle(); v.best != want.best || v.second != want.second {
			t.Fatalf("the best promise %v and %v, want %v and %v", v.best, v.second, want.best, want.second)
		}
	}
}
