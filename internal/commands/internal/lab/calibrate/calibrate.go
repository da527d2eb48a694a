// Package calibrate measures webs by what is known of the real one.
package calibrate

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/internal/phrase"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Calibration is what a web measures where figures of the real one are known.
type Calibration struct {
	Pages     int                 // that were read
	Linked    [calibrated]float64 // mean tf-idf cosine of pages at a distance of 1, 2 ... links; NaN where there are none
	Pairs     [calibrated]int     // that the means are of
	Random    float64             // of two random pages
	A1, A2    float64             // of Random + (1 - Random) exp(-A1 d^A2), fitted to Linked
	OwnHost   float64             // links that stay on their host
	InDegree  float64             // exponent of the power law of its tail, by likelihood
	OutDegree float64             // links to other pages of the web, mean
	MostIn    float64             // links to the page most linked to, / pages
	Unlinked  float64             // pages that no other links to
	Connected float64             // pages in the largest weak component
}

const (
	calibrated       = 5    // distances
	calibrationPairs = 2000 // for each distance, and random ones
)

// Measure measures a web: how the similarity of pages falls with distance (Davison 2000;
// Menczer 2004), how links are spread and whether pages are connected. Copies
// under session identifiers and endless calendars are left out, as they have no
// end.
func Measure(w *webs.Web, seed uint64) Calibration {
	g := w.Graph()
	var pages []int32
	for i, ok := range g.Page {
		if ok {
			pages = append(pages, int32(i))
		}
	}
	c := Calibration{Pages: len(pages)}
	if len(pages) < 2 {
		return c
	}
	r := rand.New(rand.NewPCG(seed, 5))
	v := newVectors(w, pages)
	for range calibrationPairs {
		a, b := pages[r.IntN(len(pages))], pages[r.IntN(len(pages))]
		c.Random += v.cosine(a, b) / calibrationPairs
	}
	c.locality(g, pages, v, r)
	c.degrees(g, pages)
	c.fit()
	return c
}

// locality compares pages with pages at each distance from them.
func (c *Calibration) locality(g *webs.Graph, pages []int32, v vectors, r *rand.Rand) {
	const starts = calibrationPairs / 4
	for range starts {
		from := pages[r.IntN(len(pages))]
		rings := rings(g, from, calibrated)
		for d, ring := range rings {
			ring = slices.DeleteFunc(ring, func(i int32) bool { return !g.Page[i] })
			for range min(4, len(ring)) {
				c.Linked[d] += v.cosine(from, ring[r.IntN(len(ring))])
				c.Pairs[d]++
			}
		}
	}
	for d := range c.Linked {
		c.Linked[d] /= float64(c.Pairs[d])
	}
}

// rings returns the pages at distance 1, 2 ... of a page.
func rings(g *webs.Graph, from int32, depth int) [][]int32 {
	seen := map[int32]bool{from: true}
	rings := make([][]int32, depth)
	at := []int32{from}
	for d := range depth {
		for _, i := range at {
			for _, j := range g.Out[i] {
				if !seen[j] {
					seen[j] = true
					rings[d] = append(rings[d], j)
				}
			}
		}
		at = rings[d]
	}
	return rings
}

func (c *Calibration) degrees(g *webs.Graph, pages []int32) {
	links, own, unlinked := 0, 0, 0
	var tail, logs float64
	const from = 10 // where the tail begins
	for _, i := range pages {
		in := 0
		for _, j := range g.In[i] {
			if j != i {
				in++
			}
		}
		if in == 0 {
			unlinked++
		}
		c.MostIn = max(c.MostIn, float64(in)/float64(len(pages)))
		if in >= from {
			tail++
			logs += math.Log(float64(in) / (from - 0.5))
		}
		for _, j := range g.Out[i] {
			if j == i {
				continue
			}
			links++
			if weburl.HostOf(g.URLs[i]) == weburl.HostOf(g.URLs[j]) {
				own++
			}
		}
	}
	n := float64(len(pages))
	c.OwnHost, c.OutDegree, c.Unlinked = float64(own)/float64(links), float64(links)/n, float64(unlinked)/n
	c.InDegree = 1 + tail/logs // Clauset, Shalizi and Newman 2009
	c.Connected = float64(largest(g)) / float64(len(g.URLs))
}

