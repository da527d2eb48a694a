// Package strategy has the crawling strategies of the literature, each a
// [crawl.Strategy] with its source in its comment and its parameters by name;
// parameters that are zero have the published values, or ours where it says so.
//
// Those that are pointers (PageRank, HITS, InfoSpiders, LokmanNormalized,
// Adaptive) keep a state: take a new one for each crawl. Some of these change the
// values of URLs that they have found before, so the frontier must replace values, as
// the one that a Crawler makes for them does.
//
// The thesis is Kayisoglu's on the Lokman crawler, see docs/sources.md.
package strategy

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/valid"
)

// BreadthFirst takes links in the order in which they are found (thesis
// 2.2.1). It is what a Crawler without a strategy does.
type BreadthFirst = crawl.BreadthFirst

// capacity returns the Capacity of a frontier for that of a strategy, of which 0
// means a default and crawl.NoLimit no limit.
func capacity(n, byDefault int) int {
	return max(0, cmp.Or(n, byDefault)) // 0 is a frontier's value for no limit
}

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

// urlsOf yields the URLs of the links of a page that lead to pages.
func urlsOf(doc classify.Document) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, l := range doc.Links {
			if l.URL != "" && !yield(l.URL) {
				return
			}
		}
	}
}

// needScorer returns the error about a scorer that is not there, or that says by a method
// Valid that it cannot score.
func needScorer(strategy string, s classify.Scorer) error {
	if s == nil {
		return fmt.Errorf("strategy: the Scorer of %s is not set", strategy)
	}
	if err := valid.Check(s); err != nil {
		return fmt.Errorf("strategy: the Scorer of %s: %w", strategy, err)
	}
	return nil
}

// needURLs returns the error about a field that holds what is no URL of a page.
func needURLs(field string, urls []string) error {
	for _, url := range urls {
		if _, err := crawl.Canonical(url); err != nil {
			return fmt.Errorf("strategy: %s: %w", field, err)
		}
	}
	return nil
}

// canonical returns the form of a URL that a crawl knows its page by.
func canonical(url string) string {
	if form, err := crawl.Canonical(url); err == nil {
		return form
	}
	return url
}

// reason explains a link's value when it is printed: the last part is the link's
// own, with what the scorer finds in its text as evidence.
type reason struct {
	value  crawl.Explanation
	scorer classify.Scorer
	text   string
}

func (r reason) String() string {
	parts := slices.Clone(r.value)
	last := &parts[len(parts)-1]
	*last = part(last.Of, last.Factor, last.Score, r.scorer, r.text)
	return parts.String()
}

// part is a score as a part of a value, with what it is made of as evidence if
// the scorer is a classify.Explainer.
func part(of string, factor, score float64, s classify.Scorer, text string) crawl.Part {
	p := crawl.Part{Of: of, Factor: factor, Score: score}
	if explainer, ok := s.(classify.Explainer); ok && score != 0 {
		for label := range explainer.Parts(text) {
			p.Evidence = append(p.Evidence, label)
		}
	}
	return p
}
