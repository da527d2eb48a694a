package chrome_test

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/chrome"
)

// BenchmarkRender reports what a page costs that scripts make of 100 links,
// beside the same page as a plain one: the web is in memory, so that nothing
// else is counted. MB is what the browser's processes have for themselves.
func BenchmarkRender(b *testing.B) {
	var links strings.Builder
	for i := range 100 {
		fmt.Fprintf(&links, "<p><a href=/%d>A link to page %d</a></p>", i, i)
	}
	w := newWeb(map[string]string{
		"/plain":  "<!DOCTYPE html><title>t</title><body>" + links.String(),
		"/made":   `<!DOCTYPE html><title>t</title><body><div id="root"></div><script src="/app.js"></script>`,
		"/app.js": `fetch("/l.json").then((r) => r.json()).then((l) => { root.innerHTML = l })`,
		"/l.json": strconv.Quote(links.String()),
	})
	for _, c := range []struct {
		name, path string
		tabs       int
	}{{"plain", "/plain", 1}, {"tabs=1", "/made", 1}, {"tabs=2", "/made", 2}, {"tabs=4", "/made", 4}} {
		b.Run(c.name, func(b *testing.B) {
			r := renderer(b, &chrome.Renderer{Transport: w, Tabs: c.tabs})
			b.SetParallelism(c.tabs)
			b.ReportAllocs()
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if a := get(b, r, "http://a.test"+c.path); a.StatusCode != http.StatusOK || a.rendered != (c.path == "/made") || !strings.Contains(a.body, "page 99") {
						b.Errorf("rendered %v, reason %q", a.rendered, a.reason)
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
			b.ReportMetric(float64(used())/(1<<20), "MB")
		})
	}
}

// used returns the bytes that the running browsers have in memory, files aside.
func used() (sum int64) {
	for _, pid := range running() {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		for line := range strings.Lines(string(status)) {
			if name, value, _ := strings.Cut(line, ":"); name == "RssAnon" || name == "RssShmem" {
				kib, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
				sum += kib << 10
			}
		}
	}
	return sum
}
