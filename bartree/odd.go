package bartree

import (
	"bytes"
	"slices"
)

// An oddPage is a page of another kind among those that a template was learned
// from, such as an error page or a list among articles: of one such page nothing
// would be constant, and every change would look small beside it.
type oddPage struct {
	Index  int       `json:"index"`            // among the pages given to Learn; -1 for one met later
	Paths  []uint64  `json:"paths"`            // its tag paths, sorted
	Shared []uint64  `json:"shared,omitempty"` // the template's constants of the frame that it has too, sorted; none for one met later
	Words  TagSketch `json:"words,omitzero"`   // of its text
}

// A page is of another kind than the rest of fewestPages or more if its anomaly
// score, in nats, is at least oddScore, and at least oddRatio times their median
// and half of oddScore, or if it would be a redesign of them. They were chosen by
// leaving one site out, see docs/templates.md.
const (
	fewestPages = 5
	oddScore    = 10.0
	oddRatio    = 3.0
)

// strangest returns the page, of n with these scores and likenesses to the others, that
// is of another kind than the rest; -1 if none is.
func strangest(scores, likenesses []float64, n int) int {
	if n < fewestPages {
		return -1
	}
	worst, unlike := 0, 0
	for i := range scores {
		if scores[i] > scores[worst] {
			worst = i
		}
		if likenesses[i] < likenesses[unlike] {
			unlike = i
		}
	}
	median := slices.Sorted(slices.Values(scores))[len(scores)/2]
	if scores[worst] >= max(oddScore, oddRatio*median+oddScore/2) {
		return sampled(worst, n)
	}
	if l := slices.Sorted(slices.Values(likenesses)); l[0] < redesignShare*l[1] {
		return sampled(unlike, n)
	}
	return -1
}

// pathsOf returns the tag paths of a page, sorted.
func pathsOf(f *Fingerprint) []uint64 {
	var paths []uint64
	for i := range f.features {
		if ft := &f.features[i]; ft.from == fromPath {
			paths = append(paths, ft.hash)
		}
	}
	slices.Sort(paths)
	return paths
}

// sameWords is the likeness of words from which on a page of another kind is one that is
// known, but for a path, a date or the like.
const sameWords = 0.8

// sketchWords returns which words a page has.
func (o *outline) sketchWords() (s TagSketch) {
	for word := range bytes.FieldsSeq(o.text) {
		s.add(mix(rawHash(0, word)))
	}
	return s
}

// repeatsOdd reports whether a page says what a known one of another kind does.
func (t *Template) repeatsOdd(o *outline) bool {
	words := o.sketchWords()
	return words != TagSketch{} && slices.ContainsFunc(t.odd, func(p oddPage) bool { return p.Words.Likeness(&words) >= sameWords })
}

// addOdd notes a page of another kind: what it has is neither constant nor new.
func (t *Template) addOdd(index int, f *Fingerprint) {
	o := oddPage{Index: index, Paths: pathsOf(f)}
	for i := range f.features {
		if tr := t.traits[f.features[i].hash]; tr.From == fromFrame && tr.Pages == t.pages {
			o.Shared = append(o.Shared, f.features[i].hash)
		}
	}
	slices.Sort(o.Shared)
	t.odd = append(t.odd, o)
	for i := range f.features {
		ft := &f.features[i]
		if _, ok := t.traits[ft.hash]; !ok {
			t.traits[ft.hash] = traitOf(f, ft)
		}
	}
}

// Odd returns which of the pages that [Learn] was given are of another kind than
// the rest, by their index, in the order in which they were found.
func (t *Template) Odd() []int {
	var out []int
	for _, o := range t.odd {
		if o.Index >= 0 {
			out = append(out, o.Index)
		}
	}
	return out
}

// isOdd reports whether a page is more like one of the pages of another kind than
// like the template, by the tag paths, at least half of their paths are the same, and it
// has the constants that both kinds have: another version of the site is without some.
func (t *Template) isOdd(f *Fingerprint, likeness float64) bool {
	if len(t.odd) == 0 {
		return false
	}
	has := make(map[uint64]bool, len(f.features))
	for i := range f.features {
		has[f.features[i].hash] = true
	}
	lacks := func(h uint64) bool { return !has[h] }
	for _, o := range t.odd {
		both, all := 0, len(o.Paths)
		for i := range f.features {
			if f.features[i].from != fromPath {
				continue
			}
			if _, ok := slices.BinarySearch(o.Paths, f.features[i].hash); ok {
				both++
			} else {
				all++
			}
		}
		if l := float64(both) / float64(max(1, all)); l >= assumedLikeness && l > likeness && !slices.ContainsFunc(o.Shared, lacks) {
			return true
		}
	}
	return false
}
