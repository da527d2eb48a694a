package neardup_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/neardup"
)

// Whatever an observation says, Observe returns, and what it took it takes again.
func FuzzObserve(f *testing.F) {
	var s neardup.Strategy
	p := &crawl.Page{URL: "http://a.test/", Status: 200, Body: []byte("<p>Moss grows on the north side of the old stones, they say, and on the south side too.")}
	s.Value(p)
	f.Add(s.Observation(p.URL))
	f.Add(s.Observation("http://a.test/other"))
	f.Add([]byte("neardup/1 new\n\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01x"))
	f.Fuzz(func(t *testing.T, observation []byte) {
		var s neardup.Strategy
		err := s.Observe(t.Context(), observation)
		if again := s.Observe(t.Context(), observation); (again == nil) != (err == nil) {
			t.Errorf("error %v, and again %v", err, again)
		}
		s.Value(p)
		if err := new(neardup.Strategy).Observe(t.Context(), s.Observation(p.URL)); err != nil {
			t.Errorf("its own observation: %v", err)
		}
	})
}
