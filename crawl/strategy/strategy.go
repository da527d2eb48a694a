// Package strategy has the crawling strategies of the literature, each a
// [crawl.Strategy] with its source in its comment and its parameters by name;
// parameters that are zero have the published values, or ours where it says so.
//
// Those that are pointers (PageRank, HITS, InfoSpiders, LokmanNormalized,
// Adaptive) remember what they have seen of the web: take a new one for each
// crawl. Some of these change the values of URLs that they have found before.
// They tell the frontier by how much, so it must add values up, as the one that
// a Crawler makes for them does.
package strategy

import (
	"fmt"
	"iter"
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
)

// BreadthFirst takes links in the order in which they are found (thesis
// 2.2.1). It is what a Crawler without a strategy does.
type BreadthFirst = crawl.BreadthFirst

// followed yields the links of a page that lead to pages, each URL once, at
// its first place.
func followed(doc classify.Document) iter.Seq[classify.Link] {
	return func(yield func(classify.Link) bool) {
		seen := make(map[string]bool, len(doc.Links))
		for _, l := range doc.Links {
			if l.URL == "" || seen[l.URL] {
				continue
			}
			seen[l.URL] = true
			if !yield(l) {
				return
			}
		}
	}
}

// urlsOf yields the URLs of followed.
func urlsOf(doc classify.Document) iter.Seq[string] {
	return func(yield func(string) bool) {
		for l := range followed(doc) {
			if !yield(l.URL) {
				return
			}
		}
	}
}

func needScorer(strategy string, s classify.Scorer) error {
	if s == nil {
		return fmt.Errorf("strategy: the Scorer of %s is not set", strategy)
	}
	return nil
}

// reason explains a link's value if it is asked to: the last part is the
// link's own, told with what the scorer finds in its text.
type reason struct {
	value  crawl.Explanation
	scorer classify.Scorer
	text   string
}

func (r reason) String() string {
	told := slices.Clone(r.value)
	last := &told[len(told)-1]
	*last = part(last.Of, last.Factor, last.Score, r.scorer, r.text)
	return told.String()
}

// part is a score as a part of a value, with what the scorer can tell of it.
func part(of string, factor, score float64, s classify.Scorer, text string) crawl.Part {
	p := crawl.Part{Of: of, Factor: factor, Score: score}
	if teller, ok := s.(interface {
		Parts(text string) iter.Seq2[string, float64]
	}); ok && score != 0 {
		for label := range teller.Parts(text) {
			p.Evidence = append(p.Evidence, label)
		}
	}
	return p
}
