package strategy_test

import (
	"math"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
	"github.com/lokman-crawler/lokman/internal/ablation"
	"github.com/lokman-crawler/lokman/ontology"
)

// What a page is worth counts for links up to several links behind it, half as much for each. A
// seed that is not about the topic is worth nothing.
func TestAdaptiveNearTheTopic(t *testing.T) {
	const first, second = "http://a.test/1/", "http://a.test/2/"
	for name, test := range map[string]struct {
		adaptive *strategy.Adaptive
		want     [2]string // in the reasons of the links of the first and of the second page
	}{
		"a seed of the topic":   {&strategy.Adaptive{Relevant: []string{first}, Irrelevant: []string{second}}, [2]string{" 0.5 x", " 0.25 x"}},
		"one written otherwise": {&strategy.Adaptive{Relevant: []string{"HTTP://A.test:80/1/#top"}, Irrelevant: []string{"http://A.test/2/"}}, [2]string{" 0.5 x", " 0.25 x"}},
		"another seed":          {&strategy.Adaptive{Irrelevant: []string{first, second}}, [2]string{}},
		"left out":              {without(&strategy.Adaptive{Relevant: []string{first, second}}, ablation.Nearness), [2]string{}},
	} {
		a := test.adaptive
		a.Scorer, a.Explore = ontology.NewScorer(fluTopic), crawl.None
		for i, p := range []struct{ url, to, parent string }{{first, second, ""}, {second, "http://a.test/3/", first}} {
			page := smallweb.Page(p.url, `<a href="`+p.to+`"></a>`)
			page.Parent = p.parent
			why := a.Value(page).Links[0].Reason.String()
			const feature = "near a page of the topic"
			if want := test.want[i]; strings.Contains(why, feature) != (want != "") || !strings.Contains(why, feature+want) && want != "" {
				t.Errorf("%s, page %d: the link's reason is %q, want %q in it", name, i+1, why, feature+want)
			}
			a.Acknowledge(p.url)
		}
	}
}

// A URL that is none, and a share that is none, are refused by the name of their field.
func TestAdaptiveRefuses(t *testing.T) {
	for want, a := range map[string]*strategy.Adaptive{
		"Adaptive.Relevant":         {Relevant: []string{"http://a.test/", "a.test/1"}},
		"Adaptive.Irrelevant":       {Irrelevant: []string{"ftp://a.test/"}},
		"Adaptive.Explore is -0.5":  {Explore: -0.5},
		"Adaptive.Explore is 1.5":   {Explore: 1.5},
		"Adaptive.Explore is NaN":   {Explore: math.NaN()},
		"the Scorer of Adaptive is": {},
	} {
		if want != "the Scorer of Adaptive is" {
			a.Scorer = ontology.NewScorer(fluTopic)
		}
		if err := a.Valid(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	a := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: crawl.None, Relevant: []string{"http://a.test"}}
	if err := a.Valid(); err != nil {
		t.Error(err)
	}
}
