package strategy_test

import (
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

// Most links lead to hosts that don't answer. What is picked at random is mostly on the one that does.
func TestAdaptiveExploresHostsThatAnswer(t *testing.T) {
	w := smallWeb{urls: []string{"http://a.test/"}, texts: []string{"start"}, dead: []bool{false}}
	for i := range 400 {
		url, dead := fmt.Sprintf("http://host%d.test/", i), true
		if i%4 == 0 {
			url, dead = fmt.Sprintf("http://a.test/%d", i), false
		}
		w.urls, w.texts, w.dead = append(w.urls, url), append(w.texts, "cooking with herbs"), append(w.dead, dead)
	}
	w.links = make([][]int, len(w.urls))
	for i := range w.urls[1:] {
		w.links[0] = append(w.links[0], i+1)
	}
	picked, failed := 0, 0
	for _, p := range w.crawl(t, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic)})[:200] {
		if p.Depth == 0 || p.LinkValue < 1 {
			continue
		}
		if picked++; p.Err != nil {
			failed++
		}
	}
	if picked < 10 || failed*2 > picked {
		t.Errorf("%d of %d URLs that were picked at random failed, want at most half", failed, picked)
	}
}
