package crawl_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
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
