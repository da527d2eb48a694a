package crawl_test

import (
	"bytes"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// fetchOne crawls a web of one page that has the answer.
func fetchOne(t *testing.T, a testsite.Answer, limits crawl.Limits) *crawl.Page {
	t.Helper()
	web := testsite.New(testsite.Config{})
	web.Set("/", a)
	c := crawl.Crawler{Transport: web, Limits: limits, Strategy: valuing(func(p *crawl.Page) crawl.Valuation {
		p.Document() // as strategies do, on a worker's goroutine
		return crawl.Valuation{}
	})}
	return only(t, crawlAll(t, &c, "http://h0.test/"), "http://h0.test/")
}

func encode(t testing.TB, e encoding.Encoding, text string) []byte {
	t.Helper()
	b, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("encode %q: %v", text, err)
	}
	return b
}

func TestCharset(t *testing.T) {
	const (
		russian  = "Привет, мир"
		japan    = "日本語のページ"
		turkish  = "Lokman Hekim, şifa"
		european = "naïve café"
	)
	html := func(head, text string) string {
		return "<html><head>" + head + "<title>" + text + "</title></head><body><a href=/x>" + text + "</a></body></html>"
	}
	utf16 := func(e unicode.Endianness, text string) []byte {
		return encode(t, unicode.UTF16(e, unicode.UseBOM), text)
	}
	late := "<!--" + strings.Repeat("x", 2000) + "-->" // more than a sniffer looks at
	for _, c := range []struct {
		name, contentType string
		body              []byte
		want              string
	}{
		{"UTF-8 by header", "text/html; charset=utf-8", []byte(html("", russian)), russian},
		{"UTF-8 by quoted header", `text/html; charset="UTF-8"`, []byte(html("", russian)), russian},
		{"UTF-8 by meta", "text/html", []byte(html("<meta charset=utf-8>", russian)), russian},
		{"UTF-8 by BOM", "text/html; charset=windows-1251", []byte("\ufeff" + html("", russian)), russian},
		{"UTF-8 undeclared", "text/html", []byte(html("", russian)), russian},
		{"UTF-8 undeclared, after a long ASCII head", "text/html", []byte(html(late, russian)), russian},
		{"windows-1251 by header", "text/html; charset=windows-1251", encode(t, charmap.Windows1251, html("", russian)), russian},
		{"windows-1251 by meta", "text/html", encode(t, charmap.Windows1251, html("<meta charset=windows-1251>", russian)), russian},
		{"windows-1251 by http-equiv", "text/html", encode(t, charmap.Windows1251, html(`<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">`, russian)), russian},
		{"header beats meta", "text/html; charset=windows-1251", encode(t, charmap.Windows1251, html("<meta charset=utf-8>", russian)), russian},
		{"shift_jis by meta", "text/html", encode(t, japanese.ShiftJIS, html("<meta charset=Shift_JIS>", japan)), japan},
		{"shift_jis by header", "text/html;charset=shift_jis", encode(t, japanese.ShiftJIS, html("", japan)), japan},
		{"iso-2022-jp by header", "text/html;charset=iso-2022-jp", encode(t, japanese.ISO2022JP, html("", japan)), japan},
		{"iso-8859-9 by header", "text/html; charset=ISO-8859-9", encode(t, charmap.ISO8859_9, html("", turkish)), turkish},
		{"UTF-16 LE by BOM", "text/html", utf16(unicode.LittleEndian, html("", japan)), japan},
		{"UTF-16 BE by BOM", "text/html; charset=utf-8", utf16(unicode.BigEndian, html("", japan)), japan},
		{"UTF-16 in a meta means UTF-8", "text/html", []byte(html("<meta charset=utf-16>", russian)), russian},
		{"latin undeclared", "text/html", encode(t, charmap.Windows1252, html("", european)), european},
		{"windows-1251 by a late meta", "text/html", encode(t, charmap.Windows1251, html(late+"<meta charset=windows-1251>", russian)), russian},
		{"windows-1251 by a late http-equiv, other metas before", "text/html", encode(t, charmap.Windows1251, html("<meta name=description content='мир'><!-- charset -->"+late+`<META http-equiv=content-type content="text/html; charset=windows-1251">`, russian)), russian},
		{"windows-1251 by a meta that is cut where sniffers end", "text/html", encode(t, charmap.Windows1251, html("<!--"+strings.Repeat("x", 1000)+"--><meta charset=windows-1251>", russian)), russian},
		{"iso-2022-jp by a late meta", "text/html", encode(t, japanese.ISO2022JP, html(late+"<meta charset=iso-2022-jp>", japan)), japan},
		{"an early meta beats a late one", "text/html", encode(t, charmap.Windows1251, html("<meta charset=windows-1251>"+late+"<meta charset=koi8-r>", russian)), russian},
		{"a late meta with a name that is unknown", "text/html", []byte(html(late+"<meta charset=klingon>", russian)), russian},
		{"a late meta in a script", "text/html", []byte(html(late+"<script>'<meta charset=koi8-r>'</script>", russian)), russian},
		{"UTF-16 in a late meta means UTF-8", "text/html", []byte(html(late+"<meta charset=utf-16>", "a\xffb")), "a\ufffdb"},
		{"broken UTF-8 by a late meta", "text/html", []byte(html(late+"<meta charset=utf-8>", "б\xffb")), "б\ufffdb"},
		{"windows-1251 by an XML declaration", "application/xhtml+xml", encode(t, charmap.Windows1251, `<?xml version="1.0" encoding="windows-1251"?>`+html("", russian)), russian},
		{"windows-1251 by an XML declaration, served as HTML", "text/html", encode(t, charmap.Windows1251, "<?xml version='1.0' encoding = 'windows-1251' ?>"+html("", russian)), russian},
		{"a meta beats an XML declaration", "text/html", encode(t, charmap.Windows1251, `<?xml version="1.0" encoding="utf-8"?>`+html(late+"<meta charset=windows-1251>", russian)), russian},
		{"a header with an empty parameter", "text/html;; charset=windows-1251", encode(t, charmap.Windows1251, html("", russian)), russian},
		{"a header with a parameter without a value", "text/html; foo; charset=windows-1251", encode(t, charmap.Windows1251, html("", russian)), russian},
		{"a header with two charsets", "text/html; charset=windows-1251; charset=utf-8", encode(t, charmap.Windows1251, html("", russian)), russian},
		{"a header with two types", "text/html; charset=windows-1251, text/html", encode(t, charmap.Windows1251, html("", russian)), russian},
		{"a header with a quotation mark too few", `text/html; charset="windows-1251`, encode(t, charmap.Windows1251, html("", russian)), russian},
		{"unknown name", "text/html; charset=klingon", []byte(html("", russian)), russian},
		{"broken header", "text/html; charset", []byte(html("<meta charset=utf-8>", russian)), russian},
		{"broken UTF-8", "text/html; charset=utf-8", []byte(html("", "a\xffb")), "a\ufffdb"},
		{"x-user-defined in a meta means windows-1252", "text/html", encode(t, charmap.Windows1252, html("<meta charset=x-user-defined>", european)), european},
		{"x-user-defined in an http-equiv", "text/html", encode(t, charmap.Windows1252, html(`<meta content="text/html; charset=X-User-Defined" http-equiv=Content-Type>`, european)), european},
		{"x-user-defined in a late meta", "text/html", encode(t, charmap.Windows1252, html(late+"<meta charset=x-user-defined>", european)), european},
		{"windows-1251 by a meta in noscript", "text/html", encode(t, charmap.Windows1251, html("<noscript><meta charset=windows-1251></noscript>", russian)), russian},
		{"a meta in a comment and one in a script", "text/html", encode(t, charmap.Windows1251, html("<!-- <meta charset=koi8-r> --><script>'<meta charset=koi8-r>'</script>", russian)), russian},
		{"the second charset of an http-equiv", "text/html", encode(t, charmap.Windows1251, html(`<meta http-equiv=Content-Type content="text/html; charset charset='windows-1251'">`, russian)), russian},
		{"a charset in a description", "text/html", encode(t, charmap.Windows1251, html(`<meta name=description content="charset=koi8-r">`, russian)), russian},
		{"UTF-7 is no encoding", "text/html; charset=utf-7", []byte(html("<meta charset=utf-7>", russian)), russian},
		{"four bytes in GBK", "text/html; charset=gb2312", encode(t, simplifiedchinese.GB18030, html("", "中文€, 㐀")), "中文€, 㐀"},
		{"shift_jis undeclared", "text/html", encode(t, japanese.ShiftJIS, html("", japan)), japan},
		{"shift_jis undeclared, after a long ASCII head", "text/html", encode(t, japanese.ShiftJIS, html(late, japan)), japan},
		{"euc-jp undeclared", "text/html", encode(t, japanese.EUCJP, html("", japan)), japan},
		{"iso-2022-jp undeclared", "text/html", encode(t, japanese.ISO2022JP, html("", japan)), japan},
		{"gbk undeclared", "text/html", encode(t, simplifiedchinese.GBK, html("", "这是一个中文网页。")), "这是一个中文网页。"},
		{"gbk undeclared, a script with a charset", "text/html", encode(t, simplifiedchinese.GBK, html("<script>location='?charset=koi8-r&a'</script>", "这是一个中文网页。")), "这是一个中文网页。"},
		{"big5 undeclared", "text/html", encode(t, traditionalchinese.Big5, html("", "這是一個中文網頁。")), "這是一個中文網頁。"},
		{"euc-kr undeclared", "text/html", encode(t, korean.EUCKR, html("", "한국어 페이지")), "한국어 페이지"},
		{"windows-1251 undeclared", "text/html", encode(t, charmap.Windows1251, html("", russian)), russian},
		{"koi8-r undeclared", "text/html", encode(t, charmap.KOI8R, html("", russian)), russian},
		{"windows-1250 undeclared", "text/html; charset=klingon", encode(t, charmap.Windows1250, html("<meta charset=klingon>", "příliš žluťoučký kůň")), "příliš žluťoučký kůň"},
		{"UTF-8 undeclared, broken once", "text/html", []byte(html("", russian+"\xff")), russian + "\ufffd"},
		{"lie: windows-1251 as UTF-8", "text/html; charset=utf-8", encode(t, charmap.Windows1251, html("", "мир")), "\ufffd\ufffd\ufffd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := fetchOne(t, testsite.Answer{Type: c.contentType, Body: c.body}, crawl.Limits{})
				doc := p.Document()
				if doc.Title != c.want {
					t.Errorf("title %q, want %q", doc.Title, c.want)
				}
				if want := c.want + "\n\n" + c.want; doc.Text != want {
					t.Errorf("text %q, want %q", doc.Text, want)
				}
				if len(doc.Links) != 1 || doc.Links[0].URL != "http://h0.test/x" || doc.Links[0].Text != c.want {
					t.Errorf("links %+v, want one to /x with the text %q", doc.Links, c.want)
				}
				if bytes.HasPrefix(p.UTF8(), []byte("\ufeff")) {
					t.Error("UTF8 begins with a byte order mark, want the text alone")
				}
			})
		})
	}
}

