package dashboard_test

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dashboard"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// get asks for a page of the dashboard as a browser on this machine does.
func get(d *dashboard.Dashboard, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", "http://127.0.0.1:8080"+path, nil)
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w
}

// act sends a form as the page's own do.
func act(d *dashboard.Dashboard, form url.Values, edit ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "http://127.0.0.1:8080/act", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "http://127.0.0.1:8080")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for _, e := range edit {
		e(r)
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w
}

type text string

func (t text) String() string { return string(t) }

const evil = "\"><script>alert(1)</script>\x00\u202egnp.exe\u2028</title></svg>{{.}}"

type evilError struct{}

func (evilError) Error() string { return evil + strings.Repeat("x", 10_000) }
func (evilError) Cause() string { return evil }

// hostile is a dashboard of a crawl of pages that want to break it.
func hostile(t *testing.T) *dashboard.Dashboard {
	f := frontier.New(frontier.Options{History: true})
	for i, u := range []string{"http://a.test/" + strings.Repeat("x", 20_000), "http://a.test/\u202e?\"onclick=alert(1)", "http://b.test/<script>alert(1)</script>"} {
		e := frontier.Entry{URL: u, Value: float64(i), Source: evil, Note: evil, Reason: text(evil + strings.Repeat("why", 5000))}
		if i == 2 {
			e.Host = evil
		}
		if err := f.Push(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	d := &dashboard.Dashboard{Title: evil, Frontier: f, Control: true}
	for _, k := range []string{"request", "page", "retry", "refused"} {
		d.Observe(crawl.Event{Kind: k, URL: "javascript:alert(1)", Host: evil, Err: evilError{}, Value: math.Inf(1)})
		d.Observe(crawl.Event{Kind: k, URL: "http://user:hunter2@c.test/" + evil, Host: "c.test", Status: 200, Value: math.NaN()})
		d.Observe(crawl.Event{Kind: k, URL: "http://c.test/", Host: "c.test", Status: 200, Value: math.MaxFloat64})
	}
	d.Ended(evilError{})
	return d
}

func TestEscapes(t *testing.T) {
	got := get(hostile(t), "/").Body.String()
	for _, banned := range []string{"<script>", "hunter2", "\u202e", "\u2028", "\x00", "NaN", "+Inf", "ZgotmplZ", `href="javascript`, strings.Repeat("x", 1000), strings.Repeat("why", 1000)} {
		if i := strings.Index(got, banned); i >= 0 {
			t.Errorf("the page has %q in ...%q", banned, got[max(0, i-80):i+20])
		}
	}
	for _, a := range regexp.MustCompile(`<a [^>]*>`).FindAllString(got, -1) {
		if !regexp.MustCompile(`^<a class="url" href="https?://[^"]*" rel="noreferrer noopener nofollow">$`).MatchString(a) {
			t.Errorf("odd link %.200s", a)
		}
	}
	if len(got) > 200_000 {
		t.Errorf("the page has %d bytes", len(got))
	}
}

// The page closes what it opens, has no handlers, and loads only its own style
// and script.
func TestForm(t *testing.T) {
	for name, d := range map[string]*dashboard.Dashboard{"hostile": hostile(t), "zero": {}} {
		got := get(d, "/").Body.String()
		if m := regexp.MustCompile(`(?i)<(img|iframe|object|embed|base)\b|\bsrc="[^"]*:|url\(|@import`).FindString(got); m != "" {
			t.Errorf("%s: the page has %q", name, m)
		}
		x := xml.NewDecoder(strings.NewReader(got))
		x.Strict, x.AutoClose, x.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
		ids := map[string]bool{}
		for {
			token, err := x.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			element, _ := token.(xml.StartElement)
			for _, a := range element.Attr {
				if a.Name.Local == "id" && ids[a.Value] || strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("%s: attribute %s=%q", name, a.Name.Local, a.Value)
				}
				if a.Name.Local == "id" {
					ids[a.Value] = true
				}
			}
		}
	}
}

func TestHeaders(t *testing.T) {
	d := new(dashboard.Dashboard)
	for path, kind := range map[string]string{"/": "text/html", "": "text/html", "/page.css": "text/css", "/page.js": "text/javascript"} {
		r := httptest.NewRequest("GET", "http://localhost/", nil)
		r.URL.Path = path
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		policy := w.Header().Get("Content-Security-Policy")
		if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), kind) || !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") {
			t.Errorf("%q: %d, %v", path, w.Code, w.Header())
		}
	}
	if w := get(d, "/page.html.tmpl"); w.Code != 404 {
		t.Errorf("the template: %d", w.Code)
	}
}

