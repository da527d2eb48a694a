package experiment_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/internal/labtest"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// order crawls a web breadth-first under a clock, and returns what was visited.
func order(t *testing.T, web *webs.Web, c experiment.Clock, seeds ...string) string {
	t.Helper()
	return visited(t, web, c, func(experiment.Visit) bool { return true }, seeds...)
}

// fetched does the same, and returns what there was.
func fetched(t *testing.T, web *webs.Web, c experiment.Clock, seeds ...string) string {
	t.Helper()
	return visited(t, web, c, func(v experiment.Visit) bool { return v.Status == 200 }, seeds...)
}

func visited(t *testing.T, web *webs.Web, c experiment.Clock, which func(experiment.Visit) bool, seeds ...string) string {
	t.Helper()
	var o orders
	e := experiment.Experiment{
		Web: web, Topics: []experiment.Topic{{Name: "t", Seeds: seeds}}, Pages: 100, Order: o.open, Clock: c,
		Entrants: []experiment.Entrant{labtest.Entrant("bf", crawl.BreadthFirst{})},
	}
	if _, err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var urls []string
	for _, v := range visits(t, o.file["bf/t"]) {
		if which(v) {
			urls = append(urls, strings.TrimPrefix(v.URL, "http://"))
		}
	}
	return strings.Join(urls, " ")
}

func TestClock(t *testing.T) {
	web, err := webs.New([]webs.Document{
		labtest.Page("http://a/", "/1", "/2", "http://b/"), labtest.Page("http://a/1", "/3"), labtest.Page("http://a/2"), labtest.Page("http://a/3"),
		labtest.Page("http://b/", "/1"), labtest.Page("http://b/1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	slow := func(url string) time.Duration {
		if url == "http://a/1" {
			return 10 * time.Second
		}
		return time.Second
	}
	for _, c := range []struct {
		name  string
		clock experiment.Clock
		want  string
	}{
		{"no clock", experiment.Clock{}, "a/ a/1 a/2 b/ a/3 b/1"},
		{"one worker does not wait for a host", experiment.Clock{Delay: 5 * time.Second}, "a/ b/ a/1 b/1 a/2 a/3"},
		{"two workers ask two hosts", experiment.Clock{Workers: 2, Latency: slow}, "a/ a/1 b/ b/1 a/2 a/3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := order(t, web, c.clock, "http://a/"); got != c.want {
				t.Errorf("order %s\nwant  %s", got, c.want)
			}
		})
	}
}

// unwaited runs a crawl, which must not wait by the clock of the machine.
func unwaited(t *testing.T, crawl func(t *testing.T)) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		crawl(t)
		if took := time.Since(begin); took != 0 {
			t.Errorf("a simulated crawl waited %v", took)
		}
	})
}

// A page that fails for a reason that may pass is tried again when its time
// has come by the simulated clock: nothing waits.
func TestClockRetries(t *testing.T) {
	web, err := webs.New([]webs.Document{
		labtest.Page("http://a/", "/busy", "/1"), {URL: "http://a/busy", Status: 503}, labtest.Page("http://a/1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	unwaited(t, func(t *testing.T) {
		// The host waits with the page that failed: another would be asked too soon.
		if got := order(t, web, experiment.Clock{}, "http://a/"); got != "a/ a/busy a/1" {
			t.Errorf("order %s", got)
		}
	})
}

// Nothing waits for what a host asks for in its robots.txt, nor for one that has none to give.
func TestClockAndRobots(t *testing.T) {
	robots := func(text string) webs.Document {
		return webs.Document{URL: "http://a/robots.txt", Type: "text/plain", Body: []byte(text)}
	}
	for name, c := range map[string]struct {
		robots webs.Document
		want   string
	}{
		"a delay":  {robots("\ufeffUser-agent: *\r\n crawl-Delay: 9\r\nDisallow: /2\r\n"), "b/ a/ b/1 a/1"},
		"an error": {webs.Document{URL: "http://a/robots.txt", Status: 503}, "b/ b/1"},
	} {
		t.Run(name, func(t *testing.T) {
			web, err := webs.New([]webs.Document{
				c.robots, labtest.Page("http://a/", "/1", "/2"), labtest.Page("http://a/1"), labtest.Page("http://a/2"),
				labtest.Page("http://b/", "http://a/", "/1"), labtest.Page("http://b/1"),
			})
			if err != nil {
				t.Fatal(err)
			}
			unwaited(t, func(t *testing.T) {
				if got := fetched(t, web, experiment.Clock{}, "http://b/"); got != c.want {
					t.Errorf("fetched %s\nwant    %s", got, c.want)
				}
			})
		})
	}
}

// A machine that is busy for a while does not change the order.
func TestClockOnBusyMachine(t *testing.T) {
	web, err := webs.New([]webs.Document{
		labtest.Page("http://a/", "/busy", "http://b/"), {URL: "http://a/busy", Status: 503}, labtest.Page("http://b/", "/1"), labtest.Page("http://b/1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	latency := func(url string) time.Duration {
		if url == "http://b/" {
			return 2 * time.Second // before the last attempt at the busy page, 3 s after the first
		}
		return 0
	}
	want := order(t, web, experiment.Clock{Workers: 2, Latency: latency}, "http://a/")
	busy := func(url string) time.Duration {
		if url == "http://a/busy" {
			time.Sleep(600 * time.Millisecond)
		}
		return latency(url)
	}
	synctest.Test(t, func(t *testing.T) {
		if got := order(t, web, experiment.Clock{Workers: 2, Latency: busy}, "http://a/"); got != want {
			t.Errorf("order %s\nwant  %s", got, want)
		}
	})
}
