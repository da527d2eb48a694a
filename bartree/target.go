package bartree

import (
	"fmt"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/bartree/internal/bar"
	"github.com/lokman-crawler/lokman/bartree/internal/stats"
)

// target is a region on the pages of one template.
type target struct {
	Region   Region // as a person gave it
	Read     []lastRead
	Versions []Version
	Current  int // index in Versions
	Pending  []pending
	History  *stats.History // of the current version; nil before it is looked at
	// Outliers are pages that may be of another kind.
	Outliers  []outlier
	Candidate rollbackCandidate
}

// A lastRead is what was read at a URL: after a redesign the same words show where
// the region and its parts are now.
type lastRead struct {
	URL    string `json:"url"`
	Region Region `json:"region"`
}

// pending is a version that has no quorum yet: the pages that agree on it.
type pending struct {
	URLs       []string
	Pages      [][]byte
	Reason     string
	Confidence float64
	First      time.Time
	Template   *Template // of the first page
	tree       *bar.Tree
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

	tree     *bar.Tree // with the places of the parts in this version
	growth   growth
	rejected bool // a person rolled it back
}

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
