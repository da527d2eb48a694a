// Package strategy has the crawling strategies of the literature, each a
// [crawl.Strategy] with its source in its comment and its parameters by name.
package strategy

import (
	"iter"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
)

// BreadthFirst takes links in the order in which they are found (thesis
// 2.2.1). It is what a Crawler without a strategy does.
type BreadthFirst = crawl.BreadthFirst

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
