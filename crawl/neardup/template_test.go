package neardup_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/neardup"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// templates are frames of sites around the text of a page.
var templates = []struct {
	name string
	page func(menu, footer []string, title, text string) string
}{
	{"elements", func(menu, footer []string, title, text string) string {
		return fmt.Sprintf("<title>%s</title><nav>%s</nav><main><h1>%s</h1><p>%s</main><footer>%s</footer>",
			title, strings.Join(menu, " "), title, text, strings.Join(footer, " "))
	}},
	{"lists", func(menu, footer []string, title, text string) string {
		return fmt.Sprintf("<title>%s</title><ul><li>%s</ul><h1>%s</h1><div>%s</div><table><tr><td>%s</table>",
			title, strings.Join(menu, "<li>"), title, text, strings.Join(footer, "<tr><td>"))
	}},
	{"a menu twice, and a list of a thousand behind", func(menu, footer []string, title, text string) string {
		menu = append([]string{"<ul>"}, menu...)
		return fmt.Sprintf("<title>%s</title>%s</ul>%[2]s</ul><h1>%[1]s</h1><p>%s<ol>%s</ol>", title, strings.Join(menu, "<li>"), text, list)
	}},
	{"a menu behind the text", func(menu, footer []string, title, text string) string {
		return fmt.Sprintf("<title>%s - The Site</title><h2>%s</h2>%s<div>%s</div><div>%s</div>",
			title, title, text, strings.Join(menu, " | "), strings.Join(footer, " "))
	}},
}

// list has more items than are known of a frame.
var list = strings.Repeat("<li>partner of ours", 500) + "<li>" + strings.Join(words(rand.New(rand.NewPCG(13, 14)), 1500), "<li>")

// Different short articles within one large frame are no copies of each other; copies of
// them are found, on the same host and on a mirror, and named by the right original.
func TestArticlesInAFrame(t *testing.T) {
	for _, tc := range templates {
		for _, size := range []struct{ menu, own, workers int }{
			{120, 30, 1}, {250, 15, 1}, {250, 30, 1}, {400, 15, 1}, {400, 30, 1}, {400, 30, 8},
		} {
			t.Run(fmt.Sprintf("%s, %d and %d words, %d workers", tc.name, size.menu, size.own, size.workers), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(11, uint64(size.menu+size.own)))
				menu, footer := words(rng, size.menu), words(rng, size.menu/2)
				web := testsite.New(testsite.Config{Hosts: 2})
				links, copies, want := []string{}, []string{}, map[string]string{}
				for i := range 8 {
					title, text := strings.Join(words(rng, 4), " "), strings.Join(words(rng, size.own), " ")
					set := func(host, path, text string) string {
						a := testsite.Page("")
						a.Body = []byte(tc.page(menu, footer, title, text))
						web.Set(path, a)
						return "http://" + host + path
					}
					original := set("h0.test", fmt.Sprintf("/p%d", i), text)
					links = append(links, original)
					again := set("h0.test", fmt.Sprintf("/p%d-again", i), text)
					mirror := set("h1.test", fmt.Sprintf("/p%d-mirror", i), text+" page 1")
					copies = append(copies, again, mirror)
					want[again], want[mirror] = original, original
				}
				web.Set("/", testsite.Page("start", append(links, "/copies")...))
				web.Set("/copies", testsite.Page("copies", copies...))
				synctest.Test(t, func(t *testing.T) {
					var mu sync.Mutex
					got := map[string]string{}
					c := crawl.Crawler{Transport: web, Workers: size.workers, Strategy: &neardup.Strategy{
						Report: func(url string, m neardup.Match) {
							mu.Lock()
							defer mu.Unlock()
							got[url] = m.Name
						},
					}}
					for p, err := range c.Crawl(t.Context(), "http://h0.test/") {
						if err != nil || p.Err != nil {
							t.Fatal(err, p.Err)
						}
					}
					for url, name := range got {
						// A mirror may be named a copy of the copy's original by any of the three.
						if want[name] != "" {
							got[url] = want[name]
						}
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("near duplicates:\n%s", diff)
					}
				})
			})
		}
	}
}

// With OwnText the other strategy sees what no two earlier pages of a host had, one while few are
// known, and all links.
func TestOwnText(t *testing.T) {
	var texts []string
	seen := strategyFunc(func(p *crawl.Page) crawl.Valuation {
		doc := p.Scan()
		texts = append(texts, fmt.Sprint(strings.Fields(doc.Text), len(doc.Links)))
		return crawl.Valuation{}
	})
	s := neardup.Strategy{Strategy: seen, OwnText: true}
	const again = "twenty words in all stand on each of these pages so that they are compared with the others of their host"
	for i, url := range []string{"http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4", "http://b.test/"} {
		s.Value(&crawl.Page{URL: url, Header: http.Header{"Content-Type": {"text/html"}}, Body: fmt.Appendf(nil,
			"<title>T%d</title><ul><li><a href=/>%s</a></ul><p>P%d<p>Q%d", i, again, i, i/3)})
	}
	all := strings.Fields(again)
	want := []string{
		fmt.Sprint(slices.Concat([]string{"T0"}, all, []string{"P0", "Q0"}), 1), "[T1 P1] 1", "[T2 P2] 1", "[T3 P3 Q1] 1",
		fmt.Sprint(slices.Concat([]string{"T4"}, all, []string{"P4", "Q1"}), 1),
	}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Error(diff)
	}
}

type strategyFunc func(p *crawl.Page) crawl.Valuation

func (f strategyFunc) Value(p *crawl.Page) crawl.Valuation { return f(p) }
