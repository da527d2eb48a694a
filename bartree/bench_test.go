package bartree_test

import (
	"bytes"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/bartree"
)

// BenchmarkLook also reports how many times as long html.Parse takes for the same pages.
func BenchmarkLook(b *testing.B) {
	var pages [][]byte
	for _, m := range readLines[struct{ Path, Site, Template, Version string }](b, "manifest.jsonl") {
		if m.Site == "jmlr" && m.Template == "abstract" && m.Version == "148ad00" {
			pages = append(pages, readPage(b, m.Path))
		}
	}
	var w bartree.Watch
	title, _, _ := bytes.Cut(pages[0], []byte("</h2>"))
	title = title[bytes.LastIndexByte(title, '>')+1:]
	if err := w.Add("x", bartree.Region{Text: string(title)}, day, pages[0], pages[1:]...); err != nil {
		b.Fatal(err)
	}
	i := 0
	looking := time.Now()
	for b.Loop() {
		if l, err := w.Look("x", "", pages[i%len(pages)], day); err != nil || l.Result != bartree.LookRead {
			b.Fatal(l.Result, err)
		}
		i++
	}
	look := time.Since(looking)
	parsing := time.Now()
	for k := range i {
		if _, err := html.Parse(bytes.NewReader(pages[k%len(pages)])); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(time.Since(parsing))/float64(look), "x-parser")
}
