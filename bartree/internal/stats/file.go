package stats

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// A Stored is a Template in a file.
type Stored struct {
	Pages  int             `json:"pages"`
	Own    []ownPage       `json:"own,omitempty"` // by Score
	Least  float64         `json:"least"`
	Usual  float64         `json:"usual,omitempty"`
	Traits []storedFeature `json:"traits"` // by Hash
	// References are those of its pages, by Hash; Strange is how many of the pages
	// differ from the others in theirs, Moving on how many constants are elsewhere,
	// Replacing on how many others are in their place, Extending on how many something is
	// added where nothing varies.
	References []storedReference `json:"references,omitempty"`
	Strange    int               `json:"strange,omitempty"`
	Moving     int               `json:"moving,omitempty"`
	Replacing  int               `json:"replacing,omitempty"`
	Extending  int               `json:"extending,omitempty"`
	Some       []storedOn        `json:"some,omitempty"` // by Hash
	Odd        []oddPage         `json:"odd,omitempty"`
}

type storedFeature struct {
	Hash uint64 `json:"hash,string"`
	feature
}

type storedReference struct {
	Hash  uint64 `json:"hash,string"`
	Pages int    `json:"pages"`
}

// storedOn says which of the first pages have a feature or a reference, the i-th by the
// bit of value 1<<i.
type storedOn struct {
	Hash uint64 `json:"hash,string"`
	On   uint64 `json:"on,string"`
}

// Stored returns what is written.
func (t *Template) Stored() *Stored {
	out := &Stored{Pages: t.Pages, Own: t.own, Least: t.least, Usual: t.usual, Strange: t.shown[refers], Moving: t.shown[moved], Replacing: t.shown[replaced], Extending: t.shown[extended], Odd: t.odd}
	for _, h := range slices.Sorted(maps.Keys(t.features)) {
		out.Traits = append(out.Traits, storedFeature{h, t.features[h]})
	}
	for _, h := range slices.Sorted(maps.Keys(t.refs)) {
		out.References = append(out.References, storedReference{h, t.refs[h]})
	}
	for _, h := range slices.Sorted(maps.Keys(t.on)) {
		out.Some = append(out.Some, storedOn{h, t.on[h]})
	}
	return out
}

// Check says what is in a file that no template has.
func (s *Stored) Check() error {
	switch {
	case s.Pages < 1 || s.Pages > math.MaxInt32:
		return fmt.Errorf("template of %d pages", s.Pages)
	case !(s.Least >= 0 && s.Least <= 1):
		return fmt.Errorf("template of least likeness %g", s.Least)
	case !(s.Usual == 0 || s.Usual >= 1 && s.Usual <= math.MaxFloat64):
		return fmt.Errorf("template of usual score %g", s.Usual)
	case min(s.Strange, s.Moving, s.Replacing, s.Extending) < 0 || max(s.Strange, s.Moving, s.Replacing, s.Extending) > len(s.Own):
		return fmt.Errorf("template with %d strange pages, %d moving, %d replacing, %d extending, of %d", s.Strange, s.Moving, s.Replacing, s.Extending, len(s.Own))
	}
	last := 0.0
	for _, p := range s.Own {
		if !(p.Score >= last) || !slices.IsSortedFunc(p.At, func(a, b placed) int { return cmp.Compare(a.Parent, b.Parent) }) {
			return fmt.Errorf("template of anomaly score %g after %g, or with its places in no order", p.Score, last)
		}
		last = p.Score
	}
	for _, tr := range s.Traits {
		if tr.Pages < 0 || tr.Pages > s.Pages || tr.Total < 0 || tr.Total > math.MaxInt32 || tr.From > markup.FromPath {
			return fmt.Errorf("template with a trait on %d of %d pages, %d times, from %d", tr.Pages, s.Pages, tr.Total, tr.From)
		}
	}
	for _, r := range s.References {
		if r.Pages < 1 || r.Pages > s.Pages {
			return fmt.Errorf("template with a reference on %d of %d pages", r.Pages, s.Pages)
		}
	}
	for _, f := range s.Some {
		if f.On == 0 || f.On>>min(s.Pages, mostNoted) != 0 {
			return fmt.Errorf("template of %d pages with a feature on %b", s.Pages, f.On)
		}
	}
	for _, o := range s.Odd {
		if o.Index < -1 || !slices.IsSorted(o.Paths) || !slices.IsSorted(o.Shared) {
			return fmt.Errorf("template whose page %d of another kind has its paths or constants in no order", o.Index)
		}
	}
	return nil
}

// Template returns what was stored, which has been checked.
func (s *Stored) Template() *Template {
	t := &Template{
		pageStats: pageStats{Pages: s.Pages, features: make(map[uint64]feature, len(s.Traits)), refs: make(map[uint64]int, len(s.References)), on: make(map[uint64]uint64, len(s.Some)), shown: counts{s.Strange, s.Moving, s.Replacing, s.Extending}},
		own:       s.Own, least: s.Least, usual: s.Usual, odd: s.Odd,
	}
	for _, r := range s.References {
		t.refs[r.Hash] = r.Pages
	}
	for _, f := range s.Some {
		t.on[f.Hash] = f.On
	}
	for _, tr := range s.Traits {
		t.features[tr.Hash] = tr.feature
	}
	t.group()
	return t
}
