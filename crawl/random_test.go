package crawl_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// A randomPage answers as its kind says once it has failed some times.
type randomPage struct {
	kind   string // "page", "redirect", "refresh" or "gone"
	links  []int  // the first is where a redirect or refresh leads
	faults []func(*http.Request) (*http.Response, error)
}

// A randomWeb has pages that lead to each other in any way, on hosts of which some cannot be
// reached for a while.
type randomWeb struct {
	hosts  int
	pages  []randomPage
	robots []string // of each host: what is answered, "redirect", "trouble" or ""
	from   []time.Time
	until  []time.Time

	mu    sync.Mutex
	times map[string]int // that a URL was asked for
}

func newRandomWeb(rng *rand.Rand) *randomWeb {
	w := &randomWeb{hosts: 1 + rng.IntN(5), pages: make([]randomPage, 5+rng.IntN(40)), times: map[string]int{}}
	faults := []func(*http.Request) (*http.Response, error){
		func(r *http.Request) (*http.Response, error) { return answered(r, 503, ""), nil },
		func(r *http.Request) (*http.Response, error) {
			resp := answered(r, 429, "")
			resp.Header.Set("Retry-After", "20")
			return resp, nil
		},
		func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF },
	}
	for i := range w.pages {
		p := &w.pages[i]
		p.kind = []string{"page", "page", "page", "page", "redirect", "redirect", "refresh", "gone"}[rng.IntN(8)]
		for range 1 + rng.IntN(4) {
			p.links = append(p.links, rng.IntN(len(w.pages)))
		}
		for range rng.IntN(3) {
			p.faults = append(p.faults, faults[rng.IntN(len(faults))])
		}
	}
	for range w.hosts {
		w.robots = append(w.robots, []string{"", "User-agent: *\nCrawl-delay: 7", "redirect", "trouble"}[rng.IntN(4)])
		from := time.Now().Add(time.Duration(60+rng.IntN(60)) * time.Second)
		w.from, w.until = append(w.from, from), append(w.until, from.Add(time.Duration(rng.IntN(200)-100)*time.Second))
	}
	w.robots[0], w.pages[0] = "", randomPage{kind: "page", links: w.pages[0].links}
	return w
}

func (w *randomWeb) url(page int) string {
	return fmt.Sprintf("http://h%d.test/%d", page%w.hosts, page)
}

func (w *randomWeb) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	before := w.times[r.URL.String()]
	w.times[r.URL.String()]++
	w.mu.Unlock()
	var host, page int
	fmt.Sscanf(r.URL.Host, "h%d", &host)
	if now := time.Now(); !now.Before(w.from[host]) && now.Before(w.until[host]) {
		return nil, refused
	}
	if n, _ := fmt.Sscanf(r.URL.Path, "/%d", &page); n == 0 {
		switch file := w.robots[host]; {
		case file == "redirect":
			return redirected(r, fmt.Sprintf("http://h%d.test/robots.txt", (host+1)%w.hosts)), nil
		case file == "trouble" && before < 2:
			return answered(r, 500, ""), nil
		case file == "" || file == "trouble":
			return answered(r, 404, ""), nil
		default:
			return answered(r, 200, file), nil
		}
	}
	p := w.pages[page]
	if before < len(p.faults) {
		return p.faults[before](r)
	}
	switch next := w.url(p.links[0]); p.kind {
	case "redirect":
		return redirected(r, next), nil
	case "refresh":
		return answered(r, 200, `<meta http-equiv=refresh content="0;url=`+next+`">`), nil
	case "gone":
		return answered(r, 404, ""), nil
	}
	var links strings.Builder
	for _, l := range p.links {
		fmt.Fprintf(&links, "<a href=%s>a link</a>", w.url(l))
	}
	return answered(r, 200, links.String()), nil
}

func answered(r *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"text/html"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
	}
}

func redirected(r *http.Request, to string) *http.Response {
	resp := answered(r, 302, "")
	resp.Header.Set("Location", to)
	return resp
}

// reached returns the URLs that the first page leads to, sorted.
func (w *randomWeb) reached() []string {
	seen := map[int]bool{0: true}
	urls := []string{w.url(0)}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		p := w.pages[queue[0]]
		links := p.links
		switch p.kind {
		case "redirect", "refresh":
			links = links[:1]
		case "gone":
			links = nil
		}
		for _, l := range links {
			if !seen[l] {
				seen[l] = true
				urls, queue = append(urls, w.url(l)), append(queue, l)
			}
		}
	}
	slices.Sort(urls)
	return urls
}

// Whatever a web does, a crawl ends, and each URL that can be reached is yielded once, however
// often the crawl is left and gone on with.
func TestRandomWebs(t *testing.T) {
	for seed := range uint64(300) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 0))
			web := newRandomWeb(rng)
			c := crawl.Crawler{
				Transport: web, Frontier: frontier.New(crawl.FrontierOptions(nil)), Workers: 1 + rng.IntN(6),
				Delay: []time.Duration{crawl.None, 0, 3 * time.Second}[rng.IntN(3)], Limits: crawl.Limits{Redirects: crawl.NoLimit},
			}
			if rng.IntN(2) == 0 {
				c.Jar = newJar(t)
			}
			if rng.IntN(2) == 0 {
				c.HostKey = func(string) string { return "one" }
			}
			var got []string
			for seeds, left := []string{web.url(0)}, true; left; seeds = nil {
				left = false
				for p, err := range c.Crawl(t.Context(), seeds...) {
					if err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					}
					if left = rng.IntN(10) == 0; left {
						break // the page comes again
					}
					var page int
					fmt.Sscanf(p.URL[strings.LastIndex(p.URL, "/"):], "/%d", &page)
					circle := web.pages[page].kind == "redirect" && web.pages[page].links[0] == page
					if failed := web.pages[page].kind == "gone" || circle; failed != (p.Err != nil) {
						t.Errorf("seed %d: %s: %v", seed, p.URL, p.Err)
					}
					got = append(got, p.URL)
				}
			}
			slices.Sort(got)
			if want := web.reached(); !slices.Equal(got, want) {
				t.Errorf("seed %d: got\n%q\nwant\n%q", seed, got, want)
			}
		})
	}
}
