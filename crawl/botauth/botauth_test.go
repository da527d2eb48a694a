package botauth_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/botauth"
)

// verify checks the signature of a request that covers the host, the method, the path and the
// agent, as a server does that knows the key.
func verify(r *http.Request, key ed25519.PublicKey, now time.Time) error {
	input, ok := strings.CutPrefix(r.Header.Get("Signature-Input"), "sig1=")
	agent, okAgent := strings.CutPrefix(r.Header.Get("Signature-Agent"), "sig1=")
	signature, okSignature := strings.CutPrefix(strings.TrimSuffix(r.Header.Get("Signature"), ":"), "sig1=:")
	if !ok || !okAgent || !okSignature {
		return fmt.Errorf("it has the headers %v", r.Header)
	}
	covered, params, _ := strings.Cut(input, ")")
	if want := `("@authority" "@method" "@path" "signature-agent";key="sig1"`; covered != want {
		return fmt.Errorf("it covers %s, want %s", covered, want)
	}
	values := map[string]string{}
	for param := range strings.SplitSeq(strings.Trim(params, ";"), ";") {
		name, value, _ := strings.Cut(param, "=")
		values[name] = strings.Trim(value, `"`)
	}
	created, _ := strconv.ParseInt(values["created"], 10, 64)
	expires, _ := strconv.ParseInt(values["expires"], 10, 64)
	if values["tag"] != "web-bot-auth" || values["nonce"] == "" || now.Unix() < created-5 || now.Unix() > expires || expires > created+24*60*60 {
		return fmt.Errorf("it has the parameters %s at %d", params, now.Unix())
	}
	base := "\"@authority\": " + r.Host + "\n\"@method\": " + r.Method + "\n\"@path\": " + r.URL.EscapedPath() +
		"\n\"signature-agent\";key=\"sig1\": " + agent + "\n\"@signature-params\": " + input
	raw, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || !ed25519.Verify(key, []byte(base), raw) {
		return fmt.Errorf("the signature is void (%v), of\n%s", err, base)
	}
	return nil
}

// All requests of a crawl are signed, each for its own host, and a server that knows the key sees it.
func TestCrawl(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signer := botauth.Signer{Key: private, Agent: "https://bot.example.org", Covers: []string{"@method", "@path"}}
	var mu sync.Mutex
	var asked, nonces []string
	var other, site *httptest.Server
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.URL.Path)
		if err := verify(r, public, time.Now()); err != nil {
			t.Errorf("%s%s: %v", r.Host, r.URL, err)
		}
		moved := r.Clone(r.Context())
		moved.Host = "elsewhere.test"
		if verify(moved, public, time.Now()) == nil {
			t.Errorf("the signature of %s holds for another host", r.URL)
		}
		nonces = append(nonces, r.Header.Get("Signature-Input"))
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<a href="/a%2Fb?q=1">a</a><a href="/away">b</a>`)
		case "/away":
			http.Redirect(w, r, other.URL+"/there", http.StatusFound)
		}
	})
	other, site = httptest.NewServer(handler), httptest.NewServer(handler)
	defer other.Close()
	defer site.Close()
	c := crawl.Crawler{Transport: &crawl.Transport{Open: []string{"127.0.0.1"}}, Delay: crawl.None, Workers: 1, Prepare: signer.Sign}
	for p, err := range c.Crawl(t.Context(), site.URL) {
		if err != nil || p.Err != nil {
			t.Fatal(err, p.Err)
		}
	}
	slices.Sort(asked)
	if want := []string{"/", "/a/b", "/away", "/robots.txt", "/robots.txt", "/there"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %v, want %v", asked, want)
	}
	slices.Sort(nonces)
	if len(slices.Compact(nonces)) != 6 {
		t.Error("two signatures are alike")
	}
}

func TestMisuse(t *testing.T) {
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*botauth.Signer{
		{Agent: "https://bot.test"}, {Key: key[:31], Agent: "https://bot.test"},
		{Key: key}, {Key: key, Agent: "http://bot.test"}, {Key: key, Agent: "bot.test"}, {Key: key, Agent: "https://me:pw@bot.test"}, {Key: key, Agent: "https://bot.test/\"x"},
		{Key: key, Agent: "https://bot.test", Lifetime: -1}, {Key: key, Agent: "https://bot.test", Lifetime: 25 * time.Hour},
		{Key: key, Agent: "https://bot.test", Covers: []string{"date"}}, {Key: key, Agent: "https://bot.test", Covers: []string{"@path", "@path"}},
	} {
		req := httptest.NewRequest("GET", "https://a.test/", nil)
		err := s.Sign(req)
		if err == nil || strings.Contains(err.Error(), "pw") || bytes.Contains([]byte(err.Error()), key) || req.Header.Get("Signature") != "" {
			t.Errorf("agent %s, lifetime %v, covers %v: error %v, want one, and no signature", s.Agent, s.Lifetime, s.Covers, err)
		}
	}
	s := botauth.Signer{Key: key, Agent: "https://bot.test/keys.json"}
	req := httptest.NewRequest("GET", "https://a.test/", nil)
	if err := s.Sign(req); err != nil || req.Header.Get("Signature-Agent") != `sig1="https://bot.test/keys.json";type=jwks_uri` {
		t.Errorf("a set of keys: %v, %s", err, req.Header.Get("Signature-Agent"))
	}
}

// The requests of a crawl are signed by a key that its owner has published.
func ExampleSigner() {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)) // for the example: make yours by ed25519.GenerateKey, and keep it secret
	signer := botauth.Signer{Key: key, Agent: "https://bot.example.org"}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			fmt.Println(r.Header.Get("Signature-Agent"), strings.HasPrefix(r.Header.Get("Signature"), "sig1=:"))
		}
	}))
	defer site.Close()
	c := crawl.Crawler{Transport: &crawl.Transport{Open: crawl.Hostnames(site.URL)}, Prepare: signer.Sign}
	for _, err := range c.Crawl(context.Background(), site.URL) {
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output: sig1="https://bot.example.org" true
}
