package crawl_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/internal/testpki"
)

// An authority serves the certificate of an issuer at /issuer, and nothing else.
type authority struct {
	*httptest.Server
	root, issuer *testpki.Certificate
	asked        atomic.Int64
}

func newAuthority(t *testing.T) *authority {
	a := &authority{root: testpki.Authority(t, "root", nil, nil)}
	a.issuer = testpki.Authority(t, "issuer", a.root, nil)
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.asked.Add(1)
		if r.URL.Path != "/issuer" {
			http.NotFound(w, r)
			return
		}
		w.Write(a.issuer.Raw)
	}))
	t.Cleanup(a.Close)
	return a
}

// serveTLS returns a server with a certificate and without those above it, whose pages have
// links to one another.
func serveTLS(t *testing.T, set func(*tls.Config), cert *testpki.Certificate, sent ...*testpki.Certificate) *httptest.Server {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "%s <a href=/1>1</a> <a href=/2>2</a> <a href=/3>3</a>", r.Proto)
	}))
	s.EnableHTTP2 = true
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.TLS = &tls.Config{Certificates: []tls.Certificate{cert.TLS(sent...)}}
	if set != nil {
		set(s.TLS)
	}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// The certificate of an issuer that a server does not send is fetched once.
func TestMissingIssuer(t *testing.T) {
	a := newAuthority(t)
	at := []string{a.URL + "/issuer"}
	first, second := serveTLS(t, nil, testpki.Server(t, a.issuer, nil, at)), serveTLS(t, nil, testpki.Server(t, a.issuer, nil, at))
	c := crawl.Crawler{Delay: crawl.None, Transport: &crawl.Transport{
		Open: []string{"127.0.0.1"}, TLSClientConfig: &tls.Config{RootCAs: testpki.Pool(a.root)},
	}}
	for range 2 { // the Transport remembers it
		pages := crawlAll(t, &c, first.URL+"/", second.URL+"/")
		for _, p := range pages {
			if !p.OK() || !strings.HasPrefix(string(p.Body), "HTTP/2.0 ") {
				t.Errorf("%s: %v %.10q", p.URL, p.Err, p.Body)
			}
		}
		if len(pages) != 8 {
			t.Errorf("%d pages, want 8", len(pages))
		}
	}
	// Both hosts may have met it at once.
	if n := a.asked.Load(); n < 1 || n > 2 {
		t.Errorf("the authority was asked %d times", n)
	}
}

// What cannot be completed fails as it did, and the error says what is missing.
func TestMissingIssuerErrors(t *testing.T) {
	const missing, authority = `the server does not send the certificate of its issuer "CN=issuer"`, "the certificate's authority is unknown"
	a := newAuthority(t)
	expired := func(c *x509.Certificate) { c.NotAfter = c.NotBefore.Add(1) }
	elsewhere := func(c *x509.Certificate) { c.IPAddresses = nil }
	long := testpki.Authority(t, strings.Repeat("x", 5000), a.root, nil)
	for _, c := range []struct {
		name   string
		change func(*x509.Certificate)
		issuer *testpki.Certificate
		at     string
		open   bool // the authority's address
		why    string
		text   string
		asked  int64
	}{
		{"not found", nil, a.issuer, a.URL + "/none", true, missing, "fetching the issuer's certificate: status 404", 1},
		{"no address", nil, a.issuer, "", true, missing, "fetching the issuer's certificate: no http address is named", 0},
		{"a private address", nil, a.issuer, a.URL + "/issuer", false, missing, "fetching the issuer's certificate: no answer (refused address)", 0},
		{"a port that is no web server's", nil, a.issuer, "http://127.0.0.1:25/issuer", true, missing, "fetching the issuer's certificate: no answer (refused address)", 0},
		{"a long name", nil, long, a.URL + "/none", true, fmt.Sprintf(`the server does not send the certificate of its issuer "CN=%s..."`, strings.Repeat("x", 97)), "fetching the issuer's certificate: status 404", 1},
		{"expired", expired, a.issuer, a.URL + "/issuer", true, "the certificate is not valid at this time", "", 0},
		{"for another host", elsewhere, a.issuer, a.URL + "/issuer", true, "the certificate is for another host", "", 0},
		{"self-signed", nil, nil, a.URL + "/issuer", true, authority, "x509: certificate signed by unknown authority", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := []string{c.at}
			if c.at == "" {
				at = nil
			}
			s := serveTLS(t, nil, testpki.Server(t, c.issuer, c.change, at))
			open := []string{s.Listener.Addr().String()}
			if c.open {
				open = append(open, "127.0.0.1")
			}
			before := a.asked.Load()
			crawler := crawl.Crawler{Delay: crawl.None, Transport: &crawl.Transport{Open: open, TLSClientConfig: &tls.Config{RootCAs: testpki.Pool(a.root)}}}
			for _, p := range crawlAll(t, &crawler, s.URL+"/", s.URL+"/other") {
				var failed *failure.TLSError
				if !errors.As(p.Err, &failed) || failed.Why != c.why || !strings.HasSuffix(failed.Error(), c.text) || crawl.Cause(p.Err) != "tls" {
					t.Errorf("%v, want %s: %s", p.Err, c.why, c.text)
				}
				if !errors.As(p.Err, new(*tls.CertificateVerificationError)) {
					t.Errorf("%v does not wrap what crypto/tls said", p.Err)
				}
			}
			if n := a.asked.Load() - before; n != c.asked {
				t.Errorf("the authority was asked %d times, want %d", n, c.asked)
			}
		})
	}
}

