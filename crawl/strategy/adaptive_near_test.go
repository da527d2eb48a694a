package strategy_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy"
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
		"a seed of the topic": {&strategy.Adaptive{Relevant: []string{first}, Irrelevant: []string{second}}, [2]string{" 0.5 x", " 0.25 x"}},
		"another seed":        {&strategy.Adaptive{Irrelevant: []string{first, second}}, [2]string{}},
		"left out":            {&strategy.Adaptive{Relevant: []string{first, second}, Without: strategy.Nearness}, [2]string{}},
	} {
		a := test.adaptive
		a.Scorer, a.Explore = ontology.NewScorer(fluTopic), strategy.None
		for i, p := range []struct{ url, to, parent string }{{first, second, ""}, {second, "http://a.test/3/", first}} {
			page := htmlPage(p.url, `<a href="`+p.to+`"></a>`)
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
