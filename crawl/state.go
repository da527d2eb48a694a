package crawl

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/crawl/internal/keyed"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// run is one crawl.
type run struct {
	c          *Crawler
	fetcher    *fetch.Fetcher
	limits     Limits
	log        *slog.Logger
	strategy   Strategy
	reader     classify.Reader // of the pages' links
	frontier   frontier.Frontier
	normalize  func(string) (string, error)
	sink       func(context.Context, *Page) error
	budget     *pageBudget
	superseded superseded
	left       left        // only with a Jar
	experience *experience // nil for a strategy without, or a frontier that keeps none
	suspects   suspects
	visits     visits
	valuing    valuing
	empty      atomic.Bool // the frontier
	urlsOnly   atomic.Bool // of the page before its URLs were all that was wanted
}

// visits are the URLs that the workers have now. After a lease has expired one URL
// may be had by several.
type visits struct {
	mu      sync.Mutex
	workers map[string]int
}

// begin notes that a worker has a URL, until end is called.
func (v *visits) begin(url string) (end func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.workers == nil {
		v.workers = make(map[string]int)
	}
	v.workers[url]++
	return func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.workers[url]--; v.workers[url] == 0 {
			delete(v.workers, url)
		}
	}
}

// ifLast calls do for the only worker that has a URL. No other begins meanwhile.
func (v *visits) ifLast(url string, do func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.workers[url] == 1 {
		do()
	}
}

// suspects are the pages in their last attempt.
type suspects struct {
	fetching  sync.Mutex   // held with one
	returning atomic.Int64 // how many are being given back meanwhile
}

// maxSuperseded bounds how many superseded pages are remembered.
const maxSuperseded = 100_000

// superseded are pages in whose place their canonical ones were taken.
type superseded struct {
	mu    sync.Mutex
	pages map[uint64]bool // hashes of their URLs
}

// add notes that a page is superseded by another, unless that one is so itself.
func (s *superseded) add(page, by string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages[keyed.Hash(by)] {
		return false
	}
	if s.pages == nil || len(s.pages) >= maxSuperseded {
		s.pages = make(map[uint64]bool)
	}
	s.pages[keyed.Hash(page)] = true
	return true
}

// secondTime is what the frontier knows a URL by, behind it, that is asked again with
// other cookies. No other URL there has a fragment.
const secondTime = "#"

// maxLeft bounds how many URLs are remembered that redirected.
const maxLeft = 100_000

// left are URLs that redirected, by hashes, with those of the cookies that they were
// asked with. A site may send its readers to another page for a cookie, and from there back.
type left struct {
	mu      sync.Mutex
	cookies map[uint64]uint64
}

// add notes that a URL has redirected.
func (l *left) add(url, cookies string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cookies == nil || len(l.cookies) >= maxLeft {
		l.cookies = make(map[uint64]uint64)
	}
	l.cookies[keyed.Hash(url)] = keyed.Hash(cookies)
}

// comesBack reports whether a URL has redirected that would be asked with other cookies now.
func (l *left) comesBack(jar http.CookieJar, to string) bool {
	l.mu.Lock()
	before, ok := l.cookies[keyed.Hash(to)]
	l.mu.Unlock()
	if !ok {
		return false
	}
	u, err := weburl.Parse(to)
	return err == nil && keyed.Hash(fetch.CookieHeader(jar, u.NetURL())) != before
}
