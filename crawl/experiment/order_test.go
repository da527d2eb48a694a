package experiment_test

import (
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/internal/labtest"
)

// A line of the fetch order has what the page was taken for beside what it turned out to be worth.
func TestOrderSaysWhyPagesWereTaken(t *testing.T) {
	var o orders
	takes := valuing(func(p *crawl.Page) crawl.Valuation {
		v := crawl.BreadthFirst{}.Value(p)
		v.Explanation = crawl.Explanation{{Of: "text", Factor: 1, Score: 7}}
		for i := range v.Links {
			v.Links[i].Value = 3
		}
		if p.Parent != "" {
			v.LinkExplanation = crawl.Explanation{{Of: "anchor", Factor: 0.5, Score: 6}}
		}
		return v
	})
	e := experiment.Experiment{
		Web: labtest.Web(t), Topics: []experiment.Topic{labtest.Topic()}, Pages: 2, Order: o.open, Entrants: []experiment.Entrant{labtest.Entrant("x", takes)},
	}
	if _, err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	text := o.file["x/the topic"].String()
	seed, page, _ := strings.Cut(text, "\n")
	if want := `"why":"text 7","link_value":3,"taken":"0.5 x anchor 6"}`; !strings.Contains(page, want) {
		t.Errorf("%s has no %s", page, want)
	}
	if strings.Contains(seed, "taken") {
		t.Errorf("the seed was taken for a reason: %s", seed)
	}
	if v := visits(t, o.file["x/the topic"])[1]; v.LinkValue != 3 || v.Taken != "0.5 x anchor 6" {
		t.Errorf("read as %+v", v)
	}
}
