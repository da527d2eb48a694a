package crawl_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/warc"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// asked are the headers of the requests to some servers, by URL.
type asked struct {
	mu      sync.Mutex
	headers map[string]http.Header
}

func (a *asked) serve(answer func(w http.ResponseWriter, r *http.Request)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.mu.Lock()
		if a.headers == nil {
			a.headers = map[string]http.Header{}
		}
		a.headers[r.Host+r.URL.Path] = r.Header.Clone()
		a.mu.Unlock()
		w.Header().Set("Content-Type", "text/html")
		answer(w, r)
	})
}

// with returns the URLs that were asked for with a header.
func (a *asked) with(name, value string) (urls []string) {
	for _, url := range slices.Sorted(maps.Keys(a.headers)) {
		if a.headers[url].Get(name) == value {
			urls = append(urls, url)
		}
	}
	return urls
}

// Credentials go to the host that they are for, to no other that pages, redirects and
// robots.txt files lead to, and into no text.
func TestCredentials(t *testing.T) {
	const password, token = "Vmp7XcQ2-basic", "Vmp7XcQ2-bearer"
	var a asked
	var other, members *httptest.Server
	other = httptest.NewServer(a.serve(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "<p>Elsewhere") }))
	defer other.Close()
	tls := httptest.NewTLSServer(a.serve(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "<p>Secured") }))
	defer tls.Close()
	members = httptest.NewServer(a.serve(func(w http.ResponseWriter, r *http.Request) {
		if user, pass, _ := r.BasicAuth(); user != "ann" || pass != password {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		switch r.URL.Path {
		case "/robots.txt":
			http.Redirect(w, r, other.URL+"/robots.txt", http.StatusFound)
		case "/away":
			http.Redirect(w, r, other.URL+"/from", http.StatusFound)
		case "/broken":
			w.WriteHeader(http.StatusInternalServerError)
		default:
			fmt.Fprintf(w, `<a href="/away">a</a><a href="/broken">a</a><a href="%s/linked">a</a><a href="%s/">a</a><a href="http://%[3]s/">a</a>`,
				other.URL, tls.URL, strings.TrimPrefix(tls.URL, "https://"))
		}
	}))
	defer members.Close()
	var log, archive bytes.Buffer
	said := &said{}
	config := tls.Client().Transport.(*http.Transport).TLSClientConfig
	c := crawl.Crawler{
		Transport: &warc.Recorder{Writer: warc.NewWriter(&archive), Transport: &crawl.Transport{Open: []string{"127.0.0.1"}, TLSClientConfig: config}},
		Workers:   1, Delay: crawl.None, Limits: crawl.Limits{Attempts: 1}, Observer: said,
		Logger: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		PerHost: map[string]crawl.HostSettings{
			members.URL:                             {User: "ann", Password: password, Header: http.Header{"X-Key": {"1"}}},
			strings.TrimPrefix(tls.URL, "https://"): {Token: token},
		},
	}
	for p, err := range c.Crawl(t.Context(), members.URL) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Err != nil {
			fmt.Fprintln(&log, p.Err)
		}
	}
	at := func(s *httptest.Server, paths ...string) (urls []string) {
		for _, path := range paths {
			urls = append(urls, s.Listener.Addr().String()+path)
		}
		return urls
	}
	basic := a.headers[members.Listener.Addr().String()+"/"].Get("Authorization")
	if got, want := a.with("Authorization", basic), at(members, "/", "/away", "/broken", "/robots.txt"); !slices.Equal(got, want) {
		t.Errorf("asked for with basic authentication: %v, want %v", got, want)
	}
	if got, want := a.with("X-Key", "1"), at(members, "/", "/away", "/broken", "/robots.txt"); !slices.Equal(got, want) {
		t.Errorf("asked for with the header: %v, want %v", got, want)
	}
	if got, want := a.with("Authorization", "Bearer "+token), at(tls, "/", "/robots.txt"); !slices.Equal(got, want) {
		t.Errorf("asked for with a token: %v, want %v: by https alone", got, want)
	}
	if got, want := a.with("Authorization", ""), at(other, "/from", "/linked", "/robots.txt"); !slices.Equal(got, want) {
		t.Errorf("asked for without credentials: %v, want %v", got, want)
	}
	for _, text := range []string{log.String(), said.text.String(), archive.String(), fmt.Sprint(c.Stats())} {
		for _, secret := range []string{password, token, basic} {
			if strings.Contains(text, secret) {
				t.Errorf("a log, an event, an error or an archive has %q", secret)
			}
		}
	}
}

