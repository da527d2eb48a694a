package report_test

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/report"
)

func Example() {
	r := report.Report{Title: "influenza", Ended: "reached 1 page"}
	// A program adds the pages of its crawl; this one is made by hand.
	r.Add(&crawl.Page{
		URL: "https://a.example/flu", Status: 200, Value: 0.8,
		Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte("<title>How the flu spreads</title>"),
	})
	var html strings.Builder // a file, as a rule
	if err := report.Write(&html, r); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Contains(html.String(), "How the flu spreads"))
	// Output: true
}
