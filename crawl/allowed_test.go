package crawl_test

import (
	"errors"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

func TestAllowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 3, Robots: forbidding})
		web.Set("h2.test/robots.txt", testsite.Failure(503, ""))
		c := crawl.Crawler{Transport: web}
		if err := c.Allowed(t.Context(), "http://h0.test/"); !errors.Is(err, crawl.ErrNotRunning) {
			t.Errorf("before the crawl: %v, want ErrNotRunning", err)
		}
		for _, err := range c.Crawl(t.Context(), "http://h0.test/") {
			if err != nil {
				t.Fatal(err)
			}
			for url, want := range map[string]error{
				"http://h1.test/script.js": nil, "http://h1.test/private/x": crawl.ErrRobots, "http://h2.test/": crawl.ErrRobotsUnreachable,
			} {
				if err := c.Allowed(t.Context(), url); !errors.Is(err, want) {
					t.Errorf("%s: %v, want %v", url, err, want)
				}
			}
			if err := c.Allowed(t.Context(), "file:///etc/passwd"); err == nil {
				t.Error("file:///etc/passwd is allowed")
			}
			break
		}
		if n := web.Count()["h1.test/script.js"]; n > 0 {
			t.Error("the script was fetched, want only robots.txt")
		}
	})
}
