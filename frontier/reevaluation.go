package frontier

import (
	"fmt"
	"math"

	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Reevaluation merges the value of a queued URL with that of a new discovery
// (thesis 4.1: a URL valued 5 is found again with 12).
//
//	                  result  the same page again  order of discoveries
//	GetGreater        max     changes nothing      does not matter
//	IncrementValues   sum     adds up              does not matter
//	NoisyOr           <= 1    changes nothing      does not matter
//	DistinctHosts     sum     changes nothing      does not matter
//	ReplaceValues     latest  changes nothing      matters
type Reevaluation uint8

const (
	// GetGreater keeps the greater value, 12, and with it the source, hops
	// and note of that discovery. It is the thesis's choice.
	GetGreater Reevaluation = iota

	// IncrementValues adds the values up, 17. As with those below, source,
	// hops and note stay those of the first discovery.
	IncrementValues

	// NoisyOr takes values as independent chances, 1-(1-a)(1-b), one a source
	// page: the greatest it gave. Values outside 0 to 1 are no chances; with
	// one of them the greater value is kept.
	NoisyOr

	// DistinctHosts adds the values up, one a source host: the greatest it
	// gave. A link in the navigation of a whole site counts once.
	DistinctHosts
	// ReplaceValues keeps the latest value, 12, which may be the lesser: for strategies
	// that value again what they have found before. A value of SeedValue or more
	// does not decrease, and a redirect to the URL decreases none: what the URL that
	// redirects was worth says nothing against it.
	ReplaceValues
)

// SeedValue is what seeds are worth: more than what any strategy values a link at, so
// that seeds come first.
const SeedValue = 1e9

// String returns the merge in words.
func (v Reevaluation) String() string {
	switch v {
	case GetGreater:
		return "greater"
	case IncrementValues:
		return "increment"
	case NoisyOr:
		return "noisyor"
	case DistinctHosts:
		return "hosts"
	case ReplaceValues:
		return "replace"
	}
	return fmt.Sprintf("Reevaluation(%d)", uint8(v))
}

// A Contribution is the greatest value that one source gave a URL, kept for
// the merges that count a source once. Those of more than 32 sources of one URL are
// merged into one.
type Contribution struct {
	Source string  // the source page or host; no URL for what is not kept apart
	Value  float64 // that the source gives the URL
}

// The sources of contributions that have no single source.
const (
	rescoredSource = "rescored"
	restSource     = "the rest"
)

// Start returns the contributions of a URL's first discovery: none for the
// merges that do without. Backends keep them for Merge.
func (v Reevaluation) Start(e Entry) []Contribution {
	switch v {
	case NoisyOr:
		return []Contribution{{e.Source, e.Value}}
	case DistinctHosts:
		return []Contribution{{weburl.HostOf(e.Source), e.Value}}
	}
	return nil
}

// Restart returns the contributions of a URL that Rescore gave a value.
func (v Reevaluation) Restart(value float64) []Contribution {
	if v == NoisyOr || v == DistinctHosts {
		return []Contribution{{rescoredSource, value}}
	}
	return nil
}

// Merge returns the value and the contributions of a URL after a further
// discovery. Under GetGreater the discovery counts from now on, with its
// source, hops and note, if the value has grown and the entry is not Known. The depth is
// the least of all whatever the merge: Entry.Depth.
func (v Reevaluation) Merge(old float64, given []Contribution, e Entry) (float64, []Contribution) {
	switch v {
	case GetGreater:
		return max(old, e.Value), nil
	case IncrementValues:
		return sum(old, e.Value), nil
	case ReplaceValues:
		if old >= SeedValue || e.Hops > 0 {
			return max(old, e.Value), nil
		}
		return e.Value, nil
	}
	given = v.add(given, v.Start(e)[0])
	return v.fold(given), given
}

func (v Reevaluation) add(given []Contribution, c Contribution) []Contribution {
	for i := range given {
		if given[i].Source == c.Source {
			given[i].Value = max(given[i].Value, c.Value)
			return given
		}
	}
	if len(given) < transition.MaxSources {
		return append(given, c)
	}
	if len(given) == transition.MaxSources {
		return append(given, Contribution{restSource, c.Value})
	}
	rest := &given[transition.MaxSources]
	rest.Value = v.fold([]Contribution{*rest, c})
	return given
}

// fold returns the value that contributions add up to.
func (v Reevaluation) fold(given []Contribution) float64 {
	total, none, chances := 0.0, 1.0, true
	greatest := math.Inf(-1)
	for _, c := range given {
		total = sum(total, c.Value)
		none *= 1 - c.Value
		greatest = max(greatest, c.Value)
		chances = chances && 0 <= c.Value && c.Value <= 1
	}
	switch {
	case v == DistinctHosts:
		return total
	case chances:
		return 1 - none
	}
	return greatest
}

// sum adds values and stays finite: an infinite value could not be ordered.
func sum(a, b float64) float64 {
	return max(-math.MaxFloat64, min(math.MaxFloat64, a+b))
}
