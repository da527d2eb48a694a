package robots_test

import (
	"fmt"

	"github.com/lokman-crawler/lokman/crawl/robots"
)

func Example() {
	f := robots.Parse([]byte(`
User-agent: *
Crawl-delay: 2
Disallow: /private/
Allow: /private/press*.pdf$
Sitemap: https://example.com/sitemap.xml
`))
	for _, url := range []string{
		"https://example.com/private/plan.html",
		"https://example.com/private/press-2026.pdf",
	} {
		d := f.Decide("MyBot", url)
		fmt.Println(d.Allowed, d.Line, d.Rule)
	}
	delay, _ := f.Delay("MyBot")
	fmt.Println(delay, f.Sitemaps())
	// Output:
	// false 4 Disallow: /private/
	// true 5 Allow: /private/press*.pdf$
	// 2s [https://example.com/sitemap.xml]
}
