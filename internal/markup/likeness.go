package markup

import "math"

// Likeness compares two pages by their elements under their parents, each
// weighted by 1 + ln of its number of occurrences: the weights that both have over
// those that either has, 0 to 1.
func (f *Fingerprint) Likeness(g *Fingerprint) float64 {
	weight := func(count int32) float64 { return 1 + math.Log(float64(count)) }
	has := make(map[uint64]float64, len(f.Features))
	for i := range f.Features {
		if ft := &f.Features[i]; ft.From != FromPath {
			has[ft.Hash] = weight(ft.Count)
		}
	}
	var both, all float64
	for i := range g.Features {
		ft := &g.Features[i]
		if ft.From == FromPath {
			continue
		}
		w, v := weight(ft.Count), has[ft.Hash]
		both, all = both+min(v, w), all+max(v, w)
		delete(has, ft.Hash)
	}
	for i := range f.Features {
		all += has[f.Features[i].Hash]
	}
	if all == 0 {
		return 1
	}
	return both / all
}
