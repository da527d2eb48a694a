package crawl_test

import (
	"errors"
	"net/http/cookiejar"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/publicsuffix"

	"github.com/lokman-crawler/lokman/crawl"
	crawlurls "github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/internal/page"
)

// elsewhere are the faults that have a test of their own.
var elsewhere = []string{
	"link farm",                                                                  // TestLinkFarm
	"robots.txt with a delay of an hour", "robots.txt that changes every minute", // TestFaultsInTime
	"Retry-After in seconds", "Retry-After as a date", "Retry-After negative", "Retry-After of ten years", // the same
	"ETag", "ETag of 100 KB", "clock that goes back", // TestConditionalFaults
}

// brief is a time for one request that no page of a healthy host needs, even on
// a busy machine.
var brief = crawl.Limits{Time: 5 * time.Second}

// patient has a crawl hang that waits for anything of an answer but its head.
var patient = crawl.Limits{Time: time.Hour}

func faultRows() []faultRow {
	return slices.Concat(encodingRows(), slowRows(), framingRows(), headerRows(), tlsRows(), http2Rows(),
		redirectRows(), robotsRows(), trapRows(), pageRows(), cookieRows())
}

func encodingRows() []faultRow {
	// The window of a decoder comes on top of 20 times the limit.
	const alloc = 20*256<<10 + 40<<20
	return []faultRow{
		{fault: "gzip bomb", want: "ok, truncated", bytes: buffered, alloc: alloc},
		{fault: "gzip bomb in a gzip bomb", want: "ok, truncated", bytes: buffered, alloc: alloc},
		{fault: "brotli bomb", want: "ok, truncated", alloc: alloc + 64<<20}, // which is made meanwhile
		{fault: "zstd bomb", want: "ok, truncated", bytes: buffered, alloc: alloc},
		{fault: "zstd with a window of 2 GiB", want: "broken answer", alloc: alloc},
		{fault: "deflate without zlib", want: "ok"},
		{fault: "deflate with zlib", want: "ok"},
		{fault: "coding with a name of 50 KB", want: "broken answer", check: tersely},
		{fault: "gzip cut off", want: "ok, incomplete by broken answer"},
		{fault: "gzip with a wrong checksum", want: "ok, incomplete by broken answer"},
		{fault: "gzip with junk behind", want: "ok"},
	}
}

func slowRows() []faultRow {
	return []faultRow{
		{fault: "header byte by byte", limits: brief, want: "timeout"},
		{fault: "header that never comes", limits: brief, want: "timeout"},
		{fault: "body byte by byte", limits: brief, want: "ok, incomplete by timeout"},
		{fault: "body that never comes", limits: brief, want: "timeout"},
		{fault: "body that never comes", limits: crawl.Limits{Time: 2 * time.Second, Attempts: 3}, want: "timeout", requests: 4, slow: true},
		{fault: "404 whose body never comes", limits: patient, want: "status"},
		{fault: "404 whose chunks never come", limits: patient, want: "status"},
		{fault: "302 whose body never comes", limits: crawl.Limits{Time: time.Hour, Redirects: 1}, want: "redirect", pages: 2, requests: 3},
		{fault: "status 101 that stays open", limits: patient, want: "status"},
		{fault: "robots.txt with status 101 that stays open", limits: patient, want: "robots unreachable"},
		{fault: "body that never ends", want: "ok, truncated", bytes: buffered},
		{fault: "reset mid-body", want: "ok, incomplete by reset"},
		{fault: "reset mid-body", limits: crawl.Limits{Attempts: 2}, want: "ok, incomplete by reset", requests: 3},
		{fault: "reset before an answer", want: "reset"},
		{fault: "closed before an answer", want: "broken answer"},
		{fault: "closed before an answer", limits: crawl.Limits{Attempts: 2}, want: "broken answer", requests: 3},
	}
}

