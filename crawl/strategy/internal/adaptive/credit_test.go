package adaptive

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// What the two best links promise is what a look at all of them finds.
func TestPromised(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	l := New(Config{Scorer: terms{}})
	v := &visit{}
	l.visits.enter(v, l.urls.add("http://a.test/"))
	l.visits.keep(v)
	for i := range 20 {
		number := l.urls.add(fmt.Sprintf("http://a.test/%d", i))
		l.urls.put(l.urls.at(number), &known{sources: []source{{page: v.number}}})
		v.links = append(v.links, number)
	}
	for range 5000 {
		number := v.links[random.IntN(len(v.links))]
		c := l.urls.at(number)
		x := float32(random.IntN(12)) / 12
		switch {
		case !c.is(visited) && random.IntN(500) == 0:
			taken := &visit{}
			l.take(number, taken)
			taken.worth = x
		case !c.is(visited):
			l.estimated(c, float64(x))
		default:
			f := l.visits.facts.At(*l.urls.places.At(number))
			before := f.worth
			f.worth = x
			l.moved(c, float64(before), float64(x))
		}
		var want promised
		for _, number := range v.links {
			want.enter(l.promises(number))
		}
		if l.credited(v); v.best != want.best || v.second != want.second {
			t.Fatalf("the best promise %v and %v, want %v and %v", v.best, v.second, want.best, want.second)
		}
	}
}
