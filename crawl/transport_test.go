package crawl_test

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/publicsuffix"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A page cannot lead the crawl into a private network, by a link or a redirect.
func TestPrivateAddresses(t *testing.T) {
	inside := listen(t, testsite.Config{})
	outside := listen(t, testsite.Config{})
	local := strings.Replace(inside.URL(0, "/linked"), "127.0.0.1", "localhost", 1)
	outside.Set("/", testsite.Page("start", local, "/moved"))
	outside.Set("/moved", testsite.Redirect(302, local))
	c := crawl.Crawler{Delay: crawl.None, Transport: opened()}
	pages := crawlAll(t, &c, outside.URL(0, "/"))
	p := only(t, pages, local)
	if !errors.Is(p.Err, dial.ErrRefused) || crawl.Cause(p.Err) != "refused address" {
		t.Errorf("%s: %v, want dial.ErrRefused", p.URL, p.Err)
	}
	if got := only(t, pages, outside.URL(0, "/moved")).Redirect; got != local {
		t.Errorf("redirect to %q, want %q", got, local)
	}
	if log := inside.Log(); len(log) > 0 {
		t.Errorf("the private host was asked for %+v, want nothing", log)
	}
	c = crawl.Crawler{Delay: crawl.None, Transport: &crawl.Transport{Open: []string{"127.0.0.1", "localhost"}}}
	if p := only(t, crawlAll(t, &c, outside.URL(0, "/")), local); !errors.As(p.Err, new(*failure.StatusError)) {
		t.Errorf("%s: %v, want the host asked once it is open", p.URL, p.Err)
	}
}

// The zero Crawler does not even ask its seeds on loopback. A seed that the
// guard refuses by its name is a page with the error, here the crawl's too, and is not in the frontier:
// the same crawl can go on with other options.
func TestSeedsAreGuarded(t *testing.T) {
	web := listen(t, testsite.Config{})
	var f frontier.Memory
	c := crawl.Crawler{Frontier: &f, Delay: crawl.None}
	n := 0
	for p, err := range c.Crawl(t.Context(), web.URL(0, "/")) {
		if n++; n == 1 && !errors.Is(p.Err, dial.ErrRefused) || n == 2 && !errors.Is(err, dial.ErrRefused) {
			t.Errorf("page %v, error %v, want dial.ErrRefused", p, err)
		}
	}
	if n != 2 {
		t.Errorf("%d results, want a page and an error", n)
	}
	if n := stats(t, &f); n != (frontier.Stats{}) {
		t.Errorf("frontier %+v, want an empty one", n)
	}
	open := crawl.Crawler{Frontier: &f, Delay: crawl.None, Transport: opened()}
	if p := only(t, crawlAll(t, &open, web.URL(0, "/")), web.URL(0, "/")); !p.OK() {
		t.Error(p.Err)
	}
}

// A crawl that is resumed without the option that opened its host stops and
// loses none of its URLs.
func TestResumeWithoutOpen(t *testing.T) {
	web := listen(t, testsite.Config{Pages: 10, Links: 5})
	var f frontier.Memory
	first := crawl.Crawler{Frontier: &f, Delay: crawl.None, Transport: opened(), Limits: crawl.Limits{Pages: 1}}
	crawlAll(t, &first, web.URL(0, "/"))
	queued := stats(t, &f).Queued
	for _, c := range []*crawl.Crawler{
		{Frontier: &f, Delay: crawl.None},
		{Frontier: &f, Delay: crawl.None, Transport: &crawl.Transport{}},
	} {
		for p, err := range c.Crawl(t.Context()) {
			if p != nil || err == nil || !strings.Contains(err.Error(), "Open") {
				t.Errorf("page %v, error %v, want an error that names the option", p, err)
			}
		}
		if n := stats(t, &f); n.Queued != queued || n.Dead != 0 {
			t.Errorf("frontier %+v, want %d URLs queued as before", n, queued)
		}
	}
	c := crawl.Crawler{Frontier: &f, Delay: crawl.None, Transport: opened()}
	pages := crawlAll(t, &c)
	if len(pages) < queued {
		t.Errorf("%d pages afterwards, want the %d that were queued", len(pages), queued)
	}
	for _, p := range pages {
		if !p.OK() {
			t.Errorf("%s: %v", p.URL, p.Err)
		}
	}
}