func framingRows() []faultRow {
	return []faultRow{
		{fault: "Content-Length too long", want: "ok, incomplete by broken answer"},
		{fault: "Content-Length too short", want: "ok", check: onlySmall},
		{fault: "Content-Length negative", want: "ok", check: onlySmall},
		{fault: "Content-Length of 2^63", want: "broken answer"},
		{fault: "Content-Length twice", want: "broken answer"},
		{fault: "Content-Length and chunks", want: "ok", check: onlySmall},
		{fault: "Content-Length and chunks below an odd line", want: "broken answer"},
		{fault: "Content-Length in two ways behind a space", want: "broken answer"},
		{fault: "chunk size that is no number", want: "ok, incomplete by broken answer"},
		{fault: "chunk size of 2^63", want: "ok, incomplete by broken answer"},
		{fault: "chunk size of 2^64", want: "ok, incomplete by broken answer"},
		{fault: "chunks without the last line", want: "ok, incomplete by broken answer"},
		{fault: "chunks without the last one", want: "ok, incomplete by broken answer"},
		{fault: "chunk extension without end", want: "ok, incomplete by broken answer", bytes: buffered},
		{fault: "chunks of one byte with long extensions", want: "ok, incomplete by broken answer", bytes: buffered},
		{fault: "trailer without end", want: "ok, incomplete by broken answer", bytes: buffered},
		{fault: "Transfer-Encoding that nobody knows", want: "broken answer"},
	}
}

// onlySmall checks that a page ends where its framing says.
func onlySmall(t *testing.T, pages []*crawl.Page) {
	if want := "<title>small</title>"; string(pages[0].Body) != want {
		t.Errorf("body %q, want %q", pages[0].Body, want)
	}
}

func headerRows() []faultRow {
	return []faultRow{
		{fault: "header of 10 MB", want: "broken answer", bytes: buffered, alloc: 48 << 20},
		{fault: "100,000 header fields", want: "broken answer", bytes: buffered, alloc: 48 << 20},
		{fault: "header without end", want: "broken answer", bytes: buffered},
		{fault: "status line without end", want: "broken answer", bytes: buffered},
		{fault: "NUL in a header value", want: "broken answer"},
		{fault: "bare CR in a header value", want: "ok", check: onlySmall},
		{fault: "bare LF in a header value", want: "ok"},
		{fault: "header line without a colon", want: "ok", check: onlySmall},
		{fault: "1,000 times status 103", want: "ok", bytes: 128 << 10},
		{fault: "status 103 without end", want: "broken answer", bytes: buffered},
		{fault: "status 099", want: "status"},
		{fault: "status 600", want: "status"},
		{fault: "status 999", want: "status"},
		{fault: "status of four digits", want: "broken answer"},
		{fault: "status 101", want: "status"},
		{fault: "HTTP/0.9", want: "broken answer"},
		{fault: "another protocol", want: "broken answer"},
	}
}

func tlsRows() []faultRow {
	return []faultRow{
		{fault: "TLS as it should be", want: "ok"},
		{fault: "certificate expired", want: "tls"},
		{fault: "certificate for another host", want: "tls"},
		{fault: "certificate self-signed", want: "tls"},
		{fault: "TLS 1.0", want: "tls"},
		{fault: "handshake that stalls", limits: brief, want: "robots unreachable"},
		{fault: "plain text on a TLS port", want: "tls"},
	}
}

