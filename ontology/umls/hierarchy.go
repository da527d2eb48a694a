package umls

import (
	"bytes"
	"context"
)

// A climb finds parents by the positions of atoms in their sources' trees,
// which name the parent's atom and not its concept.
type climb struct {
	atoms map[string]int   // of the concepts, to their places
	above map[string][]int // atoms that are parents, to the places of children
}

func newClimb() *climb {
	return &climb{atoms: map[string]int{}, above: map[string][]int{}}
}

// The columns of MRHIER that are read.
const (
	hierPAUI = 3
	hierSAB  = 4
	hierHCD  = 7
)

// position reads CUI|AUI|CXN|PAUI|SAB|RELA|PTR|HCD|CVF|.
func (r *reader) position(row []byte) error {
	cui := row[:bytes.IndexByte(row, '|')]
	i := r.place(cui)
	if i < 0 && r.climb == nil {
		return nil
	}
	var f [9][]byte
	split(row, f[:])
	if !r.filter.source(f[hierSAB]) {
		return nil
	}
	if i >= 0 && isCode(f[hierHCD]) {
		d := &r.drafts[i]
		d.AltIDs = append(d.AltIDs, string(f[hierHCD]))
	}
	if r.climb == nil || len(f[hierPAUI]) == 0 {
		return nil
	}
	up, known := r.climb.atoms[string(f[hierPAUI])]
	switch {
	case known && up != i:
		r.join(i, up, cui, nil)
	case !known && i >= 0:
		r.climb.above[string(f[hierPAUI])] = append(r.climb.above[string(f[hierPAUI])], i)
	}
	return nil
}

// climbed finds the concepts of the parents' atoms that are still missing.
func (r *reader) climbed(ctx context.Context) error {
	if len(r.climb.above) == 0 {
		return nil
	}
	return r.scan(ctx, mrconso, func(row []byte) error {
		var f [8][]byte
		split(row, f[:])
		for _, child := range r.climb.above[string(f[conAUI])] {
			if d := &r.drafts[child]; d.ID != string(f[conCUI]) {
				d.Parents = append(d.Parents, string(f[conCUI]))
			}
		}
		return nil
	})
}