// largest returns the size of the largest weak component.
func largest(g *webs.Graph) int {
	seen := make([]bool, len(g.URLs))
	most := 0
	for i := range g.URLs {
		if seen[i] {
			continue
		}
		seen[i] = true
		stack, n := []int32{int32(i)}, 0
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			n++
			for _, next := range [2][]int32{g.Out[at], g.In[at]} {
				for _, j := range next {
					if !seen[j] {
						seen[j] = true
						stack = append(stack, j)
					}
				}
			}
		}
		most = max(most, n)
	}
	return most
}

// fit finds A1 and A2 by least squares on a grid.
func (c *Calibration) fit() {
	least := math.Inf(1)
	for a1 := 0.5; a1 <= 4; a1 += 0.02 {
		for a2 := 0.1; a2 <= 1.5; a2 += 0.02 {
			var off float64
			for d, s := range c.Linked {
				if c.Pairs[d] < calibrationPairs/20 {
					continue
				}
				model := c.Random + (1-c.Random)*math.Exp(-a1*math.Pow(float64(d+1), a2))
				off += (s - model) * (s - model)
			}
			if off < least {
				least, c.A1, c.A2 = off, a1, a2
			}
		}
	}
}

// A Reading is one figure of a Calibration with the band that it should be in.
type Reading struct {
	Name      string  // of the figure
	Value     float64 // measured
	Low, High float64 // ends of the band
	Source    string  // where the band was published
}

// OK reports whether the figure is in its band.
func (r Reading) OK() bool { return r.Value >= r.Low && r.Value <= r.High }

// Readings returns the figures that bands are known for.
func (c Calibration) Readings() []Reading {
	return []Reading{
		{"similarity of linked pages / of random pages", c.Linked[0] / c.Random, 4, 10, "Davison 2000"},
		{"a1 of similarity by distance", c.A1, 1.4, 2.2, "Menczer 2004"},
		{"a2 of similarity by distance", c.A2, 0.4, 0.8, "Menczer 2004"},
		{"links that stay on their host", c.OwnHost, 0.7, 0.9, "Bharat et al. 2001"},
		{"links on a page, mean", c.OutDegree, 7.5, 36, "Broder et al. 2000; Web Data Commons 2012"},
		{"exponent of the in-degrees", c.InDegree, 1.8, 2.5, "Broder et al. 2000"},
		{"pages in the largest weak component", c.Connected, 0.9, 1, "Web Data Commons 2012"},
	}
}

// WriteTable writes the readings for people.
func (c Calibration) WriteTable(w io.Writer) error {
	for _, r := range c.Readings() {
		verdict := "in"
		if !r.OK() {
			verdict = "OUTSIDE"
		}
		if _, err := fmt.Fprintf(w, "%-44s %7.3f  %-7s %g to %g (%s)\n", r.Name, r.Value, verdict, r.Low, r.High, r.Source); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "similarity at 1 to %d links %.3f, of random pages %.3f\n", calibrated, c.Linked, c.Random)
	return err
}

// vectors are the tf-idf vectors of pages, of length 1.
type vectors map[int32][]weight

type weight struct {
	word  int32
	value float64
}

func newVectors(w *webs.Web, pages []int32) vectors {
	g := w.Graph()
	words := map[string]int32{}
	var df []int
	v := vectors{}
	for _, i := range pages {
		d, _ := w.Document(g.URLs[i])
		counts := map[int32]float64{}
		for word := range phrase.Words(d.Text()) {
			id, ok := words[string(word.Text)]
			if !ok {
				id = int32(len(df))
				words[string(word.Text)] = id
				df = append(df, 0)
			}
			counts[id]++
		}
		for id, n := range counts {
			df[id]++
			v[i] = append(v[i], weight{id, n})
		}
		slices.SortFunc(v[i], func(a, b weight) int { return int(a.word - b.word) })
	}
	for _, all := range v {
		var square float64
		for k := range all {
			all[k].value *= math.Log(float64(len(pages)) / float64(df[all[k].word]))
			square += all[k].value * all[k].value
		}
		for k := range all {
			if square > 0 {
				all[k].value /= math.Sqrt(square)
			}
		}
	}
	return v
}

func (v vectors) cosine(a, b int32) float64 {
	x, y := v[a], v[b]
	var dot float64
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i].word < y[j].word:
			i++
		case x[i].word > y[j].word:
			j++
		default:
			dot += x[i].value * y[j].value
			i, j = i+1, j+1
		}
	}
	return dot
}