func http2Rows() []faultRow {
	return []faultRow{
		{fault: "HTTP/2 resets of every stream", want: "broken answer"},
		{fault: "HTTP/2 streams refused", limits: brief, want: "timeout", requests: 10},
		{fault: "HTTP/2 flood of resets", want: "broken answer", bytes: 2 * buffered},
		{fault: "HTTP/2 GOAWAY instead of an answer", want: "broken answer", requests: 8},
		{fault: "HTTP/2 GOAWAY instead of an answer", limits: crawl.Limits{Attempts: 2}, want: "broken answer", requests: 15},
		{fault: "HTTP/2 GOAWAY with an error", want: "broken answer"},
		{fault: "HTTP/2 CONTINUATION flood", want: "broken answer", bytes: buffered},
		{fault: "HTTP/2 flood of empty DATA", limits: brief, want: "timeout", bytes: 4 * buffered},
		{fault: "HTTP/2 flood of PING", limits: brief, want: "timeout", bytes: 4 * buffered},
		{fault: "HTTP/2 flood of SETTINGS", limits: brief, want: "timeout", bytes: 4 * buffered},
		{fault: "HTTP/2 header of 10 MB", want: "broken answer", bytes: buffered},
		{fault: "HTTP/2 that falls silent", limits: brief, want: "timeout"},
		{fault: "HTTP/2 of no sense", want: "broken answer"},
	}
}

func redirectRows() []faultRow {
	return []faultRow{
		{fault: "redirect to itself", want: "redirects"},
		{fault: "redirects in a pair", seeds: []string{"/a"}, want: "redirect", pages: 2, requests: 3},
		{fault: "redirect with a growing query", want: "redirect", pages: 6, requests: 7, check: func(t *testing.T, pages []*crawl.Page) {
			if last := pages[len(pages)-1]; became(last) != "redirects" {
				t.Errorf("the last page: %s, want too many redirects", became(last))
			}
		}},
		{fault: "redirect with every status", limits: crawl.Limits{Redirects: 10}, want: "redirect", pages: 11, requests: 12, check: func(t *testing.T, pages []*crawl.Page) {
			for i, p := range pages {
				if want := map[bool]string{true: "redirect", false: "status"}[i < 6]; i != 6 && became(p) != want {
					t.Errorf("%s: %s, want %s", p.URL, became(p), want)
				}
			}
		}},
		{fault: "redirect to a file", want: "scheme"},
		{fault: "redirect to a script", want: "scheme"},
		{fault: "redirect to data", want: "scheme"},
		{fault: "redirect to another port's service", want: "scheme"},
		{fault: "redirect to 127.0.0.1", seeds: []string{"http://start.test:PORT/"}, open: []string{"start.test"}, want: "redirect", pages: 2, check: lastBecame("refused address")},
		{fault: "redirect to what another host forbids", seeds: []string{"http://start.test:PORT/"}, open: []string{"start.test", "other.test"},
			want: "redirect", pages: 2, requests: 3, check: lastBecame("robots")},
		{fault: "redirect to a relative address", want: "redirect", pages: 2, requests: 3, check: lastBecame("ok")},
		{fault: "redirect to nothing", want: "status"},
		{fault: "redirect without an address", want: "status"},
		{fault: "redirect in another script", want: "redirect", pages: 2, requests: 3, check: lastBecame("ok")},
		{fault: "redirect in Latin 1", want: "redirect", pages: 2, requests: 3},
		{fault: "redirect to an address of 1 MB", want: "broken answer", bytes: 2 << 20},
		{fault: "redirect to an address of 100 KB", limits: crawl.Limits{Header: 256 << 10}, want: "url length", bytes: 256 << 10},
		{fault: "redirect with an endless body", want: "redirect", pages: 2, requests: 3, bytes: buffered, check: lastBecame("ok")},
	}
}

func lastBecame(want string) func(*testing.T, []*crawl.Page) {
	return func(t *testing.T, pages []*crawl.Page) {
		if p := pages[len(pages)-1]; became(p) != want {
			t.Errorf("%s, the last page: %s, want %s (%v)", p.URL, became(p), want, p.Err)
		}
	}
}

