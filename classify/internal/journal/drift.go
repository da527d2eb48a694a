package journal

import (
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/dom"
)

// doubtedShare is the share of a page's links from which on it has drifted if they are refused,
// where a link's part counts: no more are to be refused.
const doubtedShare = 0.05

// ClassifyPage classifies all links of a page and says whether the page has
// drifted away from those that were learned.
func (m *Model) ClassifyPage(links []dom.Link) ([]verdict.Answer, neighbor.Drift) {
	if !m.weighs() {
		return m.Model.ClassifyPage(links)
	}
	d := m.weigh(links, nil)
	out := m.answers(d, nil)
	return out, m.driftOf(d, out)
}

// driftOf is the drift of a page that was weighed.
func (m *Model) driftOf(d *pageDecision, out []verdict.Answer) neighbor.Drift {
	drift := m.DriftOf(out, func(i int) neighbor.Decision { return d.evidence[i].decision }, doubtedShare)
	if d.redesign && !drift.Drifted {
		drift.Drifted, drift.Why = true, "nothing looks as the articles did"
	}
	return drift
}
