package bartree

import "math"

// Likeness compares two pages by their elements under their parents, each
// weighted by 1 + ln of its number of occurrences: the weights that both have over
// those that either has, 0 to 1.
func (f *Fingerprint) Likeness(g *Fingerprint) float64 {
	weight := func(count int32) float64 { return 1 + math.Log(float64(count)) }
	has := make(map[uint64]float64, len(f.features))
	for i := range f.features {
		if ft := &f.features[i]; ft.from != fromPath {
			has[ft.hash] = weight(ft.count)
		}
	}
	var both, all float64
	for i := range g.features {
		ft := &g.features[i]
		if ft.from == fromPath {
			continue
		}
		w, v := weight(ft.count), has[ft.hash]
		both, all = both+min(v, w), all+max(v, w)
		delete(has, ft.hash)
	}
	for i := range f.features {
		all += has[f.features[i].hash]
	}
	if all == 0 {
		return 1
	}
	return both / all
}

// Clusters groups pages by template. Each cluster is represented by its first
// page, and accepts pages that are as like it as its own pages have been. The
// zero value has no cluster. The same pages in the same order give the same
// clusters.
type Clusters struct {
	Names []string // of the clusters, in the order they came

	centres []*Fingerprint
	radius  []float64 // least likeness a page must have
	sizes   []int
	scanner Scanner
}

// The likeness to its first page that a cluster requires of a page, 0 to 1: firstRadius
// at first; each page up to the one numbered measuredPages lowers it to radiusSlack
// times its own likeness if that is less, but not below leastRadius. Pages of one
// template were at least 0.46 alike on the sites that were measured; the others were
// chosen by hand.
const (
	firstRadius   = 0.45
	radiusSlack   = 0.8
	leastRadius   = 0.25
	measuredPages = 3 // the cluster's first page included
)

// Seed starts a cluster with a page that is known to have its template.
func (c *Clusters) Seed(name string, page []byte) {
	c.start(name, c.scanner.Scan(page).clone())
}

func (c *Clusters) start(name string, f *Fingerprint) {
	c.Names = append(c.Names, name)
	c.centres = append(c.centres, f)
	c.radius = append(c.radius, firstRadius)
	c.sizes = append(c.sizes, 1)
}

// Nearest returns the cluster that a page is most like, by its index in Names,
// and how like it is; -1 without clusters. Ties go to the earliest.
func (c *Clusters) Nearest(page []byte) (cluster int, likeness float64) {
	return c.nearest(c.scanner.Scan(page))
}

func (c *Clusters) nearest(f *Fingerprint) (int, float64) {
	best, most := -1, -1.0
	for i, centre := range c.centres {
		if l := centre.Likeness(f); l > most {
			best, most = i, l
		}
	}
	return best, max(0, most)
}

// Add puts a page into the cluster it belongs to, a new one with the given name
// if it is unlike all, and returns the cluster's index.
func (c *Clusters) Add(name string, page []byte) int {
	f := c.scanner.Scan(page)
	i, likeness := c.nearest(f)
	if i < 0 || likeness < c.radius[i] {
		c.start(name, f.clone())
		return len(c.Names) - 1
	}
	if c.sizes[i]++; c.sizes[i] <= measuredPages {
		c.radius[i] = max(leastRadius, min(c.radius[i], radiusSlack*likeness))
	}
	return i
}
