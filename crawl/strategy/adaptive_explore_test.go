package strategy_test

import (
	"fmt"
	"strings"
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
	if picked < 5 || failed*2 > picked {
		t.Errorf("%d of %d URLs that were picked at random failed, want at most half", failed, picked)
	}
}

// The topic is behind one of twenty indices, which say nothing of it, and many other
// links promise more than they hold.
func TestAdaptiveFindsIndices(t *testing.T) {
	const indices, others, each = 20, 400, 10
	w := smallWeb{urls: []string{"http://a.test/"}}
	page := func(name, text string) int {
		w.urls, w.texts = append(w.urls, "http://a.test/"+name), append(w.texts, text)
		return len(w.urls) - 1
	}
	w.links = make([][]int, 1+indices+others+each)
	w.dead = make([]bool, len(w.links))
	var start strings.Builder
	w.texts = []string{""}
	for i := range indices {
		fmt.Fprintf(&start, `<p><a href="/index%d">%d</a></p>`, i, i)
		page(fmt.Sprint("index", i), "list")
	}
	for i := range others {
		fmt.Fprintf(&start, `<p><a href="/other%d">flu %d</a></p>`, i, i)
		page(fmt.Sprint("other", i), "cooking with herbs and other things")
	}
	for i := range each {
		w.links[5] = append(w.links[5], page(fmt.Sprint("flu", i), "about the flu"))
	}
	w.texts[0] = start.String()
	if n := w.relevant(t, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic)}, 150); n == 0 {
		t.Errorf("none of the %d pages behind an index among 150 of %d", each, len(w.urls))
	}
}

// The seed lists the pages of its host, of which every third is about the topic, and each leads to a host where none is.
func TestAdaptiveExplorationCostsLittle(t *testing.T) {
	const n = 300
	w := smallWeb{links: make([][]int, 2*n), dead: make([]bool, 2*n)}
	for i := range n {
		text := "cooking with herbs and other things"
		if i%3 == 0 {
			text = "about the flu"
		}
		w.urls, w.texts = append(w.urls, fmt.Sprintf("http://a.test/%d", i)), append(w.texts, text)
		w.links[0], w.links[i] = append(w.links[0], i), append(w.links[i], n+i)
	}
	for i := range n {
		w.urls, w.texts = append(w.urls, fmt.Sprintf("http://host%d.test/", i)), append(w.texts, "cooking with herbs and other things")
	}
	const seeds, fetched = 10, 200
	picked := 0
	for seed := range uint64(seeds) {
		for _, p := range w.crawl(t, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Seed: seed})[:fetched] {
			if p.LinkValue >= 1 && strings.HasPrefix(p.URL, "http://host") {
				picked++
			}
		}
	}
	if picked > fetched*seeds/5 {
		t.Errorf("%d of %d pages were picked at random, want at most a fifth", picked, seeds*fetched)
	}
}
