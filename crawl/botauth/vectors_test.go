package botauth

import (
	"crypto/ed25519"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// vectorKey is the key of RFC 9421, B.1.4, which all vectors are signed with.
var vectorKey = func() ed25519.PrivateKey {
	seed, err := base64.RawURLEncoding.DecodeString("n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU")
	if err != nil {
		panic(err)
	}
	return ed25519.NewKeyFromSeed(seed)
}()

func TestVectors(t *testing.T) {
	s := Signer{Key: vectorKey, Agent: "https://signature-agent.test"}
	if got, want := s.KeyID(), "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"; got != want {
		t.Fatalf("the key is called %s, want %s", got, want)
	}
	rfc := httptest.NewRequest("POST", "https://example.com/foo?param=Value&Pet=dog", nil)
	for name, value := range map[string]string{"Date": "Tue, 20 Apr 2021 02:07:55 GMT", "Content-Type": "application/json", "Content-Length": "18"} {
		rfc.Header.Set(name, value)
	}
	draft := httptest.NewRequest("GET", "https://example.com/path/to/resource", nil)
	draft.Header.Set("Signature-Agent", `"https://signature-agent.test"`)
	directory := httptest.NewRequest("GET", "https://signature-agent.test/.well-known/http-message-signatures-directory", nil)
	of := func(names ...string) (c []component) {
		for _, name := range names {
			c = append(c, component{name: name})
		}
		return c
	}
	for _, c := range []struct {
		name            string
		req             *http.Request
		covered         []component
		params          string
		input, expected string
	}{
		{
			"RFC 9421, B.2.6", rfc, of("date", "@method", "@path", "@authority", "content-type", "content-length"), `;created=1618884473;keyid="test-key-ed25519"`,
			`("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"`,
			"wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==",
		},
		{
			"the draft, a request with an agent", draft, []component{{name: "@authority"}, {name: "signature-agent", params: `;key="agent2"`, value: `"https://signature-agent.test"`}},
			`;created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"`,
			`("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"`,
			"RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==",
		},
		{
			"the draft, an agent as a string", draft, of("@authority", "signature-agent"),
			`;created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=1735693200;nonce="e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";tag="web-bot-auth"`,
			`("@authority" "signature-agent");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=1735693200;nonce="e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";tag="web-bot-auth"`,
			"jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==",
		},
		{
			"the draft, a directory", directory,
			[]component{{name: "@authority", params: ";req"}, {name: "content-digest", value: "sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:"}},
			`;created=1735689600;expires=4889289600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="http-message-signatures-directory"`,
			`("@authority";req "content-digest");created=1735689600;expires=4889289600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="http-message-signatures-directory"`,
			"l6P8R67tm3kujAxbHWio7ll01qrEZ0dKD/WWlGhNYEmTnFZM8Wt0VQ9zqGfvo7T/UMkBxsigzChM1Gpz7gOVBg==",
		},
	} {
		base, input, err := signatureBase(c.req, c.covered, c.params)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := s.sign(base); input != c.input || got != ":"+c.expected+":" {
			t.Errorf("%s: signed %s as %s, want %s; the base is\n%s", c.name, input, got, c.expected, base)
		}
	}
}

func TestDirectory(t *testing.T) {
	s := Signer{Key: vectorKey, Agent: "https://signature-agent.test", now: func() time.Time { return time.Unix(1735689600, 0) }}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "https://signature-agent.test/.well-known/http-message-signatures-directory", nil))
	const body = `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U","x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs","use":"sig"}]}`
	h := w.Result().Header
	if got := w.Body.String(); got != body {
		t.Errorf("the directory is %s, want %s", got, body)
	}
	for name, want := range map[string]string{
		"Content-Type":    "application/http-message-signatures-directory+json",
		"Content-Digest":  "sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:",
		"Signature-Input": `binding=("@authority";req "content-digest");created=1735689600;expires=1735776000;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="http-message-signatures-directory"`,
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	w = httptest.NewRecorder()
	(&Signer{Agent: "https://a.test"}).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "keys") {
		t.Errorf("without a key: %d %s", w.Code, w.Body)
	}
}

// What is covered is what a verifier sees of the request.
func TestValueOf(t *testing.T) {
	req := httptest.NewRequest("GET", "/", nil)
	req.Header = http.Header{"X-Two": {" a ", "b"}, "X-Broken": {"a\nb"}}
	for _, c := range []struct{ url, name, want string }{
		{"https://Example.com:443/a%2fb?x=1#f", "@authority", "example.com"},
		{"http://example.com:80/", "@authority", "example.com"},
		{"http://example.com:8080/", "@authority", "example.com:8080"},
		{"https://example.com:80/", "@authority", "example.com:80"},
		{"https://example.com/a%2fb?x=1", "@path", "/a%2fb"},
		{"https://example.com", "@path", "/"},
		{"https://example.com?x", "@path", "/"},
		{"https://example.com?x", "@query", "?x"},
		{"https://example.com/", "@query", "?"},
		{"https://example.com/a?b#c", "@target-uri", "https://example.com/a?b"},
		{"https://example.com/", "@scheme", "https"},
		{"https://example.com/", "@method", "GET"},
		{"https://example.com/", "x-two", "a, b"},
		{"https://example.com/", "x-none", ""},
		{"https://example.com/", "X-Two", ""},
		{"https://example.com/", "x-broken", ""},
		{"https://example.com/", "@status", ""},
	} {
		u, err := req.URL.Parse(c.url)
		if err != nil {
			t.Fatal(err)
		}
		asked := *req
		asked.URL, asked.Host = u, ""
		if got, err := valueOf(&asked, c.name); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s of %s: %q, %v, want %q", c.name, c.url, got, err, c.want)
		}
	}
}
