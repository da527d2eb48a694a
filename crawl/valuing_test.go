package crawl_test

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// flaky is a strategy whose service is down at times.
type flaky struct {
	crawl.BreadthFirst
	down func(url string) bool

	mu    sync.Mutex
	asked []time.Time
}

// anyPage answers all requests with a page.
type anyPage struct{}

func (anyPage) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Request: req, Header: http.Header{"Content-Type": {"text/html"}}, Body: http.NoBody}, nil
}

// events counts what an Observer is told, by kind.
type events struct {
	mu    sync.Mutex
	kinds map[string]int
}

func (e *events) Observe(ev crawl.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.kinds == nil {
		e.kinds = map[string]int{}
	}
	e.kinds[ev.Kind]++
}

func (e *events) count(kind string) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.kinds[kind]
}

var errService = errors.New("the service is down")

func (s *flaky) Value(p *crawl.Page) crawl.Valuation {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, time.Now())
	if s.down(p.URL) {
		return crawl.Valuation{Err: errService}
	}
	return s.BreadthFirst.Value(p)
}

// valued returns the errors of a crawl's pages, the crawler and its events.
func valued(t *testing.T, s *flaky, workers int, seeds ...string) (map[string]error, *crawl.Crawler, *events, frontier.Frontier) {
	seen := &events{}
	queue := frontier.New(crawl.FrontierOptions(s))
	c := &crawl.Crawler{Strategy: s, Frontier: queue, Transport: anyPage{}, Workers: workers, Delay: crawl.None, IgnoreRobots: true, Observer: seen}
	errs := map[string]error{}
	for p, err := range c.Crawl(t.Context(), seeds...) {
		if err != nil {
			t.Fatal(err)
		}
		errs[p.URL] = p.Err
	}
	return errs, c, seen, queue
}

// A page that cannot be valued waits and is valued again.
func TestNotValuedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		s := &flaky{down: func(string) bool { calls++; return calls == 1 }}
		errs, c, seen, _ := valued(t, s, 1, "http://a.test/", "http://b.test/")
		if len(errs) != 2 || errs["http://a.test/"] != nil || errs["http://b.test/"] != nil {
			t.Errorf("pages: %v, want two without an error", errs)
		}
		if c.Stats().Unvalued != 1 || seen.count("unvalued") != 1 || !strings.Contains(c.Stats().String(), "failures to value a page: 1") {
			t.Errorf("%v and %d events, want one failure", c.Stats(), seen.count("unvalued"))
		}
		if wait := s.asked[1].Sub(s.asked[0]); wait != time.Second {
			t.Errorf("valued again after %v, want 1s", wait)
		}
	})
}

// One that never can fails after its attempts, by a cause of its own, and the crawl goes on.
func TestNeverValued(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &flaky{down: func(url string) bool { return url == "http://a.test/" }}
		errs, c, seen, queue := valued(t, s, 1, "http://a.test/", "http://b.test/")
		err := errs["http://a.test/"]
		if !errors.Is(err, errService) || crawl.Cause(err) != "scorer" || errs["http://b.test/"] != nil {
			t.Errorf("pages: %v, want one with the service's error", errs)
		}
		if st := c.Stats(); st.Unvalued != 3 || st.Failed != 1 || st.Pages != 1 || seen.count("unvalued") != 3 {
			t.Errorf("%v, want 3 failures, one page failed and one page", st)
		}
		for f, err := range queue.(frontier.Abilities).Failures(t.Context()) {
			if err != nil || crawl.FailureCause(f) != "scorer" || !crawl.Unreached(f) {
				t.Errorf("%+v, %v: want a failure of the scorer, to be requeued", f, err)
			}
		}
	})
}

// A service that is down pauses the crawl with growing waits, in which one page is tried at a time.
func TestServiceDownPausesTheCrawl(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		up := begun.Add(time.Hour)
		s := &flaky{down: func(string) bool { return time.Now().Before(up) }}
		var seeds []string
		for i := range 40 {
			seeds = append(seeds, "http://"+string(rune('a'+i%26))+strings.Repeat("x", i/26)+".test/")
		}
		errs, c, _, _ := valued(t, s, 8, seeds...)
		failed := 0
		for _, err := range errs {
			if err != nil {
				failed++
			}
		}
		if len(errs) != 40 || failed > 16 {
			t.Errorf("%d of %d pages failed in an hour's outage, want 40 pages of which most wait: %v", failed, len(errs), c.Stats())
		}
		if n := c.Stats().Unvalued; n < 10 || n > 40 {
			t.Errorf("the service was asked %d times in an hour's outage, want 10 to 40", n)
		}
	})
}
