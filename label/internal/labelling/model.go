// Package labelling finds the zones of a page by a model of its journal, and keeps such models.
package labelling

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Model is what is known about one journal's pages: for each label the patterns of its zone, one
// for each template that was seen, and the voters that find it in other ways. Without voters the
// patterns decide. The zero value knows nothing.
type Model struct {
	Pages  int                                // how many pages it was learnt from
	Zones  map[zones.Label][]patterns.Pattern // most pages first
	Voters map[zones.Label][]voters.Voter     // the best first

	// Reach is how many bytes of visible text there were up to the end of the last zone
	// on any of the pages that were learnt from. Far behind it no page is read unless a
	// zone is missing or cut off there; with 0 pages are read whole.
	Reach int

	// SameLanguage says that abstracts are in the language of the rest of their page.
	SameLanguage bool

	ready     atomic.Pointer[map[zones.Label][]patterns.Matcher] // made of Zones when first needed
	voting    atomic.Pointer[map[zones.Label][]voters.Compiled]  // made of Voters when first needed
	labellers sync.Pool                                          // *labeller, to be reused
}

// matchers returns the patterns prepared for matching.
func (m *Model) matchers() map[zones.Label][]patterns.Matcher {
	if r := m.ready.Load(); r != nil {
		return *r
	}
	r := make(map[zones.Label][]patterns.Matcher, len(m.Zones))
	for l, list := range m.Zones {
		for i := range list {
			r[l] = append(r[l], patterns.NewMatcher(&list[i]))
		}
	}
	m.ready.Store(&r)
	return r
}

// compiledVoters returns the voters prepared for labelling.
func (m *Model) compiledVoters() map[zones.Label][]voters.Compiled {
	if r := m.voting.Load(); r != nil {
		return *r
	}
	r := make(map[zones.Label][]voters.Compiled, len(m.Voters))
	for l, list := range m.Voters {
		var readers []*grammar.Reader // of different grammars
		var words [2]int
		beside := m.Beside(l)
		for _, p := range m.Zones[l] {
			if words[1] == 0 {
				words = p.Words
			}
			words = [2]int{min(words[0], p.Words[0]), max(words[1], p.Words[1])}
		}
		for i := range list {
			c := voters.Compile(&list[i], words)
			c.Whole.Drop = beside
			if c.Reader != nil {
				if k := slices.IndexFunc(readers, func(o *grammar.Reader) bool { return maps.Equal(o.Counts, c.Grammar.Counts) }); k >= 0 {
					c.Reader = readers[k]
				} else {
					readers = append(readers, c.Reader)
				}
			}
			c.Most = c.MostRead(l)
			r[l] = append(r[l], c)
		}
		left := 0.0
		for i := len(r[l]) - 1; i >= 0; i-- {
			left += r[l][i].Votes
			r[l][i].Left = left
		}
	}
	m.voting.Store(&r)
	return r
}

// Beside returns the elements that stand beside a title in its element, such as the badge "Open Access":
// no voter takes them in.
func (m *Model) Beside(l zones.Label) []uint64 {
	var out []uint64
	if l == zones.Title {
		for _, p := range m.Zones[l] {
			out = append(out, layout.Signatures(p.Drop)...)
		}
	}
	return out
}

// Merge adds what another model of the same journal knows.
func (m *Model) Merge(other *Model) {
	switch {
	case m.Pages == 0:
		m.Reach = other.Reach
	case m.Reach == 0 || other.Reach == 0 && other.Pages > 0:
		m.Reach = 0
	default:
		m.Reach = max(m.Reach, other.Reach)
	}
	m.Pages += other.Pages
	for l, patterns := range other.Zones {
		for _, p := range patterns {
			m.Add(l, p)
		}
	}
	m.mergeVoters(other)
}

