package urls_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

var seeds = []string{
	"http://h.example/",
	"https://ann:secret@H.Example:8443/a/../b%20c/(S(" + aspID + "))/..;jsessionid=1/x;y?d=e f&utm_source=1&&=#g",
	"http://h.example/%%32e/%2E%2e;sid=" + hexID + "/Index.html//index.html/",
	"http://h.example/2026/11/21/nov-2026/page-7.html?date=20261121&year=2026&month=11&offset=0",
	"http://1.2.3.4:80/a/b/a/b/a/b/a/b?b=2&a=1&b=1",
	"http://0x7f.1/%C3%9F|[^'?'[|%",
}

// FuzzRules takes the rules as bits.
func FuzzRules(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed, uint16(0))
		f.Add(seed, ^uint16(0))
	}
	f.Fuzz(func(t *testing.T, url string, bits uint16) {
		on := func(i int) bool { return bits>>i&1 == 1 }
		rules := urls.Rules{
			Tracking: on(0), Sessions: on(1), SortQuery: on(2), EmptyQuery: on(3), Escapes: on(4),
			Slashes: on(5), LowerPath: on(6), Documents: on(7), TrailingSlash: on(8),
		}
		if on(9) {
			rules.Drop = []string{"a", "b*"}
		}
		checkName(t, rules, url)
	})
}

// FuzzGuard asks about the lines of a text, twice.
func FuzzGuard(f *testing.F) {
	f.Add(strings.Join(seeds, "\n"))
	for _, trap := range generated {
		text := ""
		for n := range 8 {
			text += trap.url(n) + "\n"
		}
		f.Add(text)
	}
	for _, calendar := range calendars {
		f.Add(calendar.url(0) + "\n" + calendar.url(1) + "\n" + calendar.url(500))
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := newStrict()
		g.Memory = 50
		for url := range strings.SplitSeq(text, "\n") {
			first, second := g.Check(url), g.Check(url)
			if (first == nil) != (second == nil) {
				t.Errorf("%q: first %v, then %v", url, first, second)
			}
			var trap *urls.TrapError
			if _, err := weburl.Parse(url); (err != nil) != (first != nil && !errors.As(first, &trap)) {
				t.Errorf("%q: %v, the parser: %v", url, first, err)
			}
		}
	})
}
