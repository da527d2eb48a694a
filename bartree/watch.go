package bartree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lokman-crawler/lokman/bartree/internal/bar"
	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/bartree/internal/stats"
	"github.com/lokman-crawler/lokman/internal/markup"
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
	quorumBeside  = 8 // the quorum at least for a change that does not touch the region: it is read all the time
)

// errTarget is the error for an unknown target.
var errTarget = errors.New("bartree: unknown target")

// Look judges a page of a target and reads its region. A page whose
// region, or a part of it, is not found is no error: its result is [LookDeferred]. A
// name that was not added is an error.
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
		return Look{}, fmt.Errorf("%w %q", errTarget, name)
	}
	l := Look{URL: url, Target: name, Page: page, Version: t.Current, old: t.Versions[t.Current].tree}
	falseAlarms, err := w.settings()
	if err != nil {
		return l, err
	}
	read, err := markup.ReadPages([][]byte{page})
	if err != nil {
		return l, err
	}
	at := read[0]
	s, ok, err := t.read(&l, at, falseAlarms)
	switch {
	case err != nil:
		return l, err
	case ok:
		if err = w.note(t, &l, at, s, now); err == nil && l.Result == LookDeferred {
			w.changed(l)
		}
		return l, err
	case t.knowsKind(&l, at.Print) && !t.hasRead(url):
		l.Result, l.Region, l.Warning = LookOther, Region{}, nil
		return l, nil
	}
	if s = t.findAgain(&l, at.Outline); l.Result == LookMoved {
		if l.new, err = bar.Measure(at.Outline, s); err == nil {
			err = t.propose(&l, at, s, w.quorum(), now)
		}
		if err != nil {
			return l, err
		}
	}
	if l.Result == LookDeferred {
		t.noteOutlier(&l, at)
	}
	w.changed(l)
	return l, nil
}

// note notes what was read at its place. If something else of the page
// changed, the template is learned again without haste.
func (w *Watch) note(t *target, l *Look, at *markup.Page, s regions.Match, now time.Time) error {
	t.Versions[l.Version].Last = now
	if l.Version == t.Current && l.Row == 0 && l.Change.State >= StateOther && !t.knowsKind(l, at.Print) {
		t.noteOutlier(l, at)
	}
	t.keep(l.URL, l.Region)
	few := len(t.Versions[l.Version].growth.Pages)
	if err := t.grow(l, at); err != nil {
		return err
	}
	switch {
	case l.Version != t.Current && !l.Change.Alarm():
		t.nominate(l, max(w.quorum(), quorumBeside))
	case l.Version != t.Current || l.Change.State == StateOther:
	case !l.Change.Alarm():
		t.Candidate = rollbackCandidate{}
		t.holds(l.URL)
	case few == 0 || few >= stats.FewestKnown:
		return t.propose(l, at, s, max(w.quorum(), quorumBeside), now)
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
	if w.Quorum < 0 {
		return 0, fmt.Errorf("bartree: Watch.Quorum is %d, want more than 0, or 0 for %d", w.Quorum, defaultQuorum)
	}
	return w.falseAlarms()
}

func (w *Watch) falseAlarms() (float64, error) {
	switch share := w.FalseAlarms; {
	case share == 0:
		return stats.DefaultFalseAlarms, nil
	case share > 0 && share <= stats.MostFalseAlarms:
		return share, nil
	}
	return 0, fmt.Errorf("bartree: Watch.FalseAlarms is %g, want 0 to %g", w.FalseAlarms, stats.MostFalseAlarms)
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
// when ctx is done, with its error. A name that was not added is an error, and nothing is fetched.
func (w *Watch) Run(ctx context.Context, name string, urls []string, get func(context.Context, string) ([]byte, error), each func(Look, error)) error {
	if w.targets[name] == nil {
		return fmt.Errorf("%w %q", errTarget, name)
	}
	for _, url := range urls {
		if err := ctx.Err(); err != nil {
			return err
		}
		page, err := get(ctx, url)
		if err != nil {
			each(Look{URL: url, Target: name}, fmt.Errorf("bartree: %s: %w", weburl.Redact(url), weburl.RedactError(err)))
			continue
		}
		each(w.Look(name, url, page, time.Now()))
	}
	return ctx.Err()
}
