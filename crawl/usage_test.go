package crawl_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// What a site allows its pages to be used for is on the page, and obeyed if the crawl says what it is for.
func TestPurpose(t *testing.T) {
	for _, c := range []struct {
		purpose []string
		want    map[string]string // causes, by path
	}{
		{nil, map[string]string{"/": "", "/p/1": "", "/p/2": "", "/p/3": ""}},
		{[]string{"search"}, map[string]string{"/": "", "/p/1": "", "/p/2": "usage", "/p/3": ""}},
		{[]string{"search", "train-ai"}, map[string]string{"/": "", "/p/1": "usage", "/p/2": "usage", "/p/3": "usage"}},
	} {
		web := testsite.New(testsite.Config{Pages: 4, Robots: "User-agent: *\nDisallow: /private\nContent-Signal: search=yes\nContent-Usage: /p/1 train-ai=n"})
		page := func(header, value string) testsite.Answer {
			a := testsite.Page("a page")
			a.Header = http.Header{"Content-Type": {"text/html"}, header: {value}}
			return a
		}
		web.Set("/p/2", page("Content-Usage", "search=n"))
		web.Set("/p/3", page("Content-Signal", "ai-train=no"))
		crawler := crawl.Crawler{Transport: web, Delay: crawl.None, Workers: 1, Purpose: c.purpose}
		got := map[string]string{}
		for _, p := range crawlAll(t, &crawler, web.URL(0, "/"), web.URL(0, "/p/1"), web.URL(0, "/p/2"), web.URL(0, "/p/3")) {
			path := strings.TrimPrefix(p.URL, web.URL(0, ""))
			if strings.HasPrefix(path, "/private") {
				continue
			}
			got[path] = crawl.Cause(p.Err)
			if p.Err != nil && len(p.Body) > 0 {
				t.Errorf("%s has a body, and must not be used", path)
			}
			if path == "/p/3" && !maps.Equal(p.Usage, robots.Usage{"search": true, "train-ai": false}) {
				t.Errorf("%s: usage %v", path, p.Usage)
			}
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("for %v: %v, want %v", c.purpose, got, c.want)
		}
		for _, r := range web.Log() {
			if r.Path == "/p/1" && c.want["/p/1"] != "" {
				t.Error("robots.txt does not allow /p/1, and it was asked for")
			}
		}
	}
	c := crawl.Crawler{Purpose: []string{"training"}}
	if err := c.Run(t.Context(), sinkAll, "http://a.test/"); err == nil || !strings.Contains(err.Error(), "train-ai") {
		t.Errorf("an unknown purpose: %v, want an error that names those there are", err)
	}
}
