package classify_test

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
)

// article returns a page of about 20 KB with 60 links.
func article() []byte {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><html><head><title>An article</title></head><body><nav>")
	for i := range 60 {
		fmt.Fprintf(&b, `<li class="item"><a href="/section/page-%d.html?from=nav&amp;x=1">Page number %d</a></li>`, i, i)
	}
	b.WriteString("</nav><main>")
	for i := range 40 {
		fmt.Fprintf(&b, "<p>Paragraph %d tells of <b>influenza</b>, of its course &amp; care, and of what people have said about it for as long as there have been winters, in words that are neither short nor very long.</p>\n", i)
	}
	b.WriteString("</main></body></html>")
	return []byte(b.String())
}

// BenchmarkDocument sets reading a page beside parsing alone.
func BenchmarkDocument(b *testing.B) {
	src := article()
	b.Run("parse alone", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := html.Parse(bytes.NewReader(src)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("NewDocument, parsed", func(b *testing.B) {
		root, err := html.Parse(bytes.NewReader(src))
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			classify.Reader{}.Document(root, page)
		}
	})
	b.Run("ScanDocument", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			classify.Reader{}.Scan(src, page)
		}
	})
	b.Run("LinkURLs", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			for range (classify.Reader{}).LinkURLs(src, page) {
			}
		}
	})
	b.Run("tokenizer alone", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			for z := html.NewTokenizer(bytes.NewReader(src)); z.Next() != html.ErrorToken; {
			}
		}
	})
}

// BenchmarkPropose proposes on a page of 80,000 links and prints the time for
// each of them.
func BenchmarkPropose(b *testing.B) {
	for name, link := range map[string]string{"same": "<a href=x>w</a>", "distinct": "<a href=%[1]d>%[1]d</a>", "clusters": "<a href=?q%[1]d=1>%[1]d</a>"} {
		b.Run(name, func(b *testing.B) {
			var page strings.Builder
			for i := range 80_000 {
				page.WriteString(strings.ReplaceAll(link, "%[1]d", strconv.Itoa(i)))
			}
			d := classify.Reader{}.Scan([]byte(page.String()), "http://h.test/")
			b.ReportAllocs()
			for b.Loop() {
				classify.Propose(d.Links, "http://h.test/")
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(d.Links)), "ns/link")
		})
	}
}
