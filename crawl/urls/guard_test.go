package urls_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/urls"
)

// trapOf returns the trap that the guard says url is, "" if it passes.
func trapOf(t *testing.T, g *urls.Guard, url string) string {
	t.Helper()
	err := g.Check(url)
	var trap *urls.TrapError
	if err != nil && !errors.As(err, &trap) {
		t.Fatalf("Check(%q): %v", url, err)
	}
	if trap == nil {
		return ""
	}
	if trap.URL != url {
		t.Fatalf("Check(%q): the error has the URL %q", url, trap.URL)
	}
	return trap.Trap
}

// generated are traps as sites make them: page n of each.
var generated = []struct {
	name  string
	url   func(n int) string
	trap  string
	pass  int // how many pages pass,
	pages int // of so many; 0 means 100 more
}{
	{"calendar by month", func(n int) string {
		return fmt.Sprintf("http://h.example/cal/%d/%02d", 2026+n/12, n%12+1)
	}, "calendar", 500, 0},
	{"calendar by day", func(n int) string {
		return fmt.Sprintf("http://h.example/events/%d-%02d-%02d/?view=week", 2026+n/336, n/28%12+1, n%28+1)
	}, "calendar", 500, 0},
	{"calendar into the past", func(n int) string {
		return fmt.Sprintf("http://h.example/%s-%d.html", []string{"may", "april", "March"}[n%3], 2026-n/3)
	}, "calendar", 500, 0},
	{"calendar in the query", func(n int) string {
		return fmt.Sprintf("http://h.example/cal.php?month=%d&lang=en&year=%d", n%12+1, 2026+n/12)
	}, "calendar", 500, 0},
	{"calendar of days in the query", func(n int) string {
		return fmt.Sprintf("http://h.example/?d=%d&y=%d&m=%d", n%28+1, 2026+n/336, n/28%12+1)
	}, "calendar", 500, 0},
	{"calendar from and to", func(n int) string {
		return fmt.Sprintf("http://h.example/list?from=1.%d.%d&to=28.%d.%d", n%12+1, 2026+n/12, n%12+1, 2026+n/12)
	}, "calendar", 500, 0},
	{"calendar of eight digits", func(n int) string {
		return fmt.Sprintf("http://h.example/list?date=%d%02d%02d", 2026+n/336, n/28%12+1, n%28+1)
	}, "calendar", 500, 0},

	{"growth by one", func(n int) string {
		return "http://h.example/" + strings.Repeat("a/", n+1)
	}, "path growth", 3, 0},
	{"growth by two", func(n int) string {
		return "http://h.example/" + strings.Repeat("a/b/", n/2) + strings.Repeat("a/", n%2)
	}, "path growth", 7, 0},
	{"growth by six", func(n int) string {
		return "http://h.example/" + strings.Repeat("a/b/c/d/e/f/", n)
	}, "path growth", 4, 0},
	{"growth by relative links", func(n int) string {
		url := "http://h.example/"
		for i := range n {
			url += fmt.Sprintf("news/item%d/", i)
		}
		return url
	}, "path growth", 4, 0},
	{"growth by numbers", func(n int) string {
		return "http://h.example/" + strings.Repeat("1/", n)
	}, "too deep", 21, 0},
	{"growth of one segment", func(n int) string {
		return "http://h.example/" + strings.Repeat("a-", n*10)
	}, "too long", 102, 0},

	{"session in the query", func(n int) string {
		return "http://h.example/shop?item=7&PHPSESSID=" + id(n)
	}, "session", 10, 0},
	{"session in the path", func(n int) string {
		return "http://h.example/shop/list;jsessionid=" + id(n) + "?item=7"
	}, "session", 10, 0},
	{"session of ASP.NET", func(n int) string {
		return "http://h.example/(S(" + id(n)[:24] + "))/shop.aspx"
	}, "session", 10, 0},
	{"session under another name", func(n int) string {
		return "http://h.example/shop?zx=" + id(n)
	}, "session", 1000, 0},

	{"permutations", func(n int) string {
		return "http://h.example/shop?" + strings.Join(permutation(n, 8), "&")
	}, "facets", 80, 40_320},
	{"selections", func(n int) string {
		query := ""
		for i := range 12 {
			if n>>i&1 == 1 {
				query += fmt.Sprintf("&f%d=1", i)
			}
		}
		return "http://h.example/shop?" + strings.TrimPrefix(query, "&")
	}, "facets", 133, 4096},
	{"combinations", func(n int) string {
		return fmt.Sprintf("http://h.example/shop?color=%d&size=%d&brand=%d&sort=%d", n%10, n/10%10, n/100%10, n/1000%10)
	}, "facets", 400, 10_000},

	{"permutations of many", func(n int) string {
		return "http://h.example/shop?" + strings.Join(permutation(n, 40), "&")
	}, "facets", 400, 10_000},
	{"pages by parameter", func(n int) string {
		return fmt.Sprintf("http://h.example/list?q=a&page=%d", n)
	}, "pagination", 1000, 0},
	{"pages by offset", func(n int) string {
		return fmt.Sprintf("http://h.example/list?start=%d", n*20)
	}, "pagination", 1000, 0},
	{"pages by segment", func(n int) string {
		return fmt.Sprintf("http://h.example/blog/page/%d/", n)
	}, "pagination", 1000, 0},
	{"pages by file", func(n int) string {
		return fmt.Sprintf("http://h.example/blog/Page%d.html", n)
	}, "pagination", 1000, 0},

	{"pages by offset and page", func(n int) string {
		return fmt.Sprintf("http://h.example/list?start=%d&page=%d", n*20, n)
	}, "pagination", 1000, 0},

	{"a counter", func(n int) string {
		return fmt.Sprintf("http://h.example/issue/%d", n)
	}, "pattern", 5000, 0},
	{"a counter in steps of ten, among other numbers", func(n int) string {
		return fmt.Sprintf("http://h.example/4/story-%d.html?v=2", 10*n)
	}, "pattern", 5000, 0},
	{"numbers", func(n int) string {
		return fmt.Sprintf("http://h.example/x%d/y%d", n%1000, n/1000)
	}, "pattern", 50_000, 0},
	// Four of these ids have too long runs of letters to look like ids.
	{"ids in the path", func(n int) string {
		return "http://h.example/" + id(n) + "/"
	}, "pattern", 50_004, 0},

	{"ports of a name", func(n int) string {
		return fmt.Sprintf("http://h.example:%d/", n+1000)
	}, "host aliases", 20, 0},
	{"ports of an address", func(n int) string {
		return fmt.Sprintf("http://[2001:db8::1]:%d/", n+1000)
	}, "host aliases", 20, 0},
	{"wildcard host", func(n int) string {
		return fmt.Sprintf("http://host%d.h.example/", n)
	}, "host aliases", 1000, 0},
	{"deep wildcard host", func(n int) string {
		return fmt.Sprintf("http://%s.www.farm.co.uk:8080/", id(n))
	}, "host aliases", 1000, 0},
}

