// Package smallweb is webs of a few pages on which tests compare strategies with references
// that compute everything anew for each page.
package smallweb

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// A Web is pages that link to each other, of which the first is the seed.
type Web struct {
	URLs  []string
	Texts []string
	Links [][]int
	Dead  []bool // linked, but not there

	Anchors [][]string // texts of the links, nil for none
}

// Draw draws a web on three hosts.
func Draw(rt *rapid.T) Web {
	n := rapid.IntRange(2, 14).Draw(rt, "pages")
	var w Web
	for i := range n {
		w.URLs = append(w.URLs, fmt.Sprintf("http://%c.test/%d", 'a'+i%3, i))
		flus := rapid.IntRange(0, 3).Draw(rt, "flus")
		w.Texts = append(w.Texts, strings.Repeat("flu ", flus)+strings.Repeat("x ", rapid.IntRange(1, 6).Draw(rt, "others")))
		w.Links = append(w.Links, rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 6).Draw(rt, "links"))
		w.Dead = append(w.Dead, i > 0 && rapid.IntRange(0, 7).Draw(rt, "dead") == 0)
	}
	return w
}

// Random returns a web whose pages and links have texts of some words.
func Random(r *rand.Rand, words ...string) Web {
	var w Web
	n := 2 + r.IntN(13)
	text := func(most int) string {
		var some []string
		for range r.IntN(most + 1) {
			some = append(some, words[r.IntN(len(words))])
		}
		return strings.Join(some, " ")
	}
	for i := range n {
		var links []int
		var anchors []string
		for range r.IntN(7) {
			links, anchors = append(links, r.IntN(n)), append(anchors, text(3))
		}
		w.URLs, w.Texts = append(w.URLs, fmt.Sprintf("http://%c.test/%d", 'a'+i%3, i)), append(w.Texts, text(8))
		w.Links, w.Anchors = append(w.Links, links), append(w.Anchors, anchors)
		w.Dead = append(w.Dead, i > 0 && r.IntN(8) == 0)
	}
	return w
}

// Blocks returns the texts of a page, its own and those of its links.
func (w Web) Blocks(i int) []string { return append([]string{w.Texts[i]}, w.Anchors[i]...) }

// Body returns the HTML of a page.
func (w Web) Body(i int) string {
	var b strings.Builder
	b.WriteString(w.Texts[i])
	for k, to := range w.Links[i] {
		anchor := ""
		if w.Anchors != nil {
			anchor = w.Anchors[i][k]
		}
		fmt.Fprintf(&b, `<p><a href="%s">%s</a></p>`, w.URLs[to], anchor)
	}
	return b.String()
}

// RoundTrip implements [http.RoundTripper].
func (w Web) RoundTrip(req *http.Request) (*http.Response, error) {
	resp := &http.Response{StatusCode: http.StatusNotFound, Request: req, Header: http.Header{"Content-Type": {"text/html"}}, Body: http.NoBody}
	if i := slices.Index(w.URLs, req.URL.String()); i >= 0 && !w.Dead[i] {
		body := w.Body(i)
		resp.StatusCode, resp.ContentLength, resp.Body = http.StatusOK, int64(len(body)), io.NopCloser(strings.NewReader(body))
	}
	return resp, nil
}

// Crawl returns the pages that a strategy fetches, in order, dead ones too.
func (w Web) Crawl(t rapid.TB, s crawl.Strategy) []*crawl.Page {
	c := crawl.Crawler{Strategy: s, Transport: w, Workers: 1, Delay: crawl.None, IgnoreRobots: true}
	var pages []*crawl.Page
	for p, err := range c.Crawl(context.Background(), w.URLs[0]) {
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, p)
	}
	return pages
}

// Targets returns what a page links to, each page once.
func (w Web) Targets(i int, self bool) []int {
	var to []int
	if w.Dead[i] {
		return nil
	}
	for _, j := range w.Links[i] {
		if !slices.Contains(to, j) && (self || j != i) {
			to = append(to, j)
		}
	}
	return to
}

// Score is what WordShare says of a page.
func (w Web) Score(i int) float64 { return WordShare{}.Score(w.Texts[i]) }

// WordShare scores a text by the part of its words that are "flu".
type WordShare struct{}

// Score implements classify.Scorer.
func (WordShare) Score(text string) float64 {
	words := strings.Fields(text)
	if len(words) == 0 {
		return 0
	}
	return float64(strings.Count(text, "flu")) / float64(len(words))
}

// A State is what a reference knows: the pages fetched and those queued, dead
// ones too, both in order.
type State struct{ Fetched, Queued []int }

func (s State) fetch(w Web, i int) State {
	s.Fetched = append(slices.Clone(s.Fetched), i)
	s.Queued = slices.DeleteFunc(slices.Clone(s.Queued), func(j int) bool { return j == i })
	for _, to := range w.Targets(i, true) {
		if !slices.Contains(s.Fetched, to) && !slices.Contains(s.Queued, to) {
			s.Queued = append(s.Queued, to)
		}
	}
	return s
}

// Follow is Order for crawls that fetch all.
func (w Web) Follow(t rapid.TB, pages []*crawl.Page, ties bool, value func(State) map[int]float64) {
	if left := w.Order(t, pages, ties, value); len(left) > 0 {
		t.Fatalf("never fetched: %v", left)
	}
}

// Order checks that each page that a crawl fetches is one of those that the
// reference values most; of equals, with ties, the one found first. It returns
// what is queued at the end.
func (w Web) Order(t rapid.TB, pages []*crawl.Page, ties bool, value func(State) map[int]float64) []int {
	s := State{Queued: []int{0}}
	for _, p := range pages {
		i, values := slices.Index(w.URLs, p.URL), value(s)
		if !slices.Contains(s.Queued, i) {
			t.Fatalf("%d is not queued: %+v", i, s)
		}
		before := true
		for _, j := range s.Queued {
			before = before && j != i
			if values[j] > values[i]+1e-9 || ties && before && values[j] == values[i] {
				t.Fatalf("%d comes before %d, of %v: %+v", i, j, values, s)
			}
		}
		s = s.fetch(w, i)
	}
	return s.Queued
}

// Page returns a page of HTML that was fetched.
func Page(url, body string) *crawl.Page {
	return &crawl.Page{
		URL: url, Status: 200, Body: []byte(body),
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
	}
}

// Link returns what a page's valuation says of the link to a URL.
func Link(t rapid.TB, v crawl.Valuation, url string) frontier.Entry {
	t.Helper()
	for _, e := range v.Links {
		if e.URL == url {
			return e
		}
	}
	t.Fatalf("no link to %s in %v", url, v.Links)
	return frontier.Entry{}
}