// A page of another site that has its own name lead to this machine asks by that
// name.
func TestNames(t *testing.T) {
	d := &dashboard.Dashboard{Hosts: []string{"crawl.example.org", "proxy.example.org:8443"}}
	for host, want := range map[string]int{
		"127.0.0.1:8080": 200, "127.9.9.9": 200, "[::1]:8080": 200, "localhost": 200, "LOCALHOST:1": 200,
		"crawl.example.org": 200, "crawl.example.org:99": 200, "Proxy.example.org:8443": 200,
		"proxy.example.org": 403, "proxy.example.org:1": 403, "evil.example": 403, "evil.example:8080": 403, "localhost.evil.example": 403,
		"127.0.0.1.evil.example": 403, "192.168.1.1": 403, "": 403,
	} {
		for _, path := range []string{"/", "/page.js", "/act"} {
			r := httptest.NewRequest("GET", "http://localhost"+path, nil)
			r.Host = host
			w := httptest.NewRecorder()
			d.ServeHTTP(w, r)
			if got := w.Code; got != want && !(path == "/act" && want == 200 && got == 405) {
				t.Errorf("%s asked as %q: %d, want %d", path, host, got, want)
			}
		}
	}
}

func TestReadOnly(t *testing.T) {
	f := frontier.New(frontier.Options{})
	d := &dashboard.Dashboard{Frontier: f, Crawler: new(crawl.Crawler)}
	d.Crawler.Gate = d.Gate
	if body := get(d, "/").Body.String(); strings.Contains(body, "<form") {
		t.Error("a page for reading has a form")
	}
	for _, form := range []url.Values{{"action": {"pause"}}, {"action": {"block"}, "host": {"a.test"}, "for": {"1h"}}} {
		if w := act(d, form); w.Code != 403 {
			t.Errorf("%v: %d, want 403", form, w.Code)
		}
	}
	if len(d.Actions()) > 0 || d.Gate(cancelled()) != nil {
		t.Errorf("actions %v", d.Actions())
	}
	for _, method := range []string{"POST", "PUT", "DELETE"} {
		r := httptest.NewRequest(method, "http://localhost/", nil)
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		if w.Code != 405 {
			t.Errorf("%s: %d, want 405", method, w.Code)
		}
	}
}

