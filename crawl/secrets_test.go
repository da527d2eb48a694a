package crawl_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	lists "github.com/lokman-crawler/lokman/bartree/records"
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/search"
	"github.com/lokman-crawler/lokman/crawl/sitemap"
	traps "github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/crawl/warc"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
	"github.com/lokman-crawler/lokman/ontology/umls"
)

// secret is what no text for people may hold.
const secret = "Vmp7XcQ2"

// A leakWeb fails in every way, and names the secret wherever a web can.
type leakWeb struct{ *testsite.Web }

func newLeakWeb() leakWeb {
	w := testsite.New(testsite.Config{})
	tokened := func(path string) string { return path + "?token=" + secret }
	var links strings.Builder
	for _, path := range []string{
		"/refused", "/down", "/timeout", "/tls", "/none", "/broken", "/late", "/large", "/coded", "/loop", "/off", "/lost", "/forbidden", "/panic", "/panicerror",
		"/canonical", "/refresh", "/scope", "/normal", "/stale", "/deep/;jsessionid=" + secret, "/nofollow",
		"http://ann:" + secret + "@h1.test:99999/", "http://[::1/", "ftp://h1.test/", "/long",
		"http://shut.test/", "http://robots.test/",
	} {
		fmt.Fprintf(&links, "<a href=%q>a</a>\n", tokened(path))
	}
	w.Handle("/", func(*http.Request) testsite.Answer { return htmlPage("", links.String()) })
	w.Handle("/none", func(*http.Request) testsite.Answer { return testsite.Answer{Status: 404} })
	w.Handle("/down", func(*http.Request) testsite.Answer { return testsite.Answer{Status: 500} })
	w.Handle("/large", func(*http.Request) testsite.Answer { return htmlPage("", strings.Repeat("a", 1<<16)) })
	w.Handle("/coded", func(*http.Request) testsite.Answer {
		return testsite.Answer{Body: []byte{0}, Header: http.Header{"Content-Encoding": {tokened("/x")}}}
	})
	for _, path := range []string{"/panic", "/broken", "/late"} {
		w.Handle(path, func(*http.Request) testsite.Answer { return htmlPage("", "") })
	}
	moved := func(to string) func(*http.Request) testsite.Answer {
		return func(*http.Request) testsite.Answer {
			return testsite.Answer{Status: 302, Header: http.Header{"Location": {to}}}
		}
	}
	w.Handle("/loop", moved(tokened("/loop")))
	w.Handle("/off", moved(tokened("http://ann:"+secret+"@[h1.test/")))
	w.Handle("/long", moved(tokened("http://h0.test/"+strings.Repeat("a", 1<<13))))
	w.Handle("/lost", moved(tokened("http://h0.test/scope")))
	w.Handle("/canonical", func(*http.Request) testsite.Answer {
		return htmlPage(`<link rel=canonical href="`+tokened("/none")+`&x=1">`, "")
	})
	w.Handle("/refresh", func(*http.Request) testsite.Answer {
		return htmlPage(`<meta http-equiv=refresh content="0; url=`+tokened("/scope")+`&x=2">`, "")
	})
	w.Handle("/nofollow", func(*http.Request) testsite.Answer {
		return htmlPage("", `<a rel=nofollow href="`+tokened("/nofollow/2")+`">a</a>`)
	})
	w.Handle("/robots.txt", func(*http.Request) testsite.Answer {
		return testsite.Answer{Body: []byte("User-agent: *\nDisallow: " + tokened("/forbidden") + "\nSitemap: " + tokened("/sitemap.xml") + "\nSitemap: " + tokened("/none"))}
	})
	w.Handle("/sitemap.xml", func(*http.Request) testsite.Answer {
		return testsite.Answer{Body: []byte("<urlset><url><loc>" + tokened("http://ann:"+secret+"@[h1.test/") + "</loc></url><url><loc>" + tokened("h2.test/") + "</loc></url><" + tokened("http://h/"))}
	})
	return leakWeb{w}
}

// RoundTrip fails as a *http.Client does: its errors name the URL.
func (w leakWeb) RoundTrip(req *http.Request) (*http.Response, error) {
	failed := func(err error) (*http.Response, error) {
		return nil, &url.Error{Op: "Get", URL: req.URL.String(), Err: err}
	}
	switch {
	case req.URL.Host == "shut.test", req.URL.Host == "robots.test" && req.URL.Path == "/robots.txt":
		return failed(&net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED})
	case req.URL.Path == "/refused":
		return failed(syscall.ECONNRESET)
	case req.URL.Path == "/timeout":
		return failed(context.DeadlineExceeded)
	case req.URL.Path == "/tls":
		return failed(errors.New("tls: handshake failure"))
	case req.URL.Path == "/panicerror":
		panic(&url.Error{Op: "Get", URL: req.URL.String(), Err: io.EOF})
	}
	resp, err := w.Web.RoundTrip(req)
	if err == nil && (req.URL.Path == "/broken" || req.URL.Path == "/late") {
		var begin io.Reader = strings.NewReader("")
		if req.URL.Path == "/late" {
			begin = strings.NewReader("<p>a")
		}
		_, cause := failed(io.ErrUnexpectedEOF)
		resp.StatusCode, resp.ContentLength, resp.Body = 200, -1, io.NopCloser(io.MultiReader(begin, failingReader{cause}))
	}
	return resp, err
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// said collects what people read of a crawl.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *said) err(from string, err error) {
	if err != nil {
		fmt.Fprintf(s, "%s: %v\n", from, err)
	}
}