// A page whose host is open on one port cannot end the crawl by a link to another one.
func TestOpenPort(t *testing.T) {
	var f frontier.Memory
	links := []frontier.Entry{
		{URL: "https://127.0.0.9/", Source: "http://127.0.0.9/"}, {URL: "http://127.0.0.9:8080/", Source: "http://127.0.0.9/"},
	}
	if err := f.Push(t.Context(), links...); err != nil {
		t.Fatal(err)
	}
	c := crawl.Crawler{
		Frontier: &f, Delay: crawl.None, Transport: &crawl.Transport{Open: []string{"127.0.0.9:80"}},
		Limits: crawl.Limits{Attempts: 1, HostDown: crawl.None},
	}
	pages := crawlAll(t, &c, "http://127.0.0.9/")
	for _, l := range links {
		if p := only(t, pages, l.URL); crawl.Cause(p.Err) != "refused address" {
			t.Errorf("%s: %v, want a refused address", p.URL, p.Err)
		}
	}
	if p := only(t, pages, "http://127.0.0.9/"); errors.Is(p.Err, dial.ErrRefused) {
		t.Errorf("the seed: %v, want that it is asked for", p.Err)
	}
}

func TestOpenIsChecked(t *testing.T) {
	c := crawl.Crawler{Transport: &crawl.Transport{Open: []string{"http://host/"}}}
	for _, err := range c.Crawl(t.Context(), "http://h0.test/") {
		if err == nil || !strings.Contains(err.Error(), "Open") {
			t.Errorf("%v, want an error about Open", err)
		}
	}
}

// A transport is the same by itself as in a crawl.
func TestTransportByItself(t *testing.T) {
	web := listen(t, testsite.Config{})
	for _, c := range []struct {
		transport *crawl.Transport
		refused   bool
	}{
		{&crawl.Transport{}, true},
		{&crawl.Transport{Open: crawl.Hostnames(web.URL(0, "/"), "not a URL")}, false},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, web.URL(0, "/"), nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := c.transport.RoundTrip(req)
		if errors.Is(err, dial.ErrRefused) != c.refused || err != nil && !c.refused {
			t.Errorf("Open %q: error %v, want it refused: %v", c.transport.Open, err, c.refused)
		}
		if err == nil {
			resp.Body.Close()
		}
		c.transport.CloseIdleConnections()
	}
}

// The limit of headers holds with a transport that the caller has set, for each
// crawl by itself.
func TestLimitHeader(t *testing.T) {
	web := listen(t, testsite.Config{})
	web.Set("/", testsite.Answer{Header: http.Header{"X-Long": {strings.Repeat("x", 64<<10)}}, Body: []byte("page"), Type: "text/plain"})
	transport := opened()
	for _, limit := range []int64{16 << 10, 0, crawl.NoLimit} {
		c := crawl.Crawler{Transport: transport, Delay: crawl.None, Limits: crawl.Limits{Header: limit, Attempts: 1}}
		if p := only(t, crawlAll(t, &c, web.URL(0, "/")), web.URL(0, "/")); p.OK() != (limit <= 0) {
			t.Errorf("limit %d: %v", limit, p.Err)
		}
	}
}