// Whatever a page holds, what is made of it is UTF-8.
func TestTextIsUTF8(t *testing.T) {
	head := "<title>é</title><p>"
	filler := strings.Repeat("word ", 600)
	for _, c := range []struct {
		name string
		page *crawl.Page
		want string // at the end of the text
	}{
		{"guessed, a stray byte", &crawl.Page{Body: []byte(head + filler + "a\xffb")}, "a\ufffdb"},
		{"guessed, a broken end", &crawl.Page{Body: []byte(head + filler + "caf\xc3")}, "caf\ufffd"},
		{"guessed, cut", &crawl.Page{Body: []byte(head + filler + "caf\xc3"), Truncated: true}, "caf"},
		{"guessed, broken off", &crawl.Page{Body: []byte(head + filler + "\xf0\x9f\x98"), Incomplete: io.ErrUnexpectedEOF}, ""},
		{"guessed after an ASCII head, cut", &crawl.Page{Body: []byte(filler + "naïve caf\xc3"), Truncated: true}, "naïve caf"},
		{"declared, a stray byte", &crawl.Page{Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte("a\xffb")}, "a\ufffdb"},
		{"declared, cut", &crawl.Page{Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte("caf\xc3"), Truncated: true}, "caf"},
		{"plain, guessed", &crawl.Page{Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte("é " + filler + "\xff")}, "\ufffd"},
		{"plain, windows-1251 undeclared", &crawl.Page{Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte("\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0")}, "Привет, мир"},
		{"windows-1251, cut", &crawl.Page{Header: http.Header{"Content-Type": {"text/html; charset=windows-1251"}}, Body: []byte("\xec\xe8\xf0"), Truncated: true}, "мир"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.page
			p.URL = "http://h0.test/"
			if got := p.UTF8(); !utf8.Valid(got) || !bytes.HasSuffix(got, []byte(c.want)) {
				t.Errorf("UTF8 ends with %q, valid %v, want valid UTF-8 that ends with %q", got[max(0, len(got)-9):], utf8.Valid(got), c.want)
			}
			if text := p.Document().Text; !utf8.ValidString(text) {
				t.Errorf("Document has the text %q, want valid UTF-8", text)
			}
		})
	}
}

