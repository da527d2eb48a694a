package label

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/lokman-crawler/lokman/internal/modelfile"
	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// A Model is what is known about one journal's pages: for each label the
// patterns of its zone, one for each template that was seen, and the voters that
// find it in other ways. Without voters the patterns decide. The zero value
// knows nothing and labels by the fallback chain alone. Many goroutines may
// label with one Model; once it has labelled, only Merge may change it, and not
// meanwhile. A Model must not be copied, which go vet checks; pass it by
// pointer.
type Model struct {
	Pages  int                                // how many pages it was learnt from
	Zones  map[zones.Label][]patterns.Pattern // most pages first
	Voters map[zones.Label][]Voter            // the best first

	// Reach is how many bytes of visible text there were up to the end of the last zone
	// on any of the pages that were learnt from. Far behind it no page is read unless a
	// zone is missing or cut off there; with 0 pages are read whole.
	Reach int

	// OwnTongue says that abstracts are in the language of the rest of their page.
	OwnTongue bool

	// NotFound are the values that [Learn] did not find on their pages, in their
	// order. It is not written to a file, and Merge leaves it as it is.
	NotFound []Missing

	ready     atomic.Pointer[map[zones.Label][]patterns.Matcher] // made of Zones when first needed
	voting    atomic.Pointer[map[zones.Label][]compiledVoter]    // made of Voters when first needed
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
func (m *Model) compiledVoters() map[zones.Label][]compiledVoter {
	if r := m.voting.Load(); r != nil {
		return *r
	}
	r := make(map[zones.Label][]compiledVoter, len(m.Voters))
	for l, voters := range m.Voters {
		var readers []*grammar.Reader // of different grammars
		var words [2]int
		beside := m.beside(l)
		for _, p := range m.Zones[l] {
			if words[1] == 0 {
				words = p.Words
			}
			words = [2]int{min(words[0], p.Words[0]), max(words[1], p.Words[1])}
		}
		for i := range voters {
			c := compileVoter(&voters[i], words)
			c.whole.Drop = beside
			if c.reader != nil {
				if k := slices.IndexFunc(readers, func(o *grammar.Reader) bool { return maps.Equal(o.Counts, c.Grammar.Counts) }); k >= 0 {
					c.reader = readers[k]
				} else {
					readers = append(readers, c.reader)
				}
			}
			c.most = c.mostRead(l)
			r[l] = append(r[l], c)
		}
		left := 0.0
		for i := len(r[l]) - 1; i >= 0; i-- {
			left += r[l][i].votes
			r[l][i].left = left
		}
	}
	m.voting.Store(&r)
	return r
}

// beside returns the elements that stand beside a title in its element, such as the badge "Open Access":
// no voter takes them in.
func (m *Model) beside(l zones.Label) []uint64 {
	var out []uint64
	if l == zones.Title {
		for _, p := range m.Zones[l] {
			out = append(out, layout.Signatures(p.Drop)...)
		}
	}
	return out
}

var zoneModel = modelfile.Format{Name: "lokman zones", Version: 2, MaxBytes: 16 << 20, Err: ErrModel}

// ErrModel is the cause of the error for a file that is not a model of this
// package, or one of another version.
var ErrModel = errors.New("label: not a model of zones")

type writtenModel struct {
	modelfile.Head
	Pages     int                             `json:"pages"`
	Zones     map[zones.Label]writtenPatterns `json:"zones"`
	Voters    map[zones.Label]writtenVoters   `json:"voters,omitempty"`
	Reach     int                             `json:"reach,omitempty"`
	OwnTongue bool                            `json:"own_tongue,omitempty"`
}

// Limits of the patterns in a written model: a short text can declare many
// patterns with many steps each.
const (
	maxPatterns = 10_000    // of one label
	maxPattern  = 512 << 10 // bytes of one: 32 steps with 32 marks of 200 bytes, each perhaps escaped, and its siblings
)

// writtenPatterns are checked one by one while they are read.
type writtenPatterns []patterns.Pattern

// UnmarshalJSON implements [json.Unmarshaler].
func (w *writtenPatterns) UnmarshalJSON(text []byte) error {
	patterns, err := readChecked[patterns.Pattern]("pattern", text, maxPatterns, maxPattern)
	*w = patterns
	return err
}

// WriteTo writes the model as JSON, for [ReadModel].
func (m *Model) WriteTo(w io.Writer) (int64, error) {
	written := writtenModel{
		Pages: m.Pages, Zones: listsAs[writtenPatterns](m.Zones), Voters: listsAs[writtenVoters](m.Voters),
		Reach: m.Reach, OwnTongue: m.OwnTongue,
	}
	n, err := zoneModel.Write(w, &written)
	if err != nil {
		return n, fmt.Errorf("label: write model: %w", err)
	}
	return n, nil
}

// ReadModel reads what [Model.WriteTo] wrote, up to the end of r. The error
// wraps [ErrModel] if that is not a model.
func ReadModel(r io.Reader) (*Model, error) {
	var w writtenModel
	if err := zoneModel.Read(r, &w, w.check); err != nil {
		return nil, err
	}
	return &Model{
		Pages: w.Pages, Zones: listsAs[[]patterns.Pattern](w.Zones), Voters: listsAs[[]Voter](w.Voters),
		Reach: w.Reach, OwnTongue: w.OwnTongue,
	}, nil
}

// listsAs returns the lists of labels as lists of another type, nil for nil.
func listsAs[To, From ~[]T, T any](lists map[zones.Label]From) map[zones.Label]To {
	if lists == nil {
		return nil
	}
	out := make(map[zones.Label]To, len(lists))
	for l, list := range lists {
		out[l] = To(list)
	}
	return out
}

func (w *writtenModel) check() error {
	for l := range w.Zones {
		if err := l.Check(); err != nil {
			return err
		}
	}
	if w.Reach < 0 || w.Reach > math.MaxInt32 {
		return fmt.Errorf("a reach of %d bytes, want 0 to %d", w.Reach, math.MaxInt32)
	}
	for l := range w.Voters {
		if err := l.Check(); err != nil {
			return err
		}
	}
	return nil
}

// Merge adds what another model of the same journal knows: patterns of the same
// element become one, others are kept side by side. A nil one knows nothing.
func (m *Model) Merge(other *Model) {
	if other == nil {
		return
	}
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
			m.add(l, p)
		}
	}
	m.mergeVoters(other)
}

// add adds a pattern, to that of the same element if there is one.
func (m *Model) add(l zones.Label, p patterns.Pattern) {
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

// Diff returns the differences of another model, a line for each: a pattern
// that is missing, new or changed. A nil one knows nothing.
func (m *Model) Diff(other *Model) []string {
	if other == nil {
		other = &Model{}
	}
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
