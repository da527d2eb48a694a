package crawl

import (
	"net/http"
	"sync"

	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/crawl/internal/keyed"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

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
