package warc_test

import (
	"bytes"
	stdgzip "compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/lokman-crawler/lokman/crawl/warc"
)

// pages are HTML-like bodies of some 9 KB that compress as pages do.
func pages(n int) [][]byte {
	words := make([]string, 3000)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range words {
		for range 2 + r.IntN(8) {
			words[i] += string(rune('a' + r.IntN(26)))
		}
	}
	out := make([][]byte, n)
	for i := range out {
		var b bytes.Buffer
		for b.Len() < 9000 {
			fmt.Fprintf(&b, `<p class="text"><a href="/%s/%d">%s</a> `, words[r.IntN(len(words))], r.IntN(1e6), words[r.IntN(len(words))])
			for range 20 {
				b.WriteString(words[int(float64(len(words))*r.Float64()*r.Float64())] + " ")
			}
			b.WriteString("</p>\n")
		}
		out[i] = b.Bytes()
	}
	return out
}

// served answers the numbered pages.
type served [][]byte

func (s served) RoundTrip(req *http.Request) (*http.Response, error) {
	var i int
	if _, err := fmt.Sscanf(req.URL.Path, "/%d", &i); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: 200, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"Content-Type": {"text/html"}},
		Body: io.NopCloser(bytes.NewReader(s[i])), ContentLength: int64(len(s[i])), Request: req,
	}, nil
}

// counting discards and counts.
type counting struct{ n int64 }

func (c *counting) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

func recordAll(b testing.TB, w *warc.Writer, s served) {
	r := &warc.Recorder{Transport: s, Writer: w}
	for i := range s {
		resp, err := ask(b, r, fmt.Sprintf("http://a.test/%d", i))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			b.Fatal(err)
		}
		resp.Body.Close()
	}
	if r.Err() != nil {
		b.Fatal(r.Err())
	}
}

// BenchmarkWrite records pages; gzip compresses their bodies alone, a member
// each. MB/s are of bodies.
func BenchmarkWrite(b *testing.B) {
	s := served(pages(200))
	size := int64(len(bytes.Join(s, nil)))
	b.Run("recorder", func(b *testing.B) {
		b.SetBytes(size)
		b.ReportAllocs()
		for b.Loop() {
			recordAll(b, warc.NewWriter(io.Discard), s)
		}
	})
	b.Run("recorder-plain", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			w := warc.NewWriter(io.Discard)
			w.Plain = true
			recordAll(b, w, s)
		}
	})
	compress := func(z interface {
		io.WriteCloser
		Reset(io.Writer)
	}) func(b *testing.B) {
		return func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				for _, p := range s {
					z.Reset(io.Discard)
					if _, err := z.Write(p); err != nil {
						b.Fatal(err)
					}
					if err := z.Close(); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	}
	b.Run("gzip", compress(gzip.NewWriter(io.Discard)))
	b.Run("gzip-std", compress(stdgzip.NewWriter(io.Discard)))
}

// BenchmarkRead reads the records of a file to their ends; gzip decompresses
// the same file. MB/s are of the file's content.
func BenchmarkRead(b *testing.B) {
	var file bytes.Buffer
	recordAll(b, warc.NewWriter(&file), pages(200))
	var size counting
	z, err := stdgzip.NewReader(bytes.NewReader(file.Bytes()))
	if err != nil {
		b.Fatal(err)
	}
	if _, err := io.Copy(&size, z); err != nil {
		b.Fatal(err)
	}
	b.Run("reader", func(b *testing.B) {
		b.SetBytes(size.n)
		b.ReportAllocs()
		for b.Loop() {
			r := warc.NewReader(bytes.NewReader(file.Bytes()))
			for {
				rec, err := r.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					b.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, rec); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("gzip", func(b *testing.B) {
		b.SetBytes(size.n)
		for b.Loop() {
			z, err := gzip.NewReader(bytes.NewReader(file.Bytes()))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, z); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("gzip-std", func(b *testing.B) {
		b.SetBytes(size.n)
		for b.Loop() {
			z, err := stdgzip.NewReader(bytes.NewReader(file.Bytes()))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, z); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkWeb answers requests from a file.
func BenchmarkWeb(b *testing.B) {
	var file strings.Builder
	s := served(pages(200))
	recordAll(b, warc.NewWriter(&file), s)
	web, err := warc.Open(files(b, map[string]string{"x.warc.gz": file.String()}))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if got := get(b, web, fmt.Sprintf("http://a.test/%d", i%len(s))); len(got) < 9000 {
			b.Fatal(got)
		}
		i++
	}
}
