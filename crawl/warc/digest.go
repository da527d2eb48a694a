package warc

import (
	"crypto/sha1"
	"encoding/base32"
	"strings"
)

func sha1Of(b []byte) string {
	sum := sha1.Sum(b)
	return labelled(sum[:])
}

// labelled writes a SHA-1 as most programs do.
func labelled(sum []byte) string { return "sha1:" + base32.StdEncoding.EncodeToString(sum) }

// payloadOf returns a record's payload digest if it is a SHA-1 as Recorders write it.
func payloadOf(rec *Record) (sum [sha1.Size]byte, ok bool) {
	label, digest, _ := strings.Cut(rec.Fields.Get("WARC-Payload-Digest"), ":")
	decoded, err := base32.StdEncoding.DecodeString(strings.ToUpper(digest))
	if err != nil || len(decoded) != sha1.Size || !strings.EqualFold(label, "sha1") {
		return sum, false // another program's, as it wished
	}
	return [sha1.Size]byte(decoded), true
}
