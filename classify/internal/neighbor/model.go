// Package neighbor finds the labelled links that are nearest to a link, and says how far
// what they say can be trusted.
package neighbor

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Model says what a link is by the example that is nearest to it. The zero value knows
// nothing; Method is set before the first example is taken.
type Model struct {
	*Method
	Distance Distance // of components that are not compared by their words; "" for the method's first
	Examples []Example
	Pages    []Page
	Index    *Index
	Trust    Trust
}

// Page is what is kept of a page that was learned.
type Page struct {
	Links   int            `json:"links"`
	Classes map[string]int `json:"classes"`
}

// maxExamples is how many distinct links a model keeps. Beyond it the oldest
// are dropped, the model's own answers before what a person has labelled.
const maxExamples = 3000

// ErrClass is the cause of the error for a link without a class.
var ErrClass = errors.New("classify: an example has no class")

// NewPage counts the classes of a page's links.
func NewPage(links []anchor.Link, classes []string) (Page, error) {
	p := Page{Links: len(links), Classes: map[string]int{}}
	for i, class := range classes {
		if class == "" {
			return p, fmt.Errorf("%w: link %q", ErrClass, excerpt.Cut(weburl.Redact(links[i].Href), 80))
		}
		p.Classes[class]++
	}
	return p, nil
}

// NewExample returns the example of one link.
func NewExample(l *anchor.Link, v Vector, class string, own bool, page int) Example {
	return Example{v, map[string]int{class: 1}, excerpt.Cut(l.Href, anchor.MaxComponent), excerpt.Cut(l.Text, anchor.MaxComponent), own, page}
}

// Learn adds the links of one page, of which the classes are known.
func (m *Model) Learn(links []anchor.Link, classes []string) error {
	p, err := NewPage(links, classes)
	if err != nil {
		return err
	}
	learned := make([]Example, len(links))
	for i, v := range m.Vectors(links) {
		learned[i] = NewExample(&links[i], v, classes[i], false, 0)
	}
	m.Take(learned, p)
	return nil
}

// Merge adds the examples of another model, as of pages after the first so many.
func (m *Model) Merge(o *Model, pages int) {
	learned := slices.Clone(o.Examples)
	for i := range learned {
		learned[i].Page += pages
	}
	m.Take(learned, o.Pages...)
}

// Take adds examples. Those that look the same are kept as one with its counts.
func (m *Model) Take(learned []Example, pages ...Page) {
	at := make(map[string]int, len(m.Examples))
	for i, e := range m.Examples {
		at[e.Vector.key()] = i
	}
	for _, e := range learned {
		i, ok := at[e.Vector.key()]
		if !ok {
			i = len(m.Examples)
			at[e.Vector.key()] = i
			m.Examples = append(m.Examples, Example{e.Vector, map[string]int{}, e.Href, e.Text, e.Own, e.Page})
		}
		m.Examples[i].Own = m.Examples[i].Own && e.Own
		m.Examples[i].Page = e.Page
		for class, n := range e.Counts {
			m.Examples[i].Counts[class] += n
		}
	}
	m.Examples = newest(m.Examples)
	m.Pages = slices.Concat(m.Pages, pages)
	m.Index = newIndex(m.Components, m.Distance, m.Examples)
	m.Trust = calibrate(m.Index, m.Examples)
}

// newest returns no more examples than are kept. The model's own answers go
// before what a person has labelled.
func newest(examples []Example) []Example {
	surplus := len(examples) - maxExamples
	kept := make([]Example, 0, min(len(examples), maxExamples))
	for _, e := range examples {
		if e.Own && surplus > 0 {
			surplus--
			continue
		}
		kept = append(kept, e)
	}
	return slices.Clone(kept[max(0, surplus):])
}

// Classify returns the class of the nearest example. A model without examples refuses,
// with no class.
func (m *Model) Classify(l anchor.Link) verdict.Answer {
	if len(m.Examples) == 0 {
		return verdict.Answer{Refused: true, Evidence: []string{"no examples of this journal"}}
	}
	return m.Answer(m.Index.Ask(m.Vectors([]anchor.Link{l})[0], LeaveNone).Decision)
}

// Answer says what was decided, and why.
func (m *Model) Answer(d Decision) verdict.Answer {
	e, class := m.Examples[d.Example], m.Index.Classes[d.Class]
	c := verdict.Answer{
		Class:    class,
		Neighbor: &verdict.Neighbor{Class: class, Href: e.Href, Text: e.Text, Distance: m.scale(d.Distance)},
	}
	why := strconv.AppendFloat(append(make([]byte, 0, 256), "nearest at "...), c.Neighbor.Distance, 'f', 3, 64)
	why = append(strconv.AppendQuote(append(why, ": "...), excerpt.Cut(e.Text, 80)), ' ')
	c.Evidence = append(make([]string, 0, 4), string(append(why, excerpt.Cut(weburl.Redact(e.Href), 120)...)))
	if d.Other != Far {
		c.Evidence = append(c.Evidence, "another class at "+strconv.FormatFloat(m.scale(d.Other), 'f', 3, 64))
	}
	c.Confidence = m.Trust.confidence(d)
	if why := m.Trust.refuse(d); len(why) > 0 {
		c.Refuse(strings.Join(why, ", "))
	}
	return c
}
