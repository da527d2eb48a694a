package strategy

import (
	"iter"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
)

// A textReading is what is found in a text, in one pass if the scorer is a
// classify.TextReader: its words are in Adaptive.words until the next text is read.
type textReading struct {
	occurrences iter.Seq2[string, float64] // nil of a scorer without terms
	parts       iter.Seq2[string, float64] // nil of one that explains nothing
}

func (a *Adaptive) readText(text string) (r textReading) {
	into := a.words.empty()
	if one, ok := a.Scorer.(classify.TextReader); ok {
		r.occurrences, r.parts = one.Read(text, into)
		return r
	}
	into.Read(text)
	if terms, ok := a.Scorer.(classify.TermScorer); ok {
		r.occurrences = terms.Occurrences(text)
	}
	if explainer, ok := a.Scorer.(classify.Explainer); ok {
		r.parts = explainer.Parts(text)
	}
	return r
}

// part is the part of a page in its value.
func (r textReading) part(score float64) crawl.Part {
	p := crawl.Part{Of: "page", Factor: half, Score: score}
	if r.parts != nil && score != 0 {
		for label := range r.parts {
			p.Evidence = append(p.Evidence, label)
		}
	}
	return p
}
