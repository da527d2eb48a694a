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
	out := make([]Classification, len(links))
	articles, novel, refused := 0, 0, 0
	for i, l := range links {
		if len(m.examples) == 0 {
			out[i] = m.Classify(l)
			continue
		}
		d := m.answer(m.Mode.Vector(l))
		out[i] = m.classification(d)
		tally(&articles, out[i].Class == ClassArticle)
		tally(&novel, m.trust.novel(d))
		tally(&refused, out[i].Refused)
	}
	return out, m.drift(len(links), novel, refused, articles, refusedShare)
}

func tally(n *int, yes bool) {
	if yes {
		*n++
	}
}

// driftOf is the drift of a page that was weighed.
func (m *NearestNeighbor) driftOf(o *opinion, out []Classification) Drift {
	articles, novel, refused := 0, 0, 0
	for i, c := range out {
		tally(&articles, c.Class == ClassArticle)
		tally(&novel, m.trust.novel(o.evidence[i].decision))
		tally(&refused, c.Refused)
	}
	d := m.drift(len(out), novel, refused, articles, doubtedShare)
	if o.redesign && !d.Drifted {
		d.Drifted, d.Why = true, "nothing looks as the articles did"
	}
	return d
}

func (m *NearestNeighbor) drift(links, novel, refused, articles int, most float64) Drift {
	var d Drift
	switch {
	case len(m.examples) == 0:
		return Drift{Drifted: true, Novel: 1, Why: "no page has been learned"}
	case links > 0:
		d.Novel = float64(novel) / float64(links)
	}
	switch {
	case novel >= novelLeast && d.Novel >= novelShare:
		d.Drifted, d.Why = true, fmt.Sprintf("%d of %d links are unlike any example", novel, links)
	case refused >= novelLeast && float64(refused) >= most*float64(links):
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
