package webtls

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/http"
	"slices"
	"time"
)

const (
	maxSteps = 4                // certificates above what a server sends, each fetched
	maxCerts = 16               // of a server, and of an answer
	maxTime  = 10 * time.Second // for all steps, or half of what the caller has
)

// An Error says why a chain could not be completed. It repeats nothing that a server
// said; Err may.
type Error struct {
	Why string
	Err error // what the request came to, if that is the reason
}

// Error returns Why.
func (e *Error) Error() string { return e.Why }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Missing returns the certificates that a server sent, its own first, and the issuer
// whose certificate is not among them, or is no longer valid, if that is why a connection
// failed. Otherwise there are none.
func Missing(err error) (sent []*x509.Certificate, issuer string) {
	var unverified *tls.CertificateVerificationError
	var invalid x509.CertificateInvalidError
	if !errors.As(err, &unverified) || len(unverified.UnverifiedCertificates) == 0 {
		return nil, ""
	}
	sent = unverified.UnverifiedCertificates[:min(len(unverified.UnverifiedCertificates), maxCerts)]
	expired := errors.As(err, &invalid) && invalid.Reason == x509.Expired && !invalid.Cert.Equal(sent[0])
	last := end(sent, time.Now())
	if !expired && !errors.As(err, new(x509.UnknownAuthorityError)) || issuedItself(last) {
		return nil, ""
	}
	return sent, last.Issuer.String()
}

// Complete fetches what is missing in the chain of a server, from the addresses that
// the certificates name (RFC 5280, 4.2.2.1), by requests of http that transport makes.
// If the chain can then be verified, Config is another one, and the error is nil.
// Otherwise it is an *Error. What was sent is as Missing returns it.
func (c *Client) Complete(ctx context.Context, transport http.RoundTripper, agent string, sent []*x509.Certificate) error {
	certs := slices.Clone(sent)
	c.mu.Lock()
	known := c.known
	c.mu.Unlock()
	if _, err := c.verify(certs, known); err == nil { // known since the server was verified
		return nil
	}
	limit := maxTime
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end)/2)
	}
	// Without the values of ctx: what traces the caller's request does not count these.
	fetching, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	for range maxSteps {
		last := end(certs, c.now())
		if issuedItself(last) {
			return &Error{Why: "with it the chain ends in an unknown authority"}
		}
		fetched, err := c.fetch(fetching, transport, agent, last)
		if err != nil {
			return err
		}
		certs = append(certs, fetched...)
		chains, err := c.verify(certs, known)
		if err == nil {
			c.know(chains[0][1:])
			return nil
		}
		if !errors.As(err, new(x509.UnknownAuthorityError)) {
			return &Error{Why: "with it the certificate is not valid", Err: err}
		}
	}
	return &Error{Why: "with it and others the chain is still not whole"}
}

// end returns the certificate in which the chain of the first one ends. Those that are
// not valid at that time are not part of it.
func end(certs []*x509.Certificate, now time.Time) *x509.Certificate {
	last := certs[0]
	for range certs { // at most, since certificates may have issued each other
		i := slices.IndexFunc(certs, func(c *x509.Certificate) bool {
			return bytes.Equal(c.RawSubject, last.RawIssuer) && !now.Before(c.NotBefore) && !now.After(c.NotAfter) && last.CheckSignatureFrom(c) == nil
		})
		if issuedItself(last) || i < 0 {
			break
		}
		last = certs[i]
	}
	return last
}

func issuedItself(cert *x509.Certificate) bool { return bytes.Equal(cert.RawSubject, cert.RawIssuer) }

// know adds the certificates of issuers.
func (c *Client) know(issuers []*x509.Certificate) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := slices.Clone(c.known)
	for _, issuer := range issuers {
		if !slices.ContainsFunc(known, issuer.Equal) {
			known = append(known, issuer)
		}
	}
	c.known = known[max(0, len(known)-maxKnown):]
	c.config = nil
}