// Credentials that http is not given are named where they are missed.
func TestCredentialsWithheld(t *testing.T) {
	members := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" && r.Header.Get("Authorization") == "" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer members.Close()
	c := crawl.Crawler{
		Transport: &crawl.Transport{Open: crawl.Hostnames(members.URL)}, Delay: crawl.None,
		PerHost: map[string]crawl.HostSettings{members.Listener.Addr().String(): {User: "ann", Password: "Vmp7XcQ2"}},
	}
	for p, err := range c.Crawl(t.Context(), members.URL) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Err == nil || !strings.Contains(p.Err.Error(), strconv.Quote(members.URL)) || crawl.Cause(p.Err) != "status" {
			t.Errorf("%v, want the key that is missing", p.Err)
		}
	}
}

func TestHostSettingsPace(t *testing.T) {
	for _, c := range []struct {
		name     string
		settings crawl.HostSettings
		at       func(origin string) crawl.HostSettings
		frontier frontier.Frontier
		least    time.Duration // from the start of one request to that of the next
		most     time.Duration
		abreast  int
	}{
		{"the crawler's", crawl.HostSettings{}, nil, nil, time.Second, 1100 * time.Millisecond, 1},
		{"a delay", crawl.HostSettings{Delay: 3 * time.Second}, nil, nil, 3 * time.Second, 3100 * time.Millisecond, 1},
		{"no delay", crawl.HostSettings{Delay: crawl.None}, nil, nil, 0, 100 * time.Millisecond, 1},
		{"jitter", crawl.HostSettings{Jitter: time.Second}, nil, nil, time.Second, 2100 * time.Millisecond, 1},
		{"jitter alone", crawl.HostSettings{Delay: crawl.None, Jitter: time.Second}, nil, nil, 0, 1100 * time.Millisecond, 1},
		{"a rate", crawl.HostSettings{Delay: crawl.None, Rate: rate.NewLimiter(2, 1)}, nil, nil, 500 * time.Millisecond, time.Second, 1},
		{"by a function", crawl.HostSettings{}, func(string) crawl.HostSettings { return crawl.HostSettings{Delay: 2 * time.Second} }, nil, 2 * time.Second, 2100 * time.Millisecond, 1},
		{"three at once", crawl.HostSettings{Delay: crawl.None, Concurrency: 3}, nil, nil, 0, 100 * time.Millisecond, 3},
		{"three at once with a delay", crawl.HostSettings{Delay: 40 * time.Millisecond, Concurrency: 3}, nil, nil, 40 * time.Millisecond, 100 * time.Millisecond, 3},
		{"fewer than the frontier grants", crawl.HostSettings{Delay: crawl.None, Concurrency: 2}, nil, frontier.New(frontier.Options{Order: frontier.FIFO, PerHost: 5}), 0, 500 * time.Millisecond, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{Hosts: 2, Pages: 16, Wait: 100 * time.Millisecond})
				crawler := crawl.Crawler{
					Transport: web, IgnoreRobots: true, Frontier: c.frontier, HostSettings: c.at,
					PerHost: map[string]crawl.HostSettings{"h0.test": c.settings},
				}
				if c.at != nil {
					crawler.PerHost = nil
				}
				if err := crawler.Run(t.Context(), sinkAll, web.URL(0, "/")); err != nil {
					t.Fatal(err)
				}
				var starts []testsite.Request
				for _, r := range web.Log() {
					if r.Host == "h0.test" {
						starts = append(starts, r)
					}
				}
				abreast := 0
				for i := 8; i+1 < len(starts); i++ { // the pages before lead to too few others
					if gap := starts[i+1].Start.Sub(starts[i].Start); gap < c.least || gap > c.most {
						t.Errorf("%v from request %d to the next, want %v to %v", gap, i, c.least, c.most)
					}
					n := 0
					for _, r := range starts {
						if !r.Start.After(starts[i].Start) && r.End.After(starts[i].Start) {
							n++
						}
					}
					abreast = max(abreast, n)
				}
				if abreast != c.abreast {
					t.Errorf("%d requests at once, want %d", abreast, c.abreast)
				}
			})
		})
	}
}

