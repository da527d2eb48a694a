package bartree

import "slices"

const (
	mostStrangers = 16 // of a target; of more, the oldest is dropped
	mostOdd       = 16 // pages of another kind that a template learns of in a watch
	holdQuorum    = 3  // pages after a stranger on which the template must hold
)

// A stranger is a page without the region that has not been known to have it, or one
// that is an alarm by itself, so that it may show a change of the template or be of
// another kind. If the template holds on enough pages after it, it was of another kind.
type stranger struct {
	URL     string    `json:"url"`
	Paths   []uint64  `json:"paths"` // its tag paths, sorted
	Words   TagSketch `json:"words,omitzero"`
	Holding []string  `json:"holding,omitempty"` // URLs on which the template held since
}

// meet notes a stranger. A page that was read before cannot be of another kind.
func (t *target) meet(l *Look, o *outline, f *Fingerprint) {
	if t.hasRead(l.URL) || slices.ContainsFunc(t.Strangers, func(s stranger) bool { return s.URL == l.URL }) {
		return
	}
	if len(t.Strangers) == mostStrangers {
		t.Strangers = slices.Delete(t.Strangers, 0, 1)
	}
	t.Strangers = append(t.Strangers, stranger{URL: l.URL, Paths: pathsOf(f), Words: o.sketchWords()})
}

// knowsKind reports whether a page is like one that is known to be of another kind.
// What one page shows by itself is not sure enough to skip it.
func (t *target) knowsKind(l *Look, f *Fingerprint) bool {
	return l.Change.State == StateOther && t.Versions[t.Current].Template.isOdd(f, l.Change.Likeness)
}

// repeatsKind reports whether a page without the region says what a known one of another kind
// does, as while a server is out of order: that is no evidence of a change.
func (t *target) repeatsKind(c *Change, o *outline) bool {
	return c.State == StateOther && c.Region > TouchBeside && t.Versions[t.Current].Template.repeatsOdd(o)
}

// hasRead reports whether the region was read at a URL before.
func (t *target) hasRead(url string) bool {
	return slices.ContainsFunc(t.Read, func(r reading) bool { return r.URL == url })
}

// holds notes that the current template holds on the page of a URL: the strangers
// before it may be of another kind.
func (t *target) holds(url string) {
	v := t.Versions[t.Current].Template
	t.Strangers = slices.DeleteFunc(t.Strangers, func(s stranger) bool { return s.URL == url })
	for i := range t.Strangers {
		if s := &t.Strangers[i]; !slices.Contains(s.Holding, url) {
			s.Holding = append(s.Holding, url)
		}
	}
	t.Strangers = slices.DeleteFunc(t.Strangers, func(s stranger) bool {
		if len(s.Holding) < holdQuorum || len(v.odd) >= mostOdd {
			return false
		}
		v.odd = append(v.odd, oddPage{Index: -1, Paths: s.Paths, Words: s.Words})
		for k := range t.Pending {
			t.Pending[k].drop(s.URL)
		}
		return true
	})
	t.Pending = slices.DeleteFunc(t.Pending, func(p pending) bool { return len(p.URLs) == 0 })
}

// drop takes a page out of a pending version.
func (p *pending) drop(url string) {
	if i := slices.Index(p.URLs, url); i >= 0 {
		p.URLs, p.Pages = slices.Delete(p.URLs, i, i+1), slices.Delete(p.Pages, i, i+1)
	}
}