func TestPlainText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := fetchOne(t, testsite.Answer{Type: "text/plain", Body: []byte("\ufefffirst <a href=/x>word</a>")}, crawl.Limits{})
		if doc := p.Document(); doc.Text != "first <a href=/x>word</a>" || len(doc.Links) != 0 {
			t.Errorf("document %+v, want the text without byte order mark and no links", doc)
		}
	})
}

func TestNotHTML(t *testing.T) {
	page := testsite.Page("title", "/x").Body
	for _, c := range []struct {
		name, contentType string
		body              []byte
		html              bool
		mediaType         string
	}{
		{"HTML", "text/html", page, true, "text/html"},
		{"HTML in capitals", "TEXT/HTML; Charset=UTF-8", page, true, "text/html"},
		{"XHTML", "application/xhtml+xml", page, true, "application/xhtml+xml"},
		{"no type", testsite.NoType, page, true, "text/html"},
		{"nonsense for a type", ";;;", page, true, "text/html"},
		{"PDF", "application/pdf", []byte("%PDF-1.4 <a href=/x>"), false, "application/pdf"},
		{"JSON", "application/json", []byte(`{"a": "<a href=/x>"}`), false, "application/json"},
		{"image without a type", testsite.NoType, []byte("\x89PNG\r\n\x1a\n<a href=/x>"), false, "image/png"},
		{"HTML called an image", "image/png", page, false, "image/png"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := fetchOne(t, testsite.Answer{Type: c.contentType, Body: c.body}, crawl.Limits{})
				if p.IsHTML() != c.html || p.MediaType() != c.mediaType {
					t.Errorf("IsHTML %v, MediaType %q, want %v and %q", p.IsHTML(), p.MediaType(), c.html, c.mediaType)
				}
				links := slices.Collect(p.LinkURLs())
				if want := map[bool]int{true: 1}[c.html]; len(links) != want || len(p.Document().Links) != want {
					t.Errorf("LinkURLs %q, Document %+v, want %d links", links, p.Document().Links, want)
				}
			})
		})
	}
}

