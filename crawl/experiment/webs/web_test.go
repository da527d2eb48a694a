package webs_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

const manifest = `{"url": "http://www.example.org/", "file": "pages/index.html", "title": "not read"}

{"url": "HTTP://Other.Example:80/a b?q=1#top", "file": "pages/other/page.txt"}
`

var files = map[string]string{
	"manifest.jsonl":       manifest,
	"pages/index.html":     "<!-- a long comment --><title>Home</title>",
	"pages/other/page.txt": "plain",
}

// get asks a web for a URL and returns status, type and body.
func get(t *testing.T, web http.RoundTripper, url string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := web.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d %s %s", resp.StatusCode, resp.Header.Get("Content-Type"), body)
}

// record writes a recorded web in one of the forms that OpenWeb reads.
func record(t testing.TB, form string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if form == "directory" {
		for name, body := range files {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	var buf bytes.Buffer
	var out io.WriteCloser
	switch form {
	case "tar":
		out = struct {
			io.Writer
			io.Closer
		}{&buf, io.NopCloser(nil)}
	case "tar.gz":
		out = gzip.NewWriter(&buf)
	case "tar.zst":
		z, err := zstd.NewWriter(&buf)
		if err != nil {
			t.Fatal(err)
		}
		out = z
	}
	w := tar.NewWriter(out)
	for name, body := range files {
		h := &tar.Header{Name: "./web/" + name, Size: int64(len(body)), Mode: 0o644, Typeflag: tar.TypeReg}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, body); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "web."+form)
	if err := os.WriteFile(path, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenWeb(t *testing.T) {
	for _, form := range []string{"directory", "tar", "tar.gz", "tar.zst"} {
		t.Run(form, func(t *testing.T) {
			web, err := webs.Open(record(t, form, files))
			if err != nil {
				t.Fatal(err)
			}
			if web.Len() != 2 {
				t.Errorf("%d documents, want 2", web.Len())
			}
			for url, want := range map[string]string{
				"http://www.example.org":          "200 text/html <!-- a long comment --><title>Home</title>",
				"http://other.example/a%20b?q=1":  "200 text/plain plain",
				"http://other.example/robots.txt": "404 text/plain; charset=utf-8 not in the recorded web\n",
				"http://unknown.example/":         "404 text/plain; charset=utf-8 not in the recorded web\n",
			} {
				if got := get(t, web, url); got != want {
					t.Errorf("%s: %q, want %q", url, got, want)
				}
			}
		})
	}
}

// Who names the manifest is told to name its directory.
func TestOpenWebNamesTheDirectory(t *testing.T) {
	dir := record(t, "directory", files)
	_, err := webs.Open(filepath.Join(dir, "manifest.jsonl"))
	if want := "it is a manifest: name its directory, " + dir; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

// Of several manifests in a tar file the outermost counts, each time; a byte order mark is cut.
func TestOpenWebManifests(t *testing.T) {
	inner := map[string]string{"page.html": "<title>outer</title>", "manifest.jsonl": "\ufeff" + `{"url": "http://outer.example/", "file": "page.html"}`}
	for i := range 8 {
		dir := fmt.Sprintf("more%d/", i)
		inner[dir+"manifest.jsonl"], inner[dir+"page.html"] = `{"url": "http://inner.example/", "file": "page.html"}`, "<title>inner</title>"
	}
	for _, form := range []string{"directory", "tar"} {
		web, err := webs.Open(record(t, form, inner))
		if err != nil {
			t.Fatal(err)
		}
		if !web.Has("http://outer.example/") || web.Len() != 1 {
			t.Errorf("%s: an inner manifest was read", form)
		}
	}
}

func TestOpenWebRefuses(t *testing.T) {
	with := func(manifest string) map[string]string {
		return map[string]string{"manifest.jsonl": manifest, "index.html": "x"}
	}
	for _, c := range []struct {
		name, form string
		files      map[string]string
		want       string
	}{
		{"empty", "tar", with(""), "the manifest lists no page"},
		{"no manifest", "tar.gz", map[string]string{"index.html": "x"}, "no manifest.jsonl in the archive"},
		{"no manifest", "directory", map[string]string{"index.html": "x"}, `neither manifest.jsonl, one {"url": ..., "file": ...} a line, nor a WARC file in the directory`},
		{"broken line", "tar", with("{\"url\": \"http://a.test/\", \"file\": \"index.html\"}\n{"), "manifest.jsonl:2: unexpected end"},
		{"no file", "tar", with(`{"url": "http://a.test/"}`), "manifest.jsonl:1: expected a url and a file"},
		{"missing file", "tar", with(`{"url": "http://a.test/", "file": "gone.html"}`), "manifest.jsonl:1: gone.html: file does not exist"},
		{"bad URL", "tar", with(`{"url": "ftp://a.test/", "file": "index.html"}`), "manifest.jsonl:1"},
		{"outside", "directory", with(`{"url": "http://a.test/", "file": "../../../../etc/passwd"}`), "manifest.jsonl:1"},
	} {
		t.Run(c.name+" "+c.form, func(t *testing.T) {
			path := record(t, c.form, c.files)
			_, err := webs.Open(path)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, want the path and %q", err, c.want)
			}
		})
	}
	noise := filepath.Join(t.TempDir(), "noise")
	if err := os.WriteFile(noise, bytes.Repeat([]byte("not a tar. "), 200), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := webs.Open(noise); err == nil || !strings.Contains(err.Error(), "neither a directory nor a tar file") {
		t.Errorf("noise: error %v", err)
	}
	wacz := filepath.Join(t.TempDir(), "crawl.wacz")
	if err := os.WriteFile(wacz, []byte("PK\x03\x04..."), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := webs.Open(wacz); err == nil || !strings.Contains(err.Error(), "a zip file: unpack it") {
		t.Errorf("WACZ: error %v", err)
	}
	whole := record(t, "tar.zst", files)
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(whole, data[:len(data)-9], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := webs.Open(whole); err == nil {
		t.Error("a truncated archive was opened")
	}
}

func TestNewWebAnswersRedirects(t *testing.T) {
	web, err := webs.New([]webs.Document{
		{URL: "http://a.test/old", Status: 301, Location: "/new"},
		{URL: "http://a.test/old", Body: []byte("the first counts")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := get(t, web, "http://a.test/old"); got != "301  " {
		t.Errorf("got %q", got)
	}
}
