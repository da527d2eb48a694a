package urls_test

import (
	"fmt"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/urls"
)

// ordinary are the URLs of sites as people make them, of some thousand pages
// each: page n of each.
var ordinary = []struct {
	name  string
	pages int
	url   func(n int) string
}{
	{"articles by title", 3000, func(n int) string {
		return fmt.Sprintf("http://paper.example/news/%s-%s-and-%s", noun(n), noun(n/7), noun(n/49))
	}},
	{"a blog by date, ten years of it", 1200, func(n int) string {
		return fmt.Sprintf("http://blog.example/%d/%02d/%s-on-%s", 2016+n/120, 1+n/10%12, noun(n), noun(n/11))
	}},
	{"its archives by month", 100, func(n int) string { return fmt.Sprintf("http://blog.example/%d/%02d/", 2016+n/12, 1+n%12) }},
	{"an encyclopedia", 4000, func(n int) string {
		return fmt.Sprintf("http://wiki.example/wiki/%s_%s_(%s)", noun(n), noun(n/23), noun(n/529))
	}},
	{"manuals in versions", 1500, func(n int) string {
		return fmt.Sprintf("http://docs.example/%d.%d/reference/%s/%s.html", 1+n%3, n/3%5, noun(n/15), noun(n/7))
	}},
	{"a shop with categories", 1000, func(n int) string {
		return fmt.Sprintf("http://shop.example/%s/%s/%s.html?lang=en", noun(n/200), noun(n/20), noun(n))
	}},
	{"a list of twenty pages", 20, func(n int) string { return fmt.Sprintf("http://shop.example/%s?page=%d", noun(1), n+1) }},
	{"journal articles by volume", 2000, func(n int) string {
		return fmt.Sprintf("http://journal.example/vol%d/issue%d/%s-%s.html", 1+n/100, 1+n/25%4, noun(n), noun(n/25))
	}},
	{"languages", 300, func(n int) string {
		return fmt.Sprintf("http://%s.city.example/%s/%s", []string{"en", "de", "fr"}[n%3], noun(n/3), noun(n/9))
	}},
}

func noun(n int) string {
	nouns := []string{
		"tide", "harbour", "stone", "bread", "oven", "swift", "dusk", "evening", "count", "valley", "flour", "crust", "wall", "year",
		"minute", "mill", "river", "baker", "loaf", "salt", "yeast", "field", "window",
	}
	return nouns[n%len(nouns)]
}

// A guard with its defaults refuses nothing of ordinary sites, in whatever
// order and however often it is asked.
func TestOrdinarySitesPass(t *testing.T) {
	var g urls.Guard
	for round := range 2 {
		most := 0
		for _, site := range ordinary {
			most = max(most, site.pages)
		}
		for n := range most {
			for _, site := range ordinary {
				if n >= site.pages {
					continue
				}
				if trap := trapOf(t, &g, site.url(n)); trap != "" {
					t.Errorf("round %d: %s: %s is %q", round, site.name, site.url(n), trap)
				}
			}
		}
	}
}
