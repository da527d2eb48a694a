package classify

import (
	"fmt"
	"slices"
	"strings"
)

// Drift says how a page differs from the pages that a model has learned.
type Drift struct {
	Drifted bool
	Novel   float64 // share of the links that are unlike any example
	Why     string
}

const (
	novelShare   = 0.2 // of a page's links, from which on its layout is another
	novelLeast   = 2   // links: one new link is an announcement
	refusedShare = 0.4 // of a page's links
)

// ClassifyPage classifies all links of a page and says whether the page has
// drifted away from those that were learned: many of its links are unlike any
// example or refused, or it has no articles though every page that was learned
// has. Then a person should look at it and Learn from it. A link that Classify
// refuses is guessed by its role on the page, except in ModePaper.
func (m *NearestNeighbor) ClassifyPage(links []Link) ([]Classification, Drift) {
	out := make([]Classification, len(links))
	articles, novel, refused := 0, 0, 0
	for i, l := range links {
		if len(m.examples) == 0 {
			out[i] = m.Classify(l)
			continue
		}
		d := m.answer(m.Mode.Vector(l))
		out[i] = m.classification(d)
		if out[i].Class == ClassArticle {
			articles++
		}
		if m.trust.novel(d) {
			novel++
		}
		if out[i].Refused {
			refused++
		}
	}
	drift := m.drift(len(links), novel, refused, articles)
	m.guess(links, out, drift.Drifted)
	return out, drift
}

func (m *NearestNeighbor) drift(links, novel, refused, articles int) Drift {
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
	case refused >= novelLeast && float64(refused) >= refusedShare*float64(links):
		d.Drifted, d.Why = true, fmt.Sprintf("%d of %d links are refused", refused, links)
	case articles == 0 && m.allHaveArticles():
		d.Drifted, d.Why = true, "no articles, though all pages that were learned have some"
	}
	return d
}

func (m *NearestNeighbor) allHaveArticles() bool {
	for _, p := range m.pages {
		if p.Classes[ClassArticle] == 0 {
			return false
		}
	}
	return true
}

// guess gives links that are refused the class of their role on the page. When
// all a template's marks have changed, what a link shows and leads to is left.
// The paper has no such guess.
func (m *NearestNeighbor) guess(links []Link, out []Classification, drifted bool) {
	if m.Mode.paper() || len(m.examples) == 0 || !slices.ContainsFunc(out, func(c Classification) bool { return c.Refused }) {
		return
	}
	learned := roles{}
	for _, p := range m.pages {
		for role, classes := range p.Roles {
			for class, n := range classes {
				learned.add(role, class, n)
			}
		}
	}
	share := clearRole
	if drifted {
		share = 0.5
	}
	on := rolesOf(links)
	titles := slices.Contains(on, titlesRole)
	for i, role := range on {
		if !out[i].Refused {
			continue
		}
		class, rate := learned.guess(role, share)
		unknown := len(learned[role]) == 0
		if newKind := drifted || strings.HasSuffix(role, many); unknown && newKind && slices.Contains(m.index.classes, ClassArticle) {
			class = usual(role, titles)
		}
		if class != "" && class != out[i].Class {
			out[i].Class, out[i].Confidence, out[i].Neighbor = class, min(rate, out[i].Confidence), nil
			out[i].Evidence = append(out[i].Evidence, "guessed by its role on the page: "+role)
		}
	}
}
