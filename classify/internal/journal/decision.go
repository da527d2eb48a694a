package journal

import (
	"math"
	"slices"
	"strconv"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// weighs reports whether the model weighs a link's part on its page: only between articles
// and other links.
func (m *Model) weighs() bool {
	if m.memory.Page == 0 || len(m.Examples) == 0 {
		return false
	}
	return !slices.ContainsFunc(m.Index.Classes, func(class string) bool { return class != verdict.Article && class != verdict.Other })
}

// pageDecision is what a model decides about a page's links.
type pageDecision struct {
	view     *pageView
	evidence []linkEvidence
	scores   []float64 // above 0 for articles
	redesign bool      // nothing looked like an article as they looked before
}

// weigh looks at a page. userLabels are the classes, by index, of links that a person has labelled.
func (m *Model) weigh(links []anchor.Link, userLabels map[int]int) *pageDecision {
	d := &pageDecision{view: readPage(links, m.memory.seen)}
	d.evidence = m.gather(d.view, nil)
	familiar := familiarity(d.evidence)
	d.scores = m.scores(d.view, d.evidence, familiar, nil)
	if len(links) > 0 && slices.Max(d.scores) < 0 && m.AllHave(verdict.Article) {
		// As the articles looked none is there: only the part of a link on its page
		// can tell.
		d.redesign = true
		familiar = 0
	}
	if d.redesign || len(userLabels) > 0 {
		d.scores = m.scores(d.view, d.evidence, familiar, userLabels)
	}
	if len(links) > 0 && slices.Min(d.scores) > 0 && familiar < strangeFrom && m.AllHave(verdict.Other) {
		// What tells the two apart is not there, until a person says it.
		told := d.told(userLabels)
		for i, s := range d.scores {
			if !told[d.view.groups[i]] {
				d.scores[i] = min(s, allArticles)
			}
		}
	}
	return d
}

// allArticles is the most of a score on an unfamiliar page whose links all look
// like articles: none is sure.
const allArticles = 1

// answers turns what was decided into answers.
func (m *Model) answers(d *pageDecision, userLabels map[int]int) []verdict.Answer {
	out := make([]verdict.Answer, len(d.scores))
	nearest := map[neighbor.Decision]verdict.Answer{} // what was decided for links of several looks is much the same
	for i, s := range d.scores {
		if class, ok := userLabels[i]; ok {
			out[i] = verdict.Labelled(verdict.ClassName(class))
			continue
		}
		class := verdict.Other
		if s > 0 {
			class = verdict.Article
		}
		c, known := nearest[d.evidence[i].decision]
		if !known {
			c = m.Answer(d.evidence[i].decision)
			c.Accept()
			nearest[d.evidence[i].decision] = c
		}
		evidence := append(make([]string, 0, len(c.Evidence)+3), c.Evidence...)
		if c.Class != class {
			c.Class, c.Neighbor = class, nil
			evidence = append(evidence, "its part on the page says otherwise")
		} else {
			own := *c.Neighbor
			c.Neighbor = &own
		}
		c.Confidence = confidence(s)
		if d.evidence[i].decision.Even {
			c.Confidence = 0
		}
		c.Evidence = append(evidence, "weighed at "+strconv.FormatFloat(s, 'f', 1, 64))
		if c.Confidence < answerFrom {
			c.Refuse("not sure enough")
		}
		out[i] = c
	}
	return out
}

const answerFrom = 0.8 // confidence

// confidence is how often answers of a score are right.
func confidence(score float64) float64 {
	return math.Round(logistic(math.Abs(score))*1e4) / 1e4
}