func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// Only the page's own forms act: no page of another site, no link, no form of
// another kind.
func TestCrossSite(t *testing.T) {
	pause := url.Values{"action": {"pause"}}
	for name, c := range map[string]struct {
		edit func(*http.Request)
		want int
	}{
		"the page's own": {func(*http.Request) {}, 303},
		"no browser":     {func(r *http.Request) { r.Header.Del("Origin"); r.Header.Del("Sec-Fetch-Site") }, 303},
		"an old browser": {func(r *http.Request) { r.Header.Del("Sec-Fetch-Site") }, 303},
		"another site":   {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"another port":   {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") }, 403},
		"another origin": {func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", "http://evil.example") }, 403},
		"no origin":      {func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", "null") }, 403},
		"rebound":        {func(r *http.Request) { r.Host = "evil.example"; r.Header.Set("Origin", "http://evil.example") }, 403},
		"GET":            {func(r *http.Request) { r.Method = "GET"; r.URL.RawQuery = pause.Encode() }, 405},
		"in the address": {func(r *http.Request) { r.URL.RawQuery, r.Body = pause.Encode(), http.NoBody }, 400},
		"JSON":           {func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 400},
		"a very long one": {func(r *http.Request) {
			r.Body = io.NopCloser(strings.NewReader("action=pause&x=" + strings.Repeat("x", 1<<20)))
		}, 400},
	} {
		d := &dashboard.Dashboard{Control: true, Crawler: new(crawl.Crawler)}
		d.Crawler.Gate = d.Gate
		w := act(d, pause, c.edit)
		if w.Code != c.want {
			t.Errorf("%s: %d, want %d: %s", name, w.Code, c.want, w.Body)
		}
		if paused := d.Gate(cancelled()) != nil; paused != (c.want == 303) || (len(d.Actions()) == 1) != paused {
			t.Errorf("%s: paused %v, actions %v", name, paused, d.Actions())
		}
	}
}

// Pause holds the crawl, Resume has it go on; both are on the page and in the log.
func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 2, Pages: 20, Links: 3})
		var log strings.Builder
		d := &dashboard.Dashboard{Control: true, Logger: slog.New(slog.NewTextHandler(&log, nil))}
		c := crawl.Crawler{Transport: web, Observer: d, Gate: d.Gate, Workers: 3}
		d.Crawler = &c
		ended := make(chan error)
		go func() {
			ended <- c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, web.URL(0, "/"), web.URL(1, "/"))
		}()
		time.Sleep(4500 * time.Millisecond)
		if w := act(d, url.Values{"action": {"pause"}}); w.Code != 303 || w.Header().Get("Location") != "./" {
			t.Fatalf("pause: %d %v", w.Code, w.Header())
		}
		synctest.Wait()
		before := c.Stats().Pages
		time.Sleep(time.Hour)
		if n := c.Stats().Pages; n != before || n == 0 {
			t.Errorf("%d pages, then %d while paused", before, n)
		}
		body := get(d, "/").Body.String()
		for _, want := range []string{">Paused<", ">Resume<", ">paused<", "nothing for 60"} {
			if !strings.Contains(body, want) {
				t.Errorf("the page lacks %q", want)
			}
		}
		act(d, url.Values{"action": {"resume"}})
		if err := <-ended; err != nil || c.Stats().Pages < 40 {
			t.Errorf("%v after %d pages", err, c.Stats().Pages)
		}
		if got := d.Actions(); len(got) != 2 || got[0].What != "paused" || got[1].What != "resumed" || got[1].Err != nil {
			t.Errorf("actions %+v", got)
		}
		if !strings.Contains(log.String(), "action=paused") {
			t.Errorf("the log says %q", log.String())
		}
	})
}

func queued(t *testing.T, o frontier.Options, entries ...frontier.Entry) *frontier.Memory {
	t.Helper()
	f := frontier.New(o)
	if err := f.Push(t.Context(), entries...); err != nil {
		t.Fatal(err)
	}
	return f
}

func first(t *testing.T, f *frontier.Memory) frontier.Entry {
	t.Helper()
	next, err := f.Peek(t.Context(), 1)
	if err != nil || len(next) != 1 {
		t.Fatal(next, err)
	}
	return next[0]
}

func TestReweight(t *testing.T) {
	for _, c := range []struct {
		form  string
		first string
		value float64
	}{
		{"by=word&text=FLU&factor=10", "http://a.test/flu", 20},
		{"by=word&text=flu&add=7.5", "http://a.test/flu", 9.5},
		{"by=host&text=b.test&factor=0", "http://a.test/flu", 2},
		{"by=host&text=http://c.test/x&factor=1&add=9", "http://c.test/cold", 8},
		{"by=host&text=c.test&factor=2&add=4", "http://c.test/cold", 3.5},
	} {
		f := queued(t, frontier.Options{}, frontier.Entry{URL: "http://a.test/flu", Value: 2}, frontier.Entry{URL: "http://b.test/", Value: 3}, frontier.Entry{URL: "http://c.test/cold", Value: -1})
		d := &dashboard.Dashboard{Frontier: f, Control: true}
		form, _ := url.ParseQuery("action=reweight&" + c.form)
		if w := act(d, form); w.Code != 303 {
			t.Errorf("%s: %d %s", c.form, w.Code, w.Body)
		}
		if e := first(t, f); e.URL != c.first || e.Value != c.value {
			t.Errorf("%s: %s %v first, want %s %v", c.form, e.URL, e.Value, c.first, c.value)
		}
		if got := d.Actions(); len(got) != 1 || !strings.HasPrefix(got[0].What, "re-weighted") {
			t.Errorf("actions %+v", got)
		}
	}
}

