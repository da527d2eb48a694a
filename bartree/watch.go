package bartree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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
	// OnChange, if set, is called with every look that found a change: the
	// place to learn again what depends on the template.
	OnChange func(Look)

	targets map[string]*target // by name
}

const (
	defaultQuorum = 2
	mostPending   = 16 // pending versions of a target; of more, the oldest is dropped
)

// target is a region on the pages of one template.
type target struct {
	Parts    map[string]Part
	Versions []Version
	Current  int // index in Versions
	Pending  []pending
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
	Tree       *BarTree
}

// pending is a version that has no quorum yet: the pages that agree on it.
type pending struct {
	URLs       []string
	Pages      [][]byte
	Text       string // of the region on the first
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
	LookDeferred LookResult = "deferred" // not found: a person should look
)

// A Look is one page looked at.
type Look struct {
	URL     string
	Target  string
	Result  LookResult
	Change  Change
	Region  Region   // what was read; empty if deferred
	Found   Location // where
	Version int      // that the page was read with
	Old     *BarTree // the bar tree of the current version
	New     *BarTree // of this page; nil if deferred
	Page    []byte
}

// ErrTarget is the error for an unknown target.
var ErrTarget = errors.New("bartree: unknown target")

// Add starts a target: a region that is on page, and more pages of the same
// template, which show what in it is constant. Its first version is learned
// from them. The error wraps [ErrMissing] if the region or a part of it is not
// on the page.
func (w *Watch) Add(name string, region Region, now time.Time, page []byte, more ...[]byte) error {
	tree, err := Reverse(page, region, nil)
	if err != nil {
		return fmt.Errorf("target %q: %w", name, err)
	}
	t, err := learnMarked(region.Text, append([][]byte{page}, more...)...)
	if err != nil {
		return fmt.Errorf("target %q: %w", name, err)
	}
	if w.targets == nil {
		w.targets = map[string]*target{}
	}
	w.targets[name] = &target{Parts: tree.Parts, Versions: []Version{{
		Parent: -1, Reason: "first", Confidence: 1, First: now, Last: now, Template: t, Tree: tree,
	}}}
	return nil
}

// Look judges a page of a target and reads its region. A page whose
// region is not found is no error: its result is [LookDeferred].
func (w *Watch) Look(name, url string, page []byte, now time.Time) (Look, error) {
	t := w.targets[name]
	if t == nil {
		return Look{}, fmt.Errorf("%w %q", ErrTarget, name)
	}
	l := Look{URL: url, Target: name, Page: page, Version: t.Current, Old: t.Versions[t.Current].Tree}
	v, change, err := t.holding(page)
	if err != nil {
		return l, err
	}
	l.Change = change
	if v >= 0 {
		l.Version, l.Result = v, LookRead
		t.Versions[v].Last = now
		t.read(&l, t.Versions[v].Template.region)
		return l, nil
	}
	place := t.Versions[t.Current].Template.region
	t.read(&l, place)
	l.Result = LookMoved
	if l.New == nil {
		l.Result = LookDeferred
	} else if err := t.propose(l, w.quorum(), now); err != nil {
		return l, err
	}
	if w.OnChange != nil {
		w.OnChange(l)
	}
	return l, nil
}

func (w *Watch) quorum() int {
	if w.Quorum < 1 {
		return defaultQuorum
	}
	return w.Quorum
}

// holding returns the version of the template that a page has: the current one
// if it holds, else the latest that does, since sites roll a template out page by
// page, else -1. The change is that against the current one.
func (t *target) holding(page []byte) (int, Change, error) {
	change, err := t.Versions[t.Current].Template.Judge(page)
	if err != nil || !change.Alarm() {
		return t.Current, change, err
	}
	for i, v := range slices.Backward(t.Versions) {
		if i == t.Current {
			continue
		}
		if c, err := v.Template.Judge(page); err == nil && !c.Alarm() {
			return i, c, nil
		}
	}
	return -1, change, nil
}

// read finds the region and reads it.
func (t *target) read(l *Look, place *place) {
	o := outlineOf(l.Page)
	found, err := place.locate(o)
	if err != nil {
		return
	}
	l.Found = found
	l.Region = o.extract(found.element, t.Parts)
	if found.How == "text" {
		l.Region.Text = found.Text
	}
	if tree, err := o.tree(found.element); err == nil {
		if r := o.spanOf(found.element); r.start < r.end {
			o.addSigmas(tree, int(o.at[r.start]), int(o.at[r.end-1]))
		}
		l.New = tree
	}
}

// propose adds a page to a pending version. Once it has a quorum, the version is
// learned from all of its pages and becomes the current one.
func (t *target) propose(l Look, quorum int, now time.Time) error {
	k := slices.IndexFunc(t.Pending, func(p pending) bool {
		c, err := p.Template.Judge(l.Page)
		return err == nil && !c.Alarm()
	})
	if k < 0 {
		next, err := learnMarked(l.Region.Text, l.Page)
		if err != nil {
			return err
		}
		if len(t.Pending) == mostPending {
			t.Pending = t.Pending[1:]
		}
		t.Pending = append(t.Pending, pending{
			Text: l.Region.Text, Reason: l.Change.State.String(), Confidence: l.Found.Confidence, First: now, Template: next, Tree: l.New,
		})
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
	next, err := learnMarked(p.Text, p.Pages...)
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

// learnMarked learns a template from pages and marks the region, whose text is
// that on the first.
func learnMarked(text string, pages ...[]byte) (*Template, error) {
	t, err := Learn(pages...)
	if err != nil {
		return nil, err
	}
	return t, t.Mark(text, pages[0], pages[1:]...)
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