// Add adds a pattern, to that of the same element if there is one.
func (m *Model) Add(l zones.Label, p patterns.Pattern) {
	m.ready.Store(nil)
	if m.Zones == nil {
		m.Zones = map[zones.Label][]patterns.Pattern{}
	}
	element := p.Element().Signature()
	if i := slices.IndexFunc(m.Zones[l], func(q patterns.Pattern) bool { return q.Element().Signature() == element }); i >= 0 {
		m.Zones[l][i] = patterns.Unify(m.Zones[l][i], p)
	} else {
		m.Zones[l] = append(m.Zones[l], p)
	}
	slices.SortStableFunc(m.Zones[l], func(a, b patterns.Pattern) int { return b.Pages - a.Pages })
}

// Diff returns the differences of another model, a line for each.
func (m *Model) Diff(other *Model) []string {
	var out []string
	for _, l := range zones.All {
		left := slices.Clone(other.Zones[l])
		for _, p := range m.Zones[l] {
			i := slices.IndexFunc(left, func(q patterns.Pattern) bool { return q.Element().String() == p.Element().String() })
			if i < 0 {
				out = append(out, fmt.Sprintf("%s: - %s", l, p.Element()))
				continue
			}
			out = append(out, diff(&p, l, left[i])...)
			left = slices.Delete(left, i, i+1)
		}
		for _, q := range left {
			out = append(out, fmt.Sprintf("%s: + %s", l, q.Element()))
		}
	}
	return out
}

// diff names the fields in which two patterns of one element differ.
func diff(p *patterns.Pattern, l zones.Label, q patterns.Pattern) []string {
	var out []string
	a, b := reflect.ValueOf(*p), reflect.ValueOf(q)
	for i := range a.NumField() {
		f := a.Type().Field(i)
		if f.IsExported() && !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			out = append(out, fmt.Sprintf("%s: %s: %s: %s, now %s", l, p.Element(), strings.ToLower(f.Name), inJSON(a.Field(i)), inJSON(b.Field(i))))
		}
	}
	return out
}

func inJSON(v reflect.Value) string {
	b, err := json.Marshal(v.Interface())
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// mergeVoters adds the voters of another model. Those with the same selectors and
// the same way of reading become one.
func (m *Model) mergeVoters(other *Model) {
	m.voting.Store(nil)
	m.SameLanguage = other.SameLanguage && (m.SameLanguage || m.Voters == nil)
	for l, list := range other.Voters {
		if m.Voters == nil {
			m.Voters = map[zones.Label][]voters.Voter{}
		}
		for _, v := range list {
			if i := slices.IndexFunc(m.Voters[l], v.Like); i >= 0 {
				m.Voters[l][i] = m.Voters[l][i].Merged(v)
				continue
			}
			m.Voters[l] = append(m.Voters[l], v)
		}
		slices.SortStableFunc(m.Voters[l], voters.ByWeight)
		m.Voters[l] = m.Voters[l][:min(len(m.Voters[l]), voters.MaxVotersRead)]
	}
}

// Article is what was found on a page, as label.Article has it.
type Article struct {
	Zones   []Zone // one for a label at most, in the order of zones.All
	Authors []Author
	Fit     float64
	Changed bool
	Misfits []Misfit
}

// Zone is a part of a page with one label, as label.Zone has it.
type Zone struct {
	Label       zones.Label
	Text        string
	Items       []string
	Source      zones.Source
	First, Last int // blocks of visible text; -1 for a zone of the page's metadata
	Nodes       []*html.Node
	Confidence  float64
}

// Author is one name with the indexes of its affiliations.
type Author struct {
	Name         string
	Affiliations []int
}

// Misfit is a zone in which a page doesn't follow its template.
type Misfit struct {
	Label  zones.Label
	Reason string
}

// Confidence returns that of the zone with a label, 0 if there is none.
func (a *Article) Confidence(l zones.Label) float64 {
	if i := slices.IndexFunc(a.Zones, func(z Zone) bool { return z.Label == l }); i >= 0 {
		return a.Zones[i].Confidence
	}
	return 0
}
