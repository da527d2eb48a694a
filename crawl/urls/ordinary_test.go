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

// long are lists that are long, but not without end: page n of each.
var long = []struct {
	name  string
	pages int
	url   func(n int) string
}{
	{"a list of 5,000 pages that names its last", 5000, func(n int) string {
		return fmt.Sprintf("http://list.example/?page=%d", []int{1, 2, 3, 5000, n}[min(n, 4)])
	}},
	{"documents by number, in no order", 30_000, func(n int) string {
		return fmt.Sprintf("http://doc.example/thread/%d", n*7919%30_011)
	}},
	{"documents by number, of which some were deleted", 30_000, func(n int) string {
		return fmt.Sprintf("http://doc.example/story-%d.html", n+n/100)
	}},
	{"documents by number, the latest first", 30_000, func(n int) string {
		return fmt.Sprintf("http://doc.example/view?id=%d", 30_000-n)
	}},
	{"documents of six kinds by a number that may be a year", 12_000, func(n int) string {
		return fmt.Sprintf("http://kind.example/%s/%d", noun(n%6), 1000+n*7/6%2000)
	}},
	{"acts by year and number", 8000, func(n int) string {
		return fmt.Sprintf("http://law.example/act/%d/%d", 1925+n/80, 20+n%80)
	}},
	{"countries by year", 8000, func(n int) string {
		return fmt.Sprintf("http://stat.example/%d/%s%s.html", 1925+n/80, noun(n%80), noun(n%80/23))
	}},
	{"references by article", 4000, func(n int) string {
		return fmt.Sprintf("http://paper.example/link?article=s%d-x&reference=B%d", 1000+n/50, n%50)
	}},
	{"a manual in eight languages and five versions", 8000, func(n int) string {
		return fmt.Sprintf("http://docs.example/%c%c/%d.0/library/%s%d.html", 'a'+n%8, 'a'+n%8, 1+n/8%5, noun(n/40), n/40)
	}},
	{"names in a directory of people", 6000, func(n int) string {
		return fmt.Sprintf("http://people.example/list/%s/%s%d", noun(n), noun(n/23), n/200)
	}},
}

func TestLongListsPass(t *testing.T) {
	for _, list := range long {
		var g urls.Guard
		refused := 0
		for n := range list.pages {
			if trapOf(t, &g, list.url(n)) != "" {
				refused++
			}
		}
		if refused > 0 {
			t.Errorf("%s: %d of %d are refused", list.name, refused, list.pages)
		}
	}
}