func TestBlock(t *testing.T) {
	f := queued(t, frontier.Options{}, frontier.Entry{URL: "http://a.test/", Value: 2}, frontier.Entry{URL: "http://b.test/", Value: 1})
	d := &dashboard.Dashboard{Frontier: f, Control: true}
	if w := act(d, url.Values{"action": {"block"}, "host": {"a.test"}, "for": {"1h"}}); w.Code != 303 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	l, err := f.Pop(t.Context())
	if err != nil || l.URL != "http://b.test/" {
		t.Errorf("Pop = %v, %v, want the other host", l, err)
	}
	if body := get(d, "/").Body.String(); !strings.Contains(body, "blocked a.test for 1 hour") {
		t.Error("the page does not show the action")
	}
}

// With Crawler.HostKey the page shows hosts as the frontier knows them, and acts on
// those, however they are written.
func TestHostKey(t *testing.T) {
	key := func(url string) string {
		if strings.Contains(url, "panic") {
			panic("no key for " + url)
		}
		_, host, _ := strings.Cut(url, "://")
		host, _, _ = strings.Cut(host, "/")
		return "Site of " + host[strings.LastIndex(host, ".")-1:]
	}
	for _, name := range []string{"Site of a.test", "www.a.test", "http://docs.a.test/x"} {
		f := queued(t, frontier.Options{}, frontier.Entry{URL: "http://www.a.test/", Host: "Site of a.test", Value: 2}, frontier.Entry{URL: "http://www.b.test/", Host: "Site of b.test", Value: 1})
		c := crawl.Crawler{HostKey: key}
		d := &dashboard.Dashboard{Frontier: f, Crawler: &c, Control: true}
		for _, host := range []string{"www.a.test", "docs.a.test", "panic.test"} {
			d.Observe(crawl.Event{Kind: "page", URL: "http://" + host + "/", Host: host, Status: 200})
		}
		body := get(d, "/").Body.String()
		for _, want := range []string{`<bdi>Site of a.test</bdi></th><td class="num" data-label="pages">2</td>`, `name="host" value="Site of a.test"`, "<bdi>panic.test</bdi>"} {
			if !strings.Contains(body, want) {
				t.Errorf("the page lacks %s", want)
			}
		}
		if w := act(d, url.Values{"action": {"reweight"}, "by": {"host"}, "text": {name}, "factor": {"3"}}); w.Code != 303 || first(t, f).Value != 6 {
			t.Errorf("re-weighting %q: %d, the first value is %v, want 6", name, w.Code, first(t, f).Value)
		}
		if w := act(d, url.Values{"action": {"block"}, "host": {name}, "for": {"1h"}}); w.Code != 303 {
			t.Errorf("blocking %q: %d %s", name, w.Code, w.Body)
		}
		if l, err := f.Pop(t.Context()); err != nil || l.URL != "http://www.b.test/" {
			t.Errorf("with %q blocked Pop = %v, %v, want the other host", name, l, err)
		}
	}
}

