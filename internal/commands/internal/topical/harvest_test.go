package topical

import (
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment"
)

func TestHarvest(t *testing.T) {
	judge, err := experiment.Topic{Relevant: []string{"http://A.test", "http://a.test/2#top"}}.Judge()
	if err != nil {
		t.Fatal(err)
	}
	h := harvest{judge: judge}
	if h.rate(10) != 0 {
		t.Errorf("rate of nothing %v", h.rate(10))
	}
	for _, url := range []string{"http://a.test/", "http://a.test/1", "http://a.test/2", "http://a.test/3"} {
		h.add(url)
	}
	for _, c := range []struct {
		n, relevant int
		rate        float64
	}{{0, 0, 0}, {1, 1, 1}, {2, 1, 0.5}, {4, 2, 0.5}, {100, 2, 0.5}} {
		if got := h.upTo(c.n); got != c.relevant {
			t.Errorf("upTo(%d) = %d, want %d", c.n, got, c.relevant)
		}
		if got := h.rate(c.n); got != c.rate {
			t.Errorf("rate(%d) = %v, want %v", c.n, got, c.rate)
		}
	}
	if _, err := (experiment.Topic{Relevant: []string{"no URL"}}.Judge()); err == nil {
		t.Error("a relevant page that is no URL was taken")
	}
}
