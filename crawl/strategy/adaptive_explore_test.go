package strategy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

// Most links lead to hosts that don't answer: those of the one that does go first.
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
	failed := 0
	for _, p := range w.crawl(t, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic)})[:200] {
		if p.Err != nil {
			failed++
		}
	}
	if failed > 140 {
		t.Errorf("%d of the first 200 URLs failed, three quarters of all do", failed)
	}
}

// Pages of two lists are not about the topic. Those of one are indexes: each has two links
// to pages about it, of which their text says nothing.
func TestAdaptiveLearnsWhatIndexesLeadTo(t *testing.T) {
	w := smallWeb{urls: []string{"http://a.test/"}}
	add := func(text string) int {
		w.urls, w.texts = append(w.urls, fmt.Sprintf("http://a.test/%d", len(w.urls))), append(w.texts, text)
		return len(w.urls) - 1
	}
	w.texts = []string{""}
	var lists [2]strings.Builder
	for i := range 200 {
		n := add("cooking with herbs and other things")
		fmt.Fprintf(&lists[i%2], `<li><a href="/%d">x</a></li>`, n)
		if i%2 == 1 && i < 80 {
			var links strings.Builder
			for j := range 6 {
				text := "cooking with herbs and other things"
				if j < 2 {
					text = "about the flu"
				}
				fmt.Fprintf(&links, `<p class=kind%d><a href="/%d">x</a></p>`, j, add(text))
			}
			w.texts[n] += links.String()
		}
	}
	w.texts[0] = "start <ul>" + lists[0].String() + "</ul><ul>" + lists[1].String() + "</ul>"
	w.links, w.dead = make([][]int, len(w.urls)), make([]bool, len(w.urls))
	found := 0
	for seed := range uint64(5) {
		n := w.relevant(t, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Seed: seed}, 161)
		t.Logf("%d of 80 pages about the topic", n)
		found += n
	}
	if found < 5*40 {
		t.Errorf("%d of 5 x 80 pages about the topic among 160 of 521", found)
	}
}