// The delay and the state of a host are found by its key.
func TestHostKeyState(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 2, Pages: 1})
		d := new(dashboard.Dashboard)
		c := crawl.Crawler{Transport: web, Observer: d, Delay: 7 * time.Second, HostKey: func(string) string { return "one at a time" }}
		d.Crawler = &c
		if err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, web.URL(0, "/"), web.URL(1, "/")); err != nil {
			t.Fatal(err)
		}
		body := get(d, "/").Body.String()
		for _, want := range []string{"<bdi>one at a time</bdi>", `data-label="delay">7` + "\u00a0s", "waits 7\u00a0s"} {
			if !strings.Contains(body, want) {
				t.Errorf("the page lacks %q", want)
			}
		}
	})
}

func TestBadForms(t *testing.T) {
	f := queued(t, frontier.Options{}, frontier.Entry{URL: "http://a.test/", Value: 2})
	d := &dashboard.Dashboard{Frontier: f, Control: true}
	for _, form := range []string{
		"", "action=", "action=shutdown", "action=pause", "action=block&host=a.test", "action=block&host=a.test&for=100000h", "action=block&host=&for=1h",
		"action=reweight", "action=reweight&by=word&text=", "action=reweight&by=regexp&text=a", "action=reweight&by=word&text=a&factor=x",
		"action=reweight&by=word&text=a&factor=-1", "action=reweight&by=word&text=a&factor=Inf", "action=reweight&by=word&text=a&add=NaN",
	} {
		values, _ := url.ParseQuery(form)
		if w := act(d, values); w.Code != 400 {
			t.Errorf("%q: %d, want 400", form, w.Code)
		}
	}
	if len(d.Actions()) > 0 || first(t, f).Value != 2 {
		t.Errorf("actions %v, value %v", d.Actions(), first(t, f).Value)
	}
	fifo := &dashboard.Dashboard{Frontier: frontier.New(frontier.Options{Order: frontier.FIFO}), Control: true}
	if w := act(fifo, url.Values{"action": {"reweight"}, "by": {"word"}, "text": {"a"}}); w.Code != 400 || strings.Contains(get(fifo, "/").Body.String(), "Re-weight") {
		t.Errorf("a queue in the order of discovery can be re-weighted: %d", w.Code)
	}
}

// What is next and why comes from the frontier, and is asked of it once a second
// however many look.
func TestNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := queued(t, frontier.Options{History: true},
			frontier.Entry{URL: "http://a.test/flu", Value: 2.5, Source: "http://s.test/", Reason: text("anchor says flu")}, frontier.Entry{URL: "http://b.test/", Value: 1})
		d := &dashboard.Dashboard{Frontier: f}
		body := get(d, "/").Body.String()
		for _, want := range []string{"http://a.test/flu", "2.500", "anchor says flu", "http://b.test/"} {
			if !strings.Contains(body, want) {
				t.Errorf("the page lacks %q", want)
			}
		}
		if err := f.Push(t.Context(), frontier.Entry{URL: "http://late.test/", Value: 9}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(get(d, "/").Body.String(), "late.test") {
			t.Error("the frontier is asked for each viewer")
		}
		time.Sleep(2 * time.Second)
		if !strings.Contains(get(d, "/").Body.String(), "late.test") {
			t.Error("the page is not brought up to date")
		}
	})
}

// Where values add up, the reason is that of the discovery that made the value what it
// is, with what it added. A history without reasons is no reason to ask for a history.
// longAgo is a frontier whose events are of another day.
type longAgo struct{ *frontier.Memory }

func (f longAgo) Explain(ctx context.Context, url string) ([]frontier.Event, error) {
	story, err := f.Memory.Explain(ctx, url)
	for i := range story {
		story[i].Time = time.Date(2020, 3, 4, 15, 6, 7, 0, time.Local)
	}
	return story, err
}

// Large values are written short, on the axis too.
func TestLargeValues(t *testing.T) {
	d := &dashboard.Dashboard{}
	for i := range 3 {
		d.Observe(crawl.Event{Kind: "page", URL: "http://a.test/", Host: "a.test", Status: 200, Value: float64(i) * 1e40})
	}
	if long := regexp.MustCompile(`\d{20,}`).FindString(get(d, "/").Body.String()); long != "" {
		t.Errorf("the page has %s", long)
	}
}

