// Package scored has what strategies share that value pages and links by a scorer.
package scored

import (
	"cmp"
	"fmt"
	"iter"
	"net/url"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/valid"
)

// ByPage gives every link of a page the page's score.
func ByPage(s classify.Scorer, p *crawl.Page) crawl.Valuation {
	doc := p.Scan()
	s, err := Ask(p.Context(), s, doc, nil)
	if err != nil {
		return crawl.Valuation{Err: err}
	}
	return Tied(s, doc)
}

// Tied gives every link of a document the score of its page.
func Tied(s classify.Scorer, doc classify.Document) crawl.Valuation {
	v := Page(s, doc)
	for l := range Links(doc) {
		v.Links = append(v.Links, frontier.Entry{URL: l.URL, Value: v.Score, Reason: v.Explanation})
	}
	return v
}

// Page returns the valuation of a page that is worth what its scorer says, without its links.
func Page(s classify.Scorer, doc classify.Document) crawl.Valuation {
	score := classify.ScoreDocument(s, doc)
	return crawl.Valuation{Score: score, Explanation: crawl.Explanation{Part("page", 1, score, s, doc.Text)}}
}

// Part is a score as a part of a value, with what it is made of as evidence if
// the scorer has Parts.
func Part(of string, factor, score float64, s classify.Scorer, text string) crawl.Part {
	p := crawl.Part{Of: of, Factor: factor, Score: score}
	if explainer, ok := s.(Explainer); ok && score != 0 {
		for label := range explainer.Parts(text) {
			p.Evidence = append(p.Evidence, label)
		}
	}
	return p
}

// Links yields the links of a page that lead to pages, each URL once, at
// its first place.
func Links(doc classify.Document) iter.Seq[classify.Link] {
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

// LinkText is the text that a link is scored by. The blank line keeps phrases
// from matching across its parts.
func LinkText(l classify.Link) string {
	href, err := url.PathUnescape(l.Href)
	if err != nil {
		href = l.Href
	}
	return href + "\n\n" + l.Text
}

// Capacity returns the Capacity of a frontier for that of a strategy, of which 0
// means a default and crawl.NoLimit no limit.
func Capacity(n, byDefault int) int {
	return max(0, cmp.Or(n, byDefault)) // 0 is a frontier's value for no limit
}

// Need returns the error about a scorer that is not there, or that says by a method
// Valid that it cannot score.
func Need(strategy string, s classify.Scorer) error {
	if s == nil {
		return fmt.Errorf("strategy: the Scorer of %s is not set", strategy)
	}
	if err := valid.Check(s); err != nil {
		return fmt.Errorf("strategy: the Scorer of %s: %w", strategy, err)
	}
	return nil
}
