// Package webtls completes crypto/tls for servers that browsers read: those that do
// not send the certificate of their issuer, and those that know no key exchange but
// that of RSA.
package webtls

import (
	"crypto/tls"
	"crypto/x509"
	"slices"
	"sync"
	"time"
)

// A Client makes the configuration of TLS connections, and knows the issuers whose
// certificates servers did not send. It must not be copied after its first use, and
// is safe for use by several goroutines at once.
type Client struct {
	Base *tls.Config // what the user wants; nil means a zero one

	mu     sync.Mutex
	config *tls.Config         // made of Base and known
	known  []*x509.Certificate // of issuers, each once part of a chain that was verified
	asked  map[string]answer   // lately, by URL and by host
}

// maxKnown is how many issuers are known at once. Each is one that a trusted
// authority has certified: the whole web has some thousands.
const maxKnown = 512

// Config returns the configuration by which servers are verified with the issuers that
// are known: another one once there are more. It must not be changed.
//
// The verification is that of crypto/tls, to the roots of Base, with one thing added:
// the certificate of a known issuer may end a chain if crypto/x509 verifies that chain
// to the roots of Base. The callbacks of Base get the chains to these roots.
func (c *Client) Config() *tls.Config {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.config == nil {
		c.config = c.make()
	}
	return c.config
}

func (c *Client) make() *tls.Config {
	config := &tls.Config{}
	if c.Base != nil {
		config = c.Base.Clone()
	}
	if config.CipherSuites == nil {
		config.CipherSuites = suites()
	}
	if len(c.known) == 0 {
		return config
	}
	known := slices.Clone(c.known)
	whole := func(chains [][]*x509.Certificate) ([][]*x509.Certificate, error) {
		if len(chains) == 0 { // by InsecureSkipVerify
			return chains, nil
		}
		return c.verify(slices.Concat(chains...), known)
	}
	roots := c.roots()
	for _, issuer := range known {
		roots.AddCertWithConstraint(issuer, func(chain []*x509.Certificate) error {
			_, err := c.verify(chain, known)
			return err
		})
	}
	config.RootCAs = roots
	if verify := config.VerifyPeerCertificate; verify != nil {
		config.VerifyPeerCertificate = func(raw [][]byte, chains [][]*x509.Certificate) error {
			chains, err := whole(chains)
			if err != nil {
				return err
			}
			return verify(raw, chains)
		}
	}
	if verify := config.VerifyConnection; verify != nil {
		config.VerifyConnection = func(state tls.ConnectionState) (err error) {
			if state.VerifiedChains, err = whole(state.VerifiedChains); err != nil {
				return err
			}
			return verify(state)
		}
	}
	return config
}

// suites returns the cipher suites of crypto/tls, and behind them those with the key
// exchange of RSA that browsers still offer. They have no forward secrecy: a server
// gets one of them only if it wants none of the others.
func suites() []uint16 {
	var ids []uint16
	for _, s := range tls.CipherSuites() {
		ids = append(ids, s.ID)
	}
	for _, id := range []uint16{
		tls.TLS_RSA_WITH_AES_128_GCM_SHA256, tls.TLS_RSA_WITH_AES_256_GCM_SHA384,
		tls.TLS_RSA_WITH_AES_128_CBC_SHA, tls.TLS_RSA_WITH_AES_256_CBC_SHA,
	} {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// roots returns a copy of the roots that the user trusts.
func (c *Client) roots() *x509.CertPool {
	if c.Base != nil && c.Base.RootCAs != nil {
		return c.Base.RootCAs.Clone()
	}
	if system, err := x509.SystemCertPool(); err == nil {
		return system
	}
	return x509.NewCertPool()
}

// verify verifies the first of some certificates for a server, whatever its name, with
// the others and those that are known as intermediates.
func (c *Client) verify(certs, known []*x509.Certificate) ([][]*x509.Certificate, error) {
	options := x509.VerifyOptions{CurrentTime: c.now(), Intermediates: x509.NewCertPool()}
	if c.Base != nil {
		options.Roots = c.Base.RootCAs
	}
	for _, cert := range slices.Concat(certs[1:], known) {
		options.Intermediates.AddCert(cert)
	}
	return certs[0].Verify(options)
}

func (c *Client) now() time.Time {
	if c.Base != nil && c.Base.Time != nil {
		return c.Base.Time()
	}
	return time.Now()
}
