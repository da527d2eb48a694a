package strategy_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

// BenchmarkAdaptive values pages of 1,200 words and 40 links, parsed before, with
// queues of three lengths. "parses" is the time in times that of parsing the page.
func BenchmarkAdaptive(b *testing.B) {
	for _, queued := range []int{1e3, 1e4, 1e5} {
		b.Run(fmt.Sprint(queued), func(b *testing.B) {
			s := &strategy.Adaptive{Scorer: ontology.NewScorer(fluTopic), Query: "flu"}
			next := 0
			page := func(links int) *crawl.Page {
				var body strings.Builder
				fmt.Fprintf(&body, "<title>page %d</title><ul>", next)
				for i := range links {
					fmt.Fprintf(&body, `<li class=item><a href="/%d/%d.html">article %d of %d</a></li>`, next%10, next*links+i, i, next)
				}
				body.WriteString("</ul>")
				for i := range 120 {
					fmt.Fprintf(&body, "<p>word%d influenza and eight other words in this paragraph</p>", (next+i)%997)
				}
				next++
				return htmlPage(fmt.Sprintf("http://a.test/%d.html", next), body.String())
			}
			value := func(p *crawl.Page) {
				s.Value(p)
				s.Acknowledge(p.URL)
			}
			for range queued / 500 {
				value(page(500))
			}
			var parsing time.Duration
			pages := make([]*crawl.Page, b.N)
			for i := range pages {
				pages[i] = page(40)
				began := time.Now()
				pages[i].Document()
				parsing += time.Since(began)
			}
			b.ResetTimer()
			for _, p := range pages {
				value(p)
			}
			b.ReportMetric(float64(b.Elapsed())/float64(parsing), "parses")
		})
	}
}