// What servers say about a body's encoding, and what the body is.
func TestContentEncoding(t *testing.T) {
	plain := testsite.Page("title", "/x")
	with := func(body []byte, encodings ...string) testsite.Answer {
		return testsite.Answer{Body: body, Header: http.Header{"Content-Encoding": encodings}}
	}
	gz, br, zs := gzipped(t, plain.Body), brotlied(t, plain.Body), zstded(t, plain.Body)
	damaged := slices.Clone(gz)
	damaged[len(damaged)-5] ^= 1 // in the checksum
	head, tail := plain.Body[:9], plain.Body[9:]
	for _, c := range []struct {
		name   string
		answer testsite.Answer
		want   []byte
		marked bool // as incomplete
	}{
		{"none", plain, plain.Body, false},
		{"identity", with(plain.Body, "identity"), plain.Body, false},
		{"gzip", with(gz, "gzip"), plain.Body, false},
		{"in capitals", with(gz, "GZIP"), plain.Body, false},
		{"x-gzip", with(gz, "x-gzip"), plain.Body, false},
		{"two members", with(slices.Concat(gzipped(t, head), gzipped(t, tail)), "gzip"), plain.Body, false},
		{"junk behind", with(slices.Concat(gz, []byte("<!-- served by -->")), "gzip"), plain.Body, false},
		{"little behind", with(slices.Concat(gz, []byte("\n")), "gzip"), plain.Body, false},
		{"zeros behind", with(slices.Concat(gz, make([]byte, 3)), "gzip"), plain.Body, false},
		{"deflate with zlib", with(zlibbed(t, plain.Body), "deflate"), plain.Body, false},
		{"deflate without", with(deflated(t, plain.Body), "deflate"), plain.Body, false},
		{"br", with(br, "br"), plain.Body, false},
		{"zstd", with(zs, "zstd"), plain.Body, false},
		{"two frames", with(slices.Concat(zstded(t, head), zstded(t, tail)), "zstd"), plain.Body, false},
		{"one on another", with(brotlied(t, gz), "gzip, br"), plain.Body, false},
		{"one on another in two headers", with(gzipped(t, zs), "zstd", "gzip"), plain.Body, false},
		{"the name of a charset", with(plain.Body, "UTF-8"), plain.Body, false},
		{"a word for none", with(plain.Body, "none"), plain.Body, false},
		{"an encoding of mail", with(plain.Body, "8bit"), plain.Body, false},
		{"of an upload to a store", with(gz, "gzip,aws-chunked"), plain.Body, false},
		{"a name of nothing", with(plain.Body, "exotic"), plain.Body, false},
		{"names of nothing", with(plain.Body, "text/html", "sdch,compress;x"), plain.Body, false},
		{"a name of nothing below gzip", with(gz, "exotic, gzip"), plain.Body, false},
		{"a name of nothing on gzip", with(gz, "gzip, exotic"), plain.Body, false},
		{"a name of nothing of an image", with([]byte("\x89PNG\x0d\x0a\x1a\x0a\x00"), "exotic"), []byte("\x89PNG"), false},
		{"lie: gzip", with(plain.Body, "gzip"), plain.Body, true},
		{"lie: zstd", with(plain.Body, "zstd"), plain.Body, true},
		{"torn gzip", with(gz[:len(gz)-20], "gzip"), plain.Body[:len(plain.Body)-20], true},
		{"damaged", with(damaged, "gzip"), plain.Body, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := fetchOne(t, c.answer, crawl.Limits{})
				if p.Err != nil || (p.Incomplete != nil) != c.marked {
					t.Errorf("error %v, incomplete: %v, want no error and a mark: %v", p.Err, p.Incomplete, c.marked)
				}
				if !bytes.HasPrefix(p.Body, c.want) {
					t.Errorf("body %q, want %q", p.Body, c.want)
				}
			})
		})
	}
}

