package chrome_test

import (
	"context"
	"fmt"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/chrome"
)

// The renderer is the crawl's transport. What pages load is asked of robots.txt
// too.
func Example() {
	ctx := context.Background()
	c := crawl.Crawler{UserAgent: "ExampleBot/1.0 (+https://example.org/bot)", Limits: crawl.Limits{Pages: 100}}
	browser := &chrome.Renderer{Allow: c.Allowed}
	defer browser.Close()
	if err := browser.Start(ctx); err != nil {
		fmt.Println(err) // chrome.ErrNoBrowser: pages would come as they are served
		return
	}
	c.Transport = browser
	for page, err := range c.Crawl(ctx, "https://example.org/") {
		if err != nil {
			fmt.Println(err)
			return
		}
		if rendered, why := chrome.Rendered(page.Header); !rendered {
			fmt.Println(page.URL, "is as it was served:", why)
		}
	}
}