// With another transport nothing is fetched, and the error says the same.
func TestMissingIssuerOfOtherTransport(t *testing.T) {
	a := newAuthority(t)
	s := serveTLS(t, nil, testpki.Server(t, a.issuer, nil, []string{a.URL + "/issuer"}))
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: testpki.Pool(a.root)}}
	c := crawl.Crawler{Delay: crawl.None, Transport: transport}
	const want = `the server does not send the certificate of its issuer "CN=issuer": tls: `
	if p := only(t, crawlAll(t, &c, s.URL+"/"), s.URL+"/"); p.Err == nil || !strings.Contains(p.Err.Error(), want) {
		t.Errorf("%v, want %s", p.Err, want)
	}
	if n := a.asked.Load(); n != 0 {
		t.Errorf("the authority was asked %d times", n)
	}
}

// Behind a proxy, it is the proxy that is asked for the certificate.
func TestMissingIssuerByProxy(t *testing.T) {
	a := newAuthority(t)
	s := serveTLS(t, nil, testpki.Server(t, a.issuer, nil, []string{"http://ca.invalid/issuer"}, "site.invalid"))
	var asked atomic.Int64
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect {
			if asked.Add(1); r.Host != "ca.invalid" || r.UserAgent() != crawl.DefaultUserAgent {
				t.Errorf("asked for %s by %q", r.Host, r.UserAgent())
			}
			w.Write(a.issuer.Raw)
			return
		}
		far, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			t.Error(err)
			return
		}
		defer far.Close()
		w.WriteHeader(http.StatusOK)
		near, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer near.Close()
		go func() {
			io.Copy(far, near)
			far.Close()
		}()
		io.Copy(near, far)
	}))
	defer proxy.Close()
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := crawl.Crawler{Delay: crawl.None, Transport: &crawl.Transport{Proxy: http.ProxyURL(at), TLSClientConfig: &tls.Config{RootCAs: testpki.Pool(a.root)}}}
	if p := only(t, crawlAll(t, &c, "https://site.invalid/"), "https://site.invalid/"); !p.OK() {
		t.Error(p.Err)
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("the proxy was asked for it %d times", n)
	}
}

