package crawl_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/amplification"
)

// served answers requests without sockets; a nil header means 404.
type served func(path string) (http.Header, []byte)

func (s served) RoundTrip(r *http.Request) (*http.Response, error) {
	status := http.StatusOK
	header, body := s(r.URL.Path)
	if header == nil {
		status, header = http.StatusNotFound, http.Header{}
	}
	return &http.Response{
		StatusCode: status, Header: header.Clone(), Body: io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body)), Request: r,
	}, nil
}

// onePage crawls an answer.
func onePage(t *testing.T, header http.Header, body []byte) *crawl.Page {
	c := crawl.Crawler{
		IgnoreRobots: true, Limits: crawl.Limits{Attempts: 1}, Strategy: valuing(func(*crawl.Page) crawl.Valuation { return crawl.Valuation{} }),
		Transport: served(func(string) (http.Header, []byte) { return header, body }),
	}
	return only(t, crawlAll(t, &c, "http://a.test/"), "http://a.test/")
}

func gzipOf(b []byte) []byte {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = z.Write(b)
	_ = z.Close()
	return out.Bytes()
}

// What unfolds: content codings and charsets.
func TestAmplificationOfBodies(t *testing.T) {
	size := 4 << 20
	if testing.Short() {
		size = 1 << 20
	}
	var rows []amplification.Row
	add := func(name, coding string, body []byte, read, peak, total int) {
		rows = append(rows, amplification.Row{
			Input: name, Wire: len(body), Read: read, Kept: 2*crawlBody + 4<<20, Peak: peak, Total: total,
			Run: func() any {
				return onePage(t, http.Header{"Content-Encoding": {coding}, "Content-Type": {"text/plain"}}, body)
			},
		})
	}
	add("gzip of gzip of gzip", "gzip, gzip, gzip", gzipOf(gzipOf(gzipOf(make([]byte, 9<<20)))), 9<<20, 4*crawlBody, 6*crawlBody)
	member := gzipOf(nil)
	members := bytes.Repeat(member, size/len(member))
	add("empty gzip members", "gzip, gzip", gzipOf(members), len(members), 8<<20, 16<<20)
	frames := bytes.Repeat([]byte("\x28\xb5\x2f\xfd\x00\x68\x0b\x00\x00x"), size/10) // of a window of 8 MiB and one byte each
	add("zstd frames of one byte", "zstd, gzip", gzipOf(frames), len(frames), 32<<20, 48<<20)
	trees := brotliTrees(size)
	add("brotli blocks of 768 trees", "br, gzip", gzipOf(trees), len(trees), 16<<20, 64<<20)

	for _, charset := range []string{"windows-1252", "macintosh", "x-user-defined", "utf-8", "utf-16le", "iso-2022-jp", "gb18030", "big5", "shift_jis"} {
		for _, unit := range []string{"\xff", "\x00\x4e"} {
			body := bytes.Repeat([]byte(unit), size/len(unit))
			rows = append(rows, amplification.Row{
				Input: fmt.Sprintf("%q in %s", unit, charset), Wire: len(body), Kept: 8 * size, Peak: 12 * size, Total: 16 * size,
				Run: func() any {
					p := onePage(t, http.Header{"Content-Type": {"text/plain; charset=" + charset}}, body)
					p.UTF8()
					return p
				},
			})
		}
	}
	amplification.Check(t, rows)
}

const crawlBody = 10 << 20 // the default of Limits.Body

// A bitWriter writes bits, the lowest first.
type bitWriter struct {
	bytes []byte
	bits  uint64
	n     uint
}

func (w *bitWriter) put(value uint64, n uint) {
	w.bits |= value << w.n
	for w.n += n; w.n >= 8; w.n -= 8 {
		w.bytes = append(w.bytes, byte(w.bits))
		w.bits >>= 8
	}
}

// symbol writes a prefix code of one symbol (RFC 7932, 3.4).
func (w *bitWriter) symbol(s uint64, n uint) {
	w.put(1, 4)
	w.put(s, n)
}

