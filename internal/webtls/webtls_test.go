package webtls_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/internal/testpki"
	"github.com/lokman-crawler/lokman/internal/webtls"
)

// files is a web of files at http://ca.test/.
type files struct {
	bodies map[string][]byte // by path
	asked  []string
}

func (f *files) RoundTrip(req *http.Request) (*http.Response, error) {
	f.asked = append(f.asked, req.URL.Path)
	if strings.HasPrefix(req.URL.Path, "/hangs") {
		<-req.Context().Done()
		return nil, req.Context().Err()
	}
	resp := &http.Response{StatusCode: http.StatusNotFound, Header: make(http.Header), Body: http.NoBody, Request: req}
	if to, ok := strings.CutPrefix(req.URL.Path, "/to/"); ok {
		resp.StatusCode = http.StatusMovedPermanently
		resp.Header.Set("Location", to)
	} else if body, ok := f.bodies[req.URL.Path]; ok {
		resp.StatusCode, resp.Body = http.StatusOK, io.NopCloser(bytes.NewReader(body))
	}
	return resp, nil
}

func expired(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) }

// What is fetched for a server's chain, and what is said if that is not enough.
func TestComplete(t *testing.T) {
	root := testpki.Authority(t, "root", nil, nil)
	strange := testpki.Authority(t, "strange root", nil, nil)
	top := testpki.Authority(t, "top", root, nil)
	middle := testpki.Authority(t, "middle", top, nil, "http://ca.test/top")
	below := []*testpki.Certificate{testpki.Authority(t, "5", root, nil)} // of a long chain, its top first
	bodies := map[string][]byte{
		"/top": top.Raw, "/top.pem": webtls.InPEM(top.Raw), "/message": webtls.Message(t, top), "/message.pem": webtls.InPEM(webtls.Message(t, top)), "/both": webtls.Message(t, root, middle, top),
		"/middle": middle.Raw, "/strange": strange.Raw, "/large": append(slices.Clone(webtls.InPEM(top.Raw)), make([]byte, 64<<10)...),
		"/html": []byte("<title>no certificate</title>"), "/empty": nil, "/5": below[0].Raw,
	}
	for _, name := range []string{"4", "3", "2", "1", "0"} {
		below = append(below, testpki.Authority(t, name, below[len(below)-1], nil, "http://ca.test/"+below[len(below)-1].Subject.CommonName))
		bodies["/"+name] = below[len(below)-1].Raw
	}
	twin := testpki.Authority(t, "top", root, nil) // another key under the same name
	bodies["/twin"] = twin.Raw
	under := func(issuer *testpki.Certificate, addresses ...string) []*testpki.Certificate {
		for i, a := range addresses {
			if strings.HasPrefix(a, "/") {
				addresses[i] = "http://ca.test" + a
			}
		}
		return []*testpki.Certificate{testpki.Server(t, issuer, nil, addresses)}
	}
	old := testpki.Authority(t, "renewed", root, expired)
	bodies["/renewed"] = old.Renew(t, root).Raw
	bodies["/expired"] = old.Raw
	clients := testpki.Authority(t, "clients", root, func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} })
	elsewhere := testpki.Authority(t, "elsewhere", root, func(c *x509.Certificate) {
		c.PermittedDNSDomains, c.PermittedDNSDomainsCritical = []string{"other.test"}, true
	})
	shallow := testpki.Authority(t, "shallow", root, func(c *x509.Certificate) { c.MaxPathLenZero = true })
	deep := testpki.Authority(t, "deep", shallow, nil, "http://ca.test/shallow")
	foreign := testpki.Authority(t, "foreign", strange, nil, "http://ca.test/strange")
	for name, c := range map[string]*testpki.Certificate{"/clients": clients, "/elsewhere": elsewhere, "/shallow": shallow, "/deep": deep, "/foreign": foreign} {
		bodies[name] = c.Raw
	}

	for _, c := range []struct {
		name  string
		sent  []*testpki.Certificate
		asked string // paths
		why   string // the error; "" for none
	}{
		{"DER", under(top, "/top"), "/top", ""},
		{"PEM", under(top, "/top.pem"), "/top.pem", ""},
		{"CMS", under(top, "/message"), "/message", ""},
		{"CMS in PEM", under(top, "/message.pem"), "/message.pem", ""},
		{"CMS with the whole chain", under(middle, "/both"), "/both", ""},
		{"two are missing", under(middle, "/middle"), "/middle /top", ""},
		{"the upper one is missing", append(under(middle), middle), "/top", ""},
		{"the root is sent, and what is between is not", append(under(top, "/top"), root), "/top", ""},
		{"a strange root is sent", append(under(top, "/top"), strange), "/top", ""},
		{"one of the same name is sent", append(under(top, "/top"), twin), "/top", ""},
		{"an expired one is sent", append(under(old, "/renewed"), old), "/renewed", ""},
		{"the second address is right", under(top, "/html", "/top"), "/html /top", ""},
		{"the first addresses are not for http", under(top, "ldap://ca.test/top", "https://ca.test/top", "/top"), "/top", ""},
		{"a redirect", under(top, "/to//top"), "/to//top /top", ""},
		{"four are missing", under(below[3], "/2"), "/2 /3 /4 /5", ""},
		{"five are missing", under(below[4], "/1"), "/1 /2 /3 /4", "with it and others the chain is still not whole"},
		{"no address", under(top), "", "no http address is named"},
		{"no address of http", under(top, "https://ca.test/top", "ftp://ca.test/top", "file:///top", "http:/%zz"), "", "no http address is named"},
		{"more addresses than are asked", under(top, "/html", "/empty", "/top"), "/html /empty", "no certificate"},
		{"not found", under(top, "/none"), "/none", "status 404"},
		{"no certificate", under(top, "/html"), "/html", "no certificate"},
		{"nothing", under(top, "/empty"), "/empty", "no certificate"},
		{"too much", under(top, "/large"), "/large", "more than 64 KiB"},
		{"a redirect to https", under(top, "/to/https://ca.test/top"), "/to/https://ca.test/top", "status 301"},
		{"a redirect to another host", under(top, "/to/http://other.test/top"), "/to/http://other.test/top", "status 301"},
		{"redirects without end", under(top, "/to//to//to//to//to//top"), "/to//to//to//to//to//top /to//to//to//to//top /to//to//to//top /to//to//top", "status 301"},
		{"another authority", under(top, "/strange"), "/strange /strange /strange /strange", "with it and others the chain is still not whole"},
		{"one of the same name", under(top, "/twin"), "/twin /twin /twin /twin", "with it and others the chain is still not whole"},
		{"an expired one", under(old, "/expired"), "/expired", "with it the certificate is not valid"},
		{"an unknown root", under(foreign, "/foreign"), "/foreign /strange", "with it the chain ends in an unknown authority"},
		{"not for servers", under(clients, "/clients"), "/clients", "with it the certificate is not valid"},
		{"not for that name", []*testpki.Certificate{testpki.Server(t, elsewhere, nil, []string{"http://ca.test/elsewhere"}, "h.test")}, "/elsewhere", "with it the certificate is not valid"},
		{"too deep a chain", under(deep, "/deep"), "/deep /shallow", "with it the certificate is not valid"},
	} {
		t.Run(c.name, func(t *testing.T) {
			web := &files{bodies: bodies}
			client := webtls.Client{Base: &tls.Config{RootCAs: testpki.Pool(root)}}
			before := client.Config()
			var sent []*x509.Certificate
			for _, cert := range c.sent {
				sent = append(sent, cert.Certificate)
			}
			err := client.Complete(t.Context(), web, "Bot/1.0", sent)
			var why *webtls.Error
			if errors.As(err, &why) != (c.why != "") || why != nil && why.Why != c.why {
				t.Errorf("error %v, want %q", err, c.why)
			}
			if got := strings.Join(slices.Compact(web.asked), " "); got != strings.Join(slices.Compact(strings.Fields(c.asked)), " ") {
				t.Errorf("asked for %s, want %s", got, c.asked)
			}
			if _, err := sent[0].Verify(x509.VerifyOptions{Roots: client.Config().RootCAs, Intermediates: testpki.Pool(c.sent[1:]...)}); (err == nil) != (c.why == "") {
				t.Errorf("verified with %v", err)
			}
			if (client.Config() != before) != (c.why == "") {
				t.Errorf("the configuration is another one: %v", client.Config() != before)
			}
		})
	}
}

