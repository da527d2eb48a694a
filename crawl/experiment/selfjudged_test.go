package experiment_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

// A crawler judges itself by its score of a page's text, or by the page's value,
// which inherits from its parent's; both with pages of depth 1 and without.
func TestSelfJudgedRates(t *testing.T) {
	body := func(url, text string, links ...string) experiment.Document {
		d := page(url, links...)
		d.Body = append(d.Body, " "+text...)
		return d
	}
	web, err := experiment.NewWeb([]experiment.Document{
		body("http://a.test/", "flu", "/1", "/2", "/3"),
		body("http://a.test/1", "flu", "/4", "/5"),
		body("http://a.test/2", "no"),
		body("http://a.test/3", "no"),
		body("http://a.test/4", "flu"),
		body("http://a.test/5", "no"),
	})
	if err != nil {
		t.Fatal(err)
	}
	scorer := ontology.NewScorer(ontology.Topic{Terms: []ontology.Term{{Text: "flu"}}})
	e := experiment.Experiment{
		Web: web, Pages: 10,
		Topics:   []experiment.Topic{{Name: "t", Seeds: []string{"http://a.test/"}, Relevant: []string{"http://a.test/2"}}},
		Entrants: []experiment.Entrant{{Name: "lokman", New: func(experiment.Task) (crawl.Strategy, error) { return strategy.Lokman{Scorer: scorer}, nil }}},
	}
	res, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r := res.Run("lokman", "t")
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"pages", float64(r.Pages), 6},
		{"by score", r.SelfHarvestRate, 3.0 / 6},                            // /, 1, 4
		{"by score, without depth 1", r.SelfHarvestRateExclDepth1, 2.0 / 3}, // /, 4 of /, 4, 5
		{"by value", r.ValueHarvestRate, 1},                                 // 2, 3 and 5 inherit
		{"by value, without depth 1", r.ValueHarvestRateExclDepth1, 1},
		{"by a judge", r.HarvestRate, 1.0 / 6},
	} {
		if !near(c.got, c.want) {
			t.Errorf("%s %v, want %v", c.what, c.got, c.want)
		}
	}
	s := res.Summaries()[0]
	if s.SelfHarvest.Mean != 0.5 || !near(s.SelfExclDepth1.Mean, 2.0/3) || s.ValueHarvest.Mean != 1 || s.ValueExclDepth1.Mean != 1 {
		t.Errorf("summary %+v", s)
	}
	var table bytes.Buffer
	if err := res.WriteSelfJudged(&table); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"by score", "without depth 1", "by value", "judged", "\nlokman", "0.500 [", "0.667 ["} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("no %q in\n%s", want, table.String())
		}
	}
}