// brotliTrees returns a stream of meta-blocks that hold one byte each and 256
// prefix codes of each kind (RFC 7932, 9.2).
func brotliTrees(size int) []byte {
	w := new(bitWriter)
	number256 := func() {
		w.put(0b1111, 4)
		w.put(127, 7)
	}
	w.put(0, 1) // a window of 64 KiB
	for len(w.bytes) < size {
		w.put(0, 1+2+16+1+1) // neither last nor uncompressed; one byte; one type of literals
		for range 2 {        // types of commands and of distances
			number256()
			w.symbol(0, 9)
			w.symbol(25, 5)
			w.put(0, 24)
		}
		w.put(0, 2+4+2) // distances as they are; literals by their lowest bits
		for range 2 {   // the context maps of literals and distances
			number256()
			w.put(0, 1)
			w.symbol(0, 8)
			w.put(0, 1)
		}
		for range 256 {
			w.symbol('x', 8)
		}
		for range 256 {
			w.symbol(8, 10) // insert one byte
		}
		for range 256 {
			w.symbol(0, 6)
		}
	}
	w.put(3, 10) // the last, empty
	return w.bytes
}

// What is read of headers and of a page's own directives.
func TestAmplificationOfDirectives(t *testing.T) {
	const size = 256 << 10
	of := func(text string) string { return strings.Repeat(text, size/len(text)) }
	each := func(text string) (list []string) {
		for range size / (len(text) + len("X-Robots-Tag: \r\n")) {
			list = append(list, text)
		}
		return list
	}
	continued := new(strings.Builder)
	for i := 0; continued.Len() < size; i++ {
		fmt.Fprintf(continued, ";a*%d=b", i)
	}
	var rows []amplification.Row
	add := func(name, field string, values []string, body string) {
		header := http.Header{"Content-Type": {"text/html"}}
		header[field] = values
		rows = append(rows, amplification.Row{
			Input: name, Wire: len(strings.Join(values, "\n")) + len(body), Kept: 8 << 20, Peak: 24 << 20, Total: 96 << 20,
			Run: func() any {
				p := onePage(t, header, []byte(body))
				p.Directives()
				return p
			},
		})
	}
	add("parameters of Content-Type", "Content-Type", []string{"text/html" + of(";a=b")}, "<p>x")
	add("a parameter of Content-Type in pieces", "Content-Type", []string{"text/html" + continued.String()}, "<p>x")
	add("rules in X-Robots-Tag", "X-Robots-Tag", []string{of("a,")}, "<p>x")
	add("names in X-Robots-Tag", "X-Robots-Tag", each("lokman: a"), "<p>x")
	add("dates in X-Robots-Tag", "X-Robots-Tag", each("unavailable_after: a"), "<p>x")
	add("a long date in X-Robots-Tag", "X-Robots-Tag", []string{"unavailable_after: " + of("a")}, "<p>x")
	add("Link", "Link", []string{of("<//[>;rel=canonical,")}, "<p>x")
	add("Refresh", "Refresh", []string{"0;url=" + of("a")}, "<p>x")
	add("Content-Encoding", "Content-Encoding", []string{of("gzip,")}, "<p>x")
	add("Retry-After", "Retry-After", []string{of("9")}, "<p>x")
	add("metas", "X", nil, strings.Repeat("<meta name=robots content='unavailable_after:x'>", 10_000))
	add("ampersands in an attribute", "X", nil, "<meta name=robots content='"+strings.Repeat("&a", 1<<19)+"'>")
	add("entities in an attribute", "X", nil, "<meta name=robots content='"+strings.Repeat("&nGt;", 1<<18)+"'>")
	links := new(strings.Builder)
	fmt.Fprintf(links, "<base href='/%s/'>", strings.Repeat("b", 1900))
	for i := range 10_000 {
		fmt.Fprintf(links, "<a rel=nofollow href=%d>", i)
	}
	add("nofollow links below a long base", "X", nil, links.String())
	amplification.Check(t, rows)
}

// What package net/http makes of a header of the most bytes that are read.
func TestAmplificationOfHeaders(t *testing.T) {
	header := new(strings.Builder)
	header.WriteString("HTTP/1.1 200 OK\r\n")
	for i := 0; header.Len() < 256<<10-16; i++ {
		fmt.Fprintf(header, "%x:\n", i)
	}
	header.WriteString("\r\n")
	amplification.Check(t, []amplification.Row{{
		Input: "header of short fields", Wire: header.Len(), Kept: 16 << 20, Peak: 24 << 20, Total: 48 << 20,
		Run: func() any {
			resp, err := http.ReadResponse(bufio.NewReader(strings.NewReader(header.String())), nil)
			if err != nil {
				t.Error(err)
			}
			return resp
		},
	}})
}

