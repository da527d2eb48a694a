package classify

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// A NearestNeighbor says what a link is by the labelled link of the same
// journal that is nearest to it (D. X. Le and G. R. Thoma, Automated article
// links identification for web-based online medical journals, SCI 2004;
// docs/links.md in the repository fills its gaps). The zero value knows nothing
// and compares by the enhanced components; set Mode and Distance before the
// first Learn. Learn and Merge must not run at the same time as other methods;
// Classify may be called by many goroutines at once.
type NearestNeighbor struct {
	Journal  string   // whose links these are; set by the caller
	Mode     Mode     // "" means ModeEnhanced
	Distance Distance // of components that are not compared by their words; "" means DistanceLevenshtein

	examples []example
	pages    []page
	index    *index
	trust    trust
}

// An Example is a link whose class is known.
type Example struct {
	Link  Link
	Class string
}

// page is what is kept of a page that was learned.
type page struct {
	Links   int            `json:"links"`
	Classes map[string]int `json:"classes"`
	Roles   roles          `json:"roles,omitempty"`
}

// MaxExamples is how many distinct links a model keeps. Beyond it the oldest
// are dropped.
const MaxExamples = 3000

// ErrClass is returned for an example without a class.
var ErrClass = errors.New("classify: an example has no class")

// Learn adds the links of one page. Links that look the same are kept as one
// with its counts. What confidence is worth is learned again by asking the model about
// each link that it has, as if that link were not there: some milliseconds for
// hundreds of links.
func (m *NearestNeighbor) Learn(links ...Example) error {
	if err := m.valid(); err != nil {
		return err
	}
	p := page{Links: len(links), Classes: map[string]int{}, Roles: roles{}}
	all := make([]Link, len(links))
	for i, l := range links {
		if l.Class == "" {
			return fmt.Errorf("%w: link %q", ErrClass, excerpt.Cut(l.Link.Href, 80))
		}
		p.Classes[l.Class]++
		all[i] = l.Link
	}
	for i, role := range rolesOf(all) {
		p.Roles.add(role, links[i].Class, 1)
	}
	var learned []example
	for _, l := range links {
		learned = append(learned, example{
			m.Mode.Vector(l.Link), map[string]int{l.Class: 1}, excerpt.Cut(l.Link.Href, maxComponent), excerpt.Cut(l.Link.Text, maxComponent),
		})
	}
	m.take(learned, []page{p})
	return nil
}

// ErrMerge is returned for models that compare differently.
var ErrMerge = errors.New("classify: models of different mode or distance cannot be merged")

// Merge adds what another model has learned, as if its pages had been learned
// after the model's own.
func (m *NearestNeighbor) Merge(o *NearestNeighbor) error {
	if m.mode() != o.mode() || m.distance() != o.distance() {
		return ErrMerge
	}
	m.take(o.examples, o.pages)
	return nil
}

func (m *NearestNeighbor) take(learned []example, pages []page) {
	at := make(map[string]int, len(m.examples))
	for i, e := range m.examples {
		at[e.vector.key()] = i
	}
	for _, e := range learned {
		i, ok := at[e.vector.key()]
		if !ok {
			i = len(m.examples)
			at[e.vector.key()] = i
			m.examples = append(m.examples, example{e.vector, map[string]int{}, e.href, e.text})
		}
		for class, n := range e.counts {
			m.examples[i].counts[class] += n
		}
	}
	m.examples = slices.Clone(m.examples[max(0, len(m.examples)-MaxExamples):])
	m.pages = slices.Concat(m.pages, pages)
	m.prepare()
}

func (m *NearestNeighbor) prepare() {
	m.index = newIndex(m.Mode, m.distance(), m.examples)
	m.trust = calibrate(m.index, m.examples)
}

func (m *NearestNeighbor) valid() error {
	return errors.Join(m.Mode.valid(), m.Distance.valid())
}

func (m *NearestNeighbor) mode() Mode {
	if m.Mode == "" {
		return ModeEnhanced
	}
	return m.Mode
}

func (m *NearestNeighbor) distance() Distance {
	if m.Distance == "" {
		return DistanceLevenshtein
	}
	return m.Distance
}

// Classify implements [Classifier]. A model without examples refuses, with no
// class.
func (m *NearestNeighbor) Classify(l Link) Classification {
	if len(m.examples) == 0 {
		return Classification{Refused: true, Evidence: []string{"no examples of this journal"}}
	}
	return m.classification(m.answer(m.Mode.Vector(l)))
}

// answer looks for the vector itself before it searches: on most pages half of
// the links are as they were.
func (m *NearestNeighbor) answer(v Vector) decision {
	e, known := m.index.exact[v.key()]
	if known {
		if d := m.index.answers[e].Load(); d != nil {
			return *d
		}
	}
	d := m.index.decide(m.index.search(v, leaveNone))
	if known {
		m.index.answers[e].Store(&d)
	}
	return d
}

func (m *NearestNeighbor) classification(d decision) Classification {
	e := m.examples[d.example]
	c := Classification{
		Class: m.index.classes[d.class],
		Neighbor: &Neighbor{
			Class: m.index.classes[d.class], Href: e.href, Text: e.text, Distance: m.scale(d.distance),
		},
	}
	c.Evidence = append(c.Evidence, fmt.Sprintf("nearest at %.3f: %q %s", c.Neighbor.Distance, excerpt.Cut(e.text, 80), excerpt.Cut(e.href, 120)))
	if d.other != far {
		c.Evidence = append(c.Evidence, fmt.Sprintf("another class at %.3f", m.scale(d.other)))
	}
	c.Confidence = m.trust.confidence(d)
	if why := m.trust.refuse(d); len(why) > 0 {
		c.Refused = true
		c.Evidence = append(c.Evidence, "refused: "+strings.Join(why, ", "))
	}
	return c
}

// scale turns parts into a mean distance of the components, 0 to 1.
func (m *NearestNeighbor) scale(distance int32) float64 {
	weights := int32(0)
	for _, c := range m.Mode.components() {
		weights += c.weight
	}
	return float64(distance) / whole / float64(weights)
}
