package shared

import (
	"net/http"
	"sync"

	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/crawl/internal/keyed"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// maxSuperseded bounds how many superseded pages are remembered.
const maxSuperseded = 100_000

// Superseded are pages in whose place their canonical ones were taken.
type Superseded struct {
	mu    sync.Mutex
	pages map[uint64]bool // hashes of their URLs
}

// Add notes that a page is superseded by another, unless that one is so itself.
func (s *Superseded) Add(page, by string) bool {
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

// maxLeft bounds how many URLs are remembered that redirected.
const maxLeft = 100_000

// Left are URLs that redirected, by hashes, with those of the cookies that they were
// asked with. A site may send its readers to another page for a cookie, and from there back.
type Left struct {
	mu      sync.Mutex
	cookies map[uint64]uint64
}

// Add notes that a URL has redirected.
func (l *Left) Add(url, cookies string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cookies == nil || len(l.cookies) >= maxLeft {
		l.cookies = make(map[uint64]uint64)
	}
	l.cookies[keyed.Hash(url)] = keyed.Hash(cookies)
}

// ComesBack reports whether a URL has redirected that would be asked with other cookies now.
func (l *Left) ComesBack(jar http.CookieJar, to string) bool {
	l.mu.Lock()
	before, ok := l.cookies[keyed.Hash(to)]
	l.mu.Unlock()
	if !ok {
		return false
	}
	u, err := weburl.Parse(to)
	return err == nil && keyed.Hash(fetch.CookieHeader(jar, u.NetURL())) != before
}