// Observe notes the errors of events.
func (s *said) Observe(e crawl.Event) { s.err(e.Kind, e.Err) }

// logger writes each line as text and as JSON.
func (s *said) logger() *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelDebug}
	return slog.New(slog.NewMultiHandler(slog.NewTextHandler(s, options), slog.NewJSONHandler(s, options)))
}

// check sees that the secret is not in what was said, and each of words is.
func (s *said) check(t *testing.T, words ...string) {
	t.Helper()
	text := s.text.String()
	for line := range strings.Lines(text) {
		if strings.Contains(line, secret) {
			t.Errorf("the secret is in: %.600s", line)
		}
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("nothing says %q", w)
		}
	}
	if t.Failed() {
		t.Logf("%.20000s", text)
	}
}

func TestSecretsInNoLogAndNoError(t *testing.T) {
	for name, revisit := range map[string]bool{"retries": false, "revisits": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var s said
				f := frontier.New(frontier.Options{Order: frontier.FIFO})
				c := crawl.Crawler{
					Transport: newLeakWeb(), Observer: &s, Logger: s.logger(), Frontier: f, Workers: 1, FollowCanonical: true, Revisit: revisit,
					Limits: crawl.Limits{Body: 1 << 14, Attempts: 2, HostDown: time.Minute, Redirects: 3},
					Strategy: valuing(func(p *crawl.Page) crawl.Valuation {
						if strings.Contains(p.URL, "/panic") {
							panic("at " + p.URL)
						}
						return crawl.BreadthFirst{}.Value(p)
					}),
					Scope: func(url string) error {
						if strings.Contains(url, "/scope") {
							return fmt.Errorf("%s is elsewhere", url)
						}
						return nil
					},
					Normalize: func(url string) (string, error) {
						switch {
						case strings.Contains(url, "/normal"):
							return "", fmt.Errorf("%s has no normal form", url)
						case strings.Contains(url, "/stale"):
							return " " + url, nil
						}
						return url, nil
					},
				}
				whole := false
				for p, err := range c.Crawl(t.Context(), "http://h0.test/?token="+secret, "http://ann:"+secret+"@h0.test:99999/?sig="+secret, "http://h0.test/lost?token="+secret, "http://h0.test/normal?token="+secret, "h0.test/?token="+secret) {
					s.err("crawl", err)
					if p == nil {
						continue
					}
					s.err("page", p.Err)
					s.err("incomplete", p.Incomplete)
					s.err("behind", errors.Unwrap(p.Err))
					whole = whole || strings.HasSuffix(p.URL, "/none?token="+secret)
				}
				if !whole {
					t.Error("the URLs of pages are not whole")
				}
				for failure, err := range f.Failures(t.Context()) {
					s.err("failures", err)
					fmt.Fprintln(&s, "reason:", failure.Reason)
				}
				s.check(t,
					"?token=REDACTED", "jsessionid=REDACTED", "forbidden by robots.txt", "404", "500", "too many redirects", "panic: at http://h0.test/panic?token=REDACTED",
					"is elsewhere", "no normal form", "connection refused", "deadline exceeded", "tls: handshake failure", "unexpected EOF", "robots.txt cannot be read",
					"invalid port", "invalid host", "longer than", "not to follow", "content encoding", "not an absolute http or https URL", "a seed leads nowhere",
				)
			})
		})
	}
}

// A seed that is refused ends the crawl with an error of its own.
func TestSecretsInNoErrorOfACrawl(t *testing.T) {
	var s said
	for _, seed := range []string{
		"http://ann:" + secret + "@h0.test:99999/?token=" + secret, "h0.test/?token=" + secret, "/?token=" + secret,
		"http://h0.test/" + strings.Repeat("a", 1<<12) + "?token=" + secret,
	} {
		c := crawl.Crawler{Transport: newLeakWeb(), Logger: s.logger()}
		s.err("run", c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, seed))
		s.err("allowed", c.Allowed(t.Context(), seed))
	}
	s.check(t, "REDACTED", "seed:")
}

func TestSecretsInNoErrorOfSitemaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s said
		for _, at := range []string{"http://h0.test/", "http://h0.test/sitemap.xml?token=" + secret, "http://h0.test/down?token=" + secret, "http://h0.test/refused?sig=" + secret, "http://h0.test:x/?token=" + secret} {
			c := crawl.Crawler{Transport: newLeakWeb(), Observer: &s, Logger: s.logger()}
			for _, err := range c.Sitemaps(t.Context(), at) {
				s.err("sitemap", err)
			}
		}
		s.check(t, "sitemap.xml?token=REDACTED", "status 500", "reset by peer")
	})
}