// A crawl of months says on which day something was.
func TestDays(t *testing.T) {
	f := queued(t, frontier.Options{History: true}, frontier.Entry{URL: "http://a.test/", Value: 1})
	if page := get(&dashboard.Dashboard{Frontier: longAgo{f}}, "/").Body.String(); !strings.Contains(page, "<li dir=\"auto\">2020-03-04 15:06:07 ") {
		t.Error("the history of a URL does not say the day")
	}
}

func TestNextOfAddedValues(t *testing.T) {
	const advice = "Options.History"
	f := queued(t, frontier.Options{History: true, Reevaluation: frontier.IncrementValues},
		frontier.Entry{URL: "http://a.test/flu", Value: 1, Reason: text("a link")},
		frontier.Entry{URL: "http://a.test/flu", Value: 0.5, Reason: text("learned since")})
	if body := get(&dashboard.Dashboard{Frontier: f}, "/").Body.String(); !strings.Contains(body, `<p dir="auto">0.500 added to 1.000: learned since</p>`) || strings.Contains(body, advice) {
		t.Errorf("the page does not give the latest reason, or advises %s:\n%s", advice, body)
	}
	bare := queued(t, frontier.Options{History: true}, frontier.Entry{URL: "http://a.test/", Value: 1})
	if strings.Contains(get(&dashboard.Dashboard{Frontier: bare}, "/").Body.String(), advice) {
		t.Errorf("a frontier with a history: the page advises %s", advice)
	}
	without := queued(t, frontier.Options{}, frontier.Entry{URL: "http://a.test/", Value: 1})
	if !strings.Contains(get(&dashboard.Dashboard{Frontier: without}, "/").Body.String(), advice) {
		t.Errorf("a frontier without a history: the page does not advise %s", advice)
	}
}

// The curve grows with the crawl, and its memory does not.
func TestCurve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &dashboard.Dashboard{Relevant: func(url string) bool { return strings.HasSuffix(url, "0") || strings.HasSuffix(url, "5") }}
		for i := range 100_000 {
			time.Sleep(time.Second)
			d.Observe(crawl.Event{Kind: "page", URL: fmt.Sprintf("http://h%d.test/%d", i, i), Host: fmt.Sprintf("h%d.test", i), Status: 200, Value: 1})
			if i == 0 {
				if body := get(d, "/").Body.String(); !strings.Contains(body, "100.0\u00a0%") {
					t.Error("the harvest rate of the first page is not 100 %")
				}
			}
		}
		body := get(d, "/").Body.String()
		for _, want := range []string{"20.0\u00a0%", "20,000 relevant", ">100,000<", "27.8\u00a0h", "More than 10,000 hosts"} {
			if !strings.Contains(body, want) {
				t.Errorf("the page lacks %q", want)
			}
		}
		for _, path := range regexp.MustCompile(` d="(M[^"]*)"`).FindAllStringSubmatch(body, -1) {
			if n := strings.Count(path[1], "L"); n > 512 {
				t.Errorf("a curve of %d points", n)
			}
			if strings.ContainsAny(path[1], "NaI") {
				t.Errorf("a curve has %.80s", path[1])
			}
		}
	})
}

func TestHostsAndCauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 2, Pages: 3, Links: 2})
		web.Set(web.Host(1)+"/robots.txt", testsite.Text("User-agent: *\nCrawl-delay: 30\nDisallow: /p\n"))
		web.Set(web.Host(0)+"/gone", testsite.Failure(404, ""))
		d := new(dashboard.Dashboard)
		c := crawl.Crawler{Transport: web, Observer: d}
		d.Crawler = &c
		if err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, web.URL(0, "/"), web.URL(1, "/"), web.URL(0, "/gone")); err != nil {
			t.Fatal(err)
		}
		body := get(d, "/").Body.String()
		for _, want := range []string{"<bdi>status</bdi>", "status 404 Not Found", "<bdi>" + web.Host(1) + "</bdi>", `data-label="delay">30` + "\u00a0s", "last error: status"} {
			if !strings.Contains(body, want) {
				t.Errorf("the page lacks %q", want)
			}
		}
	})
}

