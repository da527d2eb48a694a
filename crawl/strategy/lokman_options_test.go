package strategy_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
	"github.com/lokman-crawler/lokman/ontology"
)

func TestLokmanOptions(t *testing.T) {
	words := table{"PAGE": 10, "LINK": 4}
	for _, c := range []struct {
		name       string
		s          strategy.Lokman
		page, link float64 // with a parent of 50
	}{
		{"published", strategy.Lokman{}, 0.1*50 + 0.9*14, 0.1*17.6 + 0.9*4},
		{"another share", strategy.Lokman{Inherited: 0.4}, 0.4*50 + 0.6*14, 0.4*28.4 + 0.6*4},
		{"no share", strategy.Lokman{Inherited: crawl.None}, 14, 4},
		{"all inherited", strategy.Lokman{Inherited: 1}, 50, 50},
		{"the greater, page", strategy.Lokman{Inherited: crawl.None, Greater: true}, 14, 14},
		{"the greater, link", strategy.Lokman{Greater: true, LinkScorer: table{"LINK": 40}}, 17.6, 40},
		{"a scorer for links", strategy.Lokman{LinkScorer: table{"LINK": 100}}, 17.6, 0.1*17.6 + 0.9*100},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.s.Scorer = words
			if err := c.s.Valid(); err != nil {
				t.Fatal(err)
			}
			p := smallweb.Page("http://a.test/", `PAGE <a href="/x">LINK</a>`)
			p.Parent, p.Note = "http://a.test/0", "50"
			v := c.s.Value(p)
			link := smallweb.Link(t, v, "http://a.test/x")
			if got := v.Explanation.Value(); math.Abs(got-c.page) > 1e-9 {
				t.Errorf("page %v, want %v: %v", got, c.page, v.Explanation)
			}
			if math.Abs(link.Value-c.link) > 1e-9 {
				t.Errorf("link %v, want %v: %v", link.Value, c.link, link.Reason)
			}
			if fmt.Sprint(link.Reason) == "" {
				t.Error("no reason")
			}
		})
	}
}

func TestLokmanKeepsLinks(t *testing.T) {
	s := strategy.Lokman{Scorer: table{"flu": 10}, KeepLinks: true}
	p := smallweb.Page("http://a.test/", `cooking <a href="/x">recipes</a>`)
	p.Note = "100"
	v := s.Value(p)
	if got, want := smallweb.Link(t, v, "http://a.test/x").Value, 0.1*0.1*100; math.Abs(got-want) > 1e-9 || v.Score != 0 {
		t.Errorf("link %v, want %v; score %v", got, want, v.Score)
	}
}

func TestLokmanShareOutOfRange(t *testing.T) {
	for _, share := range []float64{-0.5, 1.1, math.NaN(), math.Inf(1)} {
		err := strategy.Lokman{Scorer: table{}, Inherited: share}.Valid()
		if err == nil || !strings.Contains(err.Error(), "Inherited") {
			t.Errorf("%v: %v", share, err)
		}
	}
}

// The thesis's third formula (3.4.3.7) has the counts of three texts alone, its second also what
// came before them: with counts of 30, 25 and 5 below a great-grandparent of 1,000.
func TestLokmanThirdFormula(t *testing.T) {
	words := table{"GREAT": 1000, "GRAND": 30, "PARENT": 25}
	for _, c := range []struct {
		s    strategy.Lokman
		want float64
	}{
		{strategy.Lokman{InheritScore: true}, 0.01*30 + 0.09*25 + 0.90*5},
		{strategy.Lokman{}, 0.001*0.9*1000 + 0.01*0.9*30 + 0.09*25 + 0.90*5},
	} {
		c.s.LinkScorer = table{"LINK": 5}
		var v crawl.Valuation
		for i, text := range []string{"GREAT", "GRAND", "PARENT"} {
			p := smallweb.Page("http://a.test/", text+` <a href="/x">LINK</a>`)
			if i > 0 {
				p.Parent, p.Note = "http://a.test/0", v.Links[0].Note
			}
			c.s.Scorer = table{text: words[text]} // without the link
			v = c.s.Value(p)
		}
		if got := smallweb.Link(t, v, "http://a.test/x").Value; math.Abs(got-c.want) > 1e-9 {
			t.Errorf("InheritScore %v: %v, want %v", c.s.InheritScore, got, c.want)
		}
	}
	both := strategy.Lokman{Scorer: words, InheritScore: true, InheritLinkValue: true}
	if err := both.Valid(); err == nil || !strings.Contains(err.Error(), "InheritScore") {
		t.Errorf("two things inherited: %v", err)
	}
}

// The thesis's requirements (3.3, 13 and 14), computed by hand: a page is worth
// its terms, a link the greater of that and its terms' tf/idf values x weights.
func TestLokmanRequirements(t *testing.T) {
	topic := ontology.Topic{Terms: []ontology.Term{{Text: "flu"}, {Text: "disease", Relation: ontology.Partial}}}
	scoring := ontology.Scoring{Weights: ontology.Weights{Exact: 15, Synonym: 12, Partial: 5, Contextual: 3}}
	collection := func(yield func(string) bool) {
		_ = yield("a disease") && yield("the disease flu") && yield("x") && yield("y")
	}
	s := strategy.Lokman{
		Scorer: scoring.NewScorer(topic), LinkScorer: scoring.NewScorer(scoring.TFIDF(topic, collection)),
		Inherited: crawl.None, Greater: true, KeepLinks: true,
	}
	v := s.Value(smallweb.Page("http://a.test/", `disease <a href="/1">flu</a> <a href="/2">disease</a> <a href="/3">no</a>`))
	page := 15 + 2*5.0
	for path, want := range map[string]float64{"1": 15 * (1 + math.Log(4)), "2": page, "3": page} {
		if got := smallweb.Link(t, v, "http://a.test/"+path).Value; math.Abs(got-want) > 1e-9 {
			t.Errorf("/%s: %v, want %v", path, got, want)
		}
	}
}

// Strategies score pages by what a scorer makes of their structure.
func TestStrategiesScoreDocuments(t *testing.T) {
	flu := ontology.Scoring{Normalization: ontology.NormalizationDensity}.NewScorer(ontology.Topic{Terms: []ontology.Term{{Text: "flu"}}})
	scorer := classify.Emphasis{Title: 4, Anchor: crawl.None}.NewScorer(flu)
	p := smallweb.Page("http://a.test/", `<title>flu</title>page <a href="/x">flu</a>`)
	want := flu.Score("flu page flu flu flu")
	for name, s := range map[string]crawl.Strategy{
		"lokman": strategy.Lokman{Scorer: scorer}, "best-first": strategy.BestFirst{Scorer: scorer}, "fish": classic.FishSearch{Scorer: scorer},
		"shark": classic.SharkSearch{Scorer: scorer}, "hits": &classic.HITS{Scorer: scorer}, "opic": classic.OPIC{Scorer: scorer},
		"normalized": &strategy.LokmanNormalized{Scorer: scorer}, "best-n-first": classic.BestNFirst{Scorer: scorer},
		"infospiders": &classic.InfoSpiders{Query: "flu", Scorer: scorer},
	} {
		if got := s.Value(p).Score; !near(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	// A link counts by its terms, as with the scorer itself.
	v := (&strategy.LokmanNormalized{Scorer: scorer}).Value(p)
	if got, want := smallweb.Link(t, v, "http://a.test/x").Value, 0.5*want+0.5*15/30; !near(got, want) {
		t.Errorf("link %v, want %v", got, want)
	}
}
