package webtls

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"math/big"
	"testing"

	"github.com/lokman-crawler/lokman/internal/testpki"
)

// InPEM returns what has a form in PEM.
func InPEM(raw []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})
}

// Message returns certificates as CMS has them.
func Message(t testing.TB, certs ...*testpki.Certificate) []byte {
	t.Helper()
	var raw []byte
	for _, c := range certs {
		raw = append(raw, c.Raw...)
	}
	type data struct{ Type asn1.ObjectIdentifier }
	type signed struct {
		Version      int
		Algorithms   []int `asn1:"set"`
		Content      data
		Certificates asn1.RawValue
		Signers      []int `asn1:"set"`
	}
	body, err := asn1.Marshal(struct {
		Type    asn1.ObjectIdentifier
		Content signed `asn1:"explicit,tag:0"`
	}{
		asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2},
		signed{1, nil, data{asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 1}}, asn1.RawValue{Class: 2, Tag: 0, IsCompound: true, Bytes: raw}, nil},
	})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// Whatever a body holds, it has a bounded number of certificates, each of which is in it.
func FuzzParse(f *testing.F) {
	root := testpki.Authority(f, "root", nil, nil)
	top := testpki.Authority(f, "top", root, nil)
	for _, body := range [][]byte{
		top.Raw, InPEM(top.Raw), Message(f, top), InPEM(Message(f, root, top)), Message(f), nil, []byte("<html>"), {0x30, 0x80}, {0x30, 0x84, 0xff, 0xff, 0xff, 0xff},
		bytes.Repeat(InPEM(root.Raw), 20), Message(f, root, root, root, root, root, root, root, root, root, root, root, root, root, root, root, root, root),
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		certs := parse(body)
		if len(certs) > maxCerts {
			t.Errorf("%d certificates", len(certs))
		}
		var decoded []byte
		for block, rest := pem.Decode(body); block != nil; block, rest = pem.Decode(rest) {
			decoded = append(decoded, block.Bytes...)
		}
		for _, c := range certs {
			if !bytes.Contains(body, c.Raw) && !bytes.Contains(decoded, c.Raw) {
				t.Error("a certificate that is not in the body")
			}
		}
	})
}

// A key that takes seconds to check by is not used.
func TestLargeKey(t *testing.T) {
	root := testpki.Authority(t, "root", nil, nil)
	for bits, want := range map[int]int{2048: 1, 8192: 1, 8200: 0, 65536: 0} {
		key := &rsa.PublicKey{N: new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), uint(bits-1)), big.NewInt(1)), E: 65537}
		raw, err := x509.CreateCertificate(rand.Reader, root.Certificate, root.Certificate, key, root.Key)
		if err != nil {
			t.Fatal(err)
		}
		if got := parse(raw); len(got) != want {
			t.Errorf("%d certificates with a key of %d bits, want %d", len(got), bits, want)
		}
	}
}
