package dial_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

// A name that turns inwards between two lookups, as soon as it may: what is
// dialled was judged, and the new answer is refused when it is looked at.
func TestRebinding(t *testing.T) {
	const public, private = "93.184.215.14", "10.0.0.7"
	synctest.Test(t, func(t *testing.T) {
		z := &zone{names: map[string][][]string{"flip.test": {{public}, {private}, {public}, {"::1"}}}}
		var w wire
		d := dial.Dialer{Resolver: z, Dial: w.dial}
		for i, refused := range []bool{false, true, false, true} {
			if err := d.Check(t.Context(), "flip.test"); errors.Is(err, dial.ErrRefused) != refused {
				t.Errorf("age %d: Check = %v", i, err)
			}
			for range 3 {
				if err := connect(t, &d, "flip.test:80"); errors.Is(err, dial.ErrRefused) != refused {
					t.Errorf("age %d: DialContext = %v", i, err)
				}
			}
			if z.asked() != i+1 {
				t.Errorf("age %d: %d lookups", i, z.asked())
			}
			time.Sleep(5 * time.Minute)
		}
		want := []string{public + ":80", public + ":80", public + ":80", public + ":80", public + ":80", public + ":80"}
		if diff := cmp.Diff(want, w.dialled); diff != "" {
			t.Errorf("dialled (-want +got):\n%s", diff)
		}
	})
}

// Answers such as a CNAME to localhost, or wildcard names that spell an
// address, come to: the addresses alone are left of the chain.
func TestInwardAnswers(t *testing.T) {
	for name, addrs := range map[string][]string{
		"CNAME to localhost":      {"127.0.0.1"},
		"CNAME to localhost, v6":  {"::1"},
		"metadata":                {"169.254.169.254"},
		"public first":            {"93.184.215.14", "127.0.0.1"},
		"public last":             {"127.0.0.1", "93.184.215.14"},
		"public v4, local v6":     {"93.184.215.14", "fd00::1"},
		"public v6, mapped":       {"2606:2800:220:1::1", "::ffff:192.168.0.1"},
		"translated by NAT64":     {"64:ff9b::192.168.0.1"},
		"unspecified, as blocked": {"0.0.0.0"},
	} {
		var w wire
		d := dial.Dialer{Resolver: knows(map[string][]string{"evil.test": addrs}), Dial: w.dial}
		if err := connect(t, &d, "evil.test:80"); !errors.Is(err, dial.ErrRefused) || len(w.dialled) > 0 {
			t.Errorf("%s: error %v, dialled %v", name, err, w.dialled)
		}
	}
}

// A client follows redirects over real sockets; only the host that is open is
// reached, whatever leads back to its address.
func TestRedirects(t *testing.T) {
	served := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served++
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		io.WriteString(w, "here")
	}))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	start := "http://start.test:" + port + "/"
	d := dial.Dialer{
		Open:     []string{"start.test:" + port},
		Resolver: knows(map[string][]string{"start.test": {"127.0.0.1"}, "other.test": {"127.0.0.1"}}),
	}
	client := server.Client()
	transport := &http.Transport{DialContext: d.DialContext, DisableKeepAlives: true}
	client.Transport = transport
	for to, ok := range map[string]bool{
		"":                                          true,
		"/here":                                     true,
		start + "here":                              true,
		"//start.test:" + port + "/":                true,
		"http://START.test.:" + port + "/":          true,
		"http://other.test:" + port + "/":           false,
		"http://127.0.0.1:" + port + "/":            false,
		"http://127.0.0.1.:" + port + "/":           false,
		"http://localhost:" + port + "/":            false,
		"http://[::ffff:7f00:1]:" + port:            false,
		"http://0.0.0.0:" + port + "/":              false,
		"http://0:" + port + "/":                    false,
		"http://start.test/":                        false,
		"http://a.start.test:" + port + "/":         false,
		"http://start.test@127.0.0.1:" + port + "/": false,
	} {
		served = 0
		resp, err := client.Get(start + "?to=" + url.QueryEscape(to))
		if err == nil {
			resp.Body.Close()
		}
		var unknown *net.DNSError
		if (err == nil) != ok || err != nil && !errors.Is(err, dial.ErrRefused) && !errors.As(err, &unknown) {
			t.Errorf("redirect to %q: %v", to, err)
		}
		if !ok && served != 1 {
			t.Errorf("redirect to %q: %d requests served", to, served)
		}
	}
}

// A transport's proxy is dialled like any host.
func TestProxy(t *testing.T) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "by proxy: ", r.URL)
	}))
	defer proxy.Close()
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, open := range [][]string{nil, {at.Host}} {
		d := dial.Dialer{Open: open}
		transport := &http.Transport{DialContext: d.DialContext, Proxy: http.ProxyURL(at), DisableKeepAlives: true}
		client := http.Client{Transport: transport}
		resp, err := client.Get("http://example.com/")
		if err == nil {
			resp.Body.Close()
		}
		if errors.Is(err, dial.ErrRefused) != (open == nil) || (err == nil) != (open != nil) {
			t.Errorf("proxy open: %v: error %v", open, err)
		}
	}
}
