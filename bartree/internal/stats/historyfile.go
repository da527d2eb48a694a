package stats

import (
	"fmt"
	"maps"
	"slices"
)

// StoredHistory is a History in a file.
type StoredHistory struct {
	Pages      int           `json:"pages"`
	URLs       []string      `json:"urls"`
	Features   []storedEntry `json:"features"`             // by Hash
	References []storedEntry `json:"references,omitempty"` // by Hash
	Apart      uint64        `json:"apart,omitempty,string"`
	Others     uint64        `json:"others,omitempty,string"`
	Row        *Row          `json:"row,omitempty"`
}

type storedEntry struct {
	Hash uint64 `json:"hash,string"`
	entry
}

// Stored returns what is written.
func (r *History) Stored() *StoredHistory {
	if r == nil {
		return nil
	}
	out := &StoredHistory{Pages: r.pages, URLs: r.urls, Apart: r.apart, Others: r.others, Row: r.found}
	for _, h := range slices.Sorted(maps.Keys(r.features)) {
		out.Features = append(out.Features, storedEntry{h, r.features[h]})
	}
	for _, h := range slices.Sorted(maps.Keys(r.refs)) {
		out.References = append(out.References, storedEntry{h, entry{On: r.refs[h]}})
	}
	return out
}

// Check says what is in a file that no history has.
func (s *StoredHistory) Check() error {
	switch {
	case s == nil:
		return nil
	case s.Pages < 1 || s.Pages > mostInHistory || len(s.URLs) > s.Pages:
		return fmt.Errorf("run of %d pages, %d URLs", s.Pages, len(s.URLs))
	case (s.Apart|s.Others)>>s.Pages != 0:
		return fmt.Errorf("run of %d pages with those apart %b and others %b", s.Pages, s.Apart, s.Others)
	case s.Row != nil && (s.Row.Pages < 2 || !(s.Row.Score >= 1) || !slices.IsSorted(s.Row.Added) || !slices.IsSorted(s.Row.Missing)):
		return fmt.Errorf("row of %d pages, score %g, or its difference in no order", s.Row.Pages, s.Row.Score)
	}
	for _, f := range slices.Concat(s.Features, s.References) {
		if f.On == 0 || f.On>>s.Pages != 0 || !(f.Weight >= 0 && f.Weight <= 1) {
			return fmt.Errorf("run of %d pages with a feature of weight %g on %b", s.Pages, f.Weight, f.On)
		}
	}
	return nil
}

// History returns the history, which has been checked.
func (s *StoredHistory) History() *History {
	if s == nil {
		return nil
	}
	g := ledger{pages: s.Pages, features: map[uint64]entry{}, refs: map[uint64]uint64{}}
	r := &History{sequence: sequence{g, s.URLs}, apart: s.Apart, others: s.Others, found: s.Row}
	for _, f := range s.Features {
		r.features[f.Hash] = f.entry
	}
	for _, f := range s.References {
		r.refs[f.Hash] = f.On
	}
	return r
}
