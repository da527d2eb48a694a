package crawl_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

type recorder struct {
	mu     sync.Mutex
	events []crawl.Event
}

func (r *recorder) Observe(e crawl.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, e)
}

// lines writes events in the order of their URLs; those of one URL in the order
// in which they came.
func (r *recorder) lines() (lines []string) {
	slices.SortStableFunc(r.events, func(a, b crawl.Event) int { return cmp.Compare(a.URL, b.URL) })
	for _, e := range r.events {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %d %s",
			strings.TrimPrefix(e.URL, "http://h0.test"), e.Kind, e.Status, crawl.Cause(e.Err))))
	}
	return lines
}

func TestObserver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Robots: "User-agent: *\nDisallow: /private\n"})
		web.Set("/", htmlPage("", `<a href=/gone>g</a><a href=/private>p</a><a href=/moved>m</a><a href=/shaky>s</a>
			<a href=/quiet rel=nofollow>q</a><a href=/outside>o</a>`))
		web.Set("/moved", testsite.Redirect(302, "/"))
		web.Sequence("/shaky", testsite.Failure(500, ""), testsite.Page("leaf"))
		var r recorder
		c := crawl.Crawler{Transport: web, Observer: &r, Workers: 1, Scope: func(url string) error {
			if strings.HasSuffix(url, "/outside") {
				return fmt.Errorf("not ours")
			}
			return nil
		}}
		crawlAll(t, &c, "http://h0.test/")
		want := []string{
			"/ request 200", "/ page 200",
			"/gone request 404", "/gone page 404 status",
			"/moved request 302", "/moved page 302",
			"/outside refused 0 scope",
			"/private page 0 robots",
			"/quiet refused 0 nofollow",
			"/robots.txt request 200",
			"/shaky request 500", "/shaky retry 500 status", "/shaky request 200", "/shaky page 200",
		}
		if diff := gocmp.Diff(want, r.lines()); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

// A recrawl of what has not changed is not a crawl of nothing.
func TestStatsInWords(t *testing.T) {
	s := crawl.Stats{Pages: 2, NotModified: 1000, Incomplete: 1, Redirects: 3, Failed: 4, Forbidden: 5, Dropped: 6, Refused: 7}
	const want = "pages: 2 (incomplete: 1), not modified: 1000, redirects: 3, URLs failed: 4 (forbidden by robots.txt: 5), " +
		"links not followed from their page by the strategy: 6, links refused: 7"
	if got := s.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
