package paper

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/markup"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Watch is the paper's loop (Akbar and Handoko 2011, section IV). The text that was given to
// Add is the keyword of every look: where it or a part of it is gone the page is deferred,
// whatever its template; where a variable differs from the current version, a new version
// replaces it at once. Other pages are then read with [Extract] and the current version's
// tree. A Watch is for one goroutine at a time. The zero value is ready; WriteTo writes all
// that it knows.
type Watch struct {
	// Variables are those whose differences are a change; 0 means FullVariables.
	Variables Variables
	// Taper is r of the bar trees, for Add and all looks; 0 means the default of
	// [Bars]. 0.1 is that of the paper's Figure 4, for trees of up to 10 levels. Only
	// trees of one taper can be compared.
	Taper float64
	// OnChange, if set, is called with every look whose result is [bartree.LookMoved] or
	// [bartree.LookDeferred].
	OnChange func(Look)

	targets map[string]*target // by name
}

// A target is a region of a page.
type target struct {
	Region   bartree.Region `json:"region"`
	Versions []Version      `json:"versions"`
	Current  int            `json:"current"` // index in Versions
}

// A Version is a place of a region as it was found at a time. Versions are never overwritten.
type Version struct {
	Parent     int       `json:"parent"`     // index of the version it replaced; -1 for the first
	Reason     string    `json:"reason"`     // why it was made
	Confidence float64   `json:"confidence"` // 1: the text is there
	First      time.Time `json:"first"`      // seen
	Last       time.Time `json:"last"`       // seen
	Tree       *BarTree  `json:"tree"`       // with the places of the parts
}

// A Look is one page looked at. Its Change has neither likeness nor places. As JSON it is
// written without the trees.
type Look struct {
	bartree.Look
	Old *BarTree // the bar tree of the current version
	New *BarTree // of this page; nil if deferred
}

// WriteSVG draws the bar tree of the current version and, beside it, that of the page if
// the region moved, as [WriteSVG] does; nothing without a tree.
func (l Look) WriteSVG(w io.Writer) error {
	switch {
	case l.Old == nil:
		return nil
	case l.Result == bartree.LookRead:
		return WriteSVG(w, l.Old, nil)
	}
	return WriteSVG(w, l.Old, l.New)
}

// Add starts a target, anew if there is one of the name: a region that is on page. The error
// wraps [bartree.ErrMissing] if the region or a part of it is not on the page.
func (w *Watch) Add(name string, region bartree.Region, now time.Time, page []byte) error {
	if err := w.valid(); err != nil {
		return err
	}
	tree, _, err := w.find(markup.ReadOutline(page), region, nil)
	if err != nil {
		return fmt.Errorf("target %q: %w", name, err)
	}
	if w.targets == nil {
		w.targets = map[string]*target{}
	}
	first := Version{Parent: -1, Reason: "first", Confidence: 1, First: now, Last: now, Tree: tree}
	w.targets[name] = &target{Region: region, Versions: []Version{first}}
	return nil
}

func (w *Watch) valid() error {
	if w.Variables > AllVariables {
		return fmt.Errorf("bartree: Watch.Variables is %v: there are none such", w.Variables)
	}
	return nil
}

// find is Reverse with the taper of the watch.
func (w *Watch) find(o *markup.Outline, region bartree.Region, old *BarTree) (*BarTree, regions.Match, error) {
	tree, at, err := reverse(o, region, old)
	if err == nil && w.Taper != 0 {
		err = tree.Retaper(w.Taper)
	}
	return tree, at, err
}

// Look looks for a target's text on a page and compares the bar tree with the current
// version's. A page without the text is no error: its result is [bartree.LookDeferred]. A
// name that was not added, and a taper that does not fit the page, is one.
func (w *Watch) Look(name, url string, page []byte, now time.Time) (Look, error) {
	l := Look{Look: bartree.Look{URL: url, Target: name, Page: page}}
	err := w.look(&l, now)
	if err != nil { // what was found until then says nothing
		if url != "" {
			err = fmt.Errorf("%s: %w", weburl.Redact(url), err)
		}
		return Look{Look: bartree.Look{URL: url, Target: name, Page: page}}, err
	}
	if l.Result != bartree.LookRead && w.OnChange != nil {
		w.OnChange(l)
	}
	return l, nil
}

// look is the reverse algorithm with the target's text as its keyword, the comparison of
// the old and the new variables, and a new version at once.
func (w *Watch) look(l *Look, now time.Time) error {
	t := w.targets[l.Target]
	if t == nil {
		return fmt.Errorf("bartree: unknown target %q", l.Target)
	}
	if err := w.valid(); err != nil {
		return err
	}
	current := &t.Versions[t.Current]
	l.Version, l.Old = t.Current, current.Tree
	o := markup.ReadOutline(l.Page)
	tree, at, err := w.find(o, t.Region, current.Tree)
	if errors.Is(err, bartree.ErrMissing) {
		l.Result, l.Warning = bartree.LookDeferred, err
		return nil
	}
	if err != nil {
		return err
	}
	l.New, l.Region = tree, bartree.Region(regions.Read(o, at, l.URL))
	l.Found = regions.LocationOf(o, at.Element, "text", 1, 1)
	l.Found.Text = l.Region.Text
	if !Compare(current.Tree, tree).Changed(cmp.Or(w.Variables, FullVariables)) {
		l.Result, l.Change.State = bartree.LookRead, bartree.StateSame
		current.Last = now
		return nil
	}
	l.Result, l.Change.State, l.Change.Score = bartree.LookMoved, bartree.StateChanged, 1
	t.Versions = append(t.Versions, Version{
		Parent: t.Current, Reason: l.Change.State.String(), Confidence: 1, First: now, Last: now, Tree: tree,
	})
	t.Current = len(t.Versions) - 1
	l.Version = t.Current
	return nil
}

// Versions returns the versions of a target, the first one first, and which of them is the
// current one; nil and -1 for an unknown target.
func (w *Watch) Versions(name string) (versions []Version, current int) {
	t := w.targets[name]
	if t == nil {
		return nil, -1
	}
	return t.Versions, t.Current
}
