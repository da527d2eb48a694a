package crawl_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// checkPolite checks that no host was asked sooner than the delay after the end
// of the request before, and never twice at once.
func checkPolite(t testing.TB, web *testsite.Web, delay time.Duration) {
	t.Helper()
	last := make(map[string]testsite.Request)
	for _, r := range web.Log() {
		before, asked := last[r.Host]
		last[r.Host] = r
		if !asked {
			continue
		}
		if before.End.IsZero() {
			t.Errorf("%s%s was asked for while %s was under way, want one request at a time", r.Host, r.Path, before.Path)
			continue
		}
		if pause := r.Start.Sub(before.End); pause < delay {
			t.Errorf("%s%s was asked for %v after the end of %s, want at least %v", r.Host, r.Path, pause, before.Path, delay)
		}
	}
}

// gaps returns the pauses between the requests to a host, from the end of one
// to the start of the next, each with the path asked for after it.
func gaps(web *testsite.Web, host string) (lines []string) {
	var last time.Time
	for _, r := range web.Log() {
		if r.Host != host {
			continue
		}
		if !last.IsZero() {
			lines = append(lines, fmt.Sprintf("%v %s", r.Start.Sub(last), r.Path))
		}
		last = r.End
	}
	return lines
}

func TestDelay(t *testing.T) {
	for _, c := range []struct {
		name    string
		delay   time.Duration // of the Crawler
		robots  string
		want    time.Duration
		workers int
	}{
		{"default", 0, "", time.Second, 0},
		{"one worker", 0, "", time.Second, 1},
		{"long", 7 * time.Second, "", 7 * time.Second, 64},
		{"odd", 333333333 * time.Nanosecond, "", 333333333 * time.Nanosecond, 64},
		{"short", time.Millisecond, "", time.Millisecond, 64},
		{"longer crawl delay", time.Second, "User-agent: *\nCrawl-delay: 2.5\n", 2500 * time.Millisecond, 64},
		{"shorter crawl delay", 3 * time.Second, "User-agent: *\nCrawl-delay: 1\n", 3 * time.Second, 64},
		{"crawl delay for us", time.Second, "User-agent: lokman\nCrawl-delay: 4\n\nUser-agent: *\nCrawl-delay: 9\n", 4 * time.Second, 64},
		{"crawl delay for another", time.Second, "User-agent: other\nCrawl-delay: 90\n", time.Second, 64},
		{"crawl delay without own", crawl.None, "User-agent: *\nCrawl-delay: 2\n", 2 * time.Second, 64},
		{"none", crawl.None, "", 0, 64},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				// Answers take their time, so that the end of a request differs from its start.
				web := testsite.New(testsite.Config{Hosts: 3, Pages: 12, Links: 2, Robots: c.robots, Wait: 150 * time.Millisecond})
				web.Set("/p/5", testsite.Redirect(302, "/p/11"))
				web.Set("/p/6", testsite.Failure(500, ""))
				web.Set("/p/7", testsite.Answer{Body: []byte("slow"), Stall: 4 * time.Second})
				web.Set("/p/8", testsite.Answer{Reset: true})
				web.Set("/p/9", testsite.Answer{Body: []byte("cut"), Cut: true})
				crawler := crawl.Crawler{Transport: web, Delay: c.delay, Workers: c.workers}
				start := time.Now()
				crawlAll(t, &crawler, web.URL(0, "/"))
				checkPolite(t, web, c.want)
				if len(web.Log()) < 36 {
					t.Errorf("%d requests, want all pages of three hosts", len(web.Log()))
				}
				// Hosts are asked side by side: far faster than one after the other.
				if n := time.Duration(len(web.Log())); c.want > time.Second && time.Since(start) > n*c.want*2/3 {
					t.Errorf("%d requests to three hosts took %v, want hosts to be asked at the same time", n, time.Since(start))
				}
			})
		})
	}
}

// A host that is slow or waits holds up no other.
func TestOtherHostsMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 2})
		web.Set("h0.test/robots.txt", testsite.Text("User-agent: *\nCrawl-delay: 100\n"))
		web.Set("h0.test/", testsite.Page("slow host", "/1", "/2", "http://h1.test/"))
		web.Set("h0.test/1", testsite.Page("1"))
		web.Set("h0.test/2", testsite.Page("2"))
		web.Set("h1.test/", testsite.Page("quick host", "/a", "/b", "/c", "/d"))
		for _, path := range []string{"/a", "/b", "/c", "/d"} {
			web.Set("h1.test"+path, testsite.Page(path))
		}
		c := crawl.Crawler{Transport: web, Workers: 2}
		start := time.Now()
		crawlAll(t, &c, "http://h0.test/")
		var ended time.Duration
		for _, r := range web.Log() {
			if r.Host == "h1.test" {
				ended = r.End.Sub(start)
			}
		}
		if want := 105 * time.Second; ended != want {
			t.Errorf("the quick host was through at %v, want %v: the slow one's page at 100 s, then five requests a second apart", ended, want)
		}
		checkPolite(t, web, time.Second)
	})
}

