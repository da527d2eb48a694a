package fresh_test

import (
	"fmt"
	"time"

	"github.com/lokman-crawler/lokman/crawl/fresh"
)

func ExamplePolicy() {
	p := fresh.Policy{Requests: 100} // a day
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for day := range 8 {
		p.Visited(fresh.Visit{URL: "https://example.org/", Site: "example.org", At: at.AddDate(0, 0, day), Changed: day == 3})
	}
	fmt.Println(p.Explain("https://example.org/", at.AddDate(0, 0, 14)))
	// Output: changes every 10.9 days, seen 8 times and changed 1 times; stale with probability 0.50
}