// id returns the nth of a series of ids as machines draw them.
func id(n int) string {
	const digits = "0123456789abcdef"
	random := rand.New(rand.NewPCG(uint64(n), 1))
	b := make([]byte, 32)
	for i := range b {
		b[i] = digits[random.IntN(len(digits))]
	}
	return string(b)
}

// permutation returns the nth order of k facets.
func permutation(n, k int) []string {
	var left, order []string
	for i := range k {
		left = append(left, fmt.Sprintf("f%d=1", i))
	}
	for ; k > 0; k-- {
		i := n % k
		n /= k
		order = append(order, left[i])
		left = append(left[:i], left[i+1:]...)
	}
	return order
}

func TestTraps(t *testing.T) {
	for _, tc := range generated {
		t.Run(tc.name, func(t *testing.T) {
			var g urls.Guard
			var passed []string
			pages := tc.pass + 100
			if tc.pages > 0 {
				pages = tc.pages
			}
			for n := range pages {
				url := tc.url(n)
				switch trap := trapOf(t, &g, url); trap {
				case "":
					passed = append(passed, url)
				case tc.trap:
				default:
					t.Fatalf("page %d, %s, is %q, want %q", n, url, trap, tc.trap)
				}
			}
			if len(passed) != tc.pass {
				t.Errorf("%d of %d pages pass, want %d", len(passed), pages, tc.pass)
			}
			for _, url := range passed {
				if trap := trapOf(t, &g, url); trap != "" {
					t.Fatalf("%s passed before but is %q", url, trap)
				}
			}
		})
	}
}

