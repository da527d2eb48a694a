package bartree

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/internal/modelfile"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// ErrModel is the cause of the error for a file that is not a model of this
// package, or one of another version.
var ErrModel = errors.New("bartree: not a model")

var (
	templateModel = modelfile.Format{Name: "lokman page template", Version: 7, MaxBytes: 256 << 20, Err: ErrModel}
	watchModel    = modelfile.Format{Name: "lokman watch", Version: 6, MaxBytes: 256 << 20, Err: ErrModel}
)

// WriteTo writes the template as JSON, for [ReadTemplate]. The same template
// gives the same bytes.
func (t *Template) WriteTo(w io.Writer) (int64, error) {
	if err := t.learned(); err != nil {
		return 0, err
	}
	return written(templateModel.Write(w, &templateFile{storedTemplate: *t.stored()}))
}

// ReadTemplate reads what [Template.WriteTo] wrote, up to the end of r. The
// error wraps [ErrModel] if that is not a template.
func ReadTemplate(r io.Reader) (*Template, error) {
	var in templateFile
	if err := templateModel.Read(r, &in, in.check); err != nil {
		return nil, err
	}
	return in.template(), nil
}

// WriteTo writes the watch as JSON, for [ReadWatch]: all it knows, and its settings but OnChange. It
// is an error, and nothing is written, if that is more than 256 MiB, as of hundreds of targets
// whose templates are known from few pages: those are kept whole until they are eight.
func (w *Watch) WriteTo(to io.Writer) (int64, error) {
	out := watchFile{Quorum: w.Quorum, Paper: w.Paper, Taper: w.Taper, FalseAlarms: w.FalseAlarms, Targets: make(map[string]*storedTarget, len(w.targets))}
	for name, t := range w.targets {
		out.Targets[name] = t.stored()
	}
	return written(watchModel.Write(to, &out))
}

// ReadWatch reads what [Watch.WriteTo] wrote, up to the end of r. The error
// wraps [ErrModel] if that is not a watch.
func ReadWatch(r io.Reader) (*Watch, error) {
	var in watchFile
	if err := watchModel.Read(r, &in, in.check); err != nil {
		return nil, err
	}
	w := &Watch{Quorum: in.Quorum, Paper: in.Paper, Taper: in.Taper, FalseAlarms: in.FalseAlarms, targets: make(map[string]*target, len(in.Targets))}
	for name, t := range in.Targets {
		w.targets[name] = t.target()
	}
	return w, nil
}

func written(n int64, err error) (int64, error) {
	if err != nil {
		return n, fmt.Errorf("bartree: write model: %w", err)
	}
	return n, nil
}

type templateFile struct {
	modelfile.Head
	storedTemplate
}

type storedTemplate struct {
	Pages  int           `json:"pages"`
	Own    []ownPage     `json:"own,omitempty"` // by Score
	Least  float64       `json:"least"`
	Usual  float64       `json:"usual,omitempty"`
	Traits []storedTrait `json:"traits"` // by Hash
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
	Region     *place            `json:"region,omitempty"`
}

