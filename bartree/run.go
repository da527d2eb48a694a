package bartree

import (
	"fmt"
	"maps"
	"slices"
)

const (
	mostInRun       = 48      // pages that a run remembers: longestRow and those before
	longestRow      = 16      // of the last pages; longer rows are not asked about
	mostRunFeatures = 1 << 16 // features that a run remembers

	defaultFalseAlarms = 0.01
	mostFalseAlarms    = 0.1
)

// A sequence is notes of pages one after the other.
type sequence struct {
	ledger
	urls []string // of the pages looked at, the last ones of the notes
}

// A run is the notes of the pages that the current version was learned from and of those
// looked at since. The bits of apart and others are those of the notes.
type run struct {
	sequence
	apart  uint64   // pages of a row, and alarms that touch the region
	others uint64   // pages of another kind
	found  *lasting // a row that goes on; nil if none does
}

// A lasting row is one that was found. It goes on with each page that shares its
// difference, until the template holds on one, whatever a test of the last pages says.
type lasting struct {
	First   string   `json:"first"`             // URL
	Pages   int      `json:"pages"`             // of distinct URLs
	Score   float64  `json:"score"`             // when it was found
	Added   []uint64 `json:"added,omitempty"`   // what its pages have and no others, rising
	Missing []uint64 `json:"missing,omitempty"` // what all others have and not its pages, rising
	Other   bool     `json:"other,omitempty"`   // whether its pages are of another kind
}

// shares reports whether a page has most of the difference.
func (l *lasting) shares(f *Fingerprint) bool {
	shared, missing := 0, len(l.Missing)
	for i := range f.features {
		if _, ok := slices.BinarySearch(l.Added, f.features[i].hash); ok {
			shared++
		} else if _, ok := slices.BinarySearch(l.Missing, f.features[i].hash); ok {
			missing--
		}
	}
	return 2*(shared+missing) > len(l.Added)+len(l.Missing)
}

// follow adds a page that was looked at, and what it shows by itself, and returns the row that it
// is in, nil for none. It is what the last pages share by longest, or the one found before; of
// both the longer.
//
// Pages are compared with their like. Those of another kind are in no row with the others and
// not among the pages before one of those. Nor are pages apart before one that is not, so that a
// template which comes back after a trial is the one that is known.
func (r *run) follow(url string, f *Fingerprint, c *Change, falseAlarms float64) *lasting {
	other := c.State == StateOther
	goesOn := r.found != nil && r.found.Other == other && r.found.shares(f)
	before := slices.Index(r.urls, url)
	if goesOn && (before < 0 || r.apart>>(r.pages-len(r.urls)+before)&1 == 0) {
		r.found.Pages++
	}
	r.add(url, f)
	bit := uint64(1) << (r.pages - 1)
	hidden := r.others
	switch {
	case other:
		hidden = r.apart &^ r.others
		r.others |= bit
		if r.found != nil && !r.found.Other {
			return nil
		}
	case goesOn || c.Alarm() && c.Region > TouchBeside:
		r.apart |= bit
	default:
		hidden |= r.apart
	}
	seen := r.without(hidden)
	if length, on, score := seen.longest(falseAlarms); length > 0 && (!goesOn || length >= r.found.Pages) {
		first := seen.urls[len(seen.urls)-length]
		if goesOn && length == r.found.Pages {
			first = r.found.First
		}
		s := seen.shared(on)
		slices.Sort(s.added)
		slices.Sort(s.missing)
		r.found, goesOn = &lasting{first, length, score, s.added, s.missing, other}, true
		for i := r.pages - 1; length > 0; i-- {
			if column := uint64(1) << i; hidden&column == 0 {
				r.apart |= column
				length--
			}
		}
	}
	if !goesOn {
		return nil
	}
	return r.found
}

