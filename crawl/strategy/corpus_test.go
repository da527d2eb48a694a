package strategy_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/internal/corpus"
	"github.com/lokman-crawler/lokman/ontology"
)

var update = flag.Bool("update", false, "write testdata/corpus.txt")

// TestCorpus crawls the project's own small webs with each strategy and compares after how
// many pages the relevant ones were fetched.
func TestCorpus(t *testing.T) {
	table := corpus.NewTable("web and strategy", "fetched", "relevant", "first tenth", "half", "last", "mean place", "value of relevant", "of others")
	for _, web := range corpus.Webs() {
		for _, s := range corpusStrategies {
			f := crawlCorpus(t, web, s.of(scorerOf(web), web))
			table.Add(append([]string{web.Name + ", " + s.name}, f...)...)
		}
	}
	table.Check(t, "testdata/corpus.txt", *update)
}

func scorerOf(w corpus.Web) *ontology.Scorer {
	topic := ontology.Topic{Name: w.Topic, Terms: []ontology.Term{{Text: w.Topic, Relation: ontology.Exact}}}
	for relation, texts := range map[ontology.Relation][]string{ontology.Synonym: w.Synonyms, ontology.Partial: w.Partial, ontology.Contextual: w.Contextual} {
		for _, text := range texts {
			topic.Terms = append(topic.Terms, ontology.Term{Text: text, Relation: relation})
		}
	}
	slices.SortFunc(topic.Terms, func(a, b ontology.Term) int { return strings.Compare(a.Text, b.Text) })
	return ontology.NewScorer(topic)
}

var corpusStrategies = []struct {
	name string
	of   func(*ontology.Scorer, corpus.Web) crawl.Strategy
}{
	{"breadth-first", func(*ontology.Scorer, corpus.Web) crawl.Strategy { return crawl.BreadthFirst{} }},
	{"best-first", func(s *ontology.Scorer, _ corpus.Web) crawl.Strategy { return strategy.BestFirst{Scorer: s} }},
	{"Lokman", func(s *ontology.Scorer, _ corpus.Web) crawl.Strategy { return strategy.Lokman{Scorer: s} }},
	{"Lokman normalized", func(s *ontology.Scorer, _ corpus.Web) crawl.Strategy { return &strategy.LokmanNormalized{Scorer: s} }},
	{"adaptive", func(s *ontology.Scorer, _ corpus.Web) crawl.Strategy { return &strategy.Adaptive{Scorer: s} }},
	{"adaptive, query and seed known", func(s *ontology.Scorer, w corpus.Web) crawl.Strategy {
		return &strategy.Adaptive{Scorer: s, Query: w.Topic, Relevant: []string{w.Seed}, Seed: 1}
	}},
	{"adaptive, no exploration", func(s *ontology.Scorer, _ corpus.Web) crawl.Strategy {
		return &strategy.Adaptive{Scorer: s, Explore: crawl.None}
	}},
}

// crawlCorpus crawls a web whole and returns the cells of its row.
func crawlCorpus(t *testing.T, w corpus.Web, s crawl.Strategy) []string {
	var docs []webs.Document
	for _, p := range w.Pages {
		docs = append(docs, webs.Document{URL: p.URL, Type: "text/html; charset=utf-8", Body: []byte(p.HTML)})
	}
	web, err := webs.New(docs)
	if err != nil {
		t.Fatal(err)
	}
	c := crawl.Crawler{Strategy: s, Transport: web, Workers: 1, Delay: crawl.None, IgnoreRobots: true}
	var places []int
	sum, n, place := [2]float64{}, [2]int{}, 0.0
	for p, err := range c.Crawl(t.Context(), w.Seed) {
		if err != nil {
			t.Fatal(err)
		}
		is := 0
		if slices.Contains(w.Relevant, p.URL) {
			is = 1
			places = append(places, n[0]+n[1])
			place += float64(n[0] + n[1])
		}
		n[is]++
		if p.Parent != "" {
			sum[is] += p.LinkValue
		}
	}
	at := func(share float64) string {
		if i := int(share * float64(len(w.Relevant)-1)); i < len(places) {
			return fmt.Sprint(places[i])
		}
		return "-"
	}
	return []string{fmt.Sprint(n[0] + n[1]), fmt.Sprintf("%d/%d", len(places), len(w.Relevant)), at(0.1), at(0.5), at(1),
		corpus.Figure(place, len(places)), corpus.Figure(sum[1], n[1]), corpus.Figure(sum[0], n[0])}
}
