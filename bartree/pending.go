package bartree

import (
	"bytes"
	"maps"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/markup"
)

const mostPending = 16 // pending versions of a target; of more, the oldest is dropped

// propose adds a page to a pending version. Once it has a quorum, the version is
// learned from all of its pages and becomes the current one.
func (t *target) propose(l *Look, page *markup.Page, s regions.Match, quorum int, now time.Time) error {
	o := page.Outline
	k := slices.IndexFunc(t.Pending, func(p pending) bool { return p.agrees(page, s) })
	if k < 0 {
		at, err := regions.NewPlace(o, s)
		if err != nil {
			l.Result, l.Warning, l.new = LookDeferred, err, nil
			return nil
		}
		next := learnAt(at, page)
		if len(t.Pending) == mostPending {
			t.Pending = t.Pending[1:]
		}
		reason := l.Change.State.String()
		if !l.Change.Alarm() {
			reason = "parts"
		}
		t.Pending = append(t.Pending, pending{Reason: reason, Confidence: l.Found.Confidence, First: now, Template: next, tree: l.new})
		k = len(t.Pending) - 1
	}
	p := &t.Pending[k]
	p.Confidence = min(p.Confidence, l.Found.Confidence)
	read := []*markup.Page{}
	if !slices.Contains(p.URLs, l.URL) {
		read = append(read, page)
		p.URLs, p.Pages = append(p.URLs, l.URL), append(p.Pages, bytes.Clone(l.Page))
	}
	if len(p.URLs) < quorum {
		return nil
	}
	if before := p.Pages[:len(p.Pages)-len(read)]; len(before) > 0 {
		pages, err := markup.ReadPages(before)
		if err != nil {
			return err
		}
		read = append(pages, read...)
	}
	next := learnAt(p.Template.region, read...)
	t.Versions = append(t.Versions, Version{
		Parent: t.Current, Reason: p.Reason, Confidence: p.Confidence, First: p.First, Last: now, Template: next, tree: p.tree,
		growth: growthOf(p.URLs, p.Pages, read),
	})
	t.Pending = slices.Delete(t.Pending, k, k+1)
	t.switchTo(len(t.Versions) - 1)
	return nil
}

// agrees reports whether a page has the template of a pending version and its
// region and parts are where that has them.
func (p pending) agrees(page *markup.Page, s regions.Match) bool {
	if c := p.Template.judge([]*markup.Page{page}, true); c.Alarm() {
		return false
	}
	o := page.Outline
	there, err := regions.MatchAt(o, p.Template.region, p.tree.Parts)
	if len(s.Parts) == 0 {
		return err == nil && (there.Element == s.Element || o.Trimmed(there.Text) == o.Trimmed(s.Text))
	}
	return err == nil && maps.Equal(there.Parts, s.Parts)
}
