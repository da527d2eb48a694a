package bartree

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Watch keeps the templates of regions and follows their changes: the loop of Akbar
// and Handoko 2011, section IV. Each page is judged before it is used again; while its
// template holds, the region is read from its place; when the template changed, the
// region is located again and a new version of the template is learned; when it cannot
// be located, the page is deferred. A Watch is for one goroutine at a time. The zero
// value is ready; WriteTo writes all that it knows.
type Watch struct {
	// Quorum is how many distinct pages must agree on a new place before the
	// template is switched to it; 0 means 2, and a watch of one page wants 1. Until
	// then each page is read at its new place and kept: the new template is learned
	// from all of them. A version that a site went back to takes as many, at least 8.
	Quorum int
	// Paper, if it is not 0, makes Look exactly what the paper's loop does, with
	// one of the paper's sets of variables. The text that was given to Add is the
	// keyword of every look: where it or a part of it is gone the page is deferred,
	// whatever its template; where a variable differs from the current version, a
	// new version replaces it at once. Other pages are then read with [Extract] and
	// the current version's tree. Quorum is not used, and Look.Change has neither
	// likeness nor places.
	Paper Variables
	// Taper is r of the bar trees, for Add and all looks; 0 means the default of
	// [Bars]. Only trees of one taper can be compared.
	Taper float64
	// FalseAlarms is the greatest share of looks, at pages of one template in random
	// order, that find a row of pages which differ from those before by chance, see
	// Look.Row. 0 means 0.01, 10 of 1,000 looks; at most 0.1. The less it is, the
	// later a small change is noticed.
	FalseAlarms float64
	// OnChange, if set, is called with every look whose result is [LookMoved] or
	// [LookDeferred]: the place to learn again what depends on the template, and to
	// warn a person. A change beside the region, which is read all the same, is in
	// Look.Change alone.
	OnChange func(Look)

	targets map[string]*target // by name
}

const (
	defaultQuorum = 2
	mostPending   = 16 // pending versions of a target; of more, the oldest is dropped
	quorumBeside  = 8  // the quorum at least for a change that does not touch the region: it is read all the time
	mostRead      = 32 // URLs of a target whose region is kept: the first ones
)

// target is a region on the pages of one template.
type target struct {
	Region   Region // as a person gave it
	Read     []reading
	Versions []Version
	Current  int // index in Versions
	Pending  []pending
	Run      *run // of the current version; nil before it is looked at
	// Strangers are pages that may be of another kind.
	Strangers []stranger
	Returning returning
}

// A reading is what was read at a URL: after a redesign the same words show where
// the region and its parts are now.
type reading struct {
	URL    string `json:"url"`
	Region Region `json:"region"`
}

// A Version is a template as it was learned at a time. Versions are never
// overwritten; the template of one is learned again with the pages that are read
// with it until they are eight.
type Version struct {
	Parent     int       // index of the version it replaced; -1 for the first
	Reason     string    // why it was made
	Confidence float64   // 0 to 1: how sure it was that the region had been found again
	First      time.Time // seen
	Last       time.Time // seen
	Template   *Template // of the pages of this version
	Tree       *BarTree  // with the places of the parts in this version

	growth   growth
	rejected bool // a person rolled it back
}

// pending is a version that has no quorum yet: the pages that agree on it.
type pending struct {
	URLs       []string
	Pages      [][]byte
	Reason     string
	Confidence float64
	First      time.Time
	Template   *Template // of the first page
	Tree       *BarTree
}

// A LookResult says whether the region of a page could be read.
type LookResult string

const (
	LookRead     LookResult = "read"     // at its known place
	LookMoved    LookResult = "moved"    // found again after a change of the template; Found says where
	LookDeferred LookResult = "deferred" // it or a part of it not found: a person should look, and after a redesign Add the target anew
	LookOther    LookResult = "other"    // a page of another kind, without the region: nothing is read
)