func TestRetryAfter(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		after  string
		want   time.Duration // from the failure to the next request
	}{
		{"seconds", 503, "120", 2 * time.Minute},
		{"seconds of 429", 429, "17", 17 * time.Second},
		{"date", 503, "Sat, 01 Jan 2000 00:05:00 GMT", 5*time.Minute - 2*time.Second},
		{"date in another form", 503, "Saturday, 01-Jan-00 00:05:00 GMT", 5*time.Minute - 2*time.Second},
		{"date in the past", 503, "Fri, 31 Dec 1999 23:59:59 GMT", time.Second},
		{"shorter than the backoff", 503, "0", time.Second},
		{"negative", 503, "-5", time.Second},
		{"negative and large", 503, "-10000000000", time.Second},
		{"negative and huge", 503, "-99999999999999999999", time.Second},
		{"ten years", 503, "315360000", time.Hour},
		{"ten years as a date", 503, "Sat, 01 Jan 2010 00:00:00 GMT", time.Hour},
		{"more than an int", 503, "99999999999999999999", time.Hour},
		{"fraction", 503, "4.0", 4 * time.Second},
		{"fraction of a second", 503, " 2.5 ", 2500 * time.Millisecond},
		{"in quotes", 503, `"120"`, 2 * time.Minute},
		{"duration", 503, "2m30s", 150 * time.Second},
		{"Unix time", 503, "946685100", 5*time.Minute - 2*time.Second},
		{"Unix time in milliseconds", 503, "946685100000", 5*time.Minute - 2*time.Second},
		{"date with an offset", 503, "Sat, 01 Jan 2000 01:05:00 +0100", 5*time.Minute - 2*time.Second},
		{"date in ISO 8601", 503, "2000-01-01T00:05:00Z", 5*time.Minute - 2*time.Second},
		{"date of a database", 503, "2000-01-01 00:05:00", 5*time.Minute - 2*time.Second},
		{"no number", 503, "NaN", time.Second},
		{"no end", 503, "Inf", time.Hour},
		{"nonsense", 503, "soon", time.Second},
		{"empty", 503, "", time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // the clock starts at 2000-01-01 00:00:00 UTC
				web := testsite.New(testsite.Config{Hosts: 2})
				web.Set("h0.test/", testsite.Page("start", "http://h1.test/", "/other", "/busy"))
				web.Set("h1.test/", testsite.Page("elsewhere"))
				web.Set("/other", testsite.Page("other"))
				web.Sequence("/busy", testsite.Failure(c.status, c.after), testsite.Page("at last"))
				crawler := crawl.Crawler{Transport: web, Delay: crawl.None, Workers: 4, IgnoreRobots: true}
				time.Sleep(2 * time.Second)
				pages := crawlAll(t, &crawler, "http://h0.test/busy", "http://h0.test/")
				busy := only(t, pages, "http://h0.test/busy")
				if busy.Err != nil || busy.Status != 200 {
					t.Fatalf("busy page: status %d, %v, want success at the second attempt", busy.Status, busy.Err)
				}
				log := web.Log()
				var failed time.Time
				var next time.Duration = -1
				for _, r := range log {
					switch {
					case failed.IsZero() && r.Path == "/busy":
						failed = r.End
					case r.Path == "/busy":
						next = r.Start.Sub(failed)
					}
				}
				if next != c.want {
					t.Errorf("Retry-After %q: next attempt after %v, want %v", c.after, next, c.want)
				}
			})
		})
	}
}

// Retry-After is meant for the host: its other pages wait too, other hosts don't.
func TestRetryAfterHoldsTheHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 2, Pages: 4})
		web.Sequence("h0.test/busy", testsite.Failure(429, "600"), testsite.Page("at last"))
		c := crawl.Crawler{Transport: web}
		start := time.Now()
		crawlAll(t, &c, "http://h0.test/busy", "http://h0.test/", "http://h1.test/")
		var busy time.Time // until when h0 wants to be left alone
		for _, r := range web.Log() {
			switch {
			case r.Host == "h1.test" && r.Start.Sub(start) > 10*time.Second:
				t.Errorf("h1.test%s was asked for at %v, want it not to wait for the other host", r.Path, r.Start.Sub(start))
			case r.Host == "h0.test" && r.Start.Before(busy):
				t.Errorf("h0.test%s was asked for at %v, want the host left alone for the 10 minutes it asked for", r.Path, r.Start.Sub(start))
			case r.Path == "/busy" && busy.IsZero():
				busy = r.End.Add(10 * time.Minute)
			}
		}
		if busy.IsZero() {
			t.Error("/busy was never asked for")
		}
	})
}

