package classic_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
)

// deepening is the order of a search that remembers nothing: depth-first again
// and again, with a limit that grows by step, of which the first visits count.
func deepening(links map[string]string, step, deepest int) string {
	var order []string
	seen := map[string]bool{}
	var visit func(page string, left int, on map[string]bool)
	visit = func(page string, left int, on map[string]bool) {
		if on[page] {
			return
		}
		on[page] = true
		if !seen[page] {
			seen[page] = true
			order = append(order, page)
		}
		if left > 0 {
			for link := range strings.FieldsSeq(links[page]) {
				visit(link, left-1, on)
			}
		}
	}
	for limit := step; limit <= deepest+step; limit += step {
		visit("s", limit, map[string]bool{})
	}
	return strings.Join(order, " ")
}

func TestIterativeDeepening(t *testing.T) {
	links := map[string]string{
		"s": "a b c", "a": "d e", "b": "p f", "c": "g h", "d": "i j", "e": "k", "f": "l m", "g": "n", "h": "", "i": "o p", "k": "q r", "l": "t", "n": "u v", "u": "w", "w": "x",
	}
	var docs []webs.Document
	for page := range strings.FieldsSeq("s a b c d e f g h i j k l m n o p q r t u v w x") {
		var body strings.Builder
		for link := range strings.FieldsSeq(links[page]) {
			fmt.Fprintf(&body, "<a href=/%s>%s</a>", link, link)
		}
		docs = append(docs, webs.Document{URL: "http://a.test/" + page, Type: "text/html", Body: []byte(body.String())})
	}
	web, err := webs.New(docs)
	if err != nil {
		t.Fatal(err)
	}
	order := func(s crawl.Strategy) string {
		c := crawl.Crawler{Strategy: s, Transport: web, Workers: 1, Delay: crawl.None}
		var order []string
		for p, err := range c.Crawl(t.Context(), "http://a.test/s") {
			if err != nil {
				t.Fatal(err)
			}
			order = append(order, strings.TrimPrefix(p.URL, "http://a.test/"))
		}
		return strings.Join(order, " ")
	}
	for _, step := range []int{1, 2, 3, 4, 20} {
		if got, want := order(classic.IterativeDeepening{Step: step}), deepening(links, step, 8); got != want {
			t.Errorf("step %d\n     %s\nwant %s", step, got, want)
		}
	}
	if got, want := order(classic.IterativeDeepening{}), order(crawl.BreadthFirst{}); got != want {
		t.Errorf("no step: %s, want %s", got, want)
	}
	if got, want := order(classic.IterativeDeepening{Step: 20}), order(classic.DepthFirst{}); got != want {
		t.Errorf("a step to the bottom: %s, want %s", got, want)
	}
}
