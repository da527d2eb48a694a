package bartree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// A Watch keeps the templates of regions and follows their changes: the loop of
// Akbar and Handoko 2011, section IV. Each page is judged before it is used again; while its
// template holds, the region is read from its place; when the template changed,
// the region is located again and a new version of the template is learned; when it
// cannot be located, the page is deferred. A Watch is for one goroutine at a
// time. The zero value is ready; WriteTo writes all that
// it knows.
type Watch struct {
	// Quorum is how many distinct pages must agree on a new place before the
	// template is switched to it; 0 means 2. Until then each page is read at
	// its new place and kept: the new template is learned from all of them.
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
	// OnChange, if set, is called with every look that found a change or was
	// deferred: the place to learn again what depends on the template, and to warn
	// a person.
	OnChange func(Look)

	targets map[string]*target // by name
}

const (
	defaultQuorum = 2
	mostPending   = 16 // pending versions of a target; of more, the oldest is dropped
	mostRead      = 32 // URLs of a target whose region is kept: the first ones
)

// target is a region on the pages of one template.
type target struct {
	Region   Region // as a person gave it
	Read     []reading
	Versions []Version
	Current  int // index in Versions
	Pending  []pending
}

// A reading is what was read at a URL: after a redesign the same words show where
// the region and its parts are now.
type reading struct {
	URL    string
	Region Region
}

// A Version is a template as it was learned at a time. Versions are never
// overwritten.
type Version struct {
	Parent     int // index of the version it replaced; -1 for the first
	Reason     string
	Confidence float64
	First      time.Time // seen
	Last       time.Time
	Template   *Template
	Tree       *BarTree // with the places of the parts in this version
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
	LookMoved    LookResult = "moved"    // at a new place, the template having changed
	LookDeferred LookResult = "deferred" // it or a part of it not found: a person should look
)

// A Look is one page looked at.
type Look struct {
	URL     string
	Target  string
	Result  LookResult
	Change  Change
	Region  Region   // what was read; if deferred, what could be: a person should check it
	Found   Location // where
	Version int      // that the page was read with
	Old     *BarTree // the bar tree of the current version
	New     *BarTree // of this page; nil if deferred
	Page    []byte
	// Warning says why the page is deferred and names the part, if it is one; nil
	// otherwise. It wraps [ErrMissing], [ErrUncertain] or [ErrPart].
	Warning error
}

// ErrTarget is the error for an unknown target.
var ErrTarget = errors.New("bartree: unknown target")

// Add starts a target, anew if there is one of the name: a region that is on page,
// and more pages of the same template, which show what in it is constant. Its
// first version is learned from them. The error wraps [ErrMissing] if the region or a part of it is not
// on the page, [ErrPart] if a part could not be read on others.
func (w *Watch) Add(name string, region Region, now time.Time, page []byte, more ...[]byte) error {
	o := outlineOf(page)
	tree, s, err := o.reverse(region, nil)
	if err == nil {
		err = w.retaper(tree)
	}
	if err != nil {
		return fmt.Errorf("target %q: %w", name, err)
	}
	p := o.placeOf(s.element, s.roi)
	if w.Paper == 0 {
		p, err = o.place(s, more...)
	}
	if err != nil {
		return fmt.Errorf("target %q: %w", name, err)
	}
	t, err := learnAt(p, append([][]byte{page}, more...)...)
	if err != nil {
		return fmt.Errorf("target %q: %w", name, err)
	}
	if w.targets == nil {
		w.targets = map[string]*target{}
	}
	w.targets[name] = &target{Region: region, Versions: []Version{{
		Parent: -1, Reason: "first", Confidence: 1, First: now, Last: now, Template: t, Tree: tree,
	}}}
	return nil
}