// A server may take as long as the request has, in a crawl, beneath a recorder
// and by itself. Only where nobody has set a time it gets 20 s until the header.
func TestSlowHeader(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for 20 s")
	}
	t.Parallel()
	asked := make(chan struct{}, 2) // requests that have a time
	answer := make(chan struct{})   // closed when the one without has failed
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/without" {
			asked <- struct{}{}
		}
		select {
		case <-answer:
		case <-r.Context().Done():
		}
	}))
	defer s.Close()
	recorder, _ := recorded(t, opened())
	defer recorder.Writer.Close()
	fetch := func(transport http.RoundTripper, path string, limit time.Duration) (cause string) {
		c := crawl.Crawler{Transport: transport, IgnoreRobots: true, Limits: crawl.Limits{Time: limit, Attempts: 1}}
		for p, err := range c.Crawl(t.Context(), s.URL+path) {
			if err == nil {
				err = p.Err
			}
			cause = crawl.Cause(err)
		}
		return cause
	}
	var wg sync.WaitGroup
	for _, transport := range []http.RoundTripper{opened(), recorder} {
		wg.Go(func() {
			if cause := fetch(transport, "/", 10*time.Minute); cause != "" {
				t.Errorf("%T, with a time: %s, want the page", transport, cause)
			}
		})
	}
	<-asked
	<-asked
	if cause := fetch(opened(), "/without", crawl.NoLimit); cause != "timeout" {
		t.Errorf("without a time: %s, want a timeout", cause)
	}
	close(answer)
	wg.Wait()
}

func TestProxy(t *testing.T) {
	var asked atomic.Int64
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if user, password, _ := parseBasic(r.Header.Get("Proxy-Authorization")); user != "crawler" || password != "hidden" {
			http.Error(w, "who are you?", http.StatusProxyAuthRequired)
			return
		}
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<a href=http://10.0.0.1/secret>in</a> <a href=http://[::1]/>in</a>")
	}))
	defer proxy.Close()
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	at.User = url.UserPassword("crawler", "hidden")
	var log strings.Builder
	c := crawl.Crawler{
		Delay: crawl.None, Transport: &crawl.Transport{Proxy: http.ProxyURL(at)}, Workers: 1,
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	pages := crawlAll(t, &c, "http://site.invalid/")
	if p := only(t, pages, "http://site.invalid/"); !p.OK() {
		t.Errorf("%s: %v, want the proxy's answer", p.URL, p.Err)
	}
	for _, private := range []string{"http://10.0.0.1/secret", "http://[::1]/"} {
		if p := only(t, pages, private); !errors.Is(p.Err, dial.ErrRefused) {
			t.Errorf("%s: %v, want dial.ErrRefused through a proxy as well", private, p.Err)
		}
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("the proxy was asked %d times, want twice: robots.txt and the page", n)
	}
	if strings.Contains(log.String(), "hidden") {
		t.Errorf("the proxy's password is in the log:\n%s", log.String())
	}
}

func parseBasic(header string) (user, password string, ok bool) {
	return (&http.Request{Header: http.Header{"Authorization": {header}}}).BasicAuth()
}

func TestTLSErrors(t *testing.T) {
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	for _, c := range []struct{ name, url, why string }{
		{"unknown authority", secure.URL + "/", "the certificate's authority is unknown"},
		{"no TLS", strings.Replace(plain.URL, "http:", "https:", 1) + "/", "the server does not speak TLS"},
	} {
		t.Run(c.name, func(t *testing.T) {
			crawler := crawl.Crawler{Transport: opened(), IgnoreRobots: true}
			p := only(t, crawlAll(t, &crawler, c.url), c.url)
			var tlsErr *failure.TLSError
			if !errors.As(p.Err, &tlsErr) || tlsErr.Why != c.why || crawl.Cause(p.Err) != "tls" {
				t.Errorf("%v, want a TLSError: %s", p.Err, c.why)
			}
			if n := crawler.Stats().Requests; n != 1 {
				t.Errorf("%d requests, want one: the answer would be the same", n)
			}
		})
	}
}

// Cookies are kept and sent only with a jar.
func TestCookies(t *testing.T) {
	for _, jar := range []http.CookieJar{nil, newJar(t)} {
		web := testsite.New(testsite.Config{})
		web.Set("/", testsite.Answer{Body: testsite.Page("start", "/next").Body, Header: http.Header{"Set-Cookie": {"id=1"}}})
		var sent atomic.Bool
		web.Handle("/next", func(r *http.Request) testsite.Answer {
			_, err := r.Cookie("id")
			sent.Store(err == nil)
			return testsite.Page("next")
		})
		c := crawl.Crawler{Transport: web, Delay: crawl.None, Jar: jar}
		crawlAll(t, &c, "http://h0.test/")
		if sent.Load() != (jar != nil) {
			t.Errorf("jar %v: cookie sent %v", jar != nil, sent.Load())
		}
	}
}