// A page that stands between the two sides of each limit.
func TestLimits(t *testing.T) {
	for _, tc := range []struct {
		name    string
		guard   *urls.Guard
		off     *urls.Guard
		passes  []string
		refused string
		trap    string
	}{
		{"length", &urls.Guard{Length: 20}, &urls.Guard{Length: urls.NoLimit},
			[]string{"http://h.example/abc"}, "http://h.example/" + strings.Repeat("a", 2100), "too long"},
		{"depth", &urls.Guard{Depth: 3}, &urls.Guard{Depth: urls.NoLimit},
			[]string{"http://h.example/1/2/3", "http://h.example/1/2/3/?a/b/c"}, "http://h.example/" + strings.Repeat("1/", 21), "too deep"},
		{"repeats", &urls.Guard{Repeats: 1}, &urls.Guard{Repeats: urls.NoLimit},
			[]string{"http://h.example/a/1/1/1//b/A"}, "http://h.example/a/b/a/b/a/b/a", "path growth"},
		{"hosts", &urls.Guard{Hosts: 2}, &urls.Guard{Hosts: urls.NoLimit},
			[]string{
				"http://a.h.example/", "http://b.h.example/", "http://c.g.example/", "http://d.com/", "http://a.github.io/",
				"http://b.github.io/", "http://c.github.io/", "http://1.2.3.4/", "http://1.2.3.5/", "http://1.2.3.6/", "http://[::1]/",
				"http://localhost/", "http://a.h.example/2",
			}, "http://c.h.example/", "host aliases"},
		{"dates", &urls.Guard{Dates: 2}, &urls.Guard{Dates: urls.NoLimit},
			[]string{
				"http://h.example/2026/11", "http://h.example/2026/12", "http://h.example/blog/2026/11", "http://g.example/2027/01",
				"http://h.example/2027/01/a-piece-of-news", "http://h.example/2027/13", "http://h.example/1027-0", "http://h.example/2027/1a1",
				"http://h.example/a2027-1", "http://h.example/12027-1", "http://h.example/2027", "http://h.example/?year=2028",
				"http://h.example/?m=1&y=1&d=1", "http://h.example/?m=2&y=2&d=2", "http://h.example/20270101", "http://h.example/2026/11",
				"http://h.example/mayor-2027", "http://h.example/ma-2027", "http://h.example/7-7-7-2027",
			}, "http://h.example/2027/jan", "calendar"},
		{"sessions", &urls.Guard{Sessions: 2}, &urls.Guard{Sessions: urls.NoLimit},
			[]string{
				"http://h.example/?PHPSESSID=1", "http://h.example/?PHPSESSID=2", "http://h.example/a?PHPSESSID=3",
				"http://h.example/?sid=3", "http://h.example/?sid=4", "http://h.example/?sid=5",
				"http://h.example/?PHPSESSID=1&doc=" + id(1), "http://h.example/?PHPSESSID=1&doc=" + id(2), "http://h.example/?PHPSESSID=1&doc=" + id(3),
				"http://h.example/?doc=" + id(1), "http://h.example/?doc=" + id(2), "http://h.example/?doc=" + id(3),
			}, "http://h.example/?PHPSESSID=3", "session"},
		{"pages", &urls.Guard{Pages: 2}, &urls.Guard{Pages: urls.NoLimit},
			[]string{
				"http://h.example/?page=1", "http://h.example/?page=2", "http://h.example/?page=two", "http://h.example/?page=", "http://h.example/?p=3",
				"http://h.example/page/3", "http://h.example/page/4", "http://h.example/homepage/5", "http://h.example/homepage/6",
				"http://h.example/homepage/7", "http://h.example/page/7a", "http://h.example/page/a7", "http://h.example/a?page=3",
			}, "http://h.example/?page=3", "pagination"},
		{"facets", &urls.Guard{Facets: 1}, &urls.Guard{Facets: urls.NoLimit},
			[]string{
				"http://h.example/?a=1&b=1", "http://h.example/?b=1&a=1", "http://h.example/x?b=1&a=1", "http://h.example/?a=1", "http://h.example/?b=1",
				"http://h.example/?a=1&b=2", "http://h.example/?a=2&b=1",
			}, "http://h.example/?a=1&b=1&a=1", "facets"},
		{"alike", &urls.Guard{Alike: 2}, &urls.Guard{Alike: urls.NoLimit},
			[]string{
				"http://h.example/1", "http://h.example/22", "http://g.example/3", "http://h.example/1a", "http://h.example/%11",
				"http://h.example/%22", "http://h.example/%33", "http://h.example/x/" + id(1), "http://h.example/x/" + id(2),
			}, "http://h.example/333", "pattern"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, url := range tc.passes {
				if trap := trapOf(t, tc.guard, url); trap != "" {
					t.Errorf("%s is %q, want it to pass", url, trap)
				}
				if trap := trapOf(t, tc.off, url); trap != "" {
					t.Errorf("%s is %q with the guard off", url, trap)
				}
			}
			if trap := trapOf(t, tc.guard, tc.refused); trap != tc.trap {
				t.Errorf("%s is %q, want %q", tc.refused, trap, tc.trap)
			}
			if trap := trapOf(t, tc.off, tc.refused); trap != "" {
				t.Errorf("%s is %q with the guard off", tc.refused, trap)
			}
		})
	}
}

