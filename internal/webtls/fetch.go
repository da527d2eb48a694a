package webtls

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	maxURLs     = 2               // of one issuer
	maxHops     = 3               // redirects of one URL, on its host
	maxBytes    = 64 << 10        // of an answer
	answerAge   = 5 * time.Minute // for which a URL is not asked again
	maxAsked    = 256             // URLs and hosts whose answers are remembered, 16 MiB
	maxFailures = 16              // of a host within answerAge, or servers could have another one asked without end
)

// An answer is what came of a URL, or how often URLs of a host failed.
type answer struct {
	body     []byte
	err      error
	failures int
	until    time.Time
}

// fetch returns the certificates at the addresses that a certificate names for that of
// its issuer.
func (c *Client) fetch(ctx context.Context, transport http.RoundTripper, agent string, cert *x509.Certificate) (certs []*x509.Certificate, err error) {
	err = &Error{Why: "no http address is named"}
	urls := 0
	for _, address := range cert.IssuingCertificateURL {
		u, bad := url.Parse(address)
		if bad != nil || u.Scheme != "http" {
			continue
		}
		if urls++; urls > maxURLs {
			break
		}
		if certs, err = c.ask(ctx, transport, agent, u); err == nil {
			break
		}
	}
	return certs, err
}

// ask returns the certificates at a URL, which it asks for unless that was done
// lately.
func (c *Client) ask(ctx context.Context, transport http.RoundTripper, agent string, u *url.URL) ([]*x509.Certificate, error) {
	a, host := c.remembered(u.String()), c.remembered(u.Host)
	if a.until.IsZero() {
		if host.failures >= maxFailures {
			return nil, &Error{Why: "its host has failed too often"}
		}
		a.body, a.err = get(ctx, transport, agent, u)
		if !errors.Is(ctx.Err(), context.Canceled) { // which says nothing about the URL
			c.remember(u, a, host)
		}
	}
	return parse(a.body), a.err
}

func (c *Client) remember(u *url.URL, a, host answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked == nil || len(c.asked) >= maxAsked {
		c.asked = make(map[string]answer)
	}
	a.until = time.Now().Add(answerAge)
	c.asked[u.String()] = a
	if a.err != nil {
		c.asked[u.Host] = answer{failures: host.failures + 1, until: a.until}
	}
}

// remembered returns what is remembered of a URL or a host, and is not too old.
func (c *Client) remembered(of string) answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a := c.asked[of]; time.Now().Before(a.until) {
		return a
	}
	return answer{}
}

// get returns the body at a URL, which has certificates.
func get(ctx context.Context, transport http.RoundTripper, agent string, u *url.URL) ([]byte, error) {
	client := http.Client{Transport: transport, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if req.URL.Scheme != u.Scheme || req.URL.Host != u.Host || len(via) > maxHops {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	resp, err := client.Do((&http.Request{Method: http.MethodGet, URL: u, Header: http.Header{"User-Agent": {agent}}}).WithContext(ctx))
	if err != nil {
		return nil, &Error{"no answer", err}
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &Error{Why: fmt.Sprintf("status %d", resp.StatusCode)}
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBytes+1))
	switch {
	case err != nil:
		return nil, &Error{"no answer", err}
	case len(body) > maxBytes:
		return nil, &Error{Why: "more than 64 KiB"}
	case len(parse(body)) == 0:
		return nil, &Error{Why: "no certificate"}
	}
	return body, nil
}
