package webtls

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"slices"
)

var signedData = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}

// parse reads certificates: one in DER, a "certs-only" message of CMS in DER
// (RFC 5652, once PKCS #7), or either in PEM. What is none of these has none.
func parse(body []byte) (certs []*x509.Certificate) {
	for block, rest := pem.Decode(body); block != nil && len(certs) < maxCerts; block, rest = pem.Decode(rest) {
		certs = append(certs, parseDER(block.Bytes)...)
	}
	if certs == nil {
		certs = parseDER(body)
	}
	certs = slices.DeleteFunc(certs, func(c *x509.Certificate) bool {
		key, ok := c.PublicKey.(*rsa.PublicKey)
		return ok && key.N.BitLen() > maxKey
	})
	return certs[:min(len(certs), maxCerts)]
}

// maxKey is how many bits an RSA key has, as crypto/tls bounds those that servers send:
// a check by one of 64 KiB takes seconds.
const maxKey = 8192

func parseDER(body []byte) []*x509.Certificate {
	if cert, err := x509.ParseCertificate(body); err == nil {
		return []*x509.Certificate{cert}
	}
	var message struct {
		Type    asn1.ObjectIdentifier
		Content struct {
			Version      int
			Algorithms   asn1.RawValue
			Content      asn1.RawValue
			Certificates asn1.RawValue `asn1:"optional,tag:0"`
		} `asn1:"explicit,tag:0"`
	}
	if _, err := asn1.Unmarshal(body, &message); err != nil || !message.Type.Equal(signedData) {
		return nil
	}
	certs, err := x509.ParseCertificates(message.Content.Certificates.Bytes)
	if err != nil {
		return nil
	}
	return certs
}
