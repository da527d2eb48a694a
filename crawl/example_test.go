package crawl_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
)

// site is a web server of four pages on this machine, for the examples.
func site() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<title>Start</title><a href="/flu">Flu</a> <a href="/beans">Beans</a> <a href="/gone">Gone</a>`)
		case "/flu":
			fmt.Fprint(w, `<title>Flu</title>The flu comes in winter.`)
		case "/beans":
			fmt.Fprint(w, `<title>Beans</title><a href="/flu">Flu</a>`)
		default:
			http.NotFound(w, r)
		}
	}))
}

// path is a URL without its host.
func path(url string) string { return url[strings.Index(url[len("http://"):], "/")+len("http://"):] }

// A crawl of one site. Each page is acknowledged when the body of the loop
// returns; leaving the loop ends the crawl.
func ExampleCrawler_Crawl() {
	server := site()
	defer server.Close()
	c := crawl.Crawler{
		Limits:    crawl.Limits{Pages: 100},
		Transport: &crawl.Transport{Open: []string{"127.0.0.1"}}, // this server has a private address
		Delay:     crawl.None,                                    // and is ours: others get a second between two requests
		Workers:   1,
	}
	for page, err := range c.Crawl(context.Background(), server.URL+"/") {
		if err != nil {
			fmt.Println("the crawl cannot go on:", err)
			return
		}
		if page.Err != nil {
			fmt.Println(path(page.URL), "failed, cause:", crawl.Cause(page.Err))
			continue
		}
		fmt.Println(path(page.URL), page.Status, page.Document().Title)
	}
	fmt.Println(c.Stats().Pages, "pages,", c.Stats().Failed, "failed")
	// Output:
	// / 200 Start
	// /flu 200 Flu
	// /beans 200 Beans
	// /gone failed, cause: status
	// 3 pages, 1 failed
}

// Run hands pages to a function on many goroutines at once.
func ExampleCrawler_Run() {
	server := site()
	defer server.Close()
	c := crawl.Crawler{Transport: &crawl.Transport{Open: []string{"127.0.0.1"}}, Delay: crawl.None}
	err := c.Run(context.Background(), func(ctx context.Context, page *crawl.Page) error {
		return nil // store the page; an error ends the crawl, and the page stays queued
	}, server.URL+"/")
	fmt.Println(c.Stats().Pages, err)
	// Output: 3 <nil>
}
