package bartree

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/bartree/internal/bar"
	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/bartree/internal/stats"
	"github.com/lokman-crawler/lokman/internal/excerpt"
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

// WriteTo writes the template as JSON, for [Template.ReadFrom]. The same template
// gives the same bytes.
func (t *Template) WriteTo(w io.Writer) (int64, error) {
	if err := t.learned(); err != nil {
		return 0, err
	}
	return templateModel.Write(w, &templateFile{storedTemplate: *t.stored()})
}

// ReadFrom makes the template one that [Template.WriteTo] wrote, up to the end of r. The
// error wraps [ErrModel] if there is none; then the template stays what it is.
func (t *Template) ReadFrom(r io.Reader) (int64, error) {
	var in templateFile
	n, err := templateModel.Read(r, &in, in.check)
	if err == nil {
		*t = *in.template()
	}
	return n, err
}

// WriteTo writes the watch as JSON, for [Watch.ReadFrom]: all it knows, and its settings but OnChange. It
// is an error, and nothing is written, if that is more than 256 MiB, as of hundreds of targets
// whose templates are known from few pages: those are kept whole until they are eight.
func (w *Watch) WriteTo(to io.Writer) (int64, error) {
	out := watchFile{Quorum: w.Quorum, FalseAlarms: w.FalseAlarms, Targets: make(map[string]*storedTarget, len(w.targets))}
	for name, t := range w.targets {
		out.Targets[name] = t.stored()
	}
	return watchModel.Write(to, &out)
}

// ReadFrom makes the watch one that [Watch.WriteTo] wrote, up to the end of r, but for
// OnChange. The error wraps [ErrModel] if there is none; then the watch stays what it is.
func (w *Watch) ReadFrom(r io.Reader) (int64, error) {
	var in watchFile
	n, err := watchModel.Read(r, &in, in.check)
	if err != nil {
		return n, err
	}
	w.Quorum, w.FalseAlarms, w.targets = in.Quorum, in.FalseAlarms, make(map[string]*target, len(in.Targets))
	for name, t := range in.Targets {
		w.targets[name] = t.target()
	}
	return n, nil
}

type templateFile struct {
	modelfile.Head
	storedTemplate
}

// storedTemplate is a template in a file.
type storedTemplate struct {
	stats.Stored
	Region *regions.Place `json:"region,omitempty"`
}

func (t *Template) stored() *storedTemplate {
	return &storedTemplate{Stored: *t.stats.Stored(), Region: t.region}
}

// check says what is in a file that no template has.
func (s *storedTemplate) check() error {
	if s.Region != nil && !s.Region.HasLevels() {
		return errors.New("template with a region that has no levels")
	}
	return s.Stored.Check()
}

// template returns the template, which has been checked.
func (s *storedTemplate) template() *Template {
	return &Template{stats: s.Template(), region: s.Region}
}

type watchFile struct {
	modelfile.Head
	Quorum      int                      `json:"quorum,omitempty"`
	Paper       int                      `json:"paper,omitempty"` // not 0 in a file of the published loop
	FalseAlarms float64                  `json:"falseAlarms,omitempty"`
	Targets     map[string]*storedTarget `json:"targets"`
}

type storedTarget struct {
	Region    Region               `json:"region"`
	Read      []lastRead           `json:"read,omitempty"`
	Versions  []storedVersion      `json:"versions"`
	Current   int                  `json:"current"`
	Pending   []storedPending      `json:"pending,omitempty"`
	History   *stats.StoredHistory `json:"run,omitempty"`
	Outliers  []outlier            `json:"strangers,omitempty"`
	Candidate rollbackCandidate    `json:"returning,omitzero"`
}

type storedVersion struct {
	Parent     int             `json:"parent"`
	Reason     string          `json:"reason"`
	Confidence float64         `json:"confidence"`
	First      time.Time       `json:"first"`
	Last       time.Time       `json:"last"`
	Template   *storedTemplate `json:"template"`
	Tree       *bar.Tree       `json:"tree"`
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
	Tree       *bar.Tree       `json:"tree"`
}

func (t *target) stored() *storedTarget {
	out := &storedTarget{Region: t.Region, Read: t.Read, Current: t.Current, History: t.History.Stored(), Outliers: t.Outliers, Candidate: t.Candidate}
	for _, v := range t.Versions {
		out.Versions = append(out.Versions, storedVersion{v.Parent, v.Reason, v.Confidence, v.First, v.Last, v.Template.stored(), v.tree, v.growth, v.rejected})
	}
	for _, p := range t.Pending {
		out.Pending = append(out.Pending, storedPending{p.URLs, p.Pages, p.Reason, p.Confidence, p.First, p.Template.stored(), p.tree})
	}
	return out
}

// target returns the target, which has been checked.
func (s *storedTarget) target() *target {
	t := &target{Region: s.Region, Read: s.Read, Current: s.Current, History: s.History.History(), Outliers: s.Outliers, Candidate: s.Candidate}
	for _, v := range s.Versions {
		v.Tree.Retaper(0) // a tree in an older file may have another taper
		t.Versions = append(t.Versions, Version{v.Parent, v.Reason, v.Confidence, v.First, v.Last, v.Template.template(), v.Tree, v.Growth, v.Rejected})
	}
	for _, p := range s.Pending {
		t.Pending = append(t.Pending, pending{p.URLs, p.Pages, p.Reason, p.Confidence, p.First, p.Template.template(), p.Tree})
	}
	return t
}

func (w *watchFile) check() error {
	if w.Paper != 0 {
		return errors.New("a watch of the published loop: read it with package bartree/paper")
	}
	if _, err := (&Watch{FalseAlarms: w.FalseAlarms}).falseAlarms(); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(w.Targets)) {
		if err := w.Targets[name].check(); err != nil {
			return fmt.Errorf("target %s: %w", excerpt.Quote(name), err)
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
	if err := s.History.Check(); err != nil {
		return err
	}
	if err := s.Candidate.check(len(s.Versions)); err != nil {
		return err
	}
	for _, m := range s.Outliers {
		if !slices.IsSorted(m.Paths) {
			return fmt.Errorf("outlier %s with paths in no order", excerpt.Quote(weburl.Redact(m.URL)))
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

func checkMarked(t *storedTemplate, tree *bar.Tree) error {
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
