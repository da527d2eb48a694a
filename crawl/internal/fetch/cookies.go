package fetch

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"

	"github.com/lokman-crawler/lokman/crawl/internal/keyed"
)

// A site can set cookies without end, and a jar takes them all.
const (
	cookieSize  = 4 << 10 // bytes of a cookie: what RFC 6265, 6.1, asks for
	cookieCount = 50      // kept of one answer: the same
	cookiesSize = 8 << 10 // bytes of all cookies of a request: more than that many servers refuse
	domainCount = 180     // kept of a registrable domain in one crawl: as browsers do
	maxDomains  = 10_000  // domains whose cookies are counted
)

// addCookies puts a jar's cookies into a request. The jar may be nil.
func addCookies(jar http.CookieJar, req *http.Request) {
	if jar == nil {
		return
	}
	size := 0
	for _, c := range jar.Cookies(req.URL) {
		if size += len(c.Name) + len(c.Value) + len("=; "); size > cookiesSize {
			return
		}
		req.AddCookie(c)
	}
}

// CookieHeader returns the cookies of a jar, which may be nil, for a URL.
func CookieHeader(jar http.CookieJar, u *url.URL) string {
	req := &http.Request{URL: u, Header: http.Header{}}
	addCookies(jar, req)
	return req.Header.Get("Cookie")
}

// keep gives a jar what an answer sets, within bounds. The jar may be nil.
func (cs *cookies) keep(jar http.CookieJar, u *url.URL, set []*http.Cookie) {
	if jar == nil {
		return
	}
	var kept []*http.Cookie
	for _, c := range set {
		if len(c.Raw) <= cookieSize && len(kept) < cookieCount && cs.admit(u, c) {
			kept = append(kept, c)
		}
	}
	if len(kept) > 0 {
		jar.SetCookies(u, kept)
	}
}

// cookies are counted by registrable domain, whose hosts can set them for each
// other: a jar looks through all of a domain's at each request. The zero value
// has counted none.
type cookies struct {
	mu       sync.Mutex
	byDomain map[string]map[uint64]bool // hashes of name, domain and path
}

// admit counts a cookie and reports whether its domain may have one more. One
// that is set again counts once, one that is deleted no more.
func (cs *cookies) admit(u *url.URL, c *http.Cookie) bool {
	domain, key := registrable(u.Hostname()), cookieKey(u, c)
	cs.mu.Lock()
	defer cs.mu.Unlock()
	known := cs.byDomain[domain]
	if c.MaxAge < 0 || !c.Expires.IsZero() && c.MaxAge == 0 && c.Expires.Before(time.Now()) {
		delete(known, key)
		return true
	}
	if known[key] {
		return true
	}
	if len(known) >= domainCount {
		return false
	}
	if known == nil {
		if cs.byDomain == nil || len(cs.byDomain) >= maxDomains {
			cs.byDomain = make(map[string]map[uint64]bool)
		}
		known = make(map[uint64]bool)
		cs.byDomain[domain] = known
	}
	known[key] = true
	return true
}

// cookieKey identifies a cookie in a jar (RFC 6265, 5.3, step 11).
func cookieKey(u *url.URL, c *http.Cookie) uint64 {
	path := c.Path
	if !strings.HasPrefix(path, "/") { // the page's folder
		path = u.Path[:max(0, strings.LastIndexByte(u.Path, '/'))]
	}
	domain := strings.ToLower(c.Domain)
	if domain == "" {
		domain = "=" + u.Hostname() // for this host alone
	}
	return keyed.Hash(c.Name + "\x00" + domain + "\x00" + path)
}

// registrable returns the registered domain of a host, the host itself if it is
// an address or a public suffix.
func registrable(host string) string {
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil && strings.Trim(host, "0123456789.") != "" {
		return domain
	}
	return host
}
