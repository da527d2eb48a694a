package crawl_test

import (
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

var parts = rapid.SliceOf(rapid.Custom(func(t *rapid.T) crawl.Part {
	return crawl.Part{
		Of:     rapid.SampledFrom([]string{"parent", "page", "link"}).Draw(t, "of"),
		Factor: rapid.Float64Range(-1e3, 1e3).Draw(t, "factor"),
		Score:  rapid.Float64Range(-1e9, 1e9).Draw(t, "score"),
	}
}))

// The parts add up to the value exactly, to the last bit.
func TestExplanationAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := crawl.Explanation(parts.Draw(t, "parts"))
		values := make([]float64, len(e))
		for i, p := range e {
			values[i] = p.Value()
		}
		var sum float64
		for _, v := range values {
			sum += v
		}
		if got := e.Value(); got != sum {
			t.Fatalf("Value() = %v, want %v, the sum of the parts %v", got, sum, values)
		}
	})
}

// A page's value is what its explanation adds up to.
func TestPageValueIsExplained(t *testing.T) {
	e := crawl.Explanation{{Of: "parent", Factor: 0.1, Score: 13.5}, {Of: "page", Factor: 0.9, Score: 42.7}}
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		c := crawl.Crawler{Transport: web, Strategy: valuing(func(*crawl.Page) crawl.Valuation {
			return crawl.Valuation{Score: 42.7, Explanation: e}
		})}
		p := only(t, crawlAll(t, &c, web.URL(0, "/")), web.URL(0, "/"))
		if p.Value != e.Value() || p.Score != 42.7 {
			t.Errorf("Value %v, Score %v, want %v and 42.7", p.Value, p.Score, e.Value())
		}
	})
}

func TestExplanationString(t *testing.T) {
	for _, c := range []struct {
		e    crawl.Explanation
		want string
	}{
		{nil, ""},
		{crawl.Explanation{{Of: "page", Factor: 1, Score: 3}}, "page 3"},
		{crawl.Explanation{{Of: "page", Factor: 0, Score: 3}}, "0 x page 3"},
		{crawl.Explanation{{Of: "page", Factor: 1, Score: -3.25}}, "page -3.25"},
		{crawl.Explanation{{Of: "model", Factor: 1. / 3, Score: 0.5}, {Of: "before", Factor: -1, Score: 0.2}}, "0.333333 x model 0.5 - before 0.2"},
		{crawl.Explanation{{Of: "now", Factor: -1, Score: 4}, {Of: "wait", Factor: -0.5, Score: 2}}, "-1 x now 4 - 0.5 x wait 2"},
		{
			crawl.Explanation{
				{Of: "parent", Factor: 0.1, Score: 13.5},
				{Of: "page", Factor: 0.9, Score: 42, Evidence: []string{"flu (synonym) 1 x 12", "influenza (exact) 2 x 15"}},
			},
			"0.1 x parent 13.5 + 0.9 x page 42 [flu (synonym) 1 x 12; influenza (exact) 2 x 15]",
		},
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("String() = %q, want %q", got, c.want)
		}
	}
}
