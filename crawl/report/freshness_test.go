package report

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
)

// Pages that come again are counted by host, and are not listed once more.
func TestFreshness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r Report
		r.Add(&crawl.Page{URL: "http://a.test/", Status: 200})
		if page := render(t, r); strings.Contains(page, "Freshness") {
			t.Error("no page came again")
		}
		for i := range 20 {
			for host := range 18 {
				r.Add(&crawl.Page{URL: fmt.Sprintf("http://h%02d.test/", host), Status: 200, Again: true, Changed: host == 3 && i%2 == 0})
			}
			time.Sleep(6 * time.Hour)
		}
		r.Add(&crawl.Page{URL: "http://h03.test/", Status: 304, Again: true, NotModified: true})
		page := render(t, r)
		for _, want := range []string{
			"Pages that were fetched again, in 120h0m0s.",
			`<bdi>h03.test</bdi></th><td class="num">21</td><td class="num">10</td><td class="num">2.0</td><td class="num">1</td><td class="num">0</td>`,
			`<bdi>3 more</bdi></th><td class="num">60</td><td class="num">0</td>`,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("the page lacks %q", want)
			}
		}
		if len(r.Pages) != 1 {
			t.Errorf("%d pages are listed, want 1", len(r.Pages))
		}
	})
}
