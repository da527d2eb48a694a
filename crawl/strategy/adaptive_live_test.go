package strategy_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/ontology"
)

// listPage is a page with links to some paths of its host.
func listPage(url, parent string, paths ...string) *crawl.Page {
	var b strings.Builder
	b.WriteString("<p>A list of things.")
	for _, path := range paths {
		fmt.Fprintf(&b, `<p><a href="%s">%s</a></p>`, path, strings.Trim(path, "/"))
	}
	p := htmlPage(url, b.String())
	p.Parent = parent
	return p
}

// paths returns some paths that begin with a name.
func paths(name string, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("/%s%d", name, i))
	}
	return all
}

// A page that is given as an example counts also if its URL redirects.
func TestAdaptiveExampleRedirects(t *testing.T) {
	var b strings.Builder
	docs := []experiment.Document{{URL: "http://a.test/seed", Status: 301, Location: "https://a.test/seed"}}
	for i := range 40 {
		text := "bells and steeples"
		if i%2 == 1 {
			text = "yeast for sourdough"
		}
		fmt.Fprintf(&b, `<p><a href="/%d">%s</a></p>`, i, text)
		docs = append(docs, experiment.Document{URL: fmt.Sprintf("https://a.test/%d", i), Type: "text/html", Body: []byte(text)})
	}
	docs = append(docs,
		experiment.Document{URL: "https://a.test/seed", Type: "text/html", Body: []byte("sourdough and yeast")},
		experiment.Document{URL: "https://a.test/", Type: "text/html", Body: []byte(`start <a href="http://a.test/seed">seed</a>` + b.String())},
	)
	web, err := experiment.NewWeb(docs)
	if err != nil {
		t.Fatal(err)
	}
	s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Relevant: []string{"http://a.test/seed"}}
	c := crawl.Crawler{Strategy: s, Transport: web, Workers: 1, Delay: crawl.NoDelay, IgnoreRobots: true}
	hits, n := 0, 0
	for p, err := range c.Crawl(t.Context(), "https://a.test/") {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n <= 23 && n > 1 && strings.Contains(string(p.Body), "yeast for") {
			hits++
		}
	}
	if hits < 15 {
		t.Errorf("%d of 20 pages are like the example, want 15", hits)
	}
}

// A URL that has redirected is not valued again, whatever links to it.
func TestAdaptiveRedirectedURLsAreDone(t *testing.T) {
	s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: 1}
	const gone = "http://a.test/old"
	s.Value(listPage("http://a.test/", "", "/old", "/x"))
	s.Failed(gone, crawl.ErrRedirected)
	for i := range 10 {
		v := s.Value(listPage(fmt.Sprintf("http://a.test/%d", i), "http://a.test/", "/old", "/more"))
		if slices.ContainsFunc(v.Revalued, func(e frontier.Entry) bool { return e.URL == gone }) {
			t.Fatalf("%s is valued again, but it has redirected", gone)
		}
	}
}

// A link that is refused, as those of the deepest pages are, does not keep a URL from
// being valued again that another page has put into the frontier.
func TestAdaptiveRefusedLinks(t *testing.T) {
	const url = "http://a.test/x0"
	for _, c := range []struct {
		refused int
		want    bool
	}{{1, true}, {2, false}} {
		s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: strategy.None}
		for i := range 2 {
			from := fmt.Sprintf("http://a.test/%d", i)
			s.Value(listPage(from, "", "/x0"))
			if i >= 2-c.refused {
				s.Refused(url, crawl.ErrDepth)
			}
		}
		again := false
		for i := range 5 {
			v := s.Value(listPage(fmt.Sprintf("http://b.test/%d", i), "http://a.test/0", "/flu"))
			again = again || slices.ContainsFunc(v.Revalued, func(e frontier.Entry) bool { return e.URL == url })
		}
		if again != c.want {
			t.Errorf("%d of 2 links refused: valued again %v, want %v", c.refused, again, c.want)
		}
	}
}

// What is refused of the links of a page is learned again with that page, though another
// worker ended its own before.
func TestAdaptiveRefusedIsResumed(t *testing.T) {
	fresh := func() *strategy.Adaptive {
		return &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: strategy.None}
	}
	const first, second, out = "http://a.test/", "http://b.test/", "http://a.test/out"
	s := fresh()
	s.Value(listPage(first, "", "/out"))
	s.Value(listPage(second, "", "/x"))
	s.Refused(out, errors.New("out of scope"))
	later := fresh()
	for _, url := range []string{second, first} {
		if err := later.Observe(s.Observation(url)); err != nil {
			t.Fatal(err)
		}
		s.Acknowledge(url)
	}
	for i := range 5 {
		v := later.Value(listPage(fmt.Sprintf("http://c.test/%d", i), second, "/flu"))
		if slices.ContainsFunc(v.Revalued, func(e frontier.Entry) bool { return e.URL == out }) {
			t.Fatalf("%s is valued again, but it was refused", out)
		}
	}
}

// That a host is down or has reached its limit says nothing of the links to its pages.
func TestAdaptiveHostsThatEnd(t *testing.T) {
	s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: strategy.None}
	s.Value(listPage("http://a.test/", "", paths("flu", 5000)...))
	s.Value(htmlPage("http://a.test/flu0", "About the flu."))
	learned := func() []byte {
		var b bytes.Buffer
		if _, err := s.Learned().WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	before := learned()
	for i := range 4999 {
		s.Failed(fmt.Sprintf("http://a.test/flu%d", i+1), &crawl.Error{Err: crawl.ErrHostLimit})
	}
	if after := learned(); !bytes.Equal(before, after) {
		t.Errorf("%s\nafter the host has reached its limit\n%s", before, after)
	}
}
