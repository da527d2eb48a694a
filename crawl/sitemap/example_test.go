package sitemap_test

import (
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
)

func ExampleRead() {
	const list = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://example.com/news/1</loc><lastmod>2026-03-04T05:06+01:00</lastmod></url>
  <url><loc>https://example.com/about?a=1&b=2</loc><priority>0.3</priority></url>
  <url><loc>https://example.org/</loc></url>
`
	for e, err := range sitemap.Read(strings.NewReader(list), "https://example.com/news/sitemap.xml", sitemap.Limits{}) {
		if err != nil {
			fmt.Println(err)
			break
		}
		if e.Reach == "foreign" {
			continue
		}
		fmt.Println(e.URL, e.Priority, e.LastMod)
	}
	// Output:
	// https://example.com/news/1 0.5 2026-03-04 04:06:00 +0000 UTC
	// https://example.com/about?a=1&b=2 0.3 0001-01-01 00:00:00 +0000 UTC
	// sitemap: https://example.com/news/sitemap.xml: line 5: expected </urlset>: unexpected EOF
}