// without returns the notes without some pages.
func (q *sequence) without(hidden uint64) *sequence {
	if hidden == 0 {
		return q
	}
	kept := &sequence{ledger: q.ledger.without(hidden)}
	for i, url := range q.urls {
		if hidden>>(q.pages-len(q.urls)+i)&1 == 0 {
			kept.urls = append(kept.urls, url)
		}
	}
	return kept
}

// add notes a page that was looked at. Another look at a URL replaces the first,
// since it is no further evidence.
func (r *run) add(url string, f *Fingerprint) {
	if i := slices.Index(r.urls, url); i >= 0 {
		r.forget(r.pages - len(r.urls) + i)
		r.urls = slices.Delete(r.urls, i, i+1)
	}
	for r.pages > 0 && (r.pages >= mostInRun || len(r.features)+len(f.features) > mostRunFeatures) {
		if r.forget(0); len(r.urls) > r.pages {
			r.urls = r.urls[1:]
		}
	}
	r.ledger.add(f)
	r.urls = append(r.urls, url)
}

// forget drops the i-th page from the notes.
func (r *run) forget(i int) {
	r.drop(i)
	r.apart, r.others = without(r.apart, i), without(r.others, i)
}

// longest returns how many of the last pages share a difference from those before, of
// several rows the longest, what it is, and its score: 1 or more. The length is 0 if none do.
//
// The score is the level of the test divided by the chance of the row. The levels of
// the rows sum up to falseAlarms at most: 1/2 of it is for the shortest row that can
// have a chance so small, 1/6 for the next, then 1/12, 1/20 and so on. So looks
// at pages in random order, all of one template, give a row in at most the share
// falseAlarms of them, whatever the template.
func (q *sequence) longest(falseAlarms float64) (length int, shared row, score float64) {
	weights := q.partitions()
	i := 1.0
	for m := 2; m <= min(longestRow, len(q.urls), q.pages-1); m++ {
		level := falseAlarms / (i * (i + 1))
		if 1/choose(q.pages, m) > level {
			continue
		}
		if found := q.row(weights, m); found.chance <= level {
			length, shared, score = m, found, level/found.chance
		}
		i++
	}
	return length, shared, score
}

// storedRun is a run in a file.
type storedRun struct {
	Pages      int             `json:"pages"`
	URLs       []string        `json:"urls"`
	Features   []storedFeature `json:"features"`             // by Hash
	References []storedFeature `json:"references,omitempty"` // by Hash
	Apart      uint64          `json:"apart,omitempty,string"`
	Others     uint64          `json:"others,omitempty,string"`
	Row        *lasting        `json:"row,omitempty"`
}

type storedFeature struct {
	Hash uint64 `json:"hash,string"`
	entry
}

func (r *run) stored() *storedRun {
	if r == nil {
		return nil
	}
	out := &storedRun{Pages: r.pages, URLs: r.urls, Apart: r.apart, Others: r.others, Row: r.found}
	for _, h := range slices.Sorted(maps.Keys(r.features)) {
		out.Features = append(out.Features, storedFeature{h, r.features[h]})
	}
	for _, h := range slices.Sorted(maps.Keys(r.refs)) {
		out.References = append(out.References, storedFeature{h, entry{On: r.refs[h]}})
	}
	return out
}

// check says what a run that was read from a file has that no run has.
func (s *storedRun) check() error {
	switch {
	case s == nil:
		return nil
	case s.Pages < 1 || s.Pages > mostInRun || len(s.URLs) > s.Pages:
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

// run returns the run, which has been checked.
func (s *storedRun) run() *run {
	if s == nil {
		return nil
	}
	g := ledger{pages: s.Pages, features: map[uint64]entry{}, refs: map[uint64]uint64{}}
	r := &run{sequence: sequence{g, s.URLs}, apart: s.Apart, others: s.Others, found: s.Row}
	for _, f := range s.Features {
		r.features[f.Hash] = f.entry
	}
	for _, f := range s.References {
		r.refs[f.Hash] = f.On
	}
	return r
}