// A body of which nothing can be read fails its page.
func TestContentEncodingFails(t *testing.T) {
	gz := gzipped(t, []byte("text"))
	for _, c := range []struct {
		name      string
		body      []byte
		encodings string
	}{
		{"not asked for", []byte("\x1f\x9d\x90t\xca\xe0\xa1"), "compress"},
		{"not asked for, though known", gz, "gzipped"},
		{"not asked for, in another", gzipped(t, []byte("\xffDCB\x00\x01")), "dcb, gzip"},
		{"four", []byte("text"), "gzip, gzip, gzip, gzip"},
		{"torn at once", gzipped(t, []byte("text"))[:10], "gzip"},
		{"no brotli", []byte("<html><body>text</body></html>"), "br"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := testsite.Answer{Body: c.body, Header: http.Header{"Content-Encoding": {c.encodings}}}
				if p := fetchOne(t, a, crawl.Limits{}); p.Err == nil || len(p.Body) > 0 {
					t.Errorf("error %v, body %q, want an error and no body", p.Err, p.Body)
				}
			})
		})
	}
}

func TestEmptyBody(t *testing.T) {
	empty := testsite.Answer{Type: "text/html"}
	gzipped := testsite.Answer{Type: "text/html", Header: http.Header{"Content-Encoding": {"gzip"}}}
	for name, a := range map[string]testsite.Answer{
		"200": empty, "no type": {}, "204": {Status: 204}, "gzip of nothing": empty.Gzip(), "nothing as gzip": gzipped,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := fetchOne(t, a, crawl.Limits{})
				if !p.OK() || len(p.Body) != 0 {
					t.Errorf("status %d, error %v, body %q, want success and an empty body", p.Status, p.Err, p.Body)
				}
				if diff := cmp.Diff("", p.Document().Text); diff != "" {
					t.Errorf("text (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// A small body that unfolds to a huge one costs what the limit allows and a
// small factor, not more.
func TestBombs(t *testing.T) {
	const limit = 256 << 10
	zeros := make([]byte, 24<<20)
	gz := bytes.Repeat(gzipped(t, zeros[:len(zeros)/8]), 8)
	if ratio := len(zeros) / len(gz); ratio < 1000 {
		t.Fatalf("the bomb unfolds %d-fold, want 1000 or more", ratio)
	}
	for _, c := range []struct {
		name      string
		body      []byte
		encodings string
		truncated bool
	}{
		{"gzip", gz, "gzip", true},
		{"a bomb in a bomb is unfolded once", gzipped(t, gz), "gzip", false},
		{"a bomb in a bomb, as announced", gzipped(t, gz), "gzip, gzip", true},
		{"brotli", brotlied(t, zeros), "br", true},
		{"zstd", zstded(t, zeros), "zstd", true},
		{"deflate", deflated(t, zeros), "deflate", true},
		{"unfolds to nothing", bytes.Repeat(gzipped(t, bytes.Repeat(gzipped(t, nil), 1<<14)), 64), "gzip, gzip", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := testsite.Answer{Body: c.body, Header: http.Header{"Content-Encoding": {c.encodings}}}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				p := fetchOne(t, a, crawl.Limits{Body: limit})
				runtime.ReadMemStats(&after)
				if p.Err != nil || len(p.Body) > limit || p.Truncated != c.truncated {
					t.Errorf("%d bytes, truncated %v, error %v, want at most %d bytes", len(p.Body), p.Truncated, p.Err, limit)
				}
				// The window of a decoder comes on top.
				if spent := after.TotalAlloc - before.TotalAlloc; spent > 20*limit+32<<20 {
					t.Errorf("the fetch took %d bytes of memory in all, want at most 20 times the limit of %d", spent, limit)
				}
			})
		})
	}
}

// The same for a body that is huge as served.
func TestHugeBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := testsite.Answer{Type: "text/plain", Body: bytes.Repeat([]byte("word "), 1<<12), Times: 1 << 40}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p := fetchOne(t, a, crawl.Limits{Body: 1 << 20})
		runtime.ReadMemStats(&after)
		if p.Err != nil || len(p.Body) != 1<<20 || !p.Truncated {
			t.Errorf("%d bytes, truncated %v, error %v, want 1 MiB, truncated", len(p.Body), p.Truncated, p.Err)
		}
		if spent := after.TotalAlloc - before.TotalAlloc; spent > 20<<20 {
			t.Errorf("the fetch took %d bytes of memory in all, want at most 20 times the limit of 1 MiB", spent)
		}
	})
}

