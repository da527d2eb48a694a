package content

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/lokman-crawler/lokman/internal/contenttype"
	"github.com/lokman-crawler/lokman/internal/fold"
	"github.com/lokman-crawler/lokman/internal/undeclared"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// sniffed is how many bytes charset.DetermineEncoding looks at.
const sniffed = 1024

// determineEncoding returns the encoding of a body, by name too, and whether a byte
// order mark or the header says so. It is charmap.Windows1252 itself where nothing says
// anything. Browsers begin a page anew when they meet a <meta> behind the first KiB, so
// that one is looked for too (HTML Standard, "change the encoding").
func determineEncoding(h http.Header, body []byte) (enc encoding.Encoding, name string, certain bool) {
	_, label := contenttype.Of(h)
	enc, name, certain = sniff(body, label)
	if certain || enc != charmap.Windows1252 || !IsHTML(h, body) {
		return enc, name, certain
	}
	if late, lateName := lateMeta(body); late != nil {
		return late, lateName, false
	}
	if xml, xmlName := xmlEncoding(body); xml != nil {
		return xml, xmlName, false
	}
	return enc, name, false
}

// sniff determines an encoding by the beginning of a body and the label of a header.
func sniff(body []byte, label string) (enc encoding.Encoding, name string, certain bool) {
	if label != "" && !marked(body) { // as most pages are: DetermineEncoding takes its time
		if enc, name = charset.Lookup(label); enc != nil {
			return enc, name, true
		}
	}
	enc, name, certain = charset.DetermineEncoding(body, mime.FormatMediaType("text/html", map[string]string{"charset": label}))
	if name == "x-user-defined" && !certain { // of a <meta> (HTML Standard, "prescan a byte stream")
		enc, name = charset.Lookup("windows-1252")
	}
	return enc, name, certain
}

// marked reports whether a body begins with a byte order mark.
func marked(body []byte) bool {
	return bytes.HasPrefix(body, []byte("\xfe\xff")) || bytes.HasPrefix(body, []byte("\xff\xfe")) || bytes.HasPrefix(body, []byte("\xef\xbb\xbf"))
}

// escape begins the two-byte characters of ISO-2022-JP, which is ASCII to a reader of UTF-8.
const escape = '\x1b'

// detect returns the encoding that a body which declares none and is not UTF-8 looks like.
// The top-level domain decides between those that explain it equally well.
func detect(body []byte, url string) (encoding.Encoding, string) {
	var host string
	if u, err := weburl.Parse(url); err == nil {
		host = u.Hostname()
	}
	name := undeclared.Encoding(body, host[strings.LastIndexByte(host, '.')+1:])
	if name == "windows-1252" {
		return charmap.Windows1252, name
	}
	return charset.Lookup(name)
}

// maxMetas is how many <meta> with a charset are looked at.
const maxMetas = 20

// lateMeta returns the encoding that the first <meta> names which names one, nil if
// none does. One in <noscript>, which the sniffer skips, counts in browsers.
func lateMeta(body []byte) (encoding.Encoding, string) {
	if !fold.Contains(body, "charset", 'h') {
		return nil, ""
	}
	z := html.NewTokenizer(bytes.NewReader(body))
	for metas := 0; metas < maxMetas; {
		switch z.Next() {
		case html.ErrorToken:
			return nil, ""
		case html.StartTagToken, html.SelfClosingTagToken:
			tag := z.Raw()
			if startsWithFold(tag, "<noscript") {
				z.NextIsNotRawText()
			}
			if !startsWithFold(tag, "<meta") || len(tag) > sniffed || !fold.Contains(tag, "charset", 'h') {
				continue
			}
			metas++
			// Without letters that the sniffer could take for those of UTF-8.
			tag = bytes.Map(toASCII, tag)
			if enc, name, _ := sniff(tag, ""); enc != charmap.Windows1252 {
				return enc, name
			}
		}
	}
	return nil, ""
}

func startsWithFold(text []byte, word string) bool {
	return len(text) >= len(word) && bytes.EqualFold(text[:len(word)], []byte(word))
}

func toASCII(r rune) rune {
	if r >= 0x80 {
		return '?'
	}
	return r
}

// xmlDeclaration matches the XML declaration of a page with its encoding.
var xmlDeclaration = regexp.MustCompile(`^<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']`)

// xmlEncoding returns the encoding that an XML declaration names, nil for none.
func xmlEncoding(body []byte) (encoding.Encoding, string) {
	m := xmlDeclaration.FindSubmatch(body[:min(len(body), sniffed)])
	if m == nil {
		return nil, ""
	}
	// Names mean the same as in a <meta>: neither can be read in UTF-16.
	enc, name, _ := sniff(fmt.Appendf(nil, "<meta charset=%q>", m[1]), "")
	if enc == charmap.Windows1252 {
		return nil, ""
	}
	return enc, name
}
