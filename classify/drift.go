package classify

import "fmt"

// Drift says how a page differs from the pages that a model has learned.
type Drift struct {
	Drifted bool    // the model should learn anew
	Novel   float64 // share of the links that are unlike any example
	Why     string  // in words
}

const (
	novelShare   = 0.2  // of a page's links, from which on its layout is another
	novelLeast   = 2    // links: one new link is an announcement
	refusedShare = 0.4  // of a page's links, where the nearest examples alone say what they are
	doubtedShare = 0.05 // the same where a link's part counts: no more are to be refused
)

// ClassifyPage classifies all links of a page and says whether the page has
// drifted away from those that were learned: many of its links are unlike any
// example or refused, or it has no articles though every page that was learned
// has. Then a person should look at it and Learn from it, or answer a Question.
//
// Except in ModePaper, and unless a model has classes besides ClassArticle and
// ClassOther, the answers are not those of Classify: what the nearest examples
// say is weighed with the part that a link has on its page and with what links
// that look like it are, by weights that fit the pages that were learned.
func (m *NearestNeighbor) ClassifyPage(links []Link) ([]Classification, Drift) {
	if m.weighs() {
		o := m.weigh(links, nil)
		out := m.answers(o, nil)
		return out, m.driftOf(o, out)
	}
	out, decisions := make([]Classification, len(links)), make([]decision, len(links))
	for i, l := range links {
		if len(m.examples) == 0 {
			out[i] = m.Classify(l)
			continue
		}
		decisions[i] = m.answer(m.Mode.Vector(l))
		out[i] = m.classification(decisions[i])
	}
	return out, m.drift(out, func(i int) decision { return decisions[i] }, refusedShare)
}

// driftOf is the drift of a page that was weighed.
func (m *NearestNeighbor) driftOf(o *opinion, out []Classification) Drift {
	d := m.drift(out, func(i int) decision { return o.evidence[i].decision }, doubtedShare)
	if o.redesign && !d.Drifted {
		d.Drifted, d.Why = true, "nothing looks as the articles did"
	}
	return d
}

// drift says how a page differs by the answers about its links and what the nearest examples say; from
// a share of refused links on it has drifted.
func (m *NearestNeighbor) drift(out []Classification, nearest func(link int) decision, mostRefused float64) Drift {
	if len(m.examples) == 0 {
		return Drift{Drifted: true, Novel: 1, Why: "no page has been learned"}
	}
	links, articles, novel, refused := len(out), 0, 0, 0
	for i, c := range out {
		if c.Class == ClassArticle {
			articles++
		}
		if m.trust.novel(nearest(i)) {
			novel++
		}
		if c.Refused {
			refused++
		}
	}
	var d Drift
	if links > 0 {
		d.Novel = float64(novel) / float64(links)
	}
	switch {
	case novel >= novelLeast && d.Novel >= novelShare:
		d.Drifted, d.Why = true, fmt.Sprintf("%d of %d links are unlike any example", novel, links)
	case refused >= novelLeast && float64(refused) >= mostRefused*float64(links):
		d.Drifted, d.Why = true, fmt.Sprintf("%d of %d links are refused", refused, links)
	case articles == 0 && m.allHave(ClassArticle):
		d.Drifted, d.Why = true, "no articles, though all pages that were learned have some"
	}
	return d
}

// allHave reports whether all pages that were learned have links of a class.
func (m *NearestNeighbor) allHave(class string) bool {
	for _, p := range m.pages {
		if p.Classes[class] == 0 {
			return false
		}
	}
	return true
}
