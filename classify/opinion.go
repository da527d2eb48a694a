package classify

import (
	"fmt"
	"math"
	"slices"
)

// weighs reports whether the model weighs a link's part on its page: not as
// the paper has it, and only between articles and other links.
func (m *NearestNeighbor) weighs() bool {
	if m.Mode.paper() || m.known.Page == 0 || len(m.examples) == 0 {
		return false
	}
	for _, class := range m.index.classes {
		if class != ClassArticle && class != ClassOther {
			return false
		}
	}
	return true
}

// opinion is what a model thinks of a page's links.
type opinion struct {
	view     *pageView
	evidence []linkEvidence
	scores   []float64 // above 0 for articles
	redesign bool      // nothing looked like an article as they looked before
}

// weigh looks at a page. Links that a person has labelled are in said.
func (m *NearestNeighbor) weigh(links []Link, said map[int]int) *opinion {
	o := &opinion{view: m.read(links)}
	o.evidence = m.gather(o.view, nil)
	familiar := familiarity(o.evidence)
	o.scores = m.scores(o.view, o.evidence, familiar, nil)
	if len(links) > 0 && slices.Max(o.scores) < 0 && m.allHave(ClassArticle) {
		// As the articles looked none is there: only the part of a link on its page
		// can tell.
		o.redesign = true
		familiar = 0
	}
	if o.redesign || len(said) > 0 {
		o.scores = m.scores(o.view, o.evidence, familiar, said)
	}
	if len(links) > 0 && slices.Min(o.scores) > 0 && familiar < strangeFrom && m.allHave(ClassOther) {
		// What tells the two apart is not there.
		for i, s := range o.scores {
			o.scores[i] = min(s, allArticles)
		}
	}
	return o
}

// allArticles is the most of a score on an unfamiliar page whose links all look
// like articles: none is sure.
const allArticles = 1

// answers turns an opinion into classifications.
func (m *NearestNeighbor) answers(o *opinion, said map[int]int) []Classification {
	out := make([]Classification, len(o.scores))
	for i, s := range o.scores {
		if class, ok := said[i]; ok {
			out[i] = labelled(classAt(class))
			continue
		}
		class := ClassOther
		if s > 0 {
			class = ClassArticle
		}
		c := m.classification(o.evidence[i].decision)
		c.Refused = false
		c.Evidence = slices.DeleteFunc(c.Evidence, isRefusal)
		if c.Class != class {
			c.Class, c.Neighbor = class, nil
			c.Evidence = append(c.Evidence, "its part on the page says otherwise")
		}
		c.Confidence = confidence(s)
		if o.evidence[i].decision.even {
			c.Confidence = 0
		}
		c.Evidence = append(c.Evidence, fmt.Sprintf("weighed at %.1f", s))
		if c.Confidence < answerFrom {
			c.Refused = true
			c.Evidence = append(c.Evidence, refusal+"not sure enough")
		}
		out[i] = c
	}
	return out
}

const answerFrom = 0.8 // confidence

// labelled is what a person has said of a link.
func labelled(class string) Classification {
	return Classification{Class: class, Confidence: 1, Evidence: []string{"labelled"}}
}

// confidence is how often answers of a score are right.
func confidence(score float64) float64 {
	return math.Round(logistic(math.Abs(score))*1e4) / 1e4
}
