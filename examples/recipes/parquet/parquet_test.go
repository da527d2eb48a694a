package parquet_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	read "github.com/parquet-go/parquet-go"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/examples/recipes/parquet"
)

func TestKeep(t *testing.T) {
	web, err := webs.New([]webs.Document{
		{URL: "http://a.test/", Type: "text/html", Body: []byte(`<a href=/b>b</a> <a href=/gone>gone</a>`)},
		{URL: "http://a.test/b", Type: "text/html", Body: []byte(`tea`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "pages.parquet")
	w, err := parquet.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	c := crawl.Crawler{Transport: web, Delay: crawl.None}
	for page, err := range c.Crawl(t.Context(), "http://a.test/") {
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Keep(page); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rows, err := read.ReadFile[parquet.Row](path)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(rows, func(a, b parquet.Row) int { return strings.Compare(a.URL, b.URL) })
	want := []parquet.Row{
		{URL: "http://a.test/", Status: 200, Text: "b gone"},
		{URL: "http://a.test/b", Parent: "http://a.test/", Status: 200, Text: "tea"},
		{URL: "http://a.test/gone", Parent: "http://a.test/", Status: 404, Error: "crawl: http://a.test/gone: status 404 Not Found"},
	}
	if !slices.Equal(rows, want) {
		t.Errorf("read %+v, want %+v", rows, want)
	}
	if _, err := parquet.Create(path); err == nil {
		t.Error("a file that is there was written over")
	}
}
