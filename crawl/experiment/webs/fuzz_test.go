package webs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// Whatever a file holds, it is a web or refused, and a web answers.
func FuzzOpenWeb(f *testing.F) {
	names := []string{"x.tar", "x.tar.gz", "x.tar.zst", "x.warc", "x.warc.gz", "x.warc.zst", "manifest.jsonl"}
	for i, form := range []string{"tar", "tar.gz", "tar.zst"} {
		path := record(f, form, files)
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, uint8(i))
	}
	f.Add([]byte("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/\r\nContent-Length: 20\r\n\r\nHTTP/1.1 200 OK\r\n\r\nx\r\n\r\n\r\n"), uint8(3))
	f.Add([]byte(manifest), uint8(6))
	f.Fuzz(func(t *testing.T, data []byte, kind uint8) {
		dir := t.TempDir()
		name := names[int(kind)%len(names)]
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if name == "manifest.jsonl" {
			path = dir
		}
		web, err := webs.Open(path)
		if err != nil {
			return
		}
		if web.Len() == 0 || web.Hash() == "" {
			t.Error("a web without a document")
		}
		for _, url := range []string{"http://www.example.org/", "http://a.test/"} {
			if got := get(t, web, url); !web.Has(url) && !strings.HasPrefix(got, "404 ") {
				t.Errorf("%s is not in the web, and answers %.80q", url, got)
			}
		}
	})
}