// A page nested too deeply for a parser still has its text and its links.
func TestDeepNesting(t *testing.T) {
	depth := 100_000
	if testing.Short() {
		depth = 20_000 // a parser takes 512
	}
	for _, tag := range []string{"div", "b", "table", "a", "font", "ul><li", "svg", "select"} {
		t.Run(tag, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				open := strings.Repeat("<"+tag+">", depth)
				body := "<title>deep</title><p>before</p><a href=/first>first</a>" + open + "<p>inside <a href=/last>last</a>"
				p := fetchOne(t, testsite.Answer{Body: []byte(body)}, crawl.Limits{Links: crawl.NoLimit})
				doc := p.Document()
				if doc.Title != "deep" {
					t.Errorf("title %q, want deep", doc.Title)
				}
				for _, word := range []string{"before", "first", "inside", "last"} {
					if !strings.Contains(doc.Text, word) {
						t.Errorf("the text of %d bytes lacks %q", len(doc.Text), word)
					}
				}
				var found []string
				for _, l := range doc.Links {
					if l.URL != "" {
						found = append(found, l.URL)
					}
				}
				want := []string{"http://h0.test/first", "http://h0.test/last"}
				if diff := cmp.Diff(want, found); diff != "" {
					t.Errorf("links of the document (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(want, slices.Collect(p.LinkURLs())); diff != "" {
					t.Errorf("LinkURLs (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// The body is parsed once, however many ask and from wherever.
func TestDocumentIsReadOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := fetchOne(t, testsite.Page("title", "/x"), crawl.Limits{})
		first, err := p.DOM()
		if err != nil {
			t.Fatal(err)
		}
		roots := make(chan bool)
		for range 8 {
			go func() {
				root, _ := p.DOM()
				p.Document()
				roots <- root == first
			}()
		}
		for range 8 {
			if !<-roots {
				t.Error("DOM gives another tree to another goroutine, want one tree")
			}
		}
	})
}
