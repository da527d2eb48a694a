package weburl

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// OfHeader returns the URL of an HTTP header. One with bytes that are not UTF-8 is in an
// encoding of the server's own, who wants these bytes back.
func OfHeader(value string) string {
	if utf8.ValidString(value) {
		return value
	}
	var b strings.Builder
	for _, c := range []byte(value) {
		if c < utf8.RuneSelf {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