// linking has a page with links to /d/0, /d/1 and so on.
func linking(n int, robotsTxt string, then func() (http.Header, []byte)) served {
	var page strings.Builder
	for i := range n {
		fmt.Fprintf(&page, "<a href=/d/%d>", i)
	}
	return func(path string) (http.Header, []byte) {
		switch path {
		case "/robots.txt":
			return http.Header{}, []byte(robotsTxt)
		case "/":
			return http.Header{"Content-Type": {"text/html"}}, []byte(page.String())
		}
		return then()
	}
}

// What is kept of URLs that failed, besides the URLs: why they did.
func TestAmplificationOfFailures(t *testing.T) {
	urls := 5000
	if testing.Short() {
		urls = 1000
	}
	rule := "/d" + strings.Repeat("*", 17_000) // more wildcards than temoto is given
	coding := http.Header{"Content-Encoding": {strings.Repeat("\xff", 4000)}}
	longest := 0
	var rows []amplification.Row
	for name, web := range map[string]served{
		"status 404":                linking(urls, "", func() (http.Header, []byte) { return nil, nil }),
		"a long rule":               linking(urls, "User-agent: *\nDisallow: "+rule+"\n", func() (http.Header, []byte) { return nil, nil }),
		"a coding with a long name": linking(urls, "", func() (http.Header, []byte) { return coding, []byte{0} }),
	} {
		rows = append(rows, amplification.Row{
			Input: name, Wire: urls*16 + 16<<10, Kept: urls * 2000, Total: urls * 64 << 10,
			Run: func() any {
				f := new(frontier.Memory)
				c := crawl.Crawler{Transport: web, Delay: crawl.None, Frontier: f, Limits: crawl.Limits{Attempts: 1}}
				failed := 0
				for p, err := range c.Crawl(t.Context(), "http://a.test/") {
					if err != nil {
						t.Fatal(err)
					}
					if p.Err != nil {
						failed++
						longest = max(longest, len(p.Err.Error()))
					}
				}
				if failed != urls {
					t.Errorf("%s: %d URLs failed, want %d", name, failed, urls)
				}
				return f
			},
		})
	}
	amplification.Check(t, rows)
	if longest > 1000 {
		t.Errorf("an error of %d bytes, want at most 1,000", longest)
	}
}

// What a jar keeps of a site that gives each page cookies of its own, and what
// it costs to look there.
func TestAmplificationOfCookies(t *testing.T) {
	const pages, each = 200, 50
	var links strings.Builder
	for i := range pages {
		fmt.Fprintf(&links, "<a href=http://h%d.a.test/%d>", i, i)
	}
	amplification.Check(t, []amplification.Row{{
		Input: "cookies", Wire: pages * each * 4000, Kept: 4 << 20, Total: 512 << 20,
		Run: func() any {
			jar, _ := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
			given := 0
			c := crawl.Crawler{
				Delay: crawl.None, IgnoreRobots: true, Jar: jar, Workers: 1,
				Transport: served(func(string) (http.Header, []byte) {
					h := http.Header{"Content-Type": {"text/html"}}
					for range each {
						given++
						h.Add("Set-Cookie", fmt.Sprintf("c%d=%s; Domain=a.test; Path=/%d", given, strings.Repeat("x", 4000), given))
					}
					return h, []byte(links.String())
				}),
			}
			crawlAll(t, &c, "http://h.a.test/")
			return jar
		},
	}})
}

// What a crawl keeps of the robots.txt files of many sites.
func TestAmplificationOfRobots(t *testing.T) {
	const hosts = 60 // whose files would take 130 MB
	var file strings.Builder
	file.WriteString("user-agent:*\n")
	for file.Len() < robots.MaxSize-64 {
		file.WriteString("allow:a\n")
	}
	var links strings.Builder
	for i := range hosts {
		fmt.Fprintf(&links, "<a href=http://h%d.test/>", i)
	}
	amplification.Check(t, []amplification.Row{{
		Input: "robots.txt", Wire: hosts * file.Len(), Kept: 96 << 20,
		Run: func() any {
			c := &crawl.Crawler{Delay: crawl.None, Workers: 1, Transport: served(func(path string) (http.Header, []byte) {
				if path == "/robots.txt" {
					return http.Header{}, []byte(file.String())
				}
				return http.Header{"Content-Type": {"text/html"}}, []byte(links.String())
			})}
			crawlAll(t, c, "http://h0.test/")
			return c
		},
	}})
}
