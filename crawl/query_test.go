package crawl_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/lokman-crawler/lokman/crawl"
)

// pageIn returns a page in an encoding.
func pageIn(t *testing.T, charset, html string) *crawl.Page {
	t.Helper()
	enc, err := htmlindex.Get(charset)
	if err != nil {
		t.Fatal(err)
	}
	return &crawl.Page{
		URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html; charset=" + charset}}, Body: encode(t, enc, html),
	}
}

// The query of a link is in the encoding of its page, as browsers ask for it; the path
// is UTF-8.
func TestQueriesOfLegacyPages(t *testing.T) {
	for _, c := range []struct{ charset, html, want string }{
		{"utf-8", `<a href="/é?q=café">`, "http://a.test/%C3%A9?q=caf%C3%A9"},
		{"iso-8859-1", `<a href="/s?q=café">`, "http://a.test/s?q=caf%E9"},
		{"iso-8859-1", `<a href="/é?q=1#é">`, "http://a.test/%C3%A9?q=1"},
		{"iso-8859-1", `é<a href="?q=caf&eacute;&x='%C3%A9 &lt;&#8364;">`, "http://a.test/?q=caf%E9&x=%27%C3%A9%20%3C%80"},
		{"iso-8859-1", `é<a href="?q=&#1080;&amp;r=a">`, "http://a.test/?q=%26%231080%3B&r=a"},
		{"windows-1251", `<a href="https://b.test/?мир">`, "https://b.test/?%EC%E8%F0"},
		{"shift_jis", `<a href="?q=日本">`, "http://a.test/?q=%93%FA%96{"},
		{"euc-kr", `<a href="?q=한국">`, "http://a.test/?q=%C7%D1%B1%B9"},
		{"iso-2022-jp", `<a href="?日本&x">`, "http://a.test/?%1B$BF|K\\%1B(B&x"},
		{"gbk", `<base href="http://b.test/?q=中"><a href="#x">x</a>`, "http://b.test/?q=%D6%D0"},
	} {
		for name, p := range map[string]*crawl.Page{"scanned": pageIn(t, c.charset, c.html), "parsed": pageIn(t, c.charset, c.html)} {
			if name == "parsed" {
				p.Document()
			}
			if got := slices.Collect(p.LinkURLs()); len(got) != 1 || got[0] != c.want {
				t.Errorf("%s, %s, %s: %q, want %q", c.charset, c.html, name, got, c.want)
			}
		}
		if links := pageIn(t, c.charset, c.html).Document().Links; len(links) != 1 || links[0].URL != c.want {
			t.Errorf("%s, %s: document's links %+v, want %q", c.charset, c.html, links, c.want)
		}
	}
	// A <meta> tells the encoding of a page whose letters are all entities; where there is
	// none, it is UTF-8.
	for head, want := range map[string]string{"<meta charset=iso-8859-1>": "http://a.test/?%E9", "<p>": "http://a.test/?%C3%A9"} {
		p := &crawl.Page{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(head + `<a href="?&eacute;">`)}
		if got := slices.Collect(p.LinkURLs()); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", p.Body, got, want)
		}
	}
	// What a page that declares none looks like counts as if it were declared. What is broken in UTF-8
	// is U+FFFD also in a query.
	for body, want := range map[string]string{
		"<p>\xcf\xf0\xe8\xe2\xe5\xf2<a href='?\xec\xe8\xf0'>":                      "http://a.test/?%EC%E8%F0",
		"<p>\x93\xfa\x96{\x8c\xea\x82\xcc\x83y\x81[\x83W<a href='?\x93\xfa\x96{'>": "http://a.test/?%93%FA%96{",
		"<meta charset=utf-8><p>d\xe9j\xe0<a href='?caf\xe9&r=%E9'>":               "http://a.test/?caf%EF%BF%BD&r=%E9",
	} {
		p := &crawl.Page{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(body)}
		if got := slices.Collect(p.LinkURLs()); len(got) != 1 || got[0] != want {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
	}
	// As UTF-16 and as a page whose <meta> lies, the query is UTF-8.
	utf16 := &crawl.Page{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html; charset=utf-16le"}}, Body: []byte{}}
	for _, r := range `<a href="?é">` {
		utf16.Body = append(utf16.Body, byte(r), 0)
	}
	lie := &crawl.Page{URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(`<meta charset=iso-8859-1><a href="?é">`)}
	for _, p := range []*crawl.Page{utf16, lie} {
		if got := slices.Collect(p.LinkURLs()); len(got) != 1 || got[0] != "http://a.test/?%C3%A9" {
			t.Errorf("%q: %q, want the query in UTF-8", p.Body, got)
		}
	}
}

// What the page itself names is asked for in the same way.
func TestDirectivesOfLegacyPages(t *testing.T) {
	p := pageIn(t, "iso-8859-1", `<link rel=canonical href="/c?é"><meta http-equiv=refresh content="0; url=/r?é">`)
	if d := p.Directives(); d.Canonical != "http://a.test/c?%E9" || d.Refresh != "http://a.test/r?%E9" {
		t.Errorf("%+v, want both queries in the page's encoding", d)
	}
}

// Cases of web-platform-tests that the encoders of golang.org/x/text, older than the
// standard in this, get otherwise: characters that hardly stand in links.
var otherwise = map[string]bool{
	"iso-2022-jp \x0eA": true, // a control that the standard does not encode
	"iso-2022-jp ‾\\":   true, // by another set of ISO 646
	"gb18030 \ue5e5":    true, // of no meaning
}

func TestPercentEncodingOfBrowsers(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "conformance", "wpt-url", "percent-encoding.json"))
	if err != nil {
		t.Skipf("the conformance data is not here: %v", err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, raw := range all {
		var c struct {
			Input  string
			Output map[string]string
		}
		if json.Unmarshal(raw, &c) != nil {
			continue // a comment
		}
		for charset, want := range c.Output {
			href := strings.NewReplacer("\x0e", "&#14;").Replace(c.Input)
			for _, r := range c.Input {
				if r > 0x7f {
					href = strings.ReplaceAll(href, string(r), fmt.Sprintf("&#%d;", r))
				}
			}
			p := &crawl.Page{
				URL: "http://a.test/", Header: http.Header{"Content-Type": {"text/html; charset=" + charset}},
				Body: []byte(`<a href="?` + href + `">`),
			}
			got := slices.Collect(p.LinkURLs())
			if right := len(got) == 1 && got[0] == "http://a.test/?"+want; right == otherwise[charset+" "+c.Input] {
				t.Errorf("%q in %s: %q, want %q: %v", c.Input, charset, got, want, !otherwise[charset+" "+c.Input])
			}
		}
	}
}
