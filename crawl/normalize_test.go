package crawl_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
	crawlurls "github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// Seeds, links and redirects go by their normalised URLs, so a page is fetched
// once under whatever name.
func TestNormalize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/", testsite.Page("start", "/a?utm=1", "/a?utm=2", "/a", "/moved", "/bad", "/relative"))
		web.Set("/a", testsite.Page("a"))
		web.Set("/moved", testsite.Redirect(301, "/a?utm=3"))
		c := crawl.Crawler{Transport: web, Normalize: func(url string) (string, error) {
			if strings.HasSuffix(url, "/bad") {
				return "", errors.New("bad")
			}
			if strings.HasSuffix(url, "/relative") {
				return "/relative", nil
			}
			url, _, _ = strings.Cut(url, "?utm=")
			return url, nil
		}}
		crawlAll(t, &c, "http://h0.test/?utm=0")
		for path, n := range map[string]int{"/": 1, "/a": 1, "/moved": 1, "/bad": 0, "/relative": 0} {
			if got := web.Count()["h0.test"+path]; got != n {
				t.Errorf("%s was asked for %d times, want %d", path, got, n)
			}
		}
		if got := c.Stats().Refused; got != 2 {
			t.Errorf("Stats.Refused = %d, want the two bad links", got)
		}
	})
}

// A page that redirects to another spelling of its own URL is fetched under that.
func TestNormalizeRedirect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/", testsite.Page("start", "/blog/"))
		web.Set("/blog", testsite.Redirect(301, "/blog/"))
		web.Set("/blog/", testsite.Page("blog", "post"))
		web.Set("/blog/post", testsite.Page("post", "/blog/"))
		c := crawl.Crawler{Transport: web, Normalize: crawlurls.Rules{TrailingSlash: true}.Apply}
		crawlAll(t, &c, "http://h0.test/")
		for path, n := range map[string]int{"/": 1, "/blog": 1, "/blog/": 1, "/blog/post": 1} {
			if got := web.Count()["h0.test"+path]; got != n {
				t.Errorf("%s was asked for %d times, want %d", path, got, n)
			}
		}
	})
}

// The links of a page have the URLs by which their pages are known.
func TestNormalizeLinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/", testsite.Page("start", "/a?utm_source=x"))
		web.Set("/a", testsite.Page("a", "/?utm_source=y"))
		c := crawl.Crawler{Transport: web, Normalize: crawlurls.Rules{Tracking: true}.Apply}
		for _, p := range crawlAll(t, &c, "http://h0.test/") {
			want := map[string]string{"http://h0.test/": "http://h0.test/a", "http://h0.test/a": "http://h0.test/"}[p.URL]
			if got := slices.Collect(p.LinkURLs()); !slices.Equal(got, []string{want}) {
				t.Errorf("%s: LinkURLs %q, want %s", p.URL, got, want)
			}
			if l := p.Document().Links; len(l) != 1 || l[0].URL != want || !strings.Contains(l[0].Href, "utm_source") {
				t.Errorf("%s: links %+v, want %s, and the href as written", p.URL, l, want)
			}
		}
	})
}
