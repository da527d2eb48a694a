package strategy_test

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
	"github.com/lokman-crawler/lokman/ontology"
)

var fluTopic = ontology.Topic{Name: "influenza", Terms: []ontology.Term{
	{Text: "influenza", Relation: ontology.Exact}, {Text: "flu", Relation: ontology.Synonym}}}

func TestLokmanNormalizedUnitesLinks(t *testing.T) {
	s := &strategy.LokmanNormalized{Scorer: ontology.Scoring{Normalization: ontology.NormalizationLog1p}.NewScorer(fluTopic)}
	// 12 + 12 in 4 words score 24/28; a seed is its own parent.
	first := s.Value(smallweb.Page("http://a.test/", `flu flu now <a href="/x">here</a>`))
	if want := 24.0 / 28; !near(first.Score, want) || !near(first.Explanation.Value(), want) {
		t.Errorf("score %v, value %v, want %v", first.Score, first.Explanation.Value(), want)
	}
	if got := smallweb.Link(t, first, "http://a.test/x").Value; !near(got, 0.5*24/28) {
		t.Errorf("link without a term: %v", got)
	}
	// A page without a term keeps its links; what was found before still counts.
	p := smallweb.Page("http://a.test/y", `menu <a href="/x">the flu</a> <a href="/x">flu</a>`)
	p.Parent, p.Note = "http://a.test/", "0.4"
	v := s.Value(p)
	// 24 in 4 words, but only half of it is the page's own.
	if want := 0.5*0.4 + 0.5*24/28; !near(v.Explanation.Value(), want) {
		t.Errorf("page value %v, want %v", v.Explanation.Value(), want)
	}
	if got, want := smallweb.Link(t, v, "http://a.test/x"), 0.5*24/28+0.5*12/27; !near(got.Value, want) || len(v.Links) != 1 {
		t.Errorf("the same term again: %v, want %v, %d links", got.Value, want, len(v.Links))
	}
	v = s.Value(smallweb.Page("http://a.test/z", `<a href="/x">influenza</a>`))
	if got, want := smallweb.Link(t, v, "http://a.test/x").Value, 0.5*15/16+0.5*27/42; !near(got, want) {
		t.Errorf("another term: %v, want %v", got, want)
	}
	v = s.Value(smallweb.Page("http://a.test/q", `nothing <a href="/w">x</a>`))
	if v.Score != 0 || len(v.Links) != 1 || v.Links[0].Value != 0 {
		t.Errorf("a page that scores 0: score %v, links %v", v.Score, v.Links)
	}
}

// Over whole crawls the values equal those computed from all fetched pages.
func TestLokmanNormalizedEqualsRecomputation(t *testing.T) {
	topic := ontology.Topic{Terms: []ontology.Term{{Text: "flu"}}}
	rapid.Check(t, func(rt *rapid.T) {
		w := smallweb.Draw(rt)
		pages := w.Crawl(rt, &strategy.LokmanNormalized{Scorer: ontology.NewScorer(topic)})
		w.Follow(rt, pages, true, func(s smallweb.State) map[int]float64 {
			best := map[int]float64{} // greatest value of a page that links there
			value := map[int]float64{}
			for n, i := range s.Fetched {
				if w.Dead[i] {
					continue
				}
				share := w.Score(i) // x in 1 of the words: 15x / (15x + 1)
				own := 15 * share / (15*share + 1)
				parent := own
				if n > 0 {
					parent = best[i]
				}
				for _, j := range w.Targets(i, true) {
					if !slices.Contains(s.Fetched[:n+1], j) {
						best[j] = max(best[j], 0.5*parent+0.5*own)
						value[j] = math.Round(0.5*best[j]*1e12) / 1e12
					}
				}
			}
			return value
		})
	})
}

// fraction is a scorer that is no classify.TermScorer: the share of words that
// are "flu", times 4.
type fraction struct{}

func (fraction) Score(text string) float64 {
	words := strings.Fields(strings.ToLower(text))
	n := 0
	for _, w := range words {
		if w == "flu" {
			n++
		}
	}
	return 4 * float64(n) / float64(max(1, len(words)))
}

// A scorer without terms: pages count by their score, at most 1, links by the
// best of them.
func TestLokmanNormalizedTakesAnyScorer(t *testing.T) {
	s := &strategy.LokmanNormalized{Scorer: fraction{}}
	v := s.Value(smallweb.Page("http://a.test/", `one two three four five six flu <a href="/x">here</a>`))
	if want := 4.0 / 8; !near(v.Score, want) || !near(v.Explanation.Value(), want) {
		t.Errorf("score %v, value %v, want %v", v.Score, v.Explanation.Value(), want)
	}
	if got := smallweb.Link(t, v, "http://a.test/x").Value; !near(got, 0.5*0.5) {
		t.Errorf("link without a score: %v", got)
	}
	// "/x", "a" to "f" and "flu" are 8 words, "/x flu" is 2, of which 1 is the most.
	p := smallweb.Page("http://a.test/y", `<a href="/x">a b c d e f flu</a>`)
	p.Parent, p.Note = "http://a.test/", "0.1"
	v = s.Value(p)
	if got, want := smallweb.Link(t, v, "http://a.test/x").Value, 0.5*0.5+0.5*4/8; !near(got, want) {
		t.Errorf("second link: %v, want %v", got, want)
	}
	for range 2 {
		v = s.Value(smallweb.Page("http://a.test/z"+strconv.Itoa(len(v.Links)), `<a href="/x">flu</a> flu flu flu`))
		if got, want := smallweb.Link(t, v, "http://a.test/x").Value, 1.0; !near(got, want) || v.Score != 1 {
			t.Errorf("best link: %v, want %v; page %v", got, want, v.Score)
		}
	}
	v = s.Value(smallweb.Page("http://a.test/w", `<a href="/x">no</a>`))
	if got := smallweb.Link(t, v, "http://a.test/x").Value; !near(got, 1) {
		t.Errorf("a worse link lowers the value to %v", got)
	}
}

// letters is a classify.TermScorer of a user's own: each word is a term that
// weighs its length.
type letters struct{}

func (letters) Score(string) float64 { panic("a TermScorer is asked for its terms") }
func (letters) Unit() float64        { return 10 }
func (letters) Occurrences(text string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for _, w := range strings.Fields(text) {
			if strings.HasPrefix(w, "aa") && !yield(w, float64(len(w))) {
				return
			}
		}
	}
}

func TestLokmanNormalizedTakesTermsOfAnyScorer(t *testing.T) {
	s := &strategy.LokmanNormalized{Scorer: letters{}}
	v := s.Value(smallweb.Page("http://a.test/", `aaa aaaa x <a href="/x">aaaaa</a>`))
	if want := 12.0 / 16; !near(v.Score, want) { // 3 + 4 + 5 in 4 words
		t.Errorf("score %v, want %v", v.Score, want)
	}
	p := smallweb.Page("http://a.test/y", `<a href="/x">aaaaa aa</a>`)
	p.Parent, p.Note = "http://a.test/", "0.1"
	v = s.Value(p)
	got := smallweb.Link(t, v, "http://a.test/x")
	if want := 0.5*12/16 + 0.5*7/17; !near(got.Value, want) {
		t.Errorf("link %v, want %v", got.Value, want)
	}
	if why := fmt.Sprint(got.Reason); !strings.Contains(why, "aaaaa") {
		t.Errorf("reason %q lacks the terms", why)
	}
}

var (
	_ classify.TermScorer = (*ontology.Scorer)(nil)
	_ interface {
		Parts(string) iter.Seq2[string, float64]
	} = (*ontology.Scorer)(nil)
)
