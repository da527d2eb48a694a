package bartree

import "iter"

// evidence is how far pages stray from a template.
type evidence struct {
	lost, novel float64  // shares, 0 to 1, as Template.Lost and Template.Novel
	steady      float64  // weight of what came or went with every one of many records
	paths       float64  // |A∩B|/|A∪B| of the tag paths
	constants   float64  // weight of the constant traits
	missing     []uint64 // constants lacking
	added       []uint64 // unknown
}

// weigh holds a page against the template.
func (t *Template) weigh(f *Fingerprint) evidence {
	return t.weighAll([]*Fingerprint{f})
}

// weighAll holds a set of pages against the template at once: a constant is
// missing if no page has it, something is new only if all pages have it.
func (t *Template) weighAll(prints []*Fingerprint) evidence {
	has := t.count(prints)
	var e evidence
	both, unknown := t.weighPages(&e, has, prints)
	own := t.weighConstants(&e, has)
	e.paths = float64(both) / float64(max(1, own+unknown))
	return e
}

// standing is how a feature stands in a set of pages.
type standing struct {
	pages  int   // that have it
	steady int   // on which it stands steadily
	most   int32 // occurrences on one page
}

func (t *Template) count(prints []*Fingerprint) map[uint64]standing {
	has := map[uint64]standing{}
	for _, f := range prints {
		for i := range f.features {
			ft := &f.features[i]
			s := has[ft.hash]
			s.pages++
			s.most = max(s.most, ft.count)
			has[ft.hash] = s
		}
		for h := range t.steady(f) {
			s := has[h]
			s.steady++
			has[h] = s
		}
	}
	return has
}

// weighPages looks at what the pages have. It returns how many of their tag
// paths the template has too, and how many it has not.
func (t *Template) weighPages(e *evidence, has map[uint64]standing, prints []*Fingerprint) (both, unknown int) {
	pages := len(prints)
	var own float64
	done := map[uint64]bool{}
	for _, f := range prints {
		for i := range f.features {
			ft := &f.features[i]
			s := has[ft.hash]
			if done[ft.hash] {
				continue
			}
			done[ft.hash] = true
			known := t.trait(ft.hash) != nil
			switch {
			case ft.from == fromPath:
				if known {
					both++
				} else {
					unknown++
				}
			case s.pages == pages:
				w := ft.from.weight()
				own += w
				if known {
					continue
				}
				e.novel += w
				e.added = append(e.added, ft.hash)
				if s.steady == pages {
					e.steady += w
				}
			}
		}
	}
	e.novel /= max(1, own)
	return both, unknown
}

// weighConstants looks for what all pages of the template have. It returns how
// many tag paths the template has.
func (t *Template) weighConstants(e *evidence, has map[uint64]standing) (paths int) {
	for i := range t.Traits {
		tr := &t.Traits[i]
		from := originOf(tr.Kind)
		switch {
		case from == fromPath:
			paths++
		case tr.Pages == t.Pages:
			e.constants += from.weight()
			if has[tr.Hash].pages > 0 {
				continue
			}
			e.lost += from.weight()
			e.missing = append(e.missing, tr.Hash)
			if from == fromFrame && tr.Least >= manyRecords && has[tr.Parent].most >= manyRecords {
				e.steady += from.weight()
			}
		}
	}
	e.lost /= max(1, e.constants)
	return paths
}

// steady yields the unknown elements of a page that stand as regularly as a
// constant one does under the same parent: a new part of every record.
func (t *Template) steady(f *Fingerprint) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		records := map[int32]int32{} // by parent: how often its most frequent constant child stands
		for i := range f.features {
			ft := &f.features[i]
			if ft.from == fromFrame && ft.count >= manyRecords {
				if tr := t.trait(ft.hash); tr != nil && tr.Pages == t.Pages {
					records[ft.parent] = max(records[ft.parent], ft.count)
				}
			}
		}
		for i := range f.features {
			ft := &f.features[i]
			if n := records[ft.parent]; n > 0 && ft.from == fromFrame && float64(ft.count) >= mostRecords*float64(n) && t.trait(ft.hash) == nil {
				if !yield(ft.hash) {
					return
				}
			}
		}
	}
}

const (
	manyRecords = 5
	mostRecords = 0.8
)
