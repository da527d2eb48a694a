package stats

import (
	"slices"

	"github.com/lokman-crawler/lokman/internal/markup"
)

const (
	mostInHistory       = 48      // pages that a history remembers: longestRow and those before
	longestRow          = 16      // of the last pages; longer rows are not asked about
	mostHistoryFeatures = 1 << 16 // features that a history remembers

	DefaultFalseAlarms = 0.01
	MostFalseAlarms    = 0.1
)

// A sequence is notes of pages one after the other.
type sequence struct {
	ledger
	urls []string // of the pages looked at, the last ones of the notes
}

// A History is the notes of the pages that the current version was learned from and of those
// looked at since. The bits of apart and others are those of the notes.
type History struct {
	sequence
	apart  uint64 // pages of a row, and alarms that touch the region
	others uint64 // pages of another kind
	found  *Row   // a row that goes on; nil if none does
}

// NewHistory returns the notes of the pages that a template was learned from.
func NewHistory(t *Template) *History { return &History{sequence: sequence{ledger: t.ledger()}} }

// Ends ends the row that goes on.
func (r *History) Ends() { r.found = nil }

// A Row is a row of pages that was found. It goes on with each page that shares its
// difference, until the template holds on one, whatever a test of the last pages says.
type Row struct {
	First   string   `json:"first"`             // URL
	Pages   int      `json:"pages"`             // of distinct URLs
	Score   float64  `json:"score"`             // when it was found
	Added   []uint64 `json:"added,omitempty"`   // what its pages have and no others, rising
	Missing []uint64 `json:"missing,omitempty"` // what all others have and not its pages, rising
	Other   bool     `json:"other,omitempty"`   // whether its pages are of another kind
}

// shares reports whether a page has most of the difference.
func (l *Row) shares(f *markup.Fingerprint) bool {
	shared, missing := 0, len(l.Missing)
	for i := range f.Features {
		if _, ok := slices.BinarySearch(l.Added, f.Features[i].Hash); ok {
			shared++
		} else if _, ok := slices.BinarySearch(l.Missing, f.Features[i].Hash); ok {
			missing--
		}
	}
	return 2*(shared+missing) > len(l.Added)+len(l.Missing)
}

// Follow adds a page that was looked at, whether it is of another kind and whether by itself it
// is an alarm that touches the region, and returns the row that it is in, nil for none. It is what
// the last pages share by longest, or the one found before; of both the longer.
//
// Pages are compared with their like. Those of another kind are in no row with the others and
// not among the pages before one of those. Nor are pages apart before one that is not, so that a
// template which comes back after a trial is the one that is known.
func (r *History) Follow(url string, f *markup.Fingerprint, other, alarm bool, falseAlarms float64) *Row {
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
	case goesOn || alarm:
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
		r.found, goesOn = &Row{first, length, score, s.added, s.missing, other}, true
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
func (r *History) add(url string, f *markup.Fingerprint) {
	if i := slices.Index(r.urls, url); i >= 0 {
		r.forget(r.pages - len(r.urls) + i)
		r.urls = slices.Delete(r.urls, i, i+1)
	}
	for r.pages > 0 && (r.pages >= mostInHistory || len(r.features)+len(f.Features) > mostHistoryFeatures) {
		if r.forget(0); len(r.urls) > r.pages {
			r.urls = r.urls[1:]
		}
	}
	r.ledger.add(f)
	r.urls = append(r.urls, url)
}

// forget drops the i-th page from the notes.
func (r *History) forget(i int) {
	r.drop(i)
	r.apart, r.others = withoutBit(r.apart, i), withoutBit(r.others, i)
}

// longest returns how many of the last pages share a difference from those before, of
// several rows the longest, what it is, and its score: 1 or more. The length is 0 if none do.
//
// The score is the level of the test divided by the chance of the row. The levels of
// the rows sum up to falseAlarms at most: 1/2 of it is for the shortest row that can
// have a chance so small, 1/6 for the next, then 1/12, 1/20 and so on. So looks
// at pages in random order, all of one template, give a row in at most the share
// falseAlarms of them, whatever the template.
func (q *sequence) longest(falseAlarms float64) (length int, shared parting, score float64) {
	weights := q.partitions()
	i := 1.0
	for m := 2; m <= min(longestRow, len(q.urls), q.pages-1); m++ {
		level := falseAlarms / (i * (i + 1))
		if 1/choose(q.pages, m) > level {
			continue
		}
		if found := q.lastApart(weights, m); found.chance <= level {
			length, shared, score = m, found, level/found.chance
		}
		i++
	}
	return length, shared, score
}
