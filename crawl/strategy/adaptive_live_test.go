package strategy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// listPage is a page with links to some paths of its host.
func listPage(url, parent string, paths ...string) *crawl.Page {
	var b strings.Builder
	b.WriteString("<p>A list of things.")
	for _, path := range paths {
		fmt.Fprintf(&b, `<p><a href="%s">%s</a></p>`, path, strings.Trim(path, "/"))
	}
	p := htmlPage(url, b.String())
	p.Parent = parent
	return p
}

// A page that is given as an example counts also if its URL redirects.
func TestAdaptiveExampleRedirects(t *testing.T) {
	var b strings.Builder
	docs := []experiment.Document{{URL: "http://a.test/seed", Status: 301, Location: "https://a.test/seed"}}
	for i := range 40 {
		text := "bells and steeples"
		if i%2 == 1 {
			text = "yeast for sourdough"
		}
		fmt.Fprintf(&b, `<p><a href="/%d">%s</a></p>`, i, text)
		docs = append(docs, experiment.Document{URL: fmt.Sprintf("https://a.test/%d", i), Type: "text/html", Body: []byte(text)})
	}
	docs = append(docs,
		experiment.Document{URL: "https://a.test/seed", Type: "text/html", Body: []byte("sourdough and yeast")},
		experiment.Document{URL: "https://a.test/", Type: "text/html", Body: []byte(`start <a href="http://a.test/seed">seed</a>` + b.String())},
	)
	web, err := experiment.NewWeb(docs)
	if err != nil {
		t.Fatal(err)
	}
	s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Relevant: []string{"http://a.test/seed"}}
	c := crawl.Crawler{Strategy: s, Transport: web, Workers: 1, Delay: crawl.NoDelay, IgnoreRobots: true}
	hits, n := 0, 0
	for p, err := range c.Crawl(t.Context(), "https://a.test/") {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n <= 23 && n > 1 && strings.Contains(string(p.Body), "yeast for") {
			hits++
		}
	}
	if hits < 15 {
		t.Errorf("%d of 20 pages are like the example, want 15", hits)
	}
}

// A URL that has redirected is not valued again, whatever links to it.
func TestAdaptiveRedirectedURLsAreDone(t *testing.T) {
	s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: 1}
	const gone = "http://a.test/old"
	s.Value(listPage("http://a.test/", "", "/old", "/x"))
	s.Failed(gone, crawl.ErrRedirected)
	for i := range 10 {
		v := s.Value(listPage(fmt.Sprintf("http://a.test/%d", i), "http://a.test/", "/old", "/more"))
		if slices.ContainsFunc(v.Revalued, func(e frontier.Entry) bool { return e.URL == gone }) {
			t.Fatalf("%s is valued again, but it has redirected", gone)
		}
	}
}
