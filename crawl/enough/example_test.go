package enough_test

import (
	"context"
	"fmt"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/enough"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

func ExampleRule() {
	web := testsite.New(testsite.Config{Hosts: 4, Pages: 250, Links: 3}) // the web in its place
	var queue frontier.Memory
	stop := enough.Rule{
		Relevant: func(p *crawl.Page) bool { return p.Depth < 3 }, // by your own classifier
		Recall:   0.9, Harvest: 0.01, Last: 200,                   // the first that holds
		Frontier: &queue,
	}
	c := crawl.Crawler{Frontier: &queue, Transport: web, Delay: crawl.NoDelay, Workers: 1, Enough: stop.Page}
	for _, err := range c.Crawl(context.Background(), web.URL(0, "/"), web.URL(1, "/")) {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(stop.Why())
	fmt.Println(stop.Estimate())
	// Output:
	// the recall is estimated to be 0.9 or more
	// 72 relevant pages in 138, an estimated recall of 0.92 [0.47, 0.99]
}
