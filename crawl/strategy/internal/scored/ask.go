package scored

import (
	"context"
	"fmt"
	"iter"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/legible"
)

// An asker is a scorer with ScoreAll: see classify.Scorer.
type asker interface {
	classify.Scorer
	ScoreAll(ctx context.Context, texts []string) ([]float64, error)
}

// An Explainer is a scorer that says what a score is made of: see classify.Scorer.
type Explainer interface {
	Parts(text string) iter.Seq2[string, float64]
}

// Ask returns what scores a page's document and the texts of its links: the scorer itself, or if
// that has ScoreAll, what it says of all of them in one call.
func Ask(ctx context.Context, s classify.Scorer, doc classify.Document, texts iter.Seq[string]) (classify.Scorer, error) {
	a := NewAnswers(s)
	if a == nil {
		return s, nil
	}
	return a, a.Ask(ctx, &doc, texts)
}

// Answers are what a scorer has said of texts.
type Answers struct {
	asked  asker
	scores map[string]float64
}

// NewAnswers returns nil for a scorer that is not asked for many scores at once.
func NewAnswers(s classify.Scorer) *Answers {
	if a, ok := s.(asker); ok {
		return &Answers{asked: a}
	}
	return nil
}

// Asked returns the scorer that answers are from, or the scorer itself.
func Asked(s classify.Scorer) classify.Scorer {
	if a, ok := s.(*Answers); ok {
		return a.asked
	}
	return s
}

// Ask puts the answers about a document, if there is one, and texts in place of those of
// before.
func (a *Answers) Ask(ctx context.Context, doc *classify.Document, texts iter.Seq[string]) error {
	a.scores = map[string]float64{}
	var news []string
	ask := func(text string) {
		if _, known := a.scores[text]; !known {
			a.scores[text] = 0
			news = append(news, text)
		}
	}
	if doc != nil {
		if text, ok := a.pageText(*doc); ok {
			ask(text)
		}
	}
	if texts != nil {
		for text := range texts {
			ask(text)
		}
	}
	if len(news) == 0 {
		return nil
	}
	scores, err := a.asked.ScoreAll(ctx, news)
	switch {
	case err != nil:
		return err
	case len(scores) != len(news):
		return fmt.Errorf("ScoreAll of %T returned %d scores of %d texts", a.asked, len(scores), len(news))
	}
	for i, score := range scores {
		if !legible.Finite(score) {
			return fmt.Errorf("ScoreAll of %T returned the score %v: want a finite number", a.asked, score)
		}
		a.scores[news[i]] = score
	}
	return nil
}

// pageText returns the text that a page is scored by, if it is.
func (a *Answers) pageText(doc classify.Document) (string, bool) {
	switch s := a.asked.(type) {
	case interface {
		PageText(classify.Document) string
	}:
		return s.PageText(doc), true
	case interface {
		ScoreDocument(classify.Document) float64
	}:
		return "", false
	}
	return doc.Text, true
}

// Score returns what was said of a text.
func (a *Answers) Score(text string) float64 { return a.scores[text] }

// ScoreDocument returns what was said of a page.
func (a *Answers) ScoreDocument(doc classify.Document) float64 {
	if text, ok := a.pageText(doc); ok {
		return a.scores[text]
	}
	return classify.ScoreDocument(a.asked, doc)
}

// Parts are those of the scorer that was asked.
func (a *Answers) Parts(text string) iter.Seq2[string, float64] {
	if explainer, ok := a.asked.(Explainer); ok {
		return explainer.Parts(text)
	}
	return func(func(string, float64) bool) {}
}

// Texts yields texts of links.
func Texts(links iter.Seq[classify.Link], of ...func(classify.Link) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for l := range links {
			for _, text := range of {
				if !yield(text(l)) {
					return
				}
			}
		}
	}
}

// Anchor is a link's own text.
func Anchor(l classify.Link) string { return l.Text }

// Context is a link's text with the words around it.
func Context(l classify.Link) string { return l.Context }

// All yields the links of a page that lead to pages, as often as it has them.
func All(doc classify.Document) iter.Seq[classify.Link] {
	return func(yield func(classify.Link) bool) {
		for _, l := range doc.Links {
			if l.URL != "" && !yield(l) {
				return
			}
		}
	}
}
