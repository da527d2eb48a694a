package crawl_test

import (
	"slices"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// revaluing values links by 1, and with the page /late a link of the first page and a URL
// that no page links to.
type revaluing struct{}

func (revaluing) FrontierOptions() frontier.Options {
	return frontier.Options{Reevaluation: frontier.ReplaceValues}
}

func (revaluing) Value(p *crawl.Page) (v crawl.Valuation) {
	for url := range p.LinkURLs() {
		v.Links = append(v.Links, frontier.Entry{URL: url, Value: 1})
	}
	if p.URL == "http://h0.test/late" {
		v.Revalued = []frontier.Entry{{URL: "http://h0.test/best", Value: 2}, {URL: "http://h0.test/unknown", Value: 3}}
	}
	return v
}

// TestRevalued: a URL of an earlier page that is valued anew is no link of the page at hand,
// and one that was never found is not fetched.
func TestRevalued(t *testing.T) {
	for name, tt := range map[string]struct {
		limits crawl.Limits
		late   testsite.Answer
	}{
		"nothing in the way":          {late: testsite.Page("late")},
		"the page asks not to follow": {late: testsite.Answer{Body: []byte("<meta name=robots content=nofollow>late")}},
		"a limit on depth":            {crawl.Limits{Depth: 1}, testsite.Page("late", "/deep")},
		"a limit on links":            {crawl.Limits{Links: 3}, testsite.Page("late", "/1", "/2", "/3", "/4")},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{})
				web.Set("/", testsite.Page("start", "/late", "/other", "/best"))
				web.Set("/late", tt.late)
				for _, path := range []string{"/best", "/other", "/unknown"} {
					web.Set(path, testsite.Page(path))
				}
				c := crawl.Crawler{Strategy: revaluing{}, Transport: web, Workers: 1, Limits: tt.limits}
				var order []string
				for _, p := range crawlAll(t, &c, "http://h0.test/") {
					order = append(order, p.URL)
				}
				if want := []string{"http://h0.test/", "http://h0.test/late", "http://h0.test/best"}; !slices.Equal(order[:min(3, len(order))], want) {
					t.Errorf("order %q, want %q first", order, want)
				}
				if n := web.Count()["h0.test/unknown"]; n != 0 {
					t.Errorf("a URL that nobody links to was fetched")
				}
			})
		})
	}
}