// A Look is one page looked at: its URL, the name of the Target, the Result, and the
// Change of the template: against its current version, or another if the page has that.
// Beside an error it has the first two and perhaps the Page, and its state is
// [StateUnknown].
type Look struct {
	URL     string     `json:"url"`
	Target  string     `json:"target"`
	Result  LookResult `json:"result,omitempty"`
	Change  Change     `json:"change"`
	Region  Region     `json:"region,omitzero"` // what was read; if deferred, what could be: a person should check it
	Found   Location   `json:"found,omitzero"`  // where
	Version int        `json:"version"`         // that the page was read with, from 0: the index in Versions
	// Row is how many of the last pages, this one included, share a difference from
	// those before that is not by chance, see Watch.FalseAlarms; 0 if they do not,
	// and in the paper's loop. Once found it grows with each page that has the
	// difference, until the template holds on one or a new version is learned.
	// A change without a row is told from this page alone.
	Row int `json:"row,omitempty"`
	// First is the URL of the first page that showed the change: of the row, known in
	// hindsight, or this one without a row; empty without a change, and in the paper's loop.
	First string   `json:"first,omitempty"`
	Old   *BarTree `json:"old,omitempty"` // the bar tree of the current version
	New   *BarTree `json:"new,omitempty"` // of this page; nil if deferred
	Page  []byte   `json:"page,omitempty"`
	// Warning says why the page is deferred and names the part, if it is one; nil
	// otherwise. It wraps [ErrMissing], [ErrUncertain] or [ErrPart].
	Warning error `json:"warning,omitempty"`
}

// ErrTarget is the error for an unknown target.
var ErrTarget = errors.New("bartree: unknown target")

// Look judges a page of a target and reads its region. A page whose
// region, or a part of it, is not found is no error: its result is [LookDeferred]. A
// name that was not added is [ErrTarget].
func (w *Watch) Look(name, url string, page []byte, now time.Time) (Look, error) {
	l, err := w.look(name, url, page, now)
	if err != nil { // what was found until then says nothing
		if url != "" {
			err = fmt.Errorf("%s: %w", weburl.Redact(url), err)
		}
		return Look{URL: url, Target: name, Page: page}, err
	}
	return l, nil
}

func (w *Watch) look(name, url string, page []byte, now time.Time) (Look, error) {
	t := w.targets[name]
	if t == nil {
		return Look{}, fmt.Errorf("%w %q", ErrTarget, name)
	}
	l := Look{URL: url, Target: name, Page: page, Version: t.Current, Old: t.Versions[t.Current].Tree}
	falseAlarms, err := w.settings()
	if err != nil {
		return l, err
	}
	if w.Paper != 0 {
		return w.lookAsPaper(t, l, now)
	}
	prints, err := fingerprints([][]byte{page})
	if err != nil {
		return l, err
	}
	o := outlineOf(page)
	s, ok, err := t.read(&l, o, prints, falseAlarms)
	switch {
	case err != nil:
		return l, err
	case ok:
		if err = w.note(t, &l, o, s, prints[0], now); err == nil && l.Result == LookDeferred {
			w.changed(l)
		}
		return l, err
	case t.knowsKind(&l, prints[0]) && !t.hasRead(url):
		l.Result, l.Region, l.Warning = LookOther, Region{}, nil
		return l, nil
	}
	if s = t.findAgain(&l, o); l.Result == LookMoved {
		if l.New, err = o.treeOf(s); err == nil {
			err = w.retaper(l.New)
		}
		if err == nil {
			err = t.propose(&l, o, s, w.quorum(), now)
		}
		if err != nil {
			return l, err
		}
	}
	if l.Result == LookDeferred {
		t.meet(&l, o, prints[0])
	}
	w.changed(l)
	return l, nil
}

// note notes what was read at its place. If something else of the page
// changed, the template is learned again without haste.
func (w *Watch) note(t *target, l *Look, o *outline, s sighting, f *Fingerprint, now time.Time) error {
	t.Versions[l.Version].Last = now
	if err := w.retaper(l.New); err != nil {
		return err
	}
	if l.Version == t.Current && l.Row == 0 && l.Change.State >= StateOther && !t.knowsKind(l, f) {
		t.meet(l, o, f)
	}
	t.keep(l.URL, l.Region)
	few := len(t.Versions[l.Version].growth.Pages)
	if err := t.grow(l); err != nil {
		return err
	}
	switch {
	case l.Version != t.Current && !l.Change.Alarm():
		t.comeBack(l, max(w.quorum(), quorumBeside))
	case l.Version != t.Current || l.Change.State == StateOther:
	case !l.Change.Alarm():
		t.Returning = returning{}
		t.holds(l.URL)
	case few == 0 || few >= fewestKnown:
		return t.propose(l, o, s, max(w.quorum(), quorumBeside), now)
	}
	return nil
}

func (w *Watch) changed(l Look) {
	if w.OnChange != nil {
		w.OnChange(l)
	}
}

func (w *Watch) quorum() int {
	return cmp.Or(w.Quorum, defaultQuorum)
}

