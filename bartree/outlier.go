package bartree

import (
	"slices"

	"github.com/lokman-crawler/lokman/bartree/internal/stats"
	"github.com/lokman-crawler/lokman/internal/markup"
)

const (
	mostOutliers = 16 // of a target; of more, the oldest is dropped
	holdQuorum   = 3  // pages after an outlier on which the template must hold
)

// An outlier is a page without the region that has not been known to have it, or one
// that is an alarm by itself, so that it may show a change of the template or be of
// another kind. If the template holds on enough pages after it, it was of another kind.
type outlier struct {
	URL     string           `json:"url"`
	Paths   []uint64         `json:"paths"` // its tag paths, sorted
	Words   markup.TagSketch `json:"words,omitzero"`
	Holding []string         `json:"holding,omitempty"` // URLs on which the template held since
}

// noteOutlier notes an outlier. A page that was read before cannot be of another kind.
func (t *target) noteOutlier(l *Look, page *markup.Page) {
	if t.hasRead(l.URL) || slices.ContainsFunc(t.Outliers, func(s outlier) bool { return s.URL == l.URL }) {
		return
	}
	if len(t.Outliers) == mostOutliers {
		t.Outliers = slices.Delete(t.Outliers, 0, 1)
	}
	t.Outliers = append(t.Outliers, outlier{URL: l.URL, Paths: stats.PathsOf(page.Print), Words: page.Words()})
}

// knowsKind reports whether a page is like one that is known to be of another kind.
// What one page shows by itself is not sure enough to skip it.
func (t *target) knowsKind(l *Look, f *markup.Fingerprint) bool {
	return l.Change.State == StateOther && t.Versions[t.Current].Template.stats.IsOdd(f, l.Change.Likeness)
}

// repeatsKnown reports whether a page without the region says what a known one of another kind
// does, as while a server is out of order: that is no evidence of a change.
func (t *target) repeatsKnown(c *Change, page *markup.Page) bool {
	return c.State == StateOther && c.touches() && t.Versions[t.Current].Template.stats.RepeatsOdd(page)
}

// hasRead reports whether the region was read at a URL before.
func (t *target) hasRead(url string) bool {
	return slices.ContainsFunc(t.Read, func(r lastRead) bool { return r.URL == url })
}

// holds notes that the current template holds on the page of a URL: the outliers
// before it may be of another kind.
func (t *target) holds(url string) {
	v := t.Versions[t.Current].Template.stats
	t.Outliers = slices.DeleteFunc(t.Outliers, func(s outlier) bool { return s.URL == url })
	for i := range t.Outliers {
		if s := &t.Outliers[i]; !slices.Contains(s.Holding, url) {
			s.Holding = append(s.Holding, url)
		}
	}
	t.Outliers = slices.DeleteFunc(t.Outliers, func(s outlier) bool {
		if len(s.Holding) < holdQuorum || !v.Meet(s.Paths, s.Words) {
			return false
		}
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