// Look judges a page of a target and reads its region. A page whose
// region, or a part of it, is not found is no error: its result is [LookDeferred].
func (w *Watch) Look(name, url string, page []byte, now time.Time) (Look, error) {
	t := w.targets[name]
	if t == nil {
		return Look{}, fmt.Errorf("%w %q", ErrTarget, name)
	}
	l := Look{URL: url, Target: name, Page: page, Version: t.Current, Old: t.Versions[t.Current].Tree}
	if w.Paper != 0 {
		return w.check(t, l, now)
	}
	o := outlineOf(page)
	ok, err := t.read(&l, o)
	if err != nil {
		return l, err
	}
	if ok {
		t.Versions[l.Version].Last = now
		t.keep(url, l.Region)
		return l, w.retaper(l.New)
	}
	if s := t.findAgain(&l, o); l.Result == LookMoved {
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
	w.changed(l)
	return l, nil
}

func (w *Watch) changed(l Look) {
	if w.OnChange != nil {
		w.OnChange(l)
	}
}

func (w *Watch) quorum() int {
	if w.Quorum < 1 {
		return defaultQuorum
	}
	return w.Quorum
}

// read reads the region with the version of the template that a page has: the
// current one if it holds and all parts are there, else the latest of which that
// is true, since sites roll a template out page by page. It reports whether there
// is one; the change is that against the current one.
func (t *target) read(l *Look, o *outline) (bool, error) {
	for k := range len(t.Versions) + 1 {
		i := len(t.Versions) - k
		if k == 0 {
			i = t.Current
		} else if i == t.Current {
			continue
		}
		v := &t.Versions[i]
		change, err := v.Template.Judge(l.Page)
		if err != nil {
			return false, err
		}
		if k == 0 {
			l.Change = change
		}
		if change.Alarm() {
			continue
		}
		s, err := o.sightAt(v.Template.region, v.Tree.Parts)
		if err != nil {
			if l.Warning == nil {
				l.Region, l.Warning = o.regionOf(s), err
			}
			continue
		}
		l.Version, l.Result, l.Region, l.Warning = i, LookRead, o.regionOf(s), nil
		l.Found = o.located(s.element, "path", 1, 1)
		l.New, err = o.treeOf(s)
		return true, err
	}
	return false, nil
}

// findAgain finds the region of a page that no version reads: by what was read at
// its URL, by what a person copied, else by votes.
func (t *target) findAgain(l *Look, o *outline) sighting {
	for _, known := range t.known(l.URL) {
		s, ok := o.sightText(known)
		how := "text"
		if !ok && len(known.Parts) > 0 {
			s, ok = o.sightValues(known.Parts)
			how = "parts"
		}
		if ok {
			l.moved(o, s, o.located(s.element, how, 1, 1))
			return s
		}
	}
	current := t.Versions[t.Current]
	s, found, err := o.sightVotes(current.Template.region, current.Tree.Parts)
	if err != nil {
		l.Result = LookDeferred
		if l.Warning == nil {
			l.Warning = err
		}
		return s
	}
	l.moved(o, s, found)
	return s
}

// known returns what may be on the page of a URL.
func (t *target) known(url string) []Region {
	if i := slices.IndexFunc(t.Read, func(r reading) bool { return r.URL == url }); i >= 0 {
		return []Region{t.Read[i].Region, t.Region}
	}
	return []Region{t.Region}
}

// keep notes what was read at a URL.
func (t *target) keep(url string, r Region) {
	if i := slices.IndexFunc(t.Read, func(r reading) bool { return r.URL == url }); i >= 0 {
		t.Read[i].Region = r
	} else if len(t.Read) < mostRead {
		t.Read = append(t.Read, reading{url, r})
	}
}

// moved notes what was found again.
func (l *Look) moved(o *outline, s sighting, found Location) {
	l.Result, l.Region, l.Warning = LookMoved, o.regionOf(s), nil
	found.Text = l.Region.Text
	l.Found = found
}

// propose adds a page to a pending version. Once it has a quorum, the version is
// learned from all of its pages and becomes the current one.
func (t *target) propose(l *Look, o *outline, s sighting, quorum int, now time.Time) error {
	k := slices.IndexFunc(t.Pending, func(p pending) bool { return p.agrees(*l, o, s) })
	if k < 0 {
		at, err := o.place(s)
		if err != nil {
			l.Result, l.Warning = LookDeferred, err
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
	})
	t.Current = len(t.Versions) - 1
	t.Pending = slices.Delete(t.Pending, k, k+1)
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

// learnAt learns a template from pages, on the first of which the region is at a
// place.
func learnAt(p *place, pages ...[]byte) (*Template, error) {
	t, err := Learn(pages...)
	if err != nil {
		return nil, err
	}
	p.widenBy(pages[1:])
	t.region = p
	return t, nil
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
// reports whether there is one.
func (w *Watch) Rollback(name string) bool {
	t := w.targets[name]
	if t == nil || t.Versions[t.Current].Parent < 0 {
		return false
	}
	t.Current = t.Versions[t.Current].Parent
	return true
}

// Run looks at many pages of a target, each fetched with get, and calls each with
// every look, or the error of get or of the look. It ends early
// when ctx is done, with its error.
func (w *Watch) Run(ctx context.Context, name string, urls []string, get func(context.Context, string) ([]byte, error), each func(Look, error)) error {
	for _, url := range urls {
		if err := ctx.Err(); err != nil {
			return err
		}
		page, err := get(ctx, url)
		if err != nil {
			each(Look{URL: url, Target: name}, fmt.Errorf("bartree: %s: %w", url, err))
			continue
		}
		each(w.Look(name, url, page, time.Now()))
	}
	return ctx.Err()
}
