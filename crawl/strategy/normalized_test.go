package strategy_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

var fluTopic = ontology.Topic{Name: "influenza", Terms: []ontology.Term{
	{Text: "influenza", Relation: ontology.Exact}, {Text: "flu", Relation: ontology.Synonym}}}

func TestLokmanNormalizedUnitesLinks(t *testing.T) {
	s := &strategy.LokmanNormalized{Scorer: ontology.Scoring{Normalization: ontology.NormalizationLog1p}.NewScorer(fluTopic)}
	// 12 + 12 in 4 words score 24/28; a seed is its own father.
	first := s.Value(htmlPage("http://a.test/", `flu flu now <a href="/x">here</a>`))
	if want := 24.0 / 28; !near(first.Score, want) || !near(first.Explanation.Value(), want) {
		t.Errorf("score %v, value %v, want %v", first.Score, first.Explanation.Value(), want)
	}
	if got := valueOf(t, first, "http://a.test/x").Value; !near(got, 0.5*24/28) {
		t.Errorf("link without a term: %v", got)
	}
	// A page without a term keeps its links; what was found before still counts.
	p := htmlPage("http://a.test/y", `menu <a href="/x">the flu</a> <a href="/x">flu</a>`)
	p.Parent, p.Note = "http://a.test/", "0.4"
	v := s.Value(p)
	// 24 in 4 words, but only half of it is the page's own.
	if want := 0.5*0.4 + 0.5*24/28; !near(v.Explanation.Value(), want) {
		t.Errorf("page value %v, want %v", v.Explanation.Value(), want)
	}
	if got, want := valueOf(t, v, "http://a.test/x"), 0.5*24/28+0.5*12/27; !near(got.Value, want) || len(v.Links) != 1 {
		t.Errorf("the same term again: %v, want %v, %d links", got.Value, want, len(v.Links))
	}
	v = s.Value(htmlPage("http://a.test/z", `<a href="/x">influenza</a>`))
	if got, want := valueOf(t, v, "http://a.test/x").Value, 0.5*15/16+0.5*27/42; !near(got, want) {
		t.Errorf("another term: %v, want %v", got, want)
	}
	v = s.Value(htmlPage("http://a.test/q", `nothing <a href="/w">x</a>`))
	if v.Score != 0 || len(v.Links) != 1 || v.Links[0].Value != 0 {
		t.Errorf("a page that scores 0: score %v, links %v", v.Score, v.Links)
	}
}

// Over whole crawls the values equal those computed from all fetched pages.
func TestLokmanNormalizedEqualsRecomputation(t *testing.T) {
	topic := ontology.Topic{Terms: []ontology.Term{{Text: "flu"}}}
	rapid.Check(t, func(rt *rapid.T) {
		w := drawWeb(rt)
		pages := w.crawl(rt, &strategy.LokmanNormalized{Scorer: ontology.NewScorer(topic)})
		w.follow(rt, pages, true, func(s state) map[int]float64 {
			best := map[int]float64{} // greatest value of a page that links there
			value := map[int]float64{}
			for n, i := range s.fetched {
				if w.dead[i] {
					continue
				}
				share := w.score(i) // x in 1 of the words: 15x / (15x + 1)
				own := 15 * share / (15*share + 1)
				father := own
				if n > 0 {
					father = best[i]
				}
				for _, j := range w.targets(i, true) {
					if !slices.Contains(s.fetched[:n+1], j) {
						best[j] = max(best[j], 0.5*father+0.5*own)
						value[j] = math.Round(0.5*best[j]*1e12) / 1e12
					}
				}
			}
			return value
		})
	})
}
