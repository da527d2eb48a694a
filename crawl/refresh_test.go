package crawl_test

import (
	"html"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

func TestRefreshTarget(t *testing.T) {
	for content, want := range map[string]string{
		"0; url=/next":                 "http://h0.test/next",
		"0;URL='/next'":                "http://h0.test/next",
		` 5 , url = "/next" and more`:  "http://h0.test/next",
		"0.5; /next":                   "http://h0.test/next",
		"0 /next":                      "http://h0.test/next",
		"0; url=http://other.test/a#b": "http://other.test/a",
		"0; url=javascript:alert(1)":   "",
		"60; url=/next":                "http://h0.test/next",
		"61; url=/next":                "",
		"1800;url=/timeout":            "",
		"1e3; url=/next":               "",
		".5; url=/next":                "http://h0.test/next",
		"99999999999999999999; url=/a": "",
		"300":                          "",
		"0;":                           "",
		"":                             "",
		"url=/next":                    "",
		"0; url=":                      "",
		"0; url='":                     "",
		"soon; url=/next":              "",
		"0url=/next":                   "",
	} {
		synctest.Test(t, func(t *testing.T) {
			p := fetchOne(t, htmlPage(`<meta http-equiv="Refresh" content="`+html.EscapeString(content)+`">`, ""), crawl.Limits{Pages: 1})
			if got := p.Directives().Refresh; got != want {
				t.Errorf("<meta> %q leads to %q, want %q", content, got, want)
			}
			p = fetchOne(t, testsite.Answer{Body: []byte("text"), Header: http.Header{"Refresh": {content}}}, crawl.Limits{Pages: 1})
			if got := p.Directives().Refresh; got != want {
				t.Errorf("header %q leads to %q, want %q", content, got, want)
			}
		})
	}
}

// Where a page sends its readers inherits the page's value, whatever the
// strategy makes of its links, and a circle of such pages ends.
func TestRefresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := htmlPage(`<meta http-equiv=refresh content="0; url=/a">`, "<a href=/b>b</a>")
		if got := followed(t, &crawl.Crawler{Workers: 1}, page); got != "/a /b" {
			t.Errorf("followed %q, want /a /b", got)
		}
		if got := followed(t, &crawl.Crawler{IgnoreRefresh: true}, page); got != "/b" {
			t.Errorf("followed %q when told to ignore refreshes, want /b", got)
		}
		web := testsite.New(testsite.Config{})
		web.Handle("/", func(r *http.Request) testsite.Answer {
			return htmlPage(`<meta http-equiv=refresh content="0; url=/?`+r.URL.RawQuery+`x">`, "")
		})
		c := crawl.Crawler{Transport: web, IgnoreRobots: true}
		if pages := crawlAll(t, &c, "http://h0.test/"); len(pages) != 11 {
			t.Errorf("%d pages of a growing chain of refreshes, want the first and ten more", len(pages))
		}
	})
}