func TestBackoff(t *testing.T) {
	for _, c := range []struct {
		name     string
		answer   testsite.Answer
		attempts int // the limit
		want     string
		status   int
	}{
		{"server error", testsite.Failure(500, ""), 0, "1s 2s", 500},
		{"bad gateway", testsite.Failure(502, ""), 0, "1s 2s", 502},
		{"too many requests", testsite.Failure(429, ""), 0, "1s 2s", 429},
		{"request timeout", testsite.Failure(408, ""), 0, "1s 2s", 408},
		{"reset", testsite.Answer{Reset: true}, 0, "1s 2s", 0},
		{"nothing of a body", testsite.Answer{Cut: true}, 0, "1s 2s", 200},
		{"five attempts", testsite.Failure(503, ""), 5, "1s 2s 4s 8s", 503},
		{"one attempt", testsite.Failure(503, ""), 1, "", 503},
		{"not found", testsite.Failure(404, ""), 0, "", 404},
		{"gone", testsite.Failure(410, ""), 0, "", 410},
		{"forbidden", testsite.Failure(403, ""), 0, "", 403},
		{"status 501", testsite.Failure(501, ""), 0, "", 501},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{})
				web.Set("/", c.answer)
				crawler := crawl.Crawler{
					Transport: web, Delay: crawl.None, IgnoreRobots: true, Limits: crawl.Limits{Attempts: c.attempts},
				}
				p := only(t, crawlAll(t, &crawler, "http://h0.test/"), "http://h0.test/")
				var got []string
				for _, gap := range gaps(web, "h0.test") {
					got = append(got, strings.Fields(gap)[0])
				}
				if got := strings.Join(got, " "); got != c.want {
					t.Errorf("pauses between the attempts %q, want %q", got, c.want)
				}
				if p.Err == nil || p.Status != c.status {
					t.Errorf("page: status %d, error %v, want status %d and an error", p.Status, p.Err, c.status)
				}
				want := crawl.Stats{Failed: 1, Retries: int64(len(got)), Requests: int64(len(got) + 1)}
				if s := crawler.Stats(); s != want {
					t.Errorf("Stats %+v, want %+v", s, want)
				}
			})
		})
	}
}

// A second crawl on the frontier of the first does not know when a host was
// last asked. The frontier does.
func TestDelayAcrossCrawls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 30})
		var f frontier.Memory
		for stop := range 4 {
			c := crawl.Crawler{Transport: web, Frontier: &f}
			for range c.Crawl(t.Context(), web.URL(0, "/")) {
				if stop--; stop < 0 {
					break
				}
			}
		}
		checkPolite(t, web, time.Second)
	})
}

func TestUserAgent(t *testing.T) {
	for _, c := range []struct{ agent, robots string }{
		{"MyBot/1.0 (+https://a.test/bot)", "User-agent: mybot\nDisallow: /private\n"},
		{"MyBot", "User-agent: MyBot/2.0\nDisallow: /private\n"},
		{"MyBot (contact me)", "User-agent: *\nDisallow: /\n\nUser-agent: MYBOT\nDisallow: /private\n"},
		{"My-Bot_x/1", "User-agent: my-bot_x\nDisallow: /private\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{Robots: c.robots})
			crawler := crawl.Crawler{Transport: web, UserAgent: c.agent}
			pages := crawlAll(t, &crawler, "http://h0.test/", "http://h0.test/private/1")
			if p := only(t, pages, "http://h0.test/"); p.Err != nil {
				t.Errorf("agent %q, robots.txt %q: / failed with %v, want it allowed", c.agent, c.robots, p.Err)
			}
			if p := only(t, pages, "http://h0.test/private/1"); p.Err == nil {
				t.Errorf("agent %q, robots.txt %q: /private/1 was fetched, want it forbidden", c.agent, c.robots)
			}
			for _, r := range web.Log() {
				if r.UserAgent != c.agent {
					t.Errorf("%s was asked for as %q, want %q", r.Path, r.UserAgent, c.agent)
				}
			}
		})
	}
}
