package crawl_test

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/frontier"
)

// leftOutLinks are the causes of links that are left out, by URL.
type leftOutLinks map[string]string

func (r leftOutLinks) Observe(e crawl.Event) {
	if e.Kind == "refused" {
		r[e.URL] = crawl.Cause(e.Err)
	}
}

// wholePages is BreadthFirst by the documents of pages.
type wholePages struct{ crawl.BreadthFirst }

func (s wholePages) Value(p *crawl.Page) crawl.Valuation {
	p.Document()
	return s.BreadthFirst.Value(p)
}

// No link vanishes without a word, whether a strategy reads documents or URLs alone.
func TestUnusableLinks(t *testing.T) {
	web, err := webs.New([]webs.Document{{URL: "http://a.test/", Type: "text/html", Body: []byte(`
		<a href="http://b b.test/">space</a> <a href="http://c.test:port/">port</a> <a href="http://[::1/">address</a>
		<a href="mailto:me@a.test">mail</a> <a href="javascript:alert(1)">script</a> <a href="#top">top</a> <a name="x">none</a>`)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []crawl.Strategy{crawl.BreadthFirst{}, wholePages{}} {
		got := leftOutLinks{}
		c := crawl.Crawler{Strategy: s, Transport: web, Workers: 1, Delay: crawl.None, IgnoreRobots: true, Observer: got}
		for p, err := range c.Crawl(t.Context(), "http://a.test/") {
			if err != nil || p.Err != nil {
				t.Fatal(p, err)
			}
		}
		want := leftOutLinks{
			"http://b b.test/": "malformed", "http://c.test:port/": "malformed", "http://[::1/": "malformed",
			"mailto:me@a.test": "scheme", "javascript:alert(1)": "scheme",
		}
		if diff := cmp.Diff(maps.Clone(want), got); diff != "" {
			t.Errorf("%T: refused (-want +got):\n%s", s, diff)
		}
		if st := c.Stats(); st.Malformed != 3 || st.Schemes != 2 || st.Refused != 0 {
			t.Errorf("%T: %v, want 3 malformed links and 2 of other schemes", s, st)
		}
	}
}

// What is requeued after an outage is told by its status from what is not there.
func TestFailureCauseHasTheStatus(t *testing.T) {
	web, err := webs.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	var f frontier.Memory
	c := crawl.Crawler{Transport: web, Frontier: &f, Delay: crawl.None, IgnoreRobots: true}
	for p, err := range c.Crawl(t.Context(), "http://a.test/") {
		if err != nil || crawl.Cause(p.Err) != "status" {
			t.Fatal(p, err)
		}
	}
	for failed, err := range f.Failures(t.Context()) {
		if got := crawl.FailureCause(failed); err != nil || got != "status 404" {
			t.Errorf("the cause is %q (%v), want status 404", got, err)
		}
	}
}