// An issuer that is known vouches for no more than crypto/x509 allows it up to the root.
func TestKnownIssuerIsNoRoot(t *testing.T) {
	root := testpki.Authority(t, "root", nil, func(c *x509.Certificate) {
		c.PermittedDNSDomains, c.PermittedDNSDomainsCritical = []string{"good.test"}, true
		c.NotAfter = time.Now().Add(30 * time.Minute)
	})
	upper := testpki.Authority(t, "upper", root, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(20 * time.Minute) })
	issuer := testpki.Authority(t, "issuer", upper, nil, "http://ca.test/upper")
	web := &files{bodies: map[string][]byte{"/issuer": issuer.Raw, "/upper": upper.Raw}}
	later := time.Duration(0)
	client := webtls.Client{Base: &tls.Config{RootCAs: testpki.Pool(root), Time: func() time.Time { return time.Now().Add(later) }}}
	server := func(name string) *x509.Certificate {
		return testpki.Server(t, issuer, func(c *x509.Certificate) { c.IPAddresses = nil }, []string{"http://ca.test/issuer"}, name).Certificate
	}
	good := server("good.test")
	if err := client.Complete(t.Context(), web, "", []*x509.Certificate{good}); err != nil {
		t.Fatal(err)
	}
	verify := func(cert *x509.Certificate, name string) error {
		_, err := cert.Verify(x509.VerifyOptions{Roots: client.Config().RootCAs, DNSName: name, CurrentTime: time.Now().Add(later)})
		return err
	}
	if err := verify(good, "good.test"); err != nil {
		t.Error(err)
	}
	if err := verify(good, "other.test"); err == nil {
		t.Error("a certificate is valid for another name")
	}
	if err := verify(server("evil.test"), "evil.test"); err == nil {
		t.Error("a certificate is valid for a name that the root does not permit")
	}
	later = 25 * time.Minute
	if err := verify(good, "good.test"); err == nil {
		t.Error("a certificate is valid though one above its issuer has expired")
	}
}