type storedTrait struct {
	Hash uint64 `json:"hash,string"`
	trait
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

func (t *Template) stored() *storedTemplate {
	out := &storedTemplate{Pages: t.pages, Own: t.own, Least: t.least, Usual: t.usual, Strange: t.shown[refers], Moving: t.shown[moved], Replacing: t.shown[replaced], Extending: t.shown[extended], Odd: t.odd, Region: t.region}
	for _, h := range slices.Sorted(maps.Keys(t.traits)) {
		out.Traits = append(out.Traits, storedTrait{h, t.traits[h]})
	}
	for _, h := range slices.Sorted(maps.Keys(t.refs)) {
		out.References = append(out.References, storedReference{h, t.refs[h]})
	}
	for _, h := range slices.Sorted(maps.Keys(t.on)) {
		out.Some = append(out.Some, storedOn{h, t.on[h]})
	}
	return out
}

func (s *storedTemplate) check() error {
	switch {
	case s.Pages < 1 || s.Pages > math.MaxInt32:
		return fmt.Errorf("template of %d pages", s.Pages)
	case !(s.Least >= 0 && s.Least <= 1):
		return fmt.Errorf("template of least likeness %g", s.Least)
	case !(s.Usual == 0 || s.Usual >= 1 && s.Usual <= math.MaxFloat64):
		return fmt.Errorf("template of usual score %g", s.Usual)
	case min(s.Strange, s.Moving, s.Replacing, s.Extending) < 0 || max(s.Strange, s.Moving, s.Replacing, s.Extending) > len(s.Own):
		return fmt.Errorf("template with %d strange pages, %d moving, %d replacing, %d extending, of %d", s.Strange, s.Moving, s.Replacing, s.Extending, len(s.Own))
	case s.Region != nil && !s.Region.hasLevels():
		return errors.New("template with a region that has no levels")
	}
	last := 0.0
	for _, p := range s.Own {
		if !(p.Score >= last) || !slices.IsSortedFunc(p.At, func(a, b placed) int { return cmp.Compare(a.Parent, b.Parent) }) {
			return fmt.Errorf("template of anomaly score %g after %g, or with its places in no order", p.Score, last)
		}
		last = p.Score
	}
	for _, tr := range s.Traits {
		if tr.Pages < 0 || tr.Pages > s.Pages || tr.Total < 0 || tr.Total > math.MaxInt32 || tr.From > fromPath {
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

// hasLevels reports whether there is a path to a region and to each of its parts.
func (p *place) hasLevels() bool {
	for _, part := range p.Parts {
		if part == nil || len(part.Levels) == 0 {
			return false
		}
	}
	return len(p.Levels) > 0
}

// template returns the template, which has been checked.
func (s *storedTemplate) template() *Template {
	t := &Template{
		known: known{pages: s.Pages, traits: make(map[uint64]trait, len(s.Traits)), refs: make(map[uint64]int, len(s.References)), on: make(map[uint64]uint64, len(s.Some)), shown: counts{s.Strange, s.Moving, s.Replacing, s.Extending}},
		own:   s.Own, least: s.Least, usual: s.Usual, odd: s.Odd, region: s.Region,
	}
	for _, r := range s.References {
		t.refs[r.Hash] = r.Pages
	}
	for _, f := range s.Some {
		t.on[f.Hash] = f.On
	}
	for _, tr := range s.Traits {
		t.traits[tr.Hash] = tr.trait
	}
	t.group()
	return t
}

type watchFile struct {
	modelfile.Head
	Quorum      int                      `json:"quorum,omitempty"`
	Paper       Variables                `json:"paper,omitempty"`
	Taper       float64                  `json:"taper,omitempty"`
	FalseAlarms float64                  `json:"falseAlarms,omitempty"`
	Targets     map[string]*storedTarget `json:"targets"`
}

type storedTarget struct {
	Region    Region          `json:"region"`
	Read      []reading       `json:"read,omitempty"`
	Versions  []storedVersion `json:"versions"`
	Current   int             `json:"current"`
	Pending   []storedPending `json:"pending,omitempty"`
	Run       *storedRun      `json:"run,omitempty"`
	Strangers []stranger      `json:"strangers,omitempty"`
	Returning returning       `json:"returning,omitzero"`
}

type storedVersion struct {
	Parent     int             `json:"parent"`
	Reason     string          `json:"reason"`
	Confidence float64         `json:"confidence"`
	First      time.Time       `json:"first"`
	Last       time.Time       `json:"last"`
	Template   *storedTemplate `json:"template"`
	Tree       *BarTree        `json:"tree"`
	Growth     growth          `json:"growth,omitzero"`
	Rejected   bool            `json:"rejected,omitempty"`
}

type storedPending struct {
	URLs       []string        `json:"urls"`
	Pages      [][]byte        `json:"pages"`
	Reason     string          `json:"reason"`
	Confidence float64         `json:"confidence"`
	First      time.Time       `json:"first"`
	Template   *storedTemplate `json:"template"`
	Tree       *BarTree        `json:"tree"`
}

func (t *target) stored() *storedTarget {
	out := &storedTarget{Region: t.Region, Read: t.Read, Current: t.Current, Run: t.Run.stored(), Strangers: t.Strangers, Returning: t.Returning}
	for _, v := range t.Versions {
		out.Versions = append(out.Versions, storedVersion{v.Parent, v.Reason, v.Confidence, v.First, v.Last, v.Template.stored(), v.Tree, v.growth, v.rejected})
	}
	for _, p := range t.Pending {
		out.Pending = append(out.Pending, storedPending{p.URLs, p.Pages, p.Reason, p.Confidence, p.First, p.Template.stored(), p.Tree})
	}
	return out
}

// target returns the target, which has been checked.
func (s *storedTarget) target() *target {
	t := &target{Region: s.Region, Read: s.Read, Current: s.Current, Run: s.Run.run(), Strangers: s.Strangers, Returning: s.Returning}
	for _, v := range s.Versions {
		t.Versions = append(t.Versions, Version{v.Parent, v.Reason, v.Confidence, v.First, v.Last, v.Template.template(), v.Tree, v.Growth, v.Rejected})
	}
	for _, p := range s.Pending {
		t.Pending = append(t.Pending, pending{p.URLs, p.Pages, p.Reason, p.Confidence, p.First, p.Template.template(), p.Tree})
	}
	return t
}

func (w *watchFile) check() error {
	if w.Paper > AllVariables {
		return fmt.Errorf("paper mode with %s", w.Paper)
	}
	if _, err := (&Watch{FalseAlarms: w.FalseAlarms}).falseAlarms(); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(w.Targets)) {
		if err := w.Targets[name].check(); err != nil {
			return fmt.Errorf("target %s: %w", quoteShort(name), err)
		}
	}
	return nil
}

// check says what a look would need that a target lacks.
func (s *storedTarget) check() error {
	switch {
	case s == nil:
		return errors.New("null")
	case s.Current < 0 || s.Current >= len(s.Versions):
		return fmt.Errorf("version %d of %d is the current one", s.Current, len(s.Versions))
	}
	for i, v := range s.Versions {
		if v.Parent < -1 || v.Parent >= len(s.Versions) {
			return fmt.Errorf("version %d: parent %d of %d versions", i, v.Parent, len(s.Versions))
		}
		if err := checkMarked(v.Template, v.Tree); err != nil {
			return fmt.Errorf("version %d: %w", i, err)
		}
	}
	if err := s.Run.check(); err != nil {
		return err
	}
	if err := s.Returning.check(len(s.Versions)); err != nil {
		return err
	}
	for _, m := range s.Strangers {
		if !slices.IsSorted(m.Paths) {
			return fmt.Errorf("stranger %s with paths in no order", quoteShort(weburl.Redact(m.URL)))
		}
	}
	for i, p := range s.Pending {
		if len(p.Pages) == 0 || len(p.Pages) != len(p.URLs) {
			return fmt.Errorf("pending version %d: %d pages of %d URLs", i, len(p.Pages), len(p.URLs))
		}
		if err := checkMarked(p.Template, p.Tree); err != nil {
			return fmt.Errorf("pending version %d: %w", i, err)
		}
	}
	return nil
}

func checkMarked(t *storedTemplate, tree *BarTree) error {
	switch {
	case t == nil:
		return errors.New("no template")
	case t.Region == nil:
		return errors.New("template without a region")
	case tree == nil:
		return errors.New("no bar tree")
	}
	return t.check()
}