func robotsRows() []faultRow {
	return []faultRow{
		{fault: "robots.txt that fails once", limits: crawl.Limits{Attempts: 2}, want: "ok", pages: 3, requests: 4, check: lastTwo("robots", "ok")},
		{fault: "robots.txt that always fails", limits: crawl.Limits{HostDown: 3 * time.Second}, want: "robots unreachable", requests: 3, slow: true},
		{fault: "robots.txt with status 429", want: "robots unreachable"},
		{fault: "robots.txt behind six redirects", want: "ok", seeds: []string{"/public"}, pages: 2, requests: 7, set: outOfPrivate},
		{fault: "robots.txt of 10 MB", want: "ok", pages: 3, requests: 3, bytes: buffered, check: lastTwo("robots", "ok")},
		{fault: "robots.txt of one long line", want: "ok", pages: 3, requests: 3, bytes: buffered, check: lastTwo("robots", "ok")},
		{fault: "robots.txt with a rule of 16 KB", want: "ok", pages: 3, requests: 3, check: func(t *testing.T, pages []*crawl.Page) {
			lastTwo("robots", "ok")(t, pages)
			tersely(t, pages)
		}},
		{fault: "robots.txt of HTML", want: "ok", seeds: []string{"/public"}, set: outOfPrivate},
		{fault: "robots.txt that is slow", limits: brief, want: "robots unreachable"},
		{fault: "robots.txt in gzip", want: "ok", pages: 3, requests: 3, check: lastTwo("robots", "ok")},
		{fault: "robots.txt that is a bomb", want: "ok", seeds: []string{"/public"}, set: outOfPrivate, bytes: buffered, alloc: 64 << 20},
		{fault: "robots.txt in UTF-16", want: "ok", pages: 3, requests: 3, check: lastTwo("robots", "ok")},
		{fault: "robots.txt as an image", want: "ok", pages: 3, requests: 3, check: lastTwo("robots", "ok")},
	}
}

// tersely checks that errors do not repeat all that a server says: the frontier
// keeps them.
func tersely(t *testing.T, pages []*crawl.Page) {
	for _, p := range pages {
		if p.Err != nil && len(p.Err.Error()) > 1000 {
			t.Errorf("%s: an error of %d bytes, want at most 1,000", p.URL, len(p.Err.Error()))
		}
	}
}

// outOfPrivate keeps out of what a robots.txt forbids that cannot be had.
func outOfPrivate(c *crawl.Crawler) {
	c.Scope = func(url string) error {
		if strings.HasSuffix(url, "/private") {
			return errors.New("private")
		}
		return nil
	}
}

// lastTwo checks what became of the last two pages.
func lastTwo(last ...string) func(*testing.T, []*crawl.Page) {
	return func(t *testing.T, pages []*crawl.Page) {
		for i, p := range pages[len(pages)-2:] {
			if became(p) != last[i] {
				t.Errorf("%s: %s, want %s (%v)", p.URL, became(p), last[i], p.Err)
			}
		}
	}
}

