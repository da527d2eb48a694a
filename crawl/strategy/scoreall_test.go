package strategy_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
)

// service scores texts as smallweb.WordShare does, and fails at some calls.
type service struct {
	fails func(call int) bool

	mu    sync.Mutex
	calls [][]string
	alone int // texts that were asked about by Score
}

func (s *service) Score(string) float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.alone++
	return 0
}

var errDown = errors.New("the service is down")

func (s *service) ScoreAll(ctx context.Context, texts []string) ([]float64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, texts)
	if s.fails != nil && s.fails(len(s.calls)) {
		return nil, errDown
	}
	var scores []float64
	for _, text := range texts {
		scores = append(scores, smallweb.WordShare{}.Score(text))
	}
	return scores, ctx.Err()
}

// scoring are all that score, by name.
func scoring(s classify.Scorer) map[string]crawl.Strategy {
	return map[string]crawl.Strategy{
		"BestFirst": strategy.BestFirst{Scorer: s}, "BestFirst with anchors": strategy.BestFirst{Scorer: s, Anchor: 0.5},
		"Lokman": strategy.Lokman{Scorer: s}, "Lokman with a LinkScorer": strategy.Lokman{Scorer: s, LinkScorer: s},
		"LokmanNormalized": &strategy.LokmanNormalized{Scorer: s}, "Adaptive": &strategy.Adaptive{Scorer: s},
		"BestNFirst": classic.BestNFirst{Scorer: s}, "FishSearch": classic.FishSearch{Scorer: s},
		"SharkSearch": classic.SharkSearch{Scorer: s}, "HITS": &classic.HITS{Scorer: s}, "OPIC": classic.OPIC{Scorer: s},
		"InfoSpiders":       &classic.InfoSpiders{Query: "flu", Scorer: s},
		"Follow":            strategy.Follow{Classifier: anyLink{}, Strategy: strategy.BestFirst{Scorer: s, Anchor: 0.5}},
		"Emphasis of pages": strategy.BestFirst{Scorer: classify.Emphasis{Title: 3}.NewScorer(s)},
	}
}

type anyLink struct{}

func (anyLink) Classify(classify.Link) classify.Classification {
	return classify.Classification{Class: classify.ClassArticle}
}

// A page costs one call, in which each text that the strategy needs is once, and its links have
// the values that Score alone would give them.
func TestScoreAllOnceForEachPage(t *testing.T) {
	const text = "flu and Flu more Flu fever" // of the page
	const body = `flu <a href="/a">and</a> <a href="/b">Flu</a> more <a href="/b">Flu</a> <a href="mailto:a@a.test">fever</a>`
	links := []string{"/a\n\nand", "/b\n\nFlu"}
	want := map[string][][]string{
		"BestFirst": {{text}}, "BestFirst with anchors": {{text, "and", "Flu"}},
		"Lokman": {append([]string{text}, links...)}, "Lokman with a LinkScorer": {{text}, links},
		"LokmanNormalized": {append([]string{text}, links...)}, "Adaptive": {append([]string{text}, links...)},
		"BestNFirst": {{text}}, "FishSearch": {{text}},
		"SharkSearch": {{text, "and", "Flu"}}, // the contexts are the text
		"HITS":        {{text}}, "OPIC": {{text}}, "InfoSpiders": {{text}},
		"Follow": {{text, "and", "Flu"}}, "Emphasis of pages": {{text}},
	}
	got := map[string][][]string{}
	alone := scoring(smallweb.WordShare{})
	for name := range alone {
		asked := &service{}
		s := scoring(asked)[name]
		page := func() *crawl.Page { return smallweb.Page("http://a.test/", body) }
		v, w := s.Value(page()), alone[name].Value(page())
		if v.Err != nil || asked.alone > 0 {
			t.Errorf("%s: error %v, %d texts asked about alone", name, v.Err, asked.alone)
		}
		if v.Score != w.Score || v.Explanation.Value() != w.Explanation.Value() {
			t.Errorf("%s: score %v, %v, want that of Score, %v, %v", name, v.Score, v.Explanation, w.Score, w.Explanation)
		}
		for i := range w.Links {
			if len(v.Links) != len(w.Links) || v.Links[i].Value != w.Links[i].Value {
				t.Errorf("%s: links %v, want the values of Score, %v", name, v.Links, w.Links)
				break
			}
		}
		got[name] = asked.calls
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("texts of each call (-want +got):\n%s", diff)
	}
}

// A service that fails once costs no page, with any strategy.
func TestScoreAllFailsOnce(t *testing.T) {
	web := smallweb.Web{
		URLs:  []string{"http://a.test/0", "http://b.test/1", "http://c.test/2"},
		Texts: []string{"flu one", "flu two", "flu three"}, Links: [][]int{{1, 2}, {2}, {0}}, Dead: make([]bool, 3),
	}
	for _, name := range slices.Sorted(maps.Keys(scoring(nil))) {
		synctest.Test(t, func(t *testing.T) {
			asked := &service{fails: func(call int) bool { return call == 2 }}
			c := crawl.Crawler{Strategy: scoring(asked)[name], Transport: web, Workers: 1, Delay: crawl.None, IgnoreRobots: true}
			for p, err := range c.Crawl(t.Context(), web.URLs[0]) {
				if err != nil || p.Err != nil {
					t.Errorf("%s: %v, %v", name, p, err)
				}
			}
			if s := c.Stats(); s.Pages != 3 || s.Unvalued != 1 {
				t.Errorf("%s: %v, want 3 pages and one failure", name, s)
			}
		})
	}
}

// What ScoreAll returns is checked.
func TestScoreAllReturnsTooLittle(t *testing.T) {
	v := strategy.BestFirst{Scorer: silent{}}.Value(smallweb.Page("http://a.test/", "flu"))
	if v.Err == nil || !strings.Contains(v.Err.Error(), "0 scores of 1 texts") {
		t.Errorf("the error is %v, want what is missing", v.Err)
	}
}

type silent struct{}

func (silent) Score(string) float64                                  { return 0 }
func (silent) ScoreAll(context.Context, []string) ([]float64, error) { return nil, nil }