// What the user configures is used as crypto/tls does, with the chains to the root.
func TestMissingIssuerWithCallbacks(t *testing.T) {
	a := newAuthority(t)
	s := serveTLS(t, nil, testpki.Server(t, a.issuer, nil, []string{a.URL + "/issuer"}))
	refused := errors.New("not this one")
	for name, c := range map[string]struct {
		config   *tls.Config
		err      error // of the callbacks
		chain    int   // certificates in the chain that they get
		complete bool
	}{
		"all agree":          {&tls.Config{RootCAs: testpki.Pool(a.root)}, nil, 3, true},
		"refused":            {&tls.Config{RootCAs: testpki.Pool(a.root)}, refused, 3, true},
		"InsecureSkipVerify": {&tls.Config{InsecureSkipVerify: true}, nil, 0, false},
		"TLS 1.2":            {&tls.Config{RootCAs: testpki.Pool(a.root), MaxVersion: tls.VersionTLS12}, nil, 3, true},
	} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex // net/http may connect once more than the requests need
			var peers, connections, resumed int
			check := func(chains [][]*x509.Certificate) error {
				for _, chain := range chains {
					if len(chain) != c.chain || !chain[len(chain)-1].Equal(a.root.Certificate) {
						t.Errorf("a chain of %d certificates, want %d up to the root", len(chain), c.chain)
					}
				}
				if len(chains) == 0 && c.chain > 0 {
					t.Error("no chain")
				}
				return c.err
			}
			config := c.config
			config.ClientSessionCache = tls.NewLRUClientSessionCache(8)
			config.VerifyPeerCertificate = func(raw [][]byte, chains [][]*x509.Certificate) error {
				mu.Lock()
				defer mu.Unlock()
				if peers++; len(raw) != 1 {
					t.Errorf("%d certificates, want what the server sent", len(raw))
				}
				return check(chains)
			}
			config.VerifyConnection = func(state tls.ConnectionState) error {
				mu.Lock()
				defer mu.Unlock()
				if connections++; state.DidResume {
					resumed++
				}
				return check(state.VerifiedChains)
			}
			transport := &crawl.Transport{Open: []string{"127.0.0.1"}, TLSClientConfig: config}
			before := a.asked.Load()
			for range 3 {
				resp, err := transport.RoundTrip(httptest.NewRequest(http.MethodGet, s.URL+"/", nil))
				if !errors.Is(err, c.err) {
					t.Fatalf("error %v, want %v", err, c.err)
				}
				if err == nil {
					io.Copy(io.Discard, resp.Body)
					resp.Body.Close()
				}
				transport.CloseIdleConnections()
			}
			if n := a.asked.Load() - before; (n == 1) != c.complete || n > 1 {
				t.Errorf("the authority was asked %d times, want once: %v", n, c.complete)
			}
			mu.Lock()
			defer mu.Unlock()
			switch {
			case c.err != nil && (peers != 3 || connections != 0):
				t.Errorf("%d and %d calls, want 3 and none, of the first callback", peers, connections)
			case c.err == nil && (peers != 1 || connections < 2 || resumed != connections-1):
				t.Errorf("%d and %d calls, %d of them of a session that was resumed, want 1 and some, all but the first", peers, connections, resumed)
			}
		})
	}
}

// Servers that know no key exchange but that of RSA are read, unless the user's suites
// leave it out.
func TestRSAKeyExchange(t *testing.T) {
	a := newAuthority(t)
	own := testpki.Server(t, a.root, nil, nil).WithRSA(t, a.root)
	for _, suite := range []uint16{
		tls.TLS_RSA_WITH_AES_128_GCM_SHA256, tls.TLS_RSA_WITH_AES_256_GCM_SHA384, tls.TLS_RSA_WITH_AES_128_CBC_SHA, tls.TLS_RSA_WITH_AES_256_CBC_SHA,
	} {
		s := serveTLS(t, func(c *tls.Config) {
			c.MaxVersion, c.CipherSuites, c.NextProtos = tls.VersionTLS12, []uint16{suite}, []string{"http/1.1"}
		}, own)
		for _, suites := range [][]uint16{nil, {tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}} {
			c := crawl.Crawler{Delay: crawl.None, Limits: crawl.Limits{Depth: crawl.None}, Transport: &crawl.Transport{
				Open: []string{"127.0.0.1"}, TLSClientConfig: &tls.Config{RootCAs: testpki.Pool(a.root), CipherSuites: suites},
			}}
			if p := only(t, crawlAll(t, &c, s.URL+"/"), s.URL+"/"); p.OK() != (suites == nil) {
				t.Errorf("%s, the user's suites %v: %v", tls.CipherSuiteName(suite), suites, p.Err)
			}
		}
	}
}
