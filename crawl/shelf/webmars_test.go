package shelf_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/shelf"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier"
)

// A site is pages that link to each other, each of which fails a number of times.
type site struct {
	links [][]siteLink
	fails []int
	asked []int
}

// A siteLink is an <a> to a page of the site's server or of another.
type siteLink struct {
	to            int
	href, caption string
}

func randomSite(r *rand.Rand) *site {
	n := 2 + r.IntN(13)
	s := &site{links: make([][]siteLink, n), fails: make([]int, n), asked: make([]int, n)}
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	for i := range n {
		s.fails[i] = max(0, r.IntN(6)-3) // 0, 1 or 2
		for range r.IntN(6) {
			to := r.IntN(n)
			s.links[i] = append(s.links[i], siteLink{to,
				fmt.Sprint(pick("", "", "", "http://j.example", "http://k.example", "http://j.example:8080"), "/", pathOf(to)),
				pick("more", "On beans", "Abstract", "[Abstract]", "abstracts", "Full Text", "full text", "References", "PDF", "home", "Home")})
		}
	}
	s.fails[0] = min(s.fails[0], 1)
	return s
}

// pathOf returns the path of a page. Some have a word of the paper's sets in it.
func pathOf(page int) string {
	kinds := []string{"x", "abs", "pdf", "help", "fulltext", "y", "archived", "view"}
	return fmt.Sprintf("%s/%d", kinds[page%len(kinds)], page)
}

func (s *site) RoundTrip(req *http.Request) (*http.Response, error) {
	resp := &http.Response{StatusCode: http.StatusNotFound, Request: req, Header: http.Header{"Content-Type": {"text/html"}}, Body: http.NoBody}
	for i := range s.links {
		if req.URL.String() != "http://j.example/"+pathOf(i) {
			continue
		}
		if s.asked[i]++; s.asked[i] <= s.fails[i] {
			resp.StatusCode = http.StatusServiceUnavailable
			break
		}
		var body strings.Builder
		for _, l := range s.links[i] {
			fmt.Fprintf(&body, "<a href=%s>%s</a>\n", l.href, l.caption)
		}
		resp.StatusCode, resp.Body = http.StatusOK, io.NopCloser(strings.NewReader(body.String()))
	}
	return resp, nil
}

// The sets of Tran et al. 2001, section 2.2.
var (
	setV = []string{"home", "subscriptions", "archive", "mailto", "help", "login", "search", "feedback", "findex", "shtml", "lookup"}
	setA = []string{"abstract", "abs", "list", "[Abstract]", "Abstract"}
	setF = []string{"full", "Full Text", "Full text", "References"}
	setP = []string{"PDF", "pdf"}
)

// in says whether a link is in a set: a word of it stands in the href or is the displayed text.
func (l siteLink) in(set []string) bool {
	return slices.ContainsFunc(set, func(word string) bool { return strings.Contains(l.href, word) || l.caption == word })
}

// A node is one of the paper's lists.
type node struct {
	page   int
	flag   int
	folder string
}

// webMARS is the downloading of Tran et al. 2001, section 2.1, with the procedures of section
// 2.2. It returns what becomes of the pages, and those that are left for manual downloading.
func webMARS(s *site) (done []string, manually []int) {
	attempts := make([]int, len(s.links))
	open := []node{{0, 1, "Other"}} // Open := [S0]; set flag(1)
	var closed, revisited []node
	for len(open) > 0 {
		x := open[0] // pick the head node in Open list, call it X
		attempts[x.page]++
		if attempts[x.page] > s.fails[x.page] { // download X succeeds
			open, closed = open[1:], append(closed, x)
			done = append(done, fmt.Sprint(pathOf(x.page), " in ", x.folder))
			if x.folder != "PDF" { // LOCATION generates children for {U} and calls ELIMINATION
				for _, l := range s.links[x.page] {
					onServer := strings.HasPrefix(l.href, "/") || strings.HasPrefix(l.href, "http://j.example/")
					known := func(n node) bool { return n.page == l.to }
					if l.in(setV) || !onServer || slices.ContainsFunc(slices.Concat(open, closed, revisited), known) {
						continue
					}
					folder := "Other"
					switch {
					case l.in(setP):
						folder = "PDF"
					case l.in(setA):
						folder = "Abstract"
					case l.in(setF):
						folder = "FullText"
					}
					open = append(open, node{l.to, 1, folder}) // to the tail of Open
				}
			}
		} else { // download X fails
			open = open[1:]
			if x.flag == 1 {
				revisited = append([]node{x}, revisited...) // to the head of Revisited
			} else {
				revisited = append(revisited, x) // to the tail
				done = append(done, pathOf(x.page)+" failed")
			}
		}
		if len(open) == 0 && len(revisited) > 0 && revisited[0].flag == 1 {
			x := revisited[0]
			revisited, x.flag = revisited[1:], 0
			open = append(open, x)
		}
	}
	for _, x := range revisited {
		manually = append(manually, x.page)
	}
	return done, manually
}

func TestShelfEqualsWebMARS(t *testing.T) {
	for seed := range uint64(200) {
		site := randomSite(rand.New(rand.NewPCG(seed, 1)))
		want, manually := webMARS(site)
		s, err := shelf.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		f := frontier.New(frontier.Options{Order: frontier.FIFO})
		c := crawl.Crawler{
			Strategy: strategy.Follow{Classifier: paper.NewConstraints()}, Revisit: true, Workers: 1,
			Frontier: f, Transport: site, Delay: crawl.None, IgnoreRobots: true,
		}
		for p, err := range c.Crawl(t.Context(), "http://j.example/"+pathOf(0)) {
			if err == nil {
				err = s.Put(p, strategy.Followed(p))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		for l, err := range s.Lines() {
			if err != nil {
				t.Fatal(err)
			}
			path := strings.TrimPrefix(l.URL, "http://j.example/")
			if folder, _, stored := strings.Cut(l.File, "/"); stored {
				got = append(got, path+" in "+folder)
			} else {
				got = append(got, path+" failed")
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: downloaded\n%s\nwant\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		missing, err := s.ListMissing(f.Failures(t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		var byHand, wantByHand []string
		for _, m := range missing {
			byHand = append(byHand, m.URL)
		}
		for _, page := range manually {
			wantByHand = append(wantByHand, "http://j.example/"+pathOf(page))
		}
		if !slices.Equal(byHand, wantByHand) {
			t.Errorf("seed %d: left for manual downloading %v, want %v", seed, byHand, wantByHand)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
