package strategy_test

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/ontology"
)

// listPage is a page with links to some paths of its host.
func listPage(url, parent string, paths ...string) *crawl.Page {
	var b strings.Builder
	b.WriteString("<p>A list of things.")
	for _, path := range paths {
		fmt.Fprintf(&b, `<p><a href="%s">%s</a></p>`, path, strings.Trim(path, "/"))
	}
	p := smallweb.Page(url, b.String())
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

// A page that is given as an example counts also if its URL redirects, be it in two steps
// or to a page that was fetched before, and in a crawl that is resumed.
func TestAdaptiveExampleRedirects(t *testing.T) {
	const start, example = "https://a.test/", "http://a.test/old"
	var items strings.Builder
	docs := []webs.Document{{URL: "https://a.test/seed", Type: "text/html", Body: []byte("sourdough and yeast")}}
	for i := range 40 {
		text := "bells and steeples"
		if i%2 == 1 {
			text = "yeast for sourdough"
		}
		fmt.Fprintf(&items, `<p><a href="/%d">%s</a></p>`, i, text)
		docs = append(docs, webs.Document{URL: fmt.Sprintf("https://a.test/%d", i), Type: "text/html", Body: []byte(text)})
	}
	moved := func(from, to string) webs.Document {
		return webs.Document{URL: from, Status: 301, Location: to}
	}
	for name, c := range map[string]struct {
		links string
		moved []webs.Document
		kill  int // after so many pages
	}{
		"once":          {`<a href="http://a.test/old">old</a>`, []webs.Document{moved(example, "https://a.test/seed")}, 0},
		"twice":         {`<a href="http://a.test/old">old</a>`, []webs.Document{moved(example, "https://a.test/old"), moved("https://a.test/old", "https://a.test/seed")}, 0},
		"fetched":       {`<a href="/seed">seed</a><a href="http://a.test/old">old</a>`, []webs.Document{moved(example, "https://a.test/seed")}, 0},
		"twice, killed": {`<a href="http://a.test/old">old</a>`, []webs.Document{moved(example, "https://a.test/old"), moved("https://a.test/old", "https://a.test/seed")}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			web, err := webs.New(slices.Concat(docs, c.moved, []webs.Document{
				{URL: start, Type: "text/html", Body: []byte(c.links + items.String())},
			}))
			if err != nil {
				t.Fatal(err)
			}
			f, err := bolt.Open(filepath.Join(t.TempDir(), "crawl.db"), bolt.Options{Options: crawl.FrontierOptions(&strategy.Adaptive{}), NoSync: true})
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			var fetched []string
			crawlUntil := func(pages int) {
				c := crawl.Crawler{
					Strategy: &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Relevant: []string{example}, Explore: crawl.None},
					Frontier: f, Transport: web, Workers: 1, Delay: crawl.None, IgnoreRobots: true,
				}
				for p, err := range c.Crawl(t.Context(), start) {
					if err != nil {
						t.Fatal(err)
					}
					fetched = append(fetched, string(p.Body))
					if len(fetched) == pages {
						return
					}
				}
			}
			if c.kill > 0 {
				crawlUntil(c.kill)
			}
			crawlUntil(0)
			hits := 0
			for _, body := range fetched[:25] {
				if strings.Contains(body, "yeast for") {
					hits++
				}
			}
			if hits < 15 {
				t.Errorf("%d of the first 25 pages are like the example, want 15", hits)
			}
		})
	}
}

// A URL that has redirected is not valued again, whatever links to it.
func TestAdaptiveRedirectedURLsAreDone(t *testing.T) {
	s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: 1}
	const gone = "http://a.test/old"
	s.Value(listPage("http://a.test/", "", "/old", "/x"))
	s.Failed(gone, &crawl.RedirectError{})
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
		s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: crawl.None}
		for i := range 2 {
			from := fmt.Sprintf("http://a.test/%d", i)
			s.Value(listPage(from, "", "/x0"))
			if i >= 2-c.refused {
				s.Refused(url, failure.ErrDepth)
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
		return &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: crawl.None}
	}
	const first, second, out = "http://a.test/", "http://b.test/", "http://a.test/out"
	s := fresh()
	s.Value(listPage(first, "", "/out"))
	s.Value(listPage(second, "", "/x"))
	s.Refused(out, errors.New("out of scope"))
	later := fresh()
	for _, url := range []string{second, first} {
		if err := later.Observe(t.Context(), s.Observation(url)); err != nil {
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
	s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Explore: crawl.None}
	s.Value(listPage("http://a.test/", "", paths("flu", 5000)...))
	s.Value(smallweb.Page("http://a.test/flu0", "About the flu."))
	learned := func() []byte {
		var b bytes.Buffer
		if _, err := s.Learned().WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	before := learned()
	for i := range 4999 {
		s.Failed(fmt.Sprintf("http://a.test/flu%d", i+1), &crawl.Error{Err: failure.ErrHostLimit})
	}
	if after := learned(); !bytes.Equal(before, after) {
		t.Errorf("%s\nafter the host has reached its limit\n%s", before, after)
	}
}
