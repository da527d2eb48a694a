package bartree

// Beside the elements that are missing and added, four signs tell another version of a
// template from other content: what the page refers to, constants in another place,
// constants with others in their place, and something new where nothing varies. Content and pages of another kind hardly ever
// have them, see docs/measured/templates.md.

// signWeight is how much a sign says about the template, beside an element of the
// frame. It was chosen by leaving one site out, see docs/measured/templates.md.
const signWeight = 3.0

// evidence is the score of what pages show, 1 for what is as odd as may be.
func (t *Template) evidence(s anomaly, noise float64, prints ...*Fingerprint) float64 {
	score := s.score
	if t.few() {
		score = s.sure
	}
	if score == 0 && (t.few() || !t.isUpgraded(s, prints...)) {
		return 0
	}
	return (score + t.signs(s, prints...)) / (noise + noiseMargin)
}

// isUpgraded reports whether pages have an element that none of the known has, be it in
// what is content, and references were replaced: some are new and some gone. Content
// has the first alone, a new build of the same template the second, and pages of another
// kind have more or fewer references.
func (k *known) isUpgraded(s anomaly, prints ...*Fingerprint) bool {
	return len(s.novel) > 0 && k.refersAnew(prints...) && k.refersLess(prints...)
}

// signs is the anomaly score, in nats, of other references, of constants in another
// place, of others in the place of constants, and of elements added where nothing varies:
// from few pages it is not known where that is.
func (k *known) signs(s anomaly, prints ...*Fingerprint) (score float64) {
	if k.pages < 2 {
		return 0
	}
	if k.refersAnew(prints...) || k.refersLess(prints...) {
		score += signWeight * rarity(k.pages, len(prints), float64(k.strange))
	}
	if k.isMoved(prints...) {
		score += signWeight * rarity(k.pages, len(prints), float64(k.moving))
	}
	if s.replaced {
		score += signWeight * rarity(k.pages, len(prints), float64(k.replacing))
	}
	if s.extended && k.pages >= grownPages {
		score += signWeight * rarity(k.pages, len(prints), float64(k.extending))
	}
	return score
}

// refersAnew reports whether all of the pages refer to something that none of the
// known pages does.
func (k *known) refersAnew(prints ...*Fingerprint) bool {
	seen := map[uint64]int{}
	for _, f := range prints {
		for _, h := range f.references {
			if seen[h]++; seen[h] == len(prints) && k.refs[h] == 0 {
				return true
			}
		}
	}
	return false
}

// refersLess reports whether none of the pages refers to something that all of the
// known pages do.
func (k *known) refersLess(prints ...*Fingerprint) bool {
	seen := map[uint64]bool{}
	for _, f := range prints {
		for _, h := range f.references {
			seen[h] = true
		}
	}
	for h, n := range k.refs {
		if n == k.pages && !seen[h] {
			return true
		}
	}
	return false
}

// isMoved reports whether all of the pages have an element of the frame, by its tag and
// classes, under a parent where none of the known has it, and none of them where all
// of the known have it.
func (k *known) isMoved(prints ...*Fingerprint) bool {
	seen := presences(prints)
	lost := map[uint64]bool{} // signatures
	for h, tr := range k.traits {
		if tr.From == fromFrame && tr.Pages == k.pages && seen[h].pages == 0 {
			lost[tr.Sig] = true
		}
	}
	if len(lost) == 0 {
		return false
	}
	for i := range prints[0].features {
		ft := &prints[0].features[i]
		if ft.from != fromFrame || !lost[ft.sig] || seen[ft.hash].pages < len(prints) {
			continue
		}
		if _, ok := k.traits[ft.hash]; !ok {
			return true
		}
	}
	return false
}

// isOther reports whether pages that are unlike the template, the one that decides
// among them with this likeness, are of another kind. Constants in another place are
// of another version. Else a page is of another kind if it is more like one that is
// known, or if no constants are replaced and it is less like the template than any page
// of that and refers to less than all of them and to nothing new, as a fragment or a
// forwarding page does, while another version has its own stylesheets and scripts.
func (t *Template) isOther(s anomaly, prints []*Fingerprint, decides *Fingerprint, likeness float64) bool {
	switch {
	case t.pages > 1 && t.isMoved(prints...):
		return false
	case t.isOdd(decides, likeness):
		return true
	}
	return !s.replaced && !t.few() && len(prints) == 1 && likeness < t.least && t.refersLess(prints...) && !t.refersAnew(prints...)
}