func TestCheckRefusesWhatIsNoURL(t *testing.T) {
	var g urls.Guard
	var trap *urls.TrapError
	for _, url := range []string{"", "/a", "ftp://h.example/", "http://h.example:x/"} {
		if err := g.Check(url); err == nil || errors.As(err, &trap) {
			t.Errorf("Check(%q) = %v, want an error that is no trap", url, err)
		}
	}
}

func TestTrapErrorIsFitForLogs(t *testing.T) {
	var g urls.Guard
	err := g.Check("http://ann:secret@h.example/" + strings.Repeat("a", 5000))
	if err == nil || len(err.Error()) > 400 || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "too long") {
		t.Errorf("the error is %v", err)
	}
}

// A refused URL counts nowhere: here it would use up its host's places.
func TestRefusedCountsNowhere(t *testing.T) {
	g := urls.Guard{Hosts: 2, Pages: 1}
	for _, step := range []struct {
		url  string
		trap string
	}{
		{"http://a.h.example/?page=1", ""},
		{"http://a.h.example/?page=2", "pagination"},
		{"http://b.h.example/?a=1&page=1", ""},
		{"http://c.h.example/?page=3", "host aliases"},
		{"http://b.h.example/?page=3", ""},
	} {
		if trap := trapOf(t, &g, step.url); trap != step.trap {
			t.Errorf("%s is %q, want %q", step.url, trap, step.trap)
		}
	}
}

// What was not met for long is forgotten, and counted from 0 again; what is met
// all the time is not.
func TestForgetting(t *testing.T) {
	g := urls.Guard{Pages: 3, Memory: 100}
	page := func(host string, n int) string { return fmt.Sprintf("http://%s/?page=%d", host, n) }
	for n := range 3 {
		for _, host := range []string{"met.example", "forgotten.example"} {
			if trap := trapOf(t, &g, page(host, n)); trap != "" {
				t.Fatalf("page %d of %s is %q", n, host, trap)
			}
		}
	}
	for n := range 1000 {
		if trap := trapOf(t, &g, fmt.Sprintf("http://h%d.example/?page=1", n)); trap != "" {
			t.Fatalf("host %d is %q", n, trap)
		}
		if trap := trapOf(t, &g, page("met.example", 3+n)); trap != "pagination" {
			t.Fatalf("page %d of a host that was met is %q", 3+n, trap)
		}
	}
	if trap := trapOf(t, &g, page("forgotten.example", 3)); trap != "" {
		t.Errorf("a host that was not met is %q", trap)
	}
}

// A link farm of names that have nothing in common cannot be distinguished from
// the web; it must not take memory without end.
func TestFarmOfDomains(t *testing.T) {
	const remembered = 1 << 14
	g := urls.Guard{Memory: remembered}
	heap := func() int64 {
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		return int64(stats.HeapAlloc)
	}
	before := heap()
	hosts := 300_000
	if testing.Short() {
		hosts = 50_000
	}
	for n := range hosts {
		if trap := trapOf(t, &g, fmt.Sprintf("http://farm%d.example/link/%d?a=%d&b=1", n, n, n)); trap != "" {
			t.Fatalf("host %d is %q", n, trap)
		}
	}
	grown := heap() - before
	t.Logf("%d hosts: %d bytes for each of %d remembered", hosts, grown/remembered, remembered)
	if grown > 100*remembered {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	runtime.KeepAlive(&g)
}

func TestCheckAllocatesNothing(t *testing.T) {
	var g urls.Guard
	for _, url := range []string{
		"http://h.example/2026/11/21/page/7?year=2026&month=11&PHPSESSID=" + id(1) + "&page=3",
		"http://h.example/a/b/c;jsessionid=1",
	} {
		check := func() {
			if err := g.Check(url); err != nil {
				t.Fatal(err)
			}
		}
		check()
		if n := testing.AllocsPerRun(100, check); n != 0 {
			t.Errorf("Check(%q) of a URL seen before allocates %v times", url, n)
		}
	}
}

// Several goroutines that ask about the same pages let pass as many as one.
func TestConcurrentChecks(t *testing.T) {
	g := urls.Guard{Pages: 100}
	var passed sync.Map
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for n := range 1000 {
				url := fmt.Sprintf("http://h.example/?page=%d", n)
				if g.Check(url) == nil {
					passed.Store(url, true)
				}
			}
		})
	}
	wait.Wait()
	n := 0
	for range passed.Range {
		n++
	}
	if n != 100 {
		t.Errorf("%d pages pass, want 100", n)
	}
}
