package experiment

import (
	"net/http"
	"sync"

	"github.com/lokman-crawler/lokman/crawl"
)

// A graph is the links of a web: what a crawl could follow. Only this package uses
// it. A redirect is a link.
type graph struct {
	urls []string
	byID map[string]int32
	out  [][]int32
	in   [][]int32
	ok   []bool // has a status of 2xx
}

// links returns the graph of the web, made when first asked for.
func (w *Web) links() *graph {
	w.graphOnce.Do(func() { w.graph = newGraph(w) })
	return w.graph
}

func newGraph(w *Web) *graph {
	g := &graph{
		urls: w.urls, byID: make(map[string]int32, len(w.urls)),
		out: make([][]int32, len(w.urls)), in: make([][]int32, len(w.urls)), ok: make([]bool, len(w.urls)),
	}
	for i, u := range g.urls {
		g.byID[u] = int32(i)
	}
	var wg sync.WaitGroup
	const readers = 4
	for k := range readers {
		wg.Go(func() {
			for i := k; i < len(g.urls); i += readers {
				g.out[i], g.ok[i] = g.read(w.documents[g.urls[i]])
			}
		})
	}
	wg.Wait()
	for i, out := range g.out {
		for _, j := range out {
			g.in[j] = append(g.in[j], int32(i))
		}
	}
	return g
}

// read returns what a document links to, each once, and whether it is a page.
func (g *graph) read(d Document) (out []int32, ok bool) {
	seen := map[int32]bool{}
	add := func(url string) {
		if j, known := g.byID[url]; known && !seen[j] {
			seen[j] = true
			out = append(out, j)
		}
	}
	p := crawl.Page{URL: d.URL, Status: d.Status, Header: d.header(), Body: d.Body}
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

// distances returns for each page how many links it is away from the nearest
// of some pages, -1 if none can be reached.
func (g *graph) distances(to []int32) []int32 {
	far := make([]int32, len(g.urls))
	for i := range far {
		far[i] = -1
	}
	queue := make([]int32, 0, len(g.urls))
	for _, i := range to {
		if far[i] < 0 {
			far[i] = 0
			queue = append(queue, i)
		}
	}
	for n := 0; n < len(queue); n++ {
		at := queue[n]
		for _, from := range g.in[at] {
			if far[from] < 0 {
				far[from] = far[at] + 1
				queue = append(queue, from)
			}
		}
	}
	return far
}
