package neighbor

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// Drift says how a page differs from the pages that a model has learned.
type Drift struct {
	Drifted bool
	Novel   float64
	Why     string
}

const (
	novelShare   = 0.2 // of a page's links, from which on its layout is another
	novelLeast   = 2   // links: one new link is an announcement
	refusedShare = 0.4 // of a page's links, where the nearest examples alone say what they are
)

// ClassifyPage does what that of classify/paper does.
func (m *Model) ClassifyPage(links []anchor.Link) ([]verdict.Answer, Drift) {
	out, decisions := make([]verdict.Answer, len(links)), make([]Decision, len(links))
	if len(m.Examples) == 0 {
		for i, l := range links {
			out[i] = m.Classify(l)
		}
	} else {
		for i, v := range m.Vectors(links) {
			decisions[i] = m.Index.Ask(v, LeaveNone).Decision
			out[i] = m.Answer(decisions[i])
		}
	}
	return out, m.DriftOf(out, func(i int) Decision { return decisions[i] }, refusedShare)
}

// DriftOf says how a page differs by the answers about its links and what the nearest examples say; from
// a share of refused links on it has drifted.
func (m *Model) DriftOf(out []verdict.Answer, nearest func(link int) Decision, mostRefused float64) Drift {
	if len(m.Examples) == 0 {
		return Drift{Drifted: true, Novel: 1, Why: "no page has been learned"}
	}
	links, articles, novel, refused := len(out), 0, 0, 0
	for i, c := range out {
		if c.Class == verdict.Article {
			articles++
		}
		if m.Trust.novel(nearest(i)) {
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
	case articles == 0 && m.AllHave(verdict.Article):
		d.Drifted, d.Why = true, "no articles, though all pages that were learned have some"
	}
	return d
}

// AllHave reports whether all pages that were learned have links of a class.
func (m *Model) AllHave(class string) bool {
	return !slices.ContainsFunc(m.Pages, func(p Page) bool { return p.Classes[class] == 0 })
}

// Adapt classifies the links of a page and has the model learn those that it does not
// refuse, unless the page has drifted. Those with labels are learned as these say.
func (m *Model) Adapt(links []anchor.Link, labels map[int]string, learn func([]anchor.Link, []string) error) ([]verdict.Answer, Drift, error) {
	if err := CheckLabels(labels, len(links)); err != nil {
		return nil, Drift{}, err
	}
	out, drift := m.ClassifyPage(links)
	var learned []anchor.Link
	var classes []string
	for i, l := range links {
		class, labelled := labels[i]
		if labelled {
			out[i] = verdict.Labelled(class)
		}
		if labelled || !out[i].Refused && !drift.Drifted {
			learned, classes = append(learned, l), append(classes, out[i].Class)
		}
	}
	if len(learned) == 0 {
		return out, drift, nil
	}
	return out, drift, learn(learned, classes)
}

// Question asks for the first link that is refused.
func (m *Model) Question(links []anchor.Link, labels map[int]string) (link int, ok bool) {
	if CheckLabels(labels, len(links)) != nil {
		return 0, false
	}
	for i, l := range links {
		if _, asked := labels[i]; !asked && m.Classify(l).Refused {
			return i, true
		}
	}
	return 0, false
}

// CheckLabels returns an error about a label of no link, or of no class.
func CheckLabels(labels map[int]string, links int) error {
	for _, i := range slices.Sorted(maps.Keys(labels)) {
		switch {
		case i < 0 || i >= links:
			return fmt.Errorf("classify: a label for link %d of %d", i, links)
		case labels[i] == "":
			return fmt.Errorf("%w: the label of link %d", ErrClass, i)
		}
	}
	return nil
}
