package bartree

import (
	"fmt"
	"slices"
)

// rollbackCandidate is a version that holds on pages in a row on which the current one
// does not: the site may have gone back to it.
type rollbackCandidate struct {
	Version int      `json:"version"`
	URLs    []string `json:"urls"`
}

// nominate notes a page on which a version that is not the current one holds. With a quorum of
// them it is the current one again, unless a person rolled it back.
func (t *target) nominate(l *Look, quorum int) {
	if t.Versions[l.Version].rejected {
		return
	}
	b := &t.Candidate
	if b.Version != l.Version {
		*b = rollbackCandidate{Version: l.Version}
	}
	if !slices.Contains(b.URLs, l.URL) {
		b.URLs = append(b.URLs, l.URL)
	}
	if len(b.URLs) >= quorum {
		t.switchTo(l.Version)
	}
}

// switchTo makes a version the current one.
func (t *target) switchTo(version int) {
	t.Current = version
	t.History, t.Outliers, t.Candidate = nil, nil, rollbackCandidate{}
}

// check says whether there is such a version.
func (b rollbackCandidate) check(versions int) error {
	if b.Version < 0 || b.Version >= versions {
		return fmt.Errorf("version %d of %d returns", b.Version, versions)
	}
	return nil
}
