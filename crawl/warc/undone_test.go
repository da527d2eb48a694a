package warc_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/warc"
)

// crawled returns the body that a crawl has of a URL of a recorded web, or what went
// wrong.
func crawled(t *testing.T, file, url string) string {
	t.Helper()
	web, err := warc.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	c := crawl.Crawler{Transport: web, IgnoreRobots: true, Delay: crawl.None, Limits: crawl.Limits{Attempts: 1}}
	for p, err := range c.Crawl(t.Context(), url) {
		switch {
		case err != nil:
			return "error: " + err.Error()
		case p.Err != nil:
			return "error: " + p.Err.Error()
		case p.Incomplete != nil:
			return string(p.Body) + ", then " + p.Incomplete.Error()
		}
		return string(p.Body)
	}
	return "no page"
}

func encoded(t testing.TB, coding, text string) string {
	t.Helper()
	out := new(bytes.Buffer)
	var z io.WriteCloser
	var err error
	switch coding {
	case "gzip":
		z = gzip.NewWriter(out)
	case "br":
		z = brotli.NewWriter(out)
	case "zstd":
		z, err = zstd.NewWriter(out)
	case "deflate":
		z = zlib.NewWriter(out)
	case "raw deflate":
		z, err = flate.NewWriter(out, 6)
	}
	if err == nil {
		_, err = io.WriteString(z, text)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A header says what the body was, and the body what it is.
func TestUndoneCodings(t *testing.T) {
	page := "<!DOCTYPE html><title>Moss</title>" + strings.Repeat("<p>Moss grows on the north side, they say.", 50)
	long := strings.Repeat("A line of some sixty bytes that is as long as it has to be.\r\n", 40_000)
	chunks := func(parts ...string) string {
		b := new(strings.Builder)
		for _, p := range parts {
			fmt.Fprintf(b, "%x\r\n%s\r\n", len(p), p)
		}
		return b.String() + "0\r\n\r\n"
	}
	const chunked = "Transfer-Encoding: chunked\r\n"
	type row struct{ name, fields, body, want, more string }
	rows := []row{
		{"chunks", chunked, chunks("Moss", " grows"), "Moss grows", ""},
		{"chunks with extensions and trailers", chunked, "4;a=b\r\nMoss\r\n0\r\nDigest: x\r\n\r\n", "Moss", ""},
		{"no chunk but the last", chunked, "0\r\n\r\n", "", ""},
		{"zeros and line ends", chunked, "00000000\r\n\r\n\r\n", "", ""},
		{"chunks, zeros and line ends", chunked, "04\r\nMoss\r\n00000000\r\n\r\n\r\n", "Moss", ""},
		{"long chunks", chunked, chunks(long, "end"), long + "end", ""},
		{"many chunks", chunked, chunks(strings.SplitAfter(long, "\n")...), long, ""},
		{"chunks that were cut", chunked, "4\r\nMoss\r\n1000\r\n grows", "Moss grows, then body: unexpected EOF", "WARC-Truncated: length"},
		{"the first chunk was cut", chunked, "1000\r\nMoss", "Moss, then body: unexpected EOF", "WARC-Truncated: length"},

		{"a page", chunked, page, page, ""},
		{"empty", chunked, "", "", ""},
		{"a word in hexadecimal", chunked, "face\r\nbook\r\n", "face\r\nbook\r\n", ""},
		{"zero and more", chunked, "0\r\n1\r\n2\r\n", "0\r\n1\r\n2\r\n", ""},
		{"zero, an empty line and more", chunked, "0\r\n\r\nno last chunk\r\n", "0\r\n\r\nno last chunk\r\n", ""},
		{"zero alone", chunked, "0", "0", ""},
		{"zero on a line", chunked, "0\r\n", "0\r\n", ""},
		{"lengths and words", chunked, "4\r\nmoss\r\n5\r\nstone\r\n", "4\r\nmoss\r\n5\r\nstone\r\n", ""},
		{"a chunk and a text", chunked, "4\r\nmoss\r\nand so on", "4\r\nmoss\r\nand so on", ""},
		{"a year", chunked, "1984\nIt was a bright cold day.\n", "1984\nIt was a bright cold day.\n", ""},
		{"a number less than the text", chunked, "20\r\n" + page, "20\r\n" + page, ""},
		{"a number before a long text", chunked, "1000\r\n" + long, "1000\r\n" + long, ""},
		{"a number beyond a long text", chunked, "10000000\r\n" + long, "10000000\r\n" + long, ""},
		{"a page that was cut", chunked, page, page + ", then body: unexpected EOF", "WARC-Truncated: length"},
	}
	for _, coding := range []string{"gzip", "br", "zstd", "deflate"} {
		field := "Content-Encoding: " + coding + "\r\n"
		z := encoded(t, coding, page)
		rows = append(rows,
			row{coding, field, z, page, ""},
			row{coding + " in chunks", chunked + field, chunks(z[:20], z[20:]), page, ""},
			row{coding + " undone", field, page, page, ""},
			row{coding + " and chunks undone", chunked + field, page, page, ""},
			row{coding + " undone in chunks", chunked + field, chunks(page), page, ""},
			row{coding + " undone of a few bytes", field, "ok", "ok", ""},
			row{coding + " undone of JSON", field, `{"moss": [1, 2]}`, `{"moss": [1, 2]}`, ""},
			row{coding + " undone of a long text", field, long, long, ""},
			row{coding + " of nothing", field, "", "", ""},
		)
		if coding != "gzip" {
			rows = append(rows, row{coding + " under gzip, gzip undone", strings.Replace(field, "\r\n", ", gzip\r\n", 1), z, page, ""})
		}
	}
	rows = append(rows, row{"raw deflate", "Content-Encoding: deflate\r\n", encoded(t, "raw deflate", page), page, ""})
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			var more []string
			if r.more != "" {
				more = []string{r.more}
			}
			file := filepath.Join(t.TempDir(), "a.warc")
			record := text("response", "http://a.test/", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"+r.fields+"\r\n"+r.body, more...)
			if err := os.WriteFile(file, []byte(record), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := crawled(t, file, "http://a.test/"); got != r.want {
				t.Errorf("%d bytes %.80q, want %d %.80q", len(got), got, len(r.want), r.want)
			}
		})
	}
}

// The body of a revisit has the codings that it was recorded with, whatever the later
// header says.
func TestRevisitOfUndoneCoding(t *testing.T) {
	const coded = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\nContent-Encoding: br\r\n\r\n"
	const plain = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"
	named := map[string]string{"a.warc": text("response", "http://a.test/undone", coded+"as it was", "WARC-Payload-Digest: sha1:X") +
		text("response", "http://a.test/br", coded+encoded(t, "br", "as it was"), "WARC-Payload-Digest: sha1:Y") +
		text("revisit", "http://a.test/1", coded, "WARC-Payload-Digest: sha1:X") +
		text("revisit", "http://a.test/2", plain, "WARC-Payload-Digest: sha1:X") +
		text("revisit", "http://a.test/3", coded, "WARC-Payload-Digest: sha1:Y") +
		text("revisit", "http://a.test/4", plain, "WARC-Payload-Digest: sha1:Y") +
		text("revisit", "http://a.test/5", strings.Replace(coded, "br", "gzip", 1), "WARC-Payload-Digest: sha1:Y")}
	file := filepath.Join(files(t, named), "a.warc")
	for n := 1; n <= 5; n++ {
		url := fmt.Sprint("http://a.test/", n)
		if got := crawled(t, file, url); got != "as it was" {
			t.Errorf("%s: %q", url, got)
		}
	}
}
