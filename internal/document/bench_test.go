package document_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/page"
)

// What it costs to read pages, beside the tokenizer and the parser of golang.org/x/net/html.
func BenchmarkRead(b *testing.B) {
	files, _ := filepath.Glob("../../../shared/data/articles/*/*.html")
	var pages [][]byte
	size := int64(0)
	for i := 0; i < len(files); i += 40 {
		src, err := os.ReadFile(files[i])
		if err != nil {
			b.Fatal(err)
		}
		pages = append(pages, src)
		size += int64(len(src))
	}
	if size == 0 {
		b.Skip("no real pages")
	}
	for _, reader := range []struct {
		name string
		read func([]byte)
	}{
		{"tree", func(src []byte) { page.Scan(src) }},
		{"tree of x/net", func(src []byte) { _, _ = page.Scan(src).DOM() }},
		{"links", func(src []byte) { document.Reader{}.TagsOf(src, "http://h0.test/") }},
		{"text and links", func(src []byte) { document.Reader{}.DocumentOf(src, "http://h0.test/") }},
		{"text, links and tree", func(src []byte) { document.Reader{}.Document(page.Scan(src), "http://h0.test/") }},
		{"tokenizer", func(src []byte) {
			for z := html.NewTokenizer(bytes.NewReader(src)); z.Next() != html.ErrorToken; {
			}
		}},
		{"html.Parse", func(src []byte) { _, _ = html.Parse(bytes.NewReader(src)) }},
	} {
		b.Run(reader.name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for _, src := range pages {
					reader.read(src)
				}
			}
		})
	}
}
