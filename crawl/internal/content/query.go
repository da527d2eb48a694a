package content

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"
)

// queryEncoder returns what writes the queries of links on a page in an encoding, as
// browsers do: in that encoding, and what it does not have as the escaped "&#N;" of
// a code point in decimal (URL Standard, "percent-encode after encoding"). It is nil for pages
// whose queries are UTF-8, among them those in UTF-16.
func queryEncoder(name string) func(query string) []byte {
	switch name {
	case "", "utf-8", "utf-16le", "utf-16be", "replacement":
		return nil
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		return nil
	}
	japanese := name == "shift_jis" || name == "euc-jp" || name == "iso-2022-jp"
	return func(query string) []byte {
		if japanese {
			query = strings.ReplaceAll(query, "\u2212", "\uff0d") // the minus sign has the place of the wide hyphen
		}
		encoder := enc.NewEncoder().Transformer
		out := make([]byte, 0, 2*len(query))
		var buf [128]byte
		for src := []byte(query); len(src) > 0; {
			nDst, nSrc, err := encoder.Transform(buf[:], src, true)
			out, src = append(out, buf[:nDst]...), src[nSrc:]
			if err != nil && !errors.Is(err, transform.ErrShortDst) {
				r, size := utf8.DecodeRune(src)
				out = append(out, "%26%23"...)
				out = strconv.AppendInt(out, int64(r), 10)
				out = append(out, "%3B"...)
				src = src[size:]
			}
		}
		return out
	}
}