// TestSecretsInNoErrorOfOthers sees that the errors of all packages that name URLs keep
// them whole and say them without secrets.
func TestSecretsInNoErrorOfOthers(t *testing.T) {
	const at = "http://a.test/d;jsessionid=" + secret + "?token=" + secret
	cause := &url.Error{Op: "Get", URL: at, Err: io.EOF}
	list, err := lists.Learn([]byte("<ul><li>Ada<li>Bert</ul>"), bartree.Region{Text: "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	harvest := lists.Harvest{List: list}
	guard := traps.Guard{Length: 10}
	_, judged := experiment.ReadJudgments(strings.NewReader("url,relevant\n" + at + ",yes\n" + at + ",no\n"))
	recorded := warc.NewWriter(io.Discard).Write(warc.Fields{{Name: "WARC-Type", Value: "metadata"}, {Name: "WARC-Target-URI", Value: at}, {Name: "X", Value: strings.Repeat("x", 1<<20)}}, strings.NewReader(""), 0)
	errs := map[string]error{
		"a page":               &crawl.Error{URL: at, Err: cause},
		"no cause":             &crawl.Error{URL: at},
		"TLS":                  &failure.TLSError{Host: "a.test", Why: "the handshake failed", Err: cause},
		"a panic":              &crawl.PanicError{Value: cause},
		"an entry":             frontier.Valid(frontier.Entry{URL: at + " "}),
		"a trap":               guard.Check(at),
		"a list":               &sitemap.Error{URL: at, Line: 1, Want: "a URL", Got: at + " " + secret, Err: cause},
		"a recorded failure":   &warc.FetchError{URL: at, Text: cause.Error()},
		"a record":             recorded,
		"a search":             &search.Error{Engine: "http://ann:" + secret + "@a.test", Err: cause},
		"a service":            &umls.ServiceError{URL: at, Status: 500, Err: cause},
		"an opening":           (&dial.Dialer{Open: []string{at}}).Validate(),
		"judgments":            judged,
		"an example of a link": (&classify.NearestNeighbor{}).Learn(classify.Example{Link: classify.Link{Href: at}}),
	}
	for h, err := range harvest.Run(t.Context(), at, func(context.Context, string) ([]byte, error) { return nil, cause }) {
		errs["a harvest"] = errors.Join(h.Deferred, err)
	}
	_ = (&bartree.Watch{}).Run(t.Context(), "x", []string{at}, func(context.Context, string) ([]byte, error) { return nil, cause }, func(_ bartree.Look, err error) {
		errs["a watch"] = err
	})
	for name, err := range errs {
		if err == nil || strings.Contains(err.Error(), secret) || name != "TLS" && name != "a search" && name != "a panic" && name != "a recorded failure" && !strings.Contains(err.Error(), "a.test/d;jsessionid=REDACTED") {
			t.Errorf("%s: %v", name, err)
		}
		var found *url.Error
		if errors.As(err, &found) && found.URL != at {
			t.Errorf("%s: the URL behind is %s", name, found.URL)
		}
	}
}

// Over sockets the errors are those of net/http.
func TestSecretsOverSockets(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			for _, path := range []string{"/none", "/hangs", "/cut", "/garbled"} {
				fmt.Fprintf(w, "<a href=%q>a</a>", path+"?token="+secret)
			}
		case "/hangs":
			<-r.Context().Done()
		case "/cut":
			w.Header().Set("Content-Length", "100")
		case "/garbled":
			conn, _, _ := http.NewResponseController(w).Hijack()
			fmt.Fprintf(conn, "HTTP/1.1 ?token=%s\r\n\r\n", secret)
			conn.Close()
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	closed := httptest.NewServer(nil)
	closed.Close()

	for name, transport := range map[string]http.RoundTripper{
		"own":    &crawl.Transport{Open: []string{"127.0.0.1"}},
		"client": clientTransport{},
	} {
		t.Run(name, func(t *testing.T) {
			var s said
			c := crawl.Crawler{
				Transport: transport, Delay: crawl.None, Observer: &s, Logger: s.logger(),
				Limits: crawl.Limits{Time: 3 * time.Second, Attempts: 1, HostDown: time.Millisecond},
			}
			for p, err := range c.Crawl(t.Context(), server.URL+"/?token="+secret, closed.URL+"/?token="+secret) {
				s.err("crawl", err)
				if p != nil {
					s.err("page", p.Err)
				}
			}
			s.check(t, "/none?token=REDACTED", "connection refused", "no complete answer")
		})
	}
}

// clientTransport puts an http.Client in the place of a transport, as many do.
type clientTransport struct{}

func (clientTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	return http.DefaultClient.Do(req)
}
