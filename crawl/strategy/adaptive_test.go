package strategy_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// archive is a web whose first page has links without words of the topic:
// every other one, to an "archive", leads to a page of it.
func archive(pages int) smallWeb {
	w := smallWeb{urls: []string{"http://a.test/"}, texts: []string{"start"}, links: make([][]int, pages+1), dead: make([]bool, pages+1)}
	for i := range pages {
		kind, text := "misc", "cooking with herbs"
		if i%2 == 1 {
			kind, text = "archive", "about the flu"
		}
		w.urls = append(w.urls, fmt.Sprintf("http://a.test/%s/%d", kind, i))
		w.texts = append(w.texts, text)
		w.links[0] = append(w.links[0], i+1)
	}
	return w
}

func TestAdaptiveLearnsWhatLinksLeadTo(t *testing.T) {
	hits := func(s crawl.Strategy) int {
		n := 0
		for _, p := range archive(100).crawl(t, s)[1:51] {
			if strings.Contains(p.URL, "archive") {
				n++
			}
		}
		return n
	}
	scorer := ontology.NewScorer(fluTopic)
	if n := hits(&strategy.LokmanNormalized{Scorer: scorer}); n != 25 {
		t.Errorf("%d of 50 without learning, want 25", n)
	}
	if n := hits(&strategy.Adaptive{Scorer: scorer}); n < 40 {
		t.Errorf("%d of 50 with learning, want 40", n)
	}
}

// A page changes the values of its own links, of those that are valued again
// and of one drawn at random. The value of a URL that Adaptive keeps is the
// frontier's, and it forgets what could not be fetched.
func TestAdaptiveKeepsStep(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := drawWeb(rt)
		s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: 0.5, Seed: rapid.Uint64().Draw(rt, "seed")}
		w.crawl(rt, stepper{s, map[string]float64{}, map[string]bool{}, rt})
	})
}

type stepper struct {
	*strategy.Adaptive
	value map[string]float64
	tried map[string]bool // valued more than what has been fetched since
	t     rapid.TB
}

func (s stepper) Value(p *crawl.Page) crawl.Valuation {
	if p.Parent != "" && p.LinkValue != s.value[p.URL] {
		s.t.Errorf("%s has %v in the frontier, want %v", p.URL, p.LinkValue, s.value[p.URL])
	}
	for url, value := range s.value {
		if p.Parent != "" && value > p.LinkValue {
			s.tried[url] = true
		}
	}
	v := s.Adaptive.Value(p)
	for _, l := range p.Document().Links {
		delete(s.tried, l.URL)
	}
	if most := len(p.Document().Links) + 33; len(v.Links) > most {
		s.t.Errorf("%d changes, want at most %d", len(v.Links), most)
	}
	for _, e := range v.Links {
		if s.tried[e.URL] {
			s.t.Errorf("%s is valued again, but it must have been tried", e.URL)
		}
		s.check(e)
		s.value[e.URL] += e.Value
	}
	return v
}

func (s stepper) check(e frontier.Entry) {
	for _, part := range e.Reason.(crawl.Explanation) {
		if part.Of == "before" && part.Score != s.value[e.URL] {
			s.t.Errorf("%s was given %v, and %v is taken back", e.URL, s.value[e.URL], part.Score)
		}
	}
}
