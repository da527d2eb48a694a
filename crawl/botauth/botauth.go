// Package botauth signs the requests of a crawler, so that sites can tell that they are its own:
// Web Bot Auth (draft-meunier-webbotauth-httpsig-protocol), which is HTTP Message Signatures (RFC
// 9421) by an Ed25519 key whose public half the crawler's owner publishes in a directory.
//
//	signer := botauth.Signer{Key: key, Agent: "https://bot.example.org"}
//	c := crawl.Crawler{Prepare: signer.Sign}
//	http.Handle("/.well-known/http-message-signatures-directory", &signer) // on bot.example.org
package botauth

import (
	"cmp"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// A Signer signs requests, and serves the directory of its key. Set the fields before the first
// use; it may be used by several goroutines at once.
type Signer struct {
	// Key signs. It is used for nothing else, is not one from a specification, and appears
	// in no request, error or directory.
	Key ed25519.PrivateKey

	// Agent is who signs: the https origin at which the directory is, such as
	// "https://bot.example.org", or the URL of a JSON Web Key Set.
	Agent string

	// Covers are what a signature holds for, besides the host ("@authority") and the agent:
	// "@method", "@path", "@query", "@target-uri", "@scheme", or names of header fields in lower
	// case that the request has. More of them make a signature that somebody sees worth
	// less; a proxy that rewrites them makes it void. nil means none.
	Covers []string

	// Lifetime is how long a signature is valid, up to 24 hours (section 3.2 of the draft); by then a
	// server's clock may be behind. 0 means 5 minutes.
	Lifetime time.Duration

	now   func() time.Time // for tests
	nonce string           // for tests
}

// label is that of the signature, and of the Signature-Agent.
const label = "sig1"

// Sign adds the headers Signature-Agent, Signature-Input and Signature to a request; it is a
// crawl.Crawler.Prepare. It is the last to change what Covers names.
func (s *Signer) Sign(req *http.Request) error {
	agent, err := s.agent()
	if err != nil {
		return err
	}
	req.Header.Set("Signature-Agent", label+"="+agent)
	covered := []component{{name: "@authority"}}
	for _, name := range s.Covers {
		covered = append(covered, component{name: name})
	}
	covered = append(covered, component{name: "signature-agent", params: `;key="` + label + `"`, value: agent})
	nonce := cmp.Or(s.nonce, rand.Text())
	params := s.params(cmp.Or(s.Lifetime, 5*time.Minute), `;nonce="`+nonce+`";tag="web-bot-auth"`)
	base, input, err := signatureBase(req, covered, params)
	if err != nil {
		return err
	}
	req.Header.Set("Signature-Input", label+"="+input)
	req.Header.Set("Signature", label+"="+s.sign(base))
	return nil
}

// agent returns the value of the Signature-Agent, or what is wrong with the signer.
func (s *Signer) agent() (string, error) {
	u, err := url.Parse(s.Agent)
	switch {
	case len(s.Key) != ed25519.PrivateKeySize:
		return "", fmt.Errorf("botauth: Key has %d bytes, want the %d of an Ed25519 private key", len(s.Key), ed25519.PrivateKeySize)
	case err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.Fragment != "" || strings.ContainsFunc(s.Agent, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' }):
		return "", errors.New("botauth: Agent is no https URL: want the origin of the directory, such as https://bot.example.org")
	case s.Lifetime < 0 || s.Lifetime > 24*time.Hour:
		return "", fmt.Errorf("botauth: Lifetime is %v: want up to 24h, or 0 for the default", s.Lifetime)
	}
	if u.Path == "" && u.RawQuery == "" {
		return `"` + s.Agent + `"`, nil
	}
	return `"` + s.Agent + `";type=jwks_uri`, nil
}

// KeyID returns the name of the key: the base64url SHA-256 thumbprint of its public half as a
// JSON Web Key (RFC 7638; RFC 8037, A.3).
func (s *Signer) KeyID() string {
	sum := sha256.Sum256([]byte(`{"crv":"Ed25519","kty":"OKP","x":"` + s.x() + `"}`))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// x is the public key in a JSON Web Key (RFC 8037, 2).
func (s *Signer) x() string {
	return base64.RawURLEncoding.EncodeToString(s.Key.Public().(ed25519.PublicKey))
}

// params returns the parameters of a signature (RFC 9421, 2.3).
func (s *Signer) params(lifetime time.Duration, more string) string {
	now := time.Now
	if s.now != nil {
		now = s.now
	}
	created := now().Unix()
	return ";created=" + strconv.FormatInt(created, 10) + ";expires=" + strconv.FormatInt(created+int64(lifetime/time.Second), 10) + `;keyid="` + s.KeyID() + `"` + more
}

// sign returns the signature of a base, as a byte sequence of a structured field.
func (s *Signer) sign(base string) string {
	return ":" + base64.StdEncoding.EncodeToString(ed25519.Sign(s.Key, []byte(base))) + ":"
}