// A URL is asked once in five minutes, whatever came of it, but for the caller's end.
func TestAnswersAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := testpki.Authority(t, "root", nil, nil)
		top := testpki.Authority(t, "top", root, nil)
		web := &files{bodies: map[string][]byte{}}
		client := webtls.Client{Base: &tls.Config{RootCAs: testpki.Pool(root)}}
		complete := func(ctx context.Context, path string, asked int) error {
			t.Helper()
			web.asked = nil
			server := testpki.Server(t, top, nil, []string{"http://ca.test" + path})
			err := client.Complete(ctx, web, "", []*x509.Certificate{server.Certificate})
			if len(web.asked) != asked {
				t.Errorf("%s: asked for %q, want %d requests", path, web.asked, asked)
			}
			return err
		}
		complete(t.Context(), "/none", 1)
		complete(t.Context(), "/none", 0)
		time.Sleep(5 * time.Minute)
		complete(t.Context(), "/none", 1)

		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if err := complete(ctx, "/hangs", 1); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
		start := time.Now()
		if err := complete(t.Context(), "/hangs", 1); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 10*time.Second {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
		complete(t.Context(), "/hangs", 0)

		half, cancel := context.WithTimeout(t.Context(), 6*time.Second)
		defer cancel()
		start = time.Now()
		if err := complete(half, "/hangs/too", 1); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 3*time.Second {
			t.Errorf("error %v after %v, want an error after half the time", err, time.Since(start))
		}
		web.bodies["/top"] = top.Raw
		if err := complete(t.Context(), "/top", 1); err != nil {
			t.Error(err)
		}
		if err := complete(t.Context(), "/hangs", 0); err != nil { // the issuer is known
			t.Error(err)
		}
	})
}

