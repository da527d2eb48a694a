package strategy_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

// A crawl that ends early says why: here that no page names the topic.
func TestLinksDropped(t *testing.T) {
	web, err := webs.New([]webs.Document{
		{URL: "http://a.test/", Type: "text/html", Body: []byte(`<a href="/soup">soup</a> <a href="mailto:a@a.test">mail</a> <a href="/tea">tea</a> <a href="/tea">Tea</a>`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	topic := ontology.Topic{Name: "flu", Terms: []ontology.Term{{Text: "flu", Relation: ontology.Exact}}}
	var log bytes.Buffer
	c := crawl.Crawler{Strategy: strategy.Lokman{Scorer: ontology.NewScorer(topic)}, Transport: web, Delay: crawl.None, Logger: slog.New(slog.NewTextHandler(&log, nil))}
	for _, err := range c.Crawl(t.Context(), "http://a.test/") {
		if err != nil {
			t.Fatal(err)
		}
	}
	const want = "pages: 1 (incomplete: 0), not modified: 0, redirects: 0, URLs failed: 0 (forbidden by robots.txt: 0), links not followed from their page by the strategy: 2 (2 on pages of which it follows none), links refused: 0, links repeated on their page: 1, links of other schemes: 1"
	if got := c.Stats().String(); got != want {
		t.Errorf("Stats = %s, want %s", got, want)
	}
	if !strings.Contains(log.String(), want) {
		t.Errorf("the log %q does not say why the crawl ended", log.String())
	}
}