// settings returns the share of false alarms, or an error about a setting that means
// nothing.
func (w *Watch) settings() (falseAlarms float64, err error) {
	switch {
	case w.Quorum < 0:
		return 0, fmt.Errorf("bartree: Watch.Quorum is %d, want more than 0, or 0 for %d", w.Quorum, defaultQuorum)
	case w.Paper > AllVariables:
		return 0, fmt.Errorf("bartree: Watch.Paper is %v: there are none such", w.Paper)
	}
	return w.falseAlarms()
}

func (w *Watch) falseAlarms() (float64, error) {
	switch share := w.FalseAlarms; {
	case share == 0:
		return defaultFalseAlarms, nil
	case share > 0 && share <= mostFalseAlarms:
		return share, nil
	}
	return 0, fmt.Errorf("bartree: Watch.FalseAlarms is %g, want 0 to %g", w.FalseAlarms, mostFalseAlarms)
}

// propose adds a page to a pending version. Once it has a quorum, the version is
// learned from all of its pages and becomes the current one.
func (t *target) propose(l *Look, o *outline, s sighting, quorum int, now time.Time) error {
	k := slices.IndexFunc(t.Pending, func(p pending) bool { return p.agrees(*l, o, s) })
	if k < 0 {
		at, err := o.place(s)
		if err != nil {
			l.Result, l.Warning, l.New = LookDeferred, err, nil
			return nil
		}
		next, err := learnAt(at, l.Page)
		if err != nil {
			return err
		}
		if len(t.Pending) == mostPending {
			t.Pending = t.Pending[1:]
		}
		reason := l.Change.State.String()
		if !l.Change.Alarm() {
			reason = "parts"
		}
		t.Pending = append(t.Pending, pending{Reason: reason, Confidence: l.Found.Confidence, First: now, Template: next, Tree: l.New})
		k = len(t.Pending) - 1
	}
	p := &t.Pending[k]
	p.Confidence = min(p.Confidence, l.Found.Confidence)
	if !slices.Contains(p.URLs, l.URL) {
		p.URLs, p.Pages = append(p.URLs, l.URL), append(p.Pages, bytes.Clone(l.Page))
	}
	if len(p.URLs) < quorum {
		return nil
	}
	next, err := learnAt(p.Template.region, p.Pages...)
	if err != nil {
		return err
	}
	t.Versions = append(t.Versions, Version{
		Parent: t.Current, Reason: p.Reason, Confidence: p.Confidence, First: p.First, Last: now, Template: next, Tree: p.Tree,
		growth: growthOf(p.URLs, p.Pages),
	})
	t.Pending = slices.Delete(t.Pending, k, k+1)
	t.switchTo(len(t.Versions) - 1)
	return nil
}

// agrees reports whether a page has the template of a pending version and its
// region and parts are where that has them.
func (p pending) agrees(l Look, o *outline, s sighting) bool {
	c, err := p.Template.Judge(l.Page)
	if err != nil || c.Alarm() {
		return false
	}
	there, err := o.sightAt(p.Template.region, p.Tree.Parts)
	if len(s.parts) == 0 {
		return err == nil && (there.element == s.element || o.trimmed(there.roi) == o.trimmed(s.roi))
	}
	return err == nil && maps.Equal(there.parts, s.parts)
}

// Versions returns the versions of a target's template, the first one first,
// and which of them is the current one; nil and -1 for an unknown target.
func (w *Watch) Versions(name string) (versions []Version, current int) {
	t := w.targets[name]
	if t == nil {
		return nil, -1
	}
	return t.Versions, t.Current
}

// Rollback makes the parent of a target's current version current again and
// reports whether there is one. The version that was rolled back does not become the
// current one again by itself.
func (w *Watch) Rollback(name string) bool {
	t := w.targets[name]
	if t == nil || t.Versions[t.Current].Parent < 0 {
		return false
	}
	t.Versions[t.Current].rejected = true
	t.switchTo(t.Versions[t.Current].Parent)
	return true
}

// Run looks at many pages of a target, each fetched with get, and calls each with
// every look, or the error of get or of the look. For an answer whose status is not 2xx
// get should return an error: its text would be looked at as a redesign. Run ends early
// when ctx is done, with its error. A name that was not added is [ErrTarget], and nothing is fetched.
func (w *Watch) Run(ctx context.Context, name string, urls []string, get func(context.Context, string) ([]byte, error), each func(Look, error)) error {
	if w.targets[name] == nil {
		return fmt.Errorf("%w %q", ErrTarget, name)
	}
	for _, url := range urls {
		if err := ctx.Err(); err != nil {
			return err
		}
		page, err := get(ctx, url)
		if err != nil {
			each(Look{URL: url, Target: name}, atURL(url, err))
			continue
		}
		each(w.Look(name, url, page, time.Now()))
	}
	return ctx.Err()
}
