package webs

import (
	"net/http"
	"sync"
)

// A Graph is the links of a web: what a crawl could follow. It is for those who judge
// crawls; no strategy is to see it. A redirect is a link. The numbers in it are places of URLs.
type Graph struct {
	URLs []string  // in the order of the recording
	Page []bool    // has a status of 2xx
	Out  [][]int32 // what each links to, once
	In   [][]int32 // what links to each

	places map[string]int32
}

// Place returns the place of a canonical URL.
func (g *Graph) Place(url string) (place int32, ok bool) {
	place, ok = g.places[url]
	return place, ok
}

// Graph returns the links between the documents of the web, made when first asked for.
func (w *Web) Graph() *Graph {
	w.graphOnce.Do(func() { w.graph = newGraph(w) })
	return w.graph
}

func newGraph(w *Web) *Graph {
	g := &Graph{
		URLs: w.urls, places: make(map[string]int32, len(w.urls)),
		Out: make([][]int32, len(w.urls)), In: make([][]int32, len(w.urls)), Page: make([]bool, len(w.urls)),
	}
	for i, u := range g.URLs {
		g.places[u] = int32(i)
	}
	var wg sync.WaitGroup
	const readers = 4
	for k := range readers {
		wg.Go(func() {
			for i := k; i < len(g.URLs); i += readers {
				g.Out[i], g.Page[i] = g.read(w.documents[g.URLs[i]])
			}
		})
	}
	wg.Wait()
	for i, out := range g.Out {
		for _, j := range out {
			g.In[j] = append(g.In[j], int32(i))
		}
	}
	return g
}

// read returns what a document links to, each once, and whether it is a page.
func (g *Graph) read(d Document) (out []int32, ok bool) {
	seen := map[int32]bool{}
	add := func(url string) {
		if j, known := g.places[url]; known && !seen[j] {
			seen[j] = true
			out = append(out, j)
		}
	}
	p := d.page()
	switch {
	case d.Status/100 == 2:
		for url := range p.LinkURLs() {
			add(url)
		}
		return out, true
	case d.Status/100 == 3 && d.Status != http.StatusNotModified:
		if to, err := d.target(); err == nil {
			add(to)
		}
	}
	return out, false
}

// Distances returns for each page how many links it is away from the nearest
// of some pages, -1 if none can be reached.
func (g *Graph) Distances(to []int32) []int32 {
	far := make([]int32, len(g.URLs))
	for i := range far {
		far[i] = -1
	}
	queue := make([]int32, 0, len(g.URLs))
	for _, i := range to {
		if far[i] < 0 {
			far[i] = 0
			queue = append(queue, i)
		}
	}
	for n := 0; n < len(queue); n++ {
		at := queue[n]
		for _, from := range g.In[at] {
			if far[from] < 0 {
				far[from] = far[at] + 1
				queue = append(queue, from)
			}
		}
	}
	return far
}