// The most specific settings count, and robots.txt is left out where they say so.
func TestHostSettingsKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Robots: "User-agent: *\nDisallow: /"})
		var mu sync.Mutex
		got := map[string]string{}
		language := func(name string) crawl.HostSettings {
			return crawl.HostSettings{Header: http.Header{"Accept-Language": {name}}, IgnoreRobots: true}
		}
		c := crawl.Crawler{
			Transport: web, Header: http.Header{"Accept-Language": {"en"}},
			PerHost: map[string]crawl.HostSettings{
				"*": language("any"), "*.b.test": language("below"), "a.b.test": language("name"), "https://a.b.test": language("origin"),
				"a.b.test:8080": language("port"), "obeys.test": {},
			},
			Prepare: func(r *http.Request) error {
				mu.Lock()
				defer mu.Unlock()
				got[r.URL.String()] = r.Header.Get("Accept-Language")
				return nil
			},
		}
		want := map[string]string{
			"http://a.b.test/": "name", "https://a.b.test/": "origin", "http://a.b.test:8080/": "port", "http://a.b.test:8081/": "below",
			"http://c.a.b.test/": "below", "http://b.test/": "any", "http://x.test/": "any", "http://obeys.test/robots.txt": "en",
		}
		seeds := append(slices.Collect(maps.Keys(want)), "http://obeys.test/")
		seeds = slices.DeleteFunc(seeds, func(url string) bool { return strings.HasSuffix(url, ".txt") })
		if err := c.Run(t.Context(), sinkAll, seeds...); err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(got, want) {
			t.Errorf("asked for in the languages\n%v\nwant\n%v", got, want)
		}
	})
}

func TestHostSettingsMisuse(t *testing.T) {
	for key, h := range map[string]crawl.HostSettings{
		"*":                     {Token: "Vmp7XcQ2"},
		"Example.org":           {},
		"example.org/":          {},
		"example.org:443":       {},
		"https://*.example.org": {},
		"ftp://example.org":     {},
		"delay.test":            {Delay: -1},
		"many.test":             {Concurrency: -1},
		"twice.test":            {User: "ann", Token: "Vmp7XcQ2"},
		"colon.test":            {User: "ann:Vmp7XcQ2"},
		"control.test":          {Token: "Vmp7XcQ2\r\nHost: evil.test"},
		"agent.test":            {Header: http.Header{"User-Agent": {"x"}}},
		"burst.test":            {Rate: rate.NewLimiter(1, 0)},
	} {
		c := crawl.Crawler{PerHost: map[string]crawl.HostSettings{key: h}}
		if err := c.Run(t.Context(), sinkAll, "http://example.org/"); err == nil || strings.Contains(err.Error(), "Vmp7XcQ2") || !strings.Contains(err.Error(), "PerHost") {
			t.Errorf("PerHost[%q] = %+v: error %v, want one that names it, without credentials", key, h, err)
		}
	}
	c := crawl.Crawler{Transport: testsite.New(testsite.Config{}), HostSettings: func(string) crawl.HostSettings { return crawl.HostSettings{Delay: -7} }}
	for p, err := range c.Crawl(t.Context(), "http://h0.test/") {
		if err != nil || p.Err == nil || !strings.Contains(p.Err.Error(), "Delay") {
			t.Errorf("a delay of -7ns from a function: %v, %v, want an error of the page", p.Err, err)
		}
	}
}
