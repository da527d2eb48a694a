// Package testpki makes certificates for tests.
package testpki

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"testing"
	"time"
)

// A Certificate has its key.
type Certificate struct {
	*x509.Certificate
	Key crypto.Signer
}

// Authority returns the certificate of an authority that issuer certifies, itself if
// that is nil. It is valid from an hour ago to an hour from now, and names the
// addresses as those of its issuer's certificate; change may change it.
func Authority(t testing.TB, name string, issuer *Certificate, change func(*x509.Certificate), addresses ...string) *Certificate {
	t.Helper()
	return issue(t, &x509.Certificate{
		Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign, IssuingCertificateURL: addresses,
	}, issuer, change)
}

// Server returns the certificate of a server at 127.0.0.1 and under some names, which
// is otherwise like that of an authority.
func Server(t testing.TB, issuer *Certificate, change func(*x509.Certificate), addresses []string, names ...string) *Certificate {
	t.Helper()
	return issue(t, &x509.Certificate{
		Subject: pkix.Name{CommonName: "server"}, DNSNames: names, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, IssuingCertificateURL: addresses,
	}, issuer, change)
}

func issue(t testing.TB, template *x509.Certificate, issuer *Certificate, change func(*x509.Certificate)) *Certificate {
	t.Helper()
	template.NotBefore, template.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	if change != nil {
		change(template)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return sign(t, template, key, issuer)
}

// Renew returns the certificate of an authority again, with the same key and valid now.
func (c *Certificate) Renew(t testing.TB, issuer *Certificate) *Certificate {
	t.Helper()
	template := *c.Certificate
	template.NotAfter = time.Now().Add(time.Hour)
	return sign(t, &template, c.Key, issuer)
}

// WithRSA returns the certificate of a server again, with a key of RSA.
func (c *Certificate) WithRSA(t testing.TB, issuer *Certificate) *Certificate {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	template := *c.Certificate
	template.KeyUsage |= x509.KeyUsageKeyEncipherment
	return sign(t, &template, key, issuer)
}

func sign(t testing.TB, template *x509.Certificate, key crypto.Signer, issuer *Certificate) *Certificate {
	t.Helper()
	var err error
	if template.SerialNumber, err = rand.Int(rand.Reader, big.NewInt(1<<62)); err != nil {
		t.Fatal(err)
	}
	if issuer == nil {
		issuer = &Certificate{template, key}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, issuer.Certificate, key.Public(), issuer.Key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &Certificate{cert, key}
}

// TLS returns the certificate as a server has it, which sends others behind it.
func (c *Certificate) TLS(others ...*Certificate) tls.Certificate {
	chain := tls.Certificate{Certificate: [][]byte{c.Raw}, PrivateKey: c.Key}
	for _, other := range others {
		chain.Certificate = append(chain.Certificate, other.Raw)
	}
	return chain
}

// Pool returns certificates as those that are trusted.
func Pool(roots ...*Certificate) *x509.CertPool {
	pool := x509.NewCertPool()
	for _, root := range roots {
		pool.AddCert(root.Certificate)
	}
	return pool
}
