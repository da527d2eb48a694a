package classify

import (
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"strings"

	"github.com/lokman-crawler/lokman/internal/document"
)

// ScoreDocument returns the score of a page: of the document by the scorer's method of
// that name, or else of its text.
func ScoreDocument(s Scorer, d Document) float64 {
	if structured, ok := s.(interface{ ScoreDocument(Document) float64 }); ok {
		return structured.ScoreDocument(d)
	}
	return s.Score(d.Text)
}

// Emphasis scores pages as if their marked parts were written several times: each
// field is how often the text of that mark counts, 1 to 16. 0 means once, less than 0
// not at all, more than 16 as much as 16. Text with several marks counts as
// that of the first in the order of the fields. The repeated parts of a page together
// are at most four times as long as its text.
type Emphasis struct {
	Title, Heading, Bold, Anchor int // as Span.Mark says

	Body int // what has no mark
}

const (
	maxEmphasis = 16
	maxRepeated = 4
)

// NewScorer returns a scorer that scores texts as s does and pages with emphasis. If
// s is a [TermScorer] or has Parts, so is or has the scorer; if s is none and has ScoreAll, so
// has the scorer.
func (e Emphasis) NewScorer(s Scorer) Scorer {
	base := emphasized{s, e}
	terms, isTerms := s.(TermScorer)
	explained, explains := s.(explainer)
	asker, asks := s.(asker)
	switch {
	case isTerms && explains:
		return struct {
			emphasized
			occurring
			parted
		}{base, occurring{terms}, parted{explained}}
	case isTerms:
		return struct {
			emphasized
			occurring
		}{base, occurring{terms}}
	case asks && explains:
		return struct {
			emphasized
			asking
			parted
		}{base, asking{asker}, parted{explained}}
	case asks:
		return struct {
			emphasized
			asking
		}{base, asking{asker}}
	case explains:
		return struct {
			emphasized
			parted
		}{base, parted{explained}}
	}
	return base
}

// emphasized scores by a scorer with emphasis.
type emphasized struct {
	scorer   Scorer
	emphasis Emphasis
}

func (s emphasized) Score(text string) float64        { return s.scorer.Score(text) }
func (s emphasized) ScoreDocument(d Document) float64 { return s.scorer.Score(s.PageText(d)) }

// PageText returns the text that a page is scored by.
func (s emphasized) PageText(d Document) string { return s.emphasis.Text(d) }

// Fingerprint does what [Scorer] says. Of a scorer without one it has no more than the
// type.
func (s emphasized) Fingerprint() uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%v %T\n", s.emphasis, s.scorer)
	if f, ok := s.scorer.(interface{ Fingerprint() uint64 }); ok {
		fmt.Fprintln(h, f.Fingerprint())
	}
	return h.Sum64()
}

// occurring, parted and asking hand on what a scorer can do more.
type occurring struct{ terms TermScorer }

func (s occurring) Occurrences(text string) iter.Seq2[string, float64] {
	return s.terms.Occurrences(text)
}
func (s occurring) Unit() float64 { return s.terms.Unit() }

type explainer interface {
	Parts(text string) iter.Seq2[string, float64]
}

type parted struct{ explainer }

type asker interface {
	ScoreAll(ctx context.Context, texts []string) ([]float64, error)
}

type asking struct{ asker }

// Text returns the text of a page with its marked parts as often as they count: the
// page's own, without the parts that do not count, and then the others again, each
// a block.
func (e Emphasis) Text(d Document) string {
	var whole, repeated strings.Builder
	room := maxRepeated * len(d.Text)
	for piece, times := range e.pieces(d) {
		if times == 0 {
			whole.WriteString("\n\n") // what it separated stays apart
			continue
		}
		whole.WriteString(piece)
		for range times - 1 {
			if repeated.Len()+len(piece) > room {
				break
			}
			repeated.WriteString("\n\n")
			repeated.WriteString(piece)
		}
	}
	return whole.String() + repeated.String()
}

// pieces yields the text of a page cut where marks begin and end, each piece with
// how often it counts.
func (e Emphasis) pieces(d Document) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		order := [...]string{document.MarkTitle, document.MarkHeading, document.MarkBold, document.MarkAnchor}
		counts := [...]int{e.Title, e.Heading, e.Bold, e.Anchor}
		var ends [len(order)]int // of the open span of each mark
		next := 0                // span
		for at := 0; at < len(d.Text); {
			for next < len(d.Spans) && d.Spans[next].Start <= at {
				s := d.Spans[next]
				for i, mark := range order {
					if s.Mark == mark {
						ends[i] = max(ends[i], s.End)
					}
				}
				next++
			}
			end, count := len(d.Text), e.Body
			if next < len(d.Spans) {
				end = d.Spans[next].Start
			}
			for i := len(order) - 1; i >= 0; i-- {
				if ends[i] > at {
					end, count = min(end, ends[i]), counts[i]
				}
			}
			if !yield(d.Text[at:end], times(count)) {
				return
			}
			at = end
		}
	}
}

// times returns how often text counts.
func times(count int) int {
	switch {
	case count < 0:
		return 0
	case count == 0:
		return 1
	}
	return min(count, maxEmphasis)
}