// A page that sets a cookie and sends the reader to itself is asked again with
// the cookie; without a jar it is a redirect without end.
func TestRedirectForACookie(t *testing.T) {
	for _, jar := range []http.CookieJar{nil, newJar(t)} {
		web := testsite.New(testsite.Config{})
		web.Handle("/", func(r *http.Request) testsite.Answer {
			if _, err := r.Cookie("id"); err == nil {
				return testsite.Page("page")
			}
			return testsite.Answer{Status: 302, Header: http.Header{"Location": {"/"}, "Set-Cookie": {"id=1"}}}
		})
		c := crawl.Crawler{Transport: web, IgnoreRobots: true, Delay: crawl.None, Jar: jar}
		p := only(t, crawlAll(t, &c, "http://h0.test/"), "http://h0.test/")
		if p.OK() != (jar != nil) || jar == nil && !errors.Is(p.Err, failure.ErrRedirects) {
			t.Errorf("jar %v: status %d, error %v", jar != nil, p.Status, p.Err)
		}
	}
}

// A site that sends its readers to another page for a cookie, and from there back, is
// asked again with the cookie.
func TestRedirectElsewhereForACookie(t *testing.T) {
	for _, c := range []struct {
		name     string
		jar      bool
		sets     string   // the path that sets the cookie; "" for none
		hops     []string // from the article and back to it
		articles int      // how often the article is asked for
	}{
		{"no jar", false, "/auth", []string{"/auth"}, 1},
		{"one step", true, "/auth", []string{"/auth"}, 2},
		{"three steps", true, "/b", []string{"/a", "/b", "/c"}, 2},
		{"the cookie is there from the beginning", true, "/article", []string{"/auth"}, 2},
		{"no cookie", true, "", []string{"/auth"}, 1},
		{"a cookie for elsewhere", true, "/auth; Path=/auth", []string{"/auth"}, 1},
		{"another cookie", true, "/auth; Secure", []string{"/auth"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{})
				sets, attributes, _ := strings.Cut(c.sets, ";")
				articles := 0
				way := append([]string{"/article"}, c.hops...)
				for i, path := range way {
					web.Handle(path, func(r *http.Request) testsite.Answer {
						_, err := r.Cookie("id")
						if path == "/article" {
							if articles++; err == nil {
								return testsite.Page("article", "/next")
							}
						}
						a := testsite.Redirect(302, way[(i+1)%len(way)])
						if path == sets {
							a.Header.Set("Set-Cookie", "id=1; Path=/;"+attributes)
						}
						return a
					})
				}
				web.Set("/next", testsite.Page("next"))
				crawler := crawl.Crawler{Transport: web}
				if c.jar {
					crawler.Jar = newJar(t)
				}
				pages := crawlAll(t, &crawler, "http://h0.test/article")
				if articles != c.articles {
					t.Errorf("the article was asked for %d times, want %d", articles, c.articles)
				}
				found := slices.ContainsFunc(pages, func(p *crawl.Page) bool { return p.URL == "http://h0.test/article" && p.OK() })
				next := slices.ContainsFunc(pages, func(p *crawl.Page) bool {
					return p.URL == "http://h0.test/next" && p.Parent == "http://h0.test/article"
				})
				if want := c.articles > 1; found != want || next != want {
					t.Errorf("article %v, its link %v, want %v: %q", found, next, want, urls(pages))
				}
				checkPolite(t, web, time.Second)
			})
		})
	}
}

func newJar(t *testing.T) http.CookieJar {
	jar, err := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
	if err != nil {
		t.Fatal(err)
	}
	return jar
}