func trapRows() []faultRow {
	guarded := func(g *crawlurls.Guard) func(*crawl.Crawler) {
		return func(c *crawl.Crawler) { c.Scope = g.Check }
	}
	rows := []faultRow{
		{fault: "calendar", set: guarded(&crawlurls.Guard{Dates: 20}), want: "ok", pages: 21, requests: 22},
		{fault: "calendar in the query", set: guarded(&crawlurls.Guard{Dates: 20}), want: "ok", pages: 21, requests: 22},
		{fault: "path that grows", set: guarded(&crawlurls.Guard{}), want: "ok", pages: 15, requests: 16},
		{fault: "path that grows with new names", set: guarded(&crawlurls.Guard{}), want: "ok", pages: 21, requests: 22},
		{fault: "session id in the query", set: guarded(&crawlurls.Guard{}), want: "ok", pages: 21, requests: 22},
		{fault: "session id in the path", set: guarded(&crawlurls.Guard{}), want: "ok", pages: 21, requests: 22},
		{fault: "session id in the query", set: func(c *crawl.Crawler) { c.Normalize = crawlurls.Rules{Sessions: true}.Apply }, want: "ok", pages: 3, requests: 4},
		{fault: "session id in the path", set: func(c *crawl.Crawler) { c.Normalize = crawlurls.Rules{Sessions: true}.Apply }, want: "ok", pages: 3, requests: 4},
		{fault: "filters in every combination", set: guarded(&crawlurls.Guard{}), want: "ok", pages: 25 + 24*10, requests: 26 + 24*10, bytes: 4 << 20},
		{fault: "aliases by case and slashes", set: func(c *crawl.Crawler) {
			c.Normalize = crawlurls.Rules{LowerPath: true, Slashes: true, TrailingSlash: true}.Apply
		}, want: "ok", pages: 2, requests: 3},
		{fault: "aliases by case and slashes", limits: crawl.Limits{HostPages: 30}, want: "ok", pages: 5000, requests: 31},
		{fault: "soft 404", limits: crawl.Limits{HostPages: 30}, want: "ok", pages: 200, requests: 31},
		{fault: "pages without end", set: guarded(&crawlurls.Guard{Pages: 30}), want: "ok", pages: 31, requests: 32},
		{fault: "mirrors by wildcard names", seeds: []string{"http://m0.mirror.test:PORT/"}, open: []string{"127.0.0.0/8"},
			set: guarded(&crawlurls.Guard{Hosts: 10}), want: "ok", pages: 11, requests: 22},
		{fault: "honeypot", want: "ok", pages: 5, requests: 3},
	}
	for i, row := range rows {
		if row.pages > 10 {
			rows[i].check = sprung
		}
	}
	return rows
}

// sprung checks that a trap has caught some pages, so that its bound says
// something.
func sprung(t *testing.T, pages []*crawl.Page) {
	if len(pages) <= 10 {
		t.Errorf("%d pages, want more than 10 before the trap is known", len(pages))
	}
}

func pageRows() []faultRow {
	reading := func(c *crawl.Crawler) {
		c.Strategy = valuing(func(p *crawl.Page) crawl.Valuation {
			p.Document() // as strategies do, on a worker's goroutine
			return crawl.BreadthFirst{}.Value(p)
		})
	}
	return []faultRow{
		{fault: "meta refresh in a circle", want: "ok", pages: 6, requests: 7},
		{fault: "base that leads elsewhere", want: "ok", set: reading, pages: 15, requests: 16, bytes: 1 << 20},
		{fault: "page of 1,000,000 links", limits: crawl.Limits{Body: 32 << 20, Links: 100}, want: "ok", pages: 101, requests: 102, bytes: 24 << 20, alloc: 1 << 30, slow: true},
		{fault: "30,000 links below a base of 60 KB", limits: crawl.Limits{Body: 1 << 20}, set: reading, want: "ok", bytes: 1 << 20, alloc: 64 << 20, check: noLinks},
		{fault: "30,000 links below a base of 1,900 bytes", limits: crawl.Limits{Body: 1 << 20, HostPages: 8}, set: reading, want: "ok", requests: 9,
			pages: 10_001, bytes: 4 << 20, alloc: 1200 << 20, slow: true},
		{fault: "30,000 links below a base of 1,900 bytes", limits: crawl.Limits{Body: 1 << 20, HostPages: 6, Links: 500}, set: reading, want: "ok", requests: 7,
			pages: 501, bytes: 4 << 20, alloc: 1200 << 20},
		{fault: "links, canonical and refresh of 100 KB", limits: crawl.Limits{Body: 1 << 20}, set: reading, want: "ok", bytes: 1 << 20, alloc: 64 << 20, check: noLinks},
		{fault: "400 formatting elements opened again in each paragraph", limits: crawl.Limits{Body: 1 << 20}, set: reading, want: "ok",
			pages: 2, requests: 3, bytes: 1 << 20, alloc: 64 << 20, check: scanned},
		{fault: "10 MiB of formatting elements", limits: crawl.Limits{Body: 16 << 20}, set: reading, want: "ok",
			pages: 2, requests: 3, bytes: 32 << 20, alloc: 512 << 20, check: scanned, slow: true},
		{fault: "10 MiB of formatting elements", limits: crawl.Limits{Body: 1 << 20}, set: reading, want: "ok, truncated",
			pages: 2, requests: 3, bytes: buffered, alloc: 64 << 20, check: scanned},
		{fault: "text of 100 MB", limits: crawl.Limits{Body: 1 << 20}, set: reading, want: "ok, truncated", bytes: buffered, alloc: 40 << 20},
		{fault: "1,000,000 nested tags", limits: crawl.Limits{Body: 8 << 20}, set: reading, want: "ok", pages: 3, requests: 4, bytes: 16 << 20, alloc: 1 << 30, slow: true},
		{fault: "one tag of 50 MB", limits: crawl.Limits{Body: 1 << 20}, set: reading, want: "ok, truncated", pages: 2, requests: 3, bytes: buffered, alloc: 40 << 20},
		{fault: "tag of 1,000,000 attributes", limits: crawl.Limits{Body: 32 << 20}, set: reading, want: "ok", pages: 3, requests: 4, bytes: 32 << 20, alloc: 1 << 30, slow: true},
		{fault: "broken UTF-8", set: reading, want: "ok", pages: 2, requests: 3, check: func(t *testing.T, pages []*crawl.Page) {
			if title := pages[0].Document().Title; !strings.HasPrefix(title, "a\ufffd") || !strings.HasSuffix(title, "\ufffdb") {
				t.Errorf("title %q, want a and b with replacements between", title)
			}
		}},
		{fault: "charset lies", set: reading, want: "ok", pages: 4, requests: 5, check: func(t *testing.T, pages []*crawl.Page) {
			for _, p := range pages[1:] {
				if title := p.Document().Title; title != "\u043c\u0438\u0440" {
					t.Errorf("%s: title %q, want three letters of Russian", p.URL, title)
				}
			}
		}},
	}
}

