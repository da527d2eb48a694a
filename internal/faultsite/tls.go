package faultsite

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"time"
)

func tlsFaults() []fault {
	page := func(v *visit) { v.page("secure") }
	return []fault{
		{name: "TLS as it should be", page: page, tls: certificate("127.0.0.1", time.Hour)},
		{name: "certificate expired", page: page, tls: certificate("127.0.0.1", -time.Hour)},
		{name: "certificate for another host", page: page, tls: certificate("other.test", time.Hour)},
		{name: "certificate self-signed", page: page, tls: func() (*tls.Config, error) {
			config, err := certificate("127.0.0.1", time.Hour)()
			if err == nil {
				config.Certificates[0].Leaf = nil // so that Roots has nothing to trust
			}
			return config, err
		}},
		{name: "TLS 1.0", page: page, tls: func() (*tls.Config, error) {
			config, err := certificate("127.0.0.1", time.Hour)()
			if err == nil {
				config.MinVersion, config.MaxVersion = tls.VersionTLS10, tls.VersionTLS10
			}
			return config, err
		}},
		{name: "handshake that stalls", https: true, conn: (*wire).stall},
		{name: "plain text on a TLS port", https: true, conn: func(w *wire) {
			w.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
		}},
	}
}

// certificate makes a certificate that signs itself, for a host name or address,
// valid until a time from now on. Its Leaf is what Roots trusts.
func certificate(host string, until time.Duration) func() (*tls.Config, error) {
	return func() (*tls.Config, error) {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			return nil, err
		}
		now := time.Now()
		template := &x509.Certificate{
			SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host},
			NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(until),
			IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		}
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = []net.IP{ip}
		} else {
			template.DNSNames = []string{host}
		}
		der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
		if err != nil {
			return nil, err
		}
		leaf, err := x509.ParseCertificate(der)
		if err != nil {
			return nil, err
		}
		return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}}}, nil
	}
}

func rootsOf(config *tls.Config) *x509.CertPool {
	roots := x509.NewCertPool()
	if leaf := config.Certificates[0].Leaf; leaf != nil {
		roots.AddCert(leaf)
	}
	return roots
}
