package stats

import (
	"github.com/lokman-crawler/lokman/internal/markup"
)

// Beside missing and added elements, four signs show another version of a template: other
// references, constants in another place, constants replaced by others, and something new
// where nothing varies. Other content and pages of another kind hardly ever have them, see
// docs/measured/templates.md.

const (
	// signWeight is how much a sign says about the template, beside an element of the
	// frame. It was chosen by leaving one site out, see docs/measured/templates.md.
	signWeight = 3.0

	// noiseMargin, in nats, is added to the evidence by which pages of the template differ
	// from each other; a page above both has changed: ln 20, a probability of one in twenty.
	noiseMargin = 3.0
)

// GrownPages is how many pages are enough to learn a template.
const GrownPages = 8

// signs says which signs pages with this anomaly show.
func (k *pageStats) signs(s anomaly, prints ...*markup.Fingerprint) signs {
	return signs{
		refers:   k.refersAnew(prints...) || k.refersLess(prints...),
		moved:    k.isMoved(prints...),
		replaced: s.replaced,
		extended: s.extended,
	}
}

// oddness is the anomaly score, in nats, of pages; of few known ones that of what is sure.
func (k *pageStats) oddness(s anomaly) float64 {
	if k.few() {
		return s.sure
	}
	return s.score
}

// evidence is the score of as many pages with an anomaly score and signs, 1 for what is as
// odd as may be. Signs alone are none.
func (k *pageStats) evidence(score float64, shown signs, pages int, noise float64) float64 {
	if score == 0 {
		return 0
	}
	return (score + k.signScore(shown, pages)) / (noise + noiseMargin)
}

// signScore is the anomaly score, in nats, of signs that as many pages share. From few
// pages it is not known where nothing varies, from one nothing.
func (k *pageStats) signScore(shown signs, pages int) (score float64) {
	if k.Pages < 2 {
		return 0
	}
	for i, on := range shown {
		if on && (i != extended || k.Pages >= GrownPages) {
			score += signWeight * rarity(k.Pages-k.shown[i], pages, float64(k.shown[i]))
		}
	}
	return score
}

// refersAnew reports whether all of the pages refer to something that none of the
// known pages does.
func (k *pageStats) refersAnew(prints ...*markup.Fingerprint) bool {
	seen := map[uint64]int{}
	for _, f := range prints {
		for _, h := range f.References {
			if seen[h]++; seen[h] == len(prints) && k.refs[h] == 0 {
				return true
			}
		}
	}
	return false
}

// refersLess reports whether none of the pages refers to something that all of the
// known pages do.
func (k *pageStats) refersLess(prints ...*markup.Fingerprint) bool {
	seen := map[uint64]bool{}
	for _, f := range prints {
		for _, h := range f.References {
			seen[h] = true
		}
	}
	for h, n := range k.refs {
		if n == k.Pages && !seen[h] {
			return true
		}
	}
	return false
}

// isMoved reports whether all of the pages have an element of the frame, by its tag and
// classes, under a parent where none of the known has it, and none of them where all
// of the known have it.
func (k *pageStats) isMoved(prints ...*markup.Fingerprint) bool {
	seen := presences(prints)
	lost := map[uint64]bool{} // signatures
	for h, tr := range k.features {
		if tr.From == markup.FromFrame && tr.Pages == k.Pages && seen[h].pages == 0 {
			lost[tr.Sig] = true
		}
	}
	if len(lost) == 0 {
		return false
	}
	for i := range prints[0].Features {
		ft := &prints[0].Features[i]
		if ft.From != markup.FromFrame || !lost[ft.Sig] || seen[ft.Hash].pages < len(prints) {
			continue
		}
		if _, ok := k.features[ft.Hash]; !ok {
			return true
		}
	}
	return false
}
