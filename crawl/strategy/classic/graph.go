package classic

import (
	"iter"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// graph is what a crawl has seen of the web: URLs, numbered in the order in
// which they were found, and the links of those that were fetched. It takes a
// map entry a URL and 4 bytes a link.
type graph struct {
	ids     map[string]int32
	urls    []string
	fetched []bool
	out     [][]int32 // the pages that a page links to, each once, itself aside
}

func (g *graph) id(url string) int32 {
	id, ok := g.ids[url]
	if !ok {
		if g.ids == nil {
			g.ids = map[string]int32{}
		}
		id = int32(len(g.urls))
		g.ids[url] = id
		g.urls = append(g.urls, url)
		g.fetched = append(g.fetched, false)
		g.out = append(g.out, nil)
	}
	return id
}

// fetch adds a page and its links. It reports false for a page that is there
// already: one that is fetched again after a lost lease.
func (g *graph) fetch(url string, links iter.Seq[string]) (int32, bool) {
	from := g.id(url)
	if g.fetched[from] {
		return from, false
	}
	g.fetched[from] = true
	seen := map[int32]bool{from: true}
	var out []int32
	for url := range links {
		to := g.id(url)
		if !seen[to] {
			seen[to] = true
			out = append(out, to)
		}
	}
	g.out[from] = out
	return from, true
}

// linked returns the pages that a page links to.
func (g *graph) linked(page int32) map[int32]bool {
	to := make(map[int32]bool, len(g.out[page]))
	for _, id := range g.out[page] {
		to[id] = true
	}
	return to
}

// revaluation is URLs whose values have changed, in the order in which they first did.
type revaluation struct {
	order []int32
	value map[int32]float64
}

func (c *revaluation) set(id int32, value float64) {
	if c.value == nil {
		c.value = map[int32]float64{}
	}
	if _, ok := c.value[id]; !ok {
		c.order = append(c.order, id)
	}
	c.value[id] = value
}

// entries returns those that a page links to, and the others.
func (c *revaluation) entries(g *graph, linked map[int32]bool, of string) (links, others []frontier.Entry) {
	for _, id := range c.order {
		e := frontier.Entry{
			URL: g.urls[id], Value: c.value[id],
			Reason: crawl.Explanation{{Of: of, Factor: 1, Score: c.value[id]}},
		}
		if linked[id] {
			links = append(links, e)
		} else {
			others = append(others, e)
		}
	}
	return links, others
}

// urlsOf yields the URLs of the links of a page that lead to pages.
func urlsOf(doc classify.Document) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, l := range doc.Links {
			if l.URL != "" && !yield(l.URL) {
				return
			}
		}
	}
}
