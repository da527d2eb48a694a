package crawl_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

const politeHosts = 50

// checkLog holds a server's log against what a polite crawler may do: no page
// twice, none that robots.txt forbids, robots.txt before any page, and never a
// request to a host within the delay after the start of the one before.
func checkLog(t *testing.T, pages int, log []testsite.Request, delay func(host string) time.Duration) {
	t.Helper()
	last, asked := map[string]time.Time{}, map[string]bool{}
	for _, r := range log {
		switch {
		case strings.HasPrefix(r.Path, "/private"):
			t.Errorf("%s%s was asked for, which robots.txt forbids", r.Host, r.Path)
		case asked[r.Host+r.Path]:
			t.Errorf("%s%s was asked for twice", r.Host, r.Path)
		case r.Path != "/robots.txt" && !asked[r.Host+"/robots.txt"]:
			t.Errorf("%s%s was asked for before robots.txt", r.Host, r.Path)
		}
		if before, ok := last[r.Host]; ok && r.Start.Sub(before) < delay(r.Host) {
			t.Errorf("%s%s was asked for %v after the request before, want at least %v", r.Host, r.Path, r.Start.Sub(before), delay(r.Host))
		}
		asked[r.Host+r.Path], last[r.Host] = true, r.Start
	}
	if want := politeHosts * (pages + 1); len(log) != want {
		t.Errorf("%d requests, want %d: each page and each robots.txt once", len(log), want)
	}
}

// 10,000 pages of 50 hosts by 64 workers over real connections, by the log of
// the servers. The hosts are ports of one machine, and so share its pace.
func TestPoliteOverSockets(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds; -short")
	}
	t.Parallel()
	const (
		pages = 200 // of each host
		delay = time.Millisecond
	)
	web := listen(t, testsite.Config{Hosts: politeHosts, Pages: pages, Links: 3, Robots: forbidding})
	c := crawl.Crawler{Workers: 64, Delay: delay, Transport: opened()}
	crawlAll(t, &c, web.URL(0, "/"))
	checkLog(t, pages, web.Log(), func(string) time.Duration { return delay })
}

// The same with the default delay of a second and, on every third host, a
// Crawl-delay of three, in a time of its own.
func TestPoliteInTime(t *testing.T) {
	pages := 200
	if testing.Short() {
		pages = 50
	}
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: politeHosts, Pages: pages, Links: 3, Robots: forbidding, Wait: 70 * time.Millisecond})
		slow := map[string]bool{}
		for h := 0; h < politeHosts; h += 3 {
			slow[web.Host(h)] = true
			web.Set(web.Host(h)+"/robots.txt", testsite.Text("Crawl-delay: 1\n"+forbidding+"Crawl-delay: 3\n"))
		}
		c := crawl.Crawler{Transport: web, Workers: 64}
		crawlAll(t, &c, web.URL(0, "/"))
		checkLog(t, pages, web.Log(), func(host string) time.Duration {
			if slow[host] {
				return 3 * time.Second
			}
			return time.Second
		})
	})
}
