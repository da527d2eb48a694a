package bartree

import (
	"fmt"
	"slices"
)

// returning is a version other than the current one that holds on pages in a row, on none of which
// the current one does: the site may have gone back to it.
type returning struct {
	Version int      `json:"version"`
	URLs    []string `json:"urls"`
}

// comeBack notes a page on which a version that is not the current one holds. With a quorum of
// them it is the current one again, unless a person rolled it back.
func (t *target) comeBack(l *Look, quorum int) {
	if t.Versions[l.Version].rejected {
		return
	}
	b := &t.Returning
	if b.Version != l.Version {
		*b = returning{Version: l.Version}
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
	t.Run, t.Strangers, t.Returning = nil, nil, returning{}
}

// check says whether there is such a version.
func (b returning) check(versions int) error {
	if b.Version < 0 || b.Version >= versions {
		return fmt.Errorf("version %d of %d returns", b.Version, versions)
	}
	return nil
}