// scanned checks that a page was not parsed into a tree.
func scanned(t *testing.T, pages []*crawl.Page) {
	p := pages[0]
	if _, err := p.DOM(); !errors.Is(err, page.ErrTooLarge) {
		t.Errorf("DOM: %v, want page.ErrTooLarge", err)
	}
	if d := p.Document(); d.Title == "" || len(d.Links) != 1 {
		t.Errorf("title %q and %d links, want a title and a link", d.Title, len(d.Links))
	}
}

// noLinks checks that a page names no URL.
func noLinks(t *testing.T, pages []*crawl.Page) {
	p := pages[0]
	for _, l := range p.Document().Links {
		if l.URL != "" {
			t.Fatalf("a link to a URL of %d bytes", len(l.URL))
		}
	}
	for url := range p.LinkURLs() {
		t.Fatalf("LinkURLs has a URL of %d bytes", len(url))
	}
	if d := p.Directives(); d.Canonical != "" || d.Refresh != "" {
		t.Errorf("canonical URL of %d bytes and refresh to one of %d", len(d.Canonical), len(d.Refresh))
	}
}

func cookieRows() []faultRow {
	jar := func(c *crawl.Crawler) {
		c.Jar, _ = cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List}) // never fails
	}
	return []faultRow{
		{fault: "10,000 cookies", set: jar, want: "broken answer", bytes: 2 << 20},
		{fault: "cookies that add up", limits: crawl.Limits{HostPages: 10}, set: jar, want: "ok", pages: 11, requests: 11, bytes: 2 << 20},
		{fault: "cookie of 1 MB", set: jar, want: "broken answer", bytes: 2 << 20},
		{fault: "cookie of 1 MB", set: jar, limits: crawl.Limits{Header: 4 << 20}, want: "ok", pages: 2, requests: 3, bytes: 4 << 20},
		{fault: "cookie for a public suffix", seeds: []string{"http://one.co.uk:PORT/"}, open: []string{"one.co.uk", "two.co.uk"}, set: jar, want: "ok", pages: 2, requests: 4},
		{fault: "304 that nobody asked for", want: "status"},
	}
}