// Each event goes on to the next observer.
func TestChain(t *testing.T) {
	inner := new(dashboard.Dashboard)
	outer := &dashboard.Dashboard{Observer: inner}
	outer.Observe(crawl.Event{Kind: "page", URL: "http://a.test/", Host: "a.test", Status: 200})
	if !strings.Contains(get(inner, "/").Body.String(), "http://a.test/") {
		t.Error("the inner observer saw nothing")
	}
}

// A dashboard may be mounted below a path.
func TestMounted(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/crawl/", http.StripPrefix("/crawl", new(dashboard.Dashboard)))
	for path, want := range map[string]int{"/crawl/": 200, "/crawl/page.css": 200, "/crawl": 307, "/crawl/x": 404} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+path, nil))
		if w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
}

// A token is in the target of a link, which without it leads elsewhere, and in no
// text.
func TestTokensAreInNoText(t *testing.T) {
	const at = "http://a.test/?token=hunter2"
	f := frontier.New(frontier.Options{History: true})
	if err := f.Push(t.Context(), frontier.Entry{URL: at, Value: 1, Source: at, Note: "on " + at, Reason: text("of " + at)}); err != nil {
		t.Fatal(err)
	}
	d := &dashboard.Dashboard{Frontier: f}
	for _, k := range []string{"page", "retry", "refused"} {
		d.Observe(crawl.Event{Kind: k, URL: at, Host: "a.test", Err: &url.Error{Op: "Get", URL: at, Err: io.EOF}})
	}
	html := get(d, "/").Body.String()
	texts := strings.ReplaceAll(html, `href="`+at+`"`, "")
	if i := strings.Index(texts, "hunter2"); i >= 0 || len(texts) == len(html) || !strings.Contains(texts, "token=REDACTED") {
		t.Errorf("%s", texts[max(0, i-200):max(0, i)+100])
	}
}

// A scorer's service that is down is seen: how often pages could not be valued, and by what.
func TestNotValued(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &dashboard.Dashboard{}
		c := crawl.Crawler{Strategy: downStrategy{}, Transport: testsite.New(testsite.Config{}), Delay: crawl.None, Observer: d}
		d.Crawler = &c
		for _, err := range c.Crawl(t.Context(), "http://h0.test/") {
			if err != nil {
				t.Fatal(err)
			}
		}
		page := get(d, "/").Body.String()
		for _, want := range []string{"Not valued", "scorer"} {
			if !strings.Contains(page, want) {
				t.Errorf("the page lacks %q", want)
			}
		}
	})
}

type downStrategy struct{}

func (downStrategy) Value(*crawl.Page) crawl.Valuation {
	return crawl.Valuation{Err: errors.New("the service is down")}
}

// Pages that are due again are counted apart.
func TestDueAgain(t *testing.T) {
	f := frontier.New(frontier.Options{})
	if err := f.Push(t.Context(), frontier.Entry{URL: "http://a.test/"}, frontier.Entry{URL: "http://b.test/"}); err != nil {
		t.Fatal(err)
	}
	d := &dashboard.Dashboard{Frontier: f}
	if page := get(d, "/").Body.String(); strings.Contains(page, "Due again") {
		t.Error("no page is due again")
	}
	for _, in := range []time.Duration{time.Hour, -time.Hour} {
		l, err := f.Pop(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Done(t.Context(), l, frontier.Outcome{Again: time.Now().Add(in)}); err != nil {
			t.Fatal(err)
		}
	}
	if page := get(&dashboard.Dashboard{Frontier: f}, "/").Body.String(); !strings.Contains(page, "Due again") || !strings.Contains(page, "1 overdue, 1 taken for fresh") {
		t.Error("the page lacks that one is overdue and one is due later")
	}
}
