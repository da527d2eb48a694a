package neighbor

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/dom"
)

// Adapt classifies the links of a page and has the model learn those that it does not
// refuse, unless the page has drifted. Those with labels are learned as these say.
func (m *Model) Adapt(links []dom.Link, labels map[int]string, learn func([]Labelled) error) ([]verdict.Answer, Drift, error) {
	if err := CheckLabels(labels, len(links)); err != nil {
		return nil, Drift{}, err
	}
	out, drift := m.ClassifyPage(links)
	var learned []Labelled
	for i, l := range links {
		class, labelled := labels[i]
		if labelled {
			out[i] = verdict.Labelled(class)
		}
		if labelled || !out[i].Refused && !drift.Drifted {
			learned = append(learned, Labelled{l, out[i].Class})
		}
	}
	if len(learned) == 0 {
		return out, drift, nil
	}
	return out, drift, learn(learned)
}

// Question asks for the first link that is refused.
func (m *Model) Question(links []dom.Link, labels map[int]string) (link int, ok bool) {
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
