// Package strategy has the crawling strategies of the literature, each a
// [crawl.Strategy] with its source in its comment and its parameters by name.
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