// A host is not asked without end because servers name ever more addresses on it.
func TestFailuresOfAHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := testpki.Authority(t, "root", nil, nil)
		top := testpki.Authority(t, "top", root, nil)
		web := &files{}
		client := webtls.Client{Base: &tls.Config{RootCAs: testpki.Pool(root)}}
		complete := func(n int) (err error) {
			for i := range n {
				server := testpki.Server(t, top, nil, []string{fmt.Sprintf("http://ca.test/%d", i)})
				err = client.Complete(t.Context(), web, "", []*x509.Certificate{server.Certificate})
			}
			return err
		}
		if err := complete(20); err == nil || err.Error() != "its host has failed too often" || len(web.asked) != 16 {
			t.Errorf("%d requests, want 16 (%v)", len(web.asked), err)
		}
		time.Sleep(5 * time.Minute)
		if complete(1); len(web.asked) != 17 {
			t.Errorf("%d requests after five minutes, want 17", len(web.asked))
		}
	})
}

// What is missing is told from other failures.
func TestMissing(t *testing.T) {
	root := testpki.Authority(t, "root", nil, nil)
	top := testpki.Authority(t, "top", root, nil)
	old := testpki.Authority(t, "old", root, expired)
	server, outdated := testpki.Server(t, top, nil, nil), testpki.Server(t, top, expired, nil)
	for _, c := range []struct {
		name, asked string
		sent        []*testpki.Certificate
		want        string
	}{
		{"the server's own alone", "", []*testpki.Certificate{server}, "CN=top"},
		{"and the root", "", []*testpki.Certificate{server, root}, "CN=top"},
		{"all but the root", "", []*testpki.Certificate{server, top}, "CN=root"},
		{"all", "", []*testpki.Certificate{server, root, top}, ""},
		{"self-signed", "", []*testpki.Certificate{root}, ""},
		{"expired", "", []*testpki.Certificate{outdated}, ""},
		{"below an expired one", "", []*testpki.Certificate{testpki.Server(t, old, nil, nil), old, root}, "CN=old"},
		{"for another name", "h.test", []*testpki.Certificate{server}, ""},
		{"nothing", "", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var sent []*x509.Certificate
			for _, cert := range c.sent {
				sent = append(sent, cert.Certificate)
			}
			failed := &tls.CertificateVerificationError{UnverifiedCertificates: sent, Err: errors.New("none")}
			if sent != nil {
				roots := testpki.Pool()
				if c.name == "below an expired one" {
					roots = testpki.Pool(root)
				}
				_, failed.Err = sent[0].Verify(x509.VerifyOptions{Roots: roots, DNSName: c.asked, Intermediates: testpki.Pool(c.sent[1:]...)})
			}
			if got, issuer := webtls.Missing(failed); issuer != c.want || (got == nil) != (issuer == "") {
				t.Errorf("%d certificates, %q, want %q (%v)", len(got), issuer, c.want, failed)
			}
		})
	}
	if _, issuer := webtls.Missing(io.EOF); issuer != "" {
		t.Errorf("%q of another error", issuer)
	}
}

// The suites are those of crypto/tls and those of RSA, unless the user names some.
func TestSuites(t *testing.T) {
	own := []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}
	if got := (&webtls.Client{Base: &tls.Config{CipherSuites: own}}).Config().CipherSuites; !slices.Equal(got, own) {
		t.Errorf("%v, want the user's", got)
	}
	got := new(webtls.Client).Config().CipherSuites
	for _, s := range tls.CipherSuites() {
		if !slices.Contains(got, s.ID) {
			t.Errorf("%s is missing", s.Name)
		}
	}
	for _, s := range tls.InsecureCipherSuites() {
		want := strings.HasPrefix(s.Name, "TLS_RSA_WITH_AES") && s.Name != "TLS_RSA_WITH_AES_128_CBC_SHA256"
		if slices.Contains(got, s.ID) != want {
			t.Errorf("%s: offered %v, want %v", s.Name, !want, want)
		}
	}
}
