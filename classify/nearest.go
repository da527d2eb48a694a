package classify

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A NearestNeighbor says what a link is by the labelled link of the same
// journal that is nearest to it (D. X. Le and G. R. Thoma, Automated article
// links identification for web-based online medical journals, SCI 2004;
// docs/links.md in the repository fills its gaps). The zero value knows nothing
// and compares by the enhanced components; set Mode and Distance before the
// first Learn. Most callers want ClassifyPage, or Adapt for issue after issue:
// they see a link's part on its page. Learn, Adapt and Merge must not run at the
// same time as other methods; the others may be called by many goroutines at
// once.
type NearestNeighbor struct {
	Journal  string   // whose links these are; set by the caller
	Mode     Mode     // "" means ModeEnhanced
	Distance Distance // of components that are not compared by their words; "" means DistanceLevenshtein

	examples []example
	pages    []page
	known    known
	index    *index
	trust    trust
	shares   *usualShares // nil for those of the package
}

// An Example is a link whose class is known.
type Example struct {
	Link  Link   // as it stands on its page
	Class string // what it leads to
}

// page is what is kept of a page that was learned.
type page struct {
	Links   int            `json:"links"`
	Classes map[string]int `json:"classes"`
}

// MaxExamples is how many distinct links a model keeps. Beyond it the oldest
// are dropped, the model's own answers before what a person has labelled.
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
	p := page{Links: len(links), Classes: map[string]int{}}
	all, classes := make([]Link, len(links)), make([]int, len(links))
	for i, l := range links {
		if l.Class == "" {
			return fmt.Errorf("%w: link %q", ErrClass, excerpt.Cut(weburl.Redact(l.Link.Href), 80))
		}
		p.Classes[l.Class]++
		all[i], classes[i] = l.Link, place(l.Class)
	}
	r := m.read(all)
	var learned []example
	for i, l := range links {
		learned = append(learned, m.example(l.Link, r.vectors[i], l.Class, false))
	}
	if m.Mode.paper() {
		m.take(learned, []page{p})
		return nil
	}
	m.known.remember(r)
	for i, class := range classes {
		m.known.add(r, i, class, true)
		m.known.Base.add(&r.clues[i], class)
	}
	m.known.forget(0)
	m.take(learned, []page{p})
	m.known.Limit = m.limit()
	if m.weighs() {
		m.known.weigh(m.ownWeights(r, classes), 1, m.known.Page-1)
	}
	return nil
}

func (m *NearestNeighbor) example(l Link, v Vector, class string, own bool) example {
	return example{v, map[string]int{class: 1}, excerpt.Cut(l.Href, maxComponent), excerpt.Cut(l.Text, maxComponent), own, m.known.Page}
}

// ErrMerge is returned for models that compare differently.
var ErrMerge = errors.New("classify: models of different mode or distance cannot be merged")

// Merge adds what another model has learned, as if its pages had been learned
// after the model's own. A nil one has learned nothing.
func (m *NearestNeighbor) Merge(o *NearestNeighbor) error {
	if o == nil {
		return nil
	}
	if m.mode() != o.mode() || m.distance() != o.distance() {
		return ErrMerge
	}
	learned := slices.Clone(o.examples)
	for i := range learned {
		learned[i].page += m.known.Page
	}
	m.known.merge(&o.known)
	m.take(learned, o.pages)
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
			m.examples = append(m.examples, example{e.vector, map[string]int{}, e.href, e.text, e.own, e.page})
		}
		m.examples[i].own = m.examples[i].own && e.own
		m.examples[i].page = e.page
		for class, n := range e.counts {
			m.examples[i].counts[class] += n
		}
	}
	m.examples = newest(m.examples)
	m.pages = slices.Concat(m.pages, pages)
	m.prepare()
}

// newest returns no more examples than are kept. The model's own answers go
// before what a person has labelled.
func newest(examples []example) []example {
	surplus := len(examples) - MaxExamples
	kept := make([]example, 0, min(len(examples), MaxExamples))
	for _, e := range examples {
		if e.own && surplus > 0 {
			surplus--
			continue
		}
		kept = append(kept, e)
	}
	return slices.Clone(kept[max(0, surplus):])
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
	c.Evidence = append(c.Evidence, fmt.Sprintf("nearest at %.3f: %q %s", c.Neighbor.Distance, excerpt.Cut(e.text, 80), excerpt.Cut(weburl.Redact(e.href), 120)))
	if d.other != far {
		c.Evidence = append(c.Evidence, fmt.Sprintf("another class at %.3f", m.scale(d.other)))
	}
	c.Confidence = m.trust.confidence(d)
	if why := m.trust.refuse(d); len(why) > 0 {
		c.Refused = true
		c.Evidence = append(c.Evidence, refusal+strings.Join(why, ", "))
	}
	return c
}

const refusal = "refused: "

func isRefusal(evidence string) bool { return strings.HasPrefix(evidence, refusal) }

// scale turns parts into a mean distance of the components, 0 to 1.
func (m *NearestNeighbor) scale(distance int32) float64 {
	weights := int32(0)
	for _, c := range m.Mode.components() {
		weights += c.weight
	}
	return float64(distance) / whole / float64(weights)
}
