package strategy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
	"github.com/lokman-crawler/lokman/ontology"
)

// Most links lead to hosts that don't answer. What is picked at random is mostly on the one that does.
func TestAdaptiveExploresHostsThatAnswer(t *testing.T) {
	w := smallweb.Web{URLs: []string{"http://a.test/"}, Texts: []string{"start"}, Dead: []bool{false}}
	for i := range 400 {
		url, dead := fmt.Sprintf("http://host%d.test/", i), true
		if i%4 == 0 {
			url, dead = fmt.Sprintf("http://a.test/%d", i), false
		}
		w.URLs, w.Texts, w.Dead = append(w.URLs, url), append(w.Texts, "cooking with herbs"), append(w.Dead, dead)
	}
	w.Links = make([][]int, len(w.URLs))
	for i := range w.URLs[1:] {
		w.Links[0] = append(w.Links[0], i+1)
	}
	picked, failed := 0, 0
	for _, p := range w.Crawl(t, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic)})[:200] {
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
	w := smallweb.Web{URLs: []string{"http://a.test/"}}
	page := func(name, text string) int {
		w.URLs, w.Texts = append(w.URLs, "http://a.test/"+name), append(w.Texts, text)
		return len(w.URLs) - 1
	}
	w.Links = make([][]int, 1+indices+others+each)
	w.Dead = make([]bool, len(w.Links))
	var start strings.Builder
	w.Texts = []string{""}
	for i := range indices {
		fmt.Fprintf(&start, `<p><a href="/index%d">%d</a></p>`, i, i)
		page(fmt.Sprint("index", i), "list")
	}
	for i := range others {
		fmt.Fprintf(&start, `<p><a href="/other%d">flu %d</a></p>`, i, i)
		page(fmt.Sprint("other", i), "cooking with herbs and other things")
	}
	for i := range each {
		w.Links[5] = append(w.Links[5], page(fmt.Sprint("flu", i), "about the flu"))
	}
	w.Texts[0] = start.String()
	if n := relevant(t, w, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic)}, 150); n == 0 {
		t.Errorf("none of the %d pages behind an index among 150 of %d", each, len(w.URLs))
	}
}

// The seed lists the pages of its host, of which every eighth is about the topic, and each leads to a host where none is.
func TestAdaptiveExplorationCostsLittle(t *testing.T) {
	const n = 300
	w := smallweb.Web{Links: make([][]int, 2*n), Dead: make([]bool, 2*n)}
	for i := range n {
		text := "cooking with herbs and other things"
		if i%8 == 0 {
			text = "about the flu"
		}
		w.URLs, w.Texts = append(w.URLs, fmt.Sprintf("http://a.test/%d", i)), append(w.Texts, text)
		w.Links[0], w.Links[i] = append(w.Links[0], i), append(w.Links[i], n+i)
	}
	for i := range n {
		w.URLs, w.Texts = append(w.URLs, fmt.Sprintf("http://host%d.test/", i)), append(w.Texts, "cooking with herbs and other things")
	}
	const seeds, fetched = 10, 200
	picked := 0
	for seed := range uint64(seeds) {
		for _, p := range w.Crawl(t, &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Seed: seed})[:fetched] {
			if p.LinkValue >= 1 && strings.HasPrefix(p.URL, "http://host") {
				picked++
			}
		}
	}
	if picked > fetched*seeds/5 {
		t.Errorf("%d of %d pages were picked at random, want at most a fifth", picked, seeds*fetched)
	}
}
