package synthetic_test

import (
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
)

// From a relevant page in the open to one behind a tunnel of k it takes k
// irrelevant pages on the way, at least, and there is a way.
func TestTunnels(t *testing.T) {
	g, err := synthetic.Generator{Seed: 2, Pages: 1500, Topics: 4}.Generate()
	if err != nil {
		t.Fatal(err)
	}
	links := g.Web.Graph()
	place := func(url string) int32 {
		i, ok := links.Place(url)
		if !ok {
			t.Fatalf("the web has no %s", url)
		}
		return i
	}
	for _, topic := range g.Topics {
		for k := 1; k <= 3; k++ {
			group := topic.Groups[fmt.Sprintf("behind %d", k)]
			if len(group) == 0 {
				t.Errorf("%s: no target behind %d", topic.Name, k)
			}
			for _, u := range group {
				far := links.Distances([]int32{place(u)})
				nearest := int32(-1)
				for _, open := range topic.Groups["in the open"] {
					if d := far[place(open)]; d >= 0 && (nearest < 0 || d < nearest) {
						nearest = d
					}
				}
				if nearest < int32(k)+1 {
					t.Errorf("%s: %s is %d links from a page in the open, want %d or more", topic.Name, u, nearest, k+1)
				}
			}
		}
	}
}

// Tunnel gives all tunnels one length; no fewer pages are behind them.
func TestTunnelsOfOneLength(t *testing.T) {
	hidden := func(g synthetic.Generator) map[string]int {
		g.Seed, g.Pages = 2, 1500
		all, err := g.Generate()
		if err != nil {
			t.Fatal(err)
		}
		sizes := map[string]int{}
		for _, topic := range all.Topics {
			for group, urls := range topic.Groups {
				sizes[group] += len(urls)
			}
		}
		delete(sizes, "in the open")
		return sizes
	}
	mixed := hidden(synthetic.Generator{})
	all := mixed["behind 1"] + mixed["behind 2"] + mixed["behind 3"]
	for k := 1; k <= 3; k++ {
		sizes := hidden(synthetic.Generator{Tunnel: k})
		if n := sizes[fmt.Sprintf("behind %d", k)]; len(sizes) != 1 || n < all*4/5 || n > all*6/5 {
			t.Errorf("tunnels of %d: %v; of all lengths %v", k, sizes, mixed)
		}
	}
	if sizes := hidden(synthetic.Generator{Tunnelled: crawl.None}); len(sizes) > 0 {
		t.Errorf("without tunnels: %v", sizes)
	}
}
