package shelf_test

import (
	"context"
	"fmt"
	"os"

	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/shelf"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

// A journal issue downloaded and filed as WebMARS does.
func Example() {
	web, err := webs.New([]webs.Document{
		{URL: "http://j.example/7/", Type: "text/html", Body: []byte(`<a href="/help">Help</a> <a href="1.html">Abstract</a> <a href="1.pdf">PDF</a>`)},
		{URL: "http://j.example/7/1.html", Type: "text/html", Body: []byte(`<p>We show it.`)},
		{URL: "http://j.example/7/1.pdf", Type: "application/pdf", Body: []byte(`%PDF-1.4`)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "issue")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	s, err := shelf.Open(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	c := crawl.Crawler{
		Strategy: strategy.Follow{Classifier: paper.NewConstraints()}, Revisit: true, Workers: 1,
		Transport: web, Delay: crawl.None, // leave them out to crawl the network
	}
	for page, err := range c.Crawl(context.Background(), "http://j.example/7/") {
		if err == nil {
			err = s.Put(page, strategy.Followed(page))
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(s.Classes())
	// Output: map[Abstract:1 Other:1 PDF:1]
}
