package dashboard_test

import (
	"fmt"
	"net/http/httptest"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dashboard"
	"github.com/lokman-crawler/lokman/frontier"
)

func Example() {
	queue := frontier.New(frontier.Options{})
	d := &dashboard.Dashboard{Title: "influenza", Frontier: queue}
	c := crawl.Crawler{Frontier: queue, Observer: d, Gate: d.Gate}
	d.Crawler = &c

	// A program would do go http.ListenAndServe("127.0.0.1:8080", d) here,
	// and then let c crawl.
	page := httptest.NewRecorder()
	d.ServeHTTP(page, httptest.NewRequest("GET", "http://127.0.0.1:8080/", nil))
	fmt.Println(page.Code, strings.Contains(page.Body.String(), "<title>influenza"))
	// Output: 200 true
}
