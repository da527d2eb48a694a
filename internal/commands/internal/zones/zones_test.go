package zones

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lokman-crawler/lokman/label"
)

// TestJudge: the scorer's bounds.
func TestJudge(t *testing.T) {
	truth := label.Values{Title: "One two three four five six seven eight nine ten", Authors: []string{"Ada B. Bean", "Pea, Bert"},
		Affiliations: []string{"A b c d"}, Abstract: "One two"}
	right := Prediction{Title: "ONE two, three four five six seven eight nine", Authors: []string{"A Bean", "Bert Pea"}, Affiliations: []string{"a b", "c d e"}, Abstract: "one TWO"}
	if v := Judge(right, truth); !v.all() || len(v) != 4 {
		t.Errorf("verdict %v, want all right", v)
	}
	wrong := Prediction{Title: "One two three four five six seven", Authors: []string{"A Bean", "Carl Pea"}, Affiliations: []string{"a b x y"}, Abstract: "one"}
	for l, ok := range Judge(wrong, truth) {
		if ok {
			t.Errorf("%s is right, want wrong", l)
		}
	}
	if v := Judge(right, label.Values{}); len(v) != 0 {
		t.Errorf("verdict %v without truth", v)
	}
}

// TestServed: pages are counted without their metadata and as served.
func TestServed(t *testing.T) {
	tally := NewTally("beans")
	tally.Learnt = true
	truth := label.Values{Title: "Beans at night", Authors: []string{"Ada Bean"}}
	bare, served := Prediction{Title: "Beans at night"}, Prediction{Title: "Beans at night | Gardens", Authors: []string{"Ada Bean"}}
	tally.Add(bare, served, truth)
	tally.Add(bare, Prediction{Title: "Beans at night", Authors: []string{"Ada Bean"}}, truth)
	if tally.Judged != 2 || tally.Right[label.Title] != 2 || tally.Right[label.Authors] != 0 || tally.Articles != 0 {
		t.Errorf("without metadata %+v", tally)
	}
	if s := tally.Served; s.Right[label.Title] != 1 || s.Right[label.Authors] != 2 || s.Exact != 1 || s.Articles != 1 {
		t.Errorf("as served %+v", s)
	}
	var b strings.Builder
	if err := PrintTallies(&b, []Tally{tally}, false); err != nil || !regexp.MustCompile(`(?m)^worst +100.0 +100.0 +0.0 .*\n  as served +50.0 +50.0 +100.0 `).MatchString(b.String()) {
		t.Errorf("%v:\n%s", err, b.String())
	}
}

// TestStrip: what a page says about itself is gone before it is labelled.
func TestStrip(t *testing.T) {
	page := `<html><head><title>Beans</title><meta name="citation_title" content="Beans">
<script type="application/ld+json">{"@type":"Article","headline":"told"}</script></head><body><h1>Beans</h1></body></html>`
	a, err := Journal{Name: "beans", dir: fstest.MapFS{"beans/a0.html": {Data: []byte(page)}}}.Read("a0")
	if err != nil {
		t.Fatal(err)
	}
	Strip(a.Root)
	for n := range a.Root.Descendants() {
		if n.Data == "meta" || n.Data == "title" || n.Data == "script" {
			t.Errorf("<%s> is left", n.Data)
		}
	}
}

// TestDrawsOfFewNames: every third draw is of the pages with the fewest names.
func TestDrawsOfFewNames(t *testing.T) {
	pages := make([]copyOf, 30)
	for i := range pages {
		pages[i].Truth.Authors = make([]string, 1+i%10)
	}
	for k := range 12 {
		few := true
		for _, i := range draw("beans", pages, k, Drawing{Train: 2, Seed: 1}) {
			few = few && len(pages[i].Truth.Authors) <= 4
		}
		if k%3 == 2 && !few {
			t.Errorf("draw %d has pages with many names", k)
		}
	}
}

// TestCalibrate: zones are counted by what they say of themselves.
func TestCalibrate(t *testing.T) {
	zones := []given{{label.Title, 0.95, true}, {label.Title, 0.9, false}, {label.Title, 0.7, false}, {label.Title, 0.4, true}, {label.Title, 0, false}}
	if got, want := calibrate(zones), (quality{Zones: 5, Sure: 2, SureWrong: 1, Guesses: 2, GuessOK: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
