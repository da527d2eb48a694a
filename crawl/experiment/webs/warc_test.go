package webs_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/warc"
)

// answers is a web of a few URLs; any other fails.
type answers map[string]string

func (a answers) RoundTrip(req *http.Request) (*http.Response, error) {
	text, ok := a[req.URL.String()]
	if !ok {
		return nil, io.ErrUnexpectedEOF
	}
	body := []byte(text)
	h := http.Header{"Content-Type": {"text/html"}}
	status := http.StatusOK
	switch {
	case strings.HasSuffix(req.URL.Path, "/packed"):
		var buf bytes.Buffer
		z := gzip.NewWriter(&buf)
		fmt.Fprint(z, text)
		z.Close()
		body = buf.Bytes()
		h.Set("Content-Encoding", "gzip")
	case strings.HasSuffix(req.URL.Path, "/old"):
		status, body = http.StatusFound, nil
		h.Set("Location", text)
	case strings.HasSuffix(req.URL.Path, "/busy"):
		status = http.StatusServiceUnavailable
		h.Set("Retry-After", "3600")
	}
	return &http.Response{
		StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Header: h, Body: io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body)), Request: req,
	}, nil
}

// A recorded crawl is a web for experiments, as a crawler would read it.
func TestOpenWebOfWARC(t *testing.T) {
	for _, name := range []string{"crawl.warc", "crawl.warc.gz", "crawl.warc.zst"} {
		t.Run(name, func(t *testing.T) { checkWARC(t, name) })
	}
}

func checkWARC(t *testing.T, name string) {
	path := filepath.Join(t.TempDir(), name)
	w, err := warc.Create(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	live := answers{
		"http://a.test/":       `<a href="/packed">packed</a>`,
		"http://a.test/packed": "<p>unpacked</p>",
		"http://a.test/old":    "/packed",
		"http://a.test/busy":   "later",
		"http://a.test/copy":   `<a href="/packed">packed</a>`,
	}
	r := &warc.Recorder{Transport: live, Writer: w}
	for _, path := range []string{"/", "/packed", "/old", "/busy", "/copy", "/fails"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://a.test"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := r.RoundTrip(req); err == nil {
			resp.Body.Close()
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, filepath.Dir(path)} {
		web, err := webs.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		answersAsRecorded(t, web)
	}

	torn, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, torn[:len(torn)-9], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := webs.Open(path); err == nil || !strings.Contains(err.Error(), "unexpected EOF") {
		t.Errorf("a torn file: %v", err)
	}
}

// answersAsRecorded checks the web of TestOpenWebOfWARC.
func answersAsRecorded(t *testing.T, web *webs.Web) {
	t.Helper()
	for url, want := range map[string]string{
		"http://a.test/":       `200 text/html <a href="/packed">packed</a>`,
		"http://a.test/copy":   `200 text/html <a href="/packed">packed</a>`,
		"http://a.test/packed": "200 text/html <p>unpacked</p>",
		"http://a.test/old":    "302 text/html ",
		"http://a.test/busy":   "503 text/html ",
		"http://a.test/never":  "404 text/plain; charset=utf-8 not in the recorded web\n",
	} {
		if got := get(t, web, url); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://a.test/fails", nil)
	if _, err := web.RoundTrip(req); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a request that failed: %v, want a timeout", err)
	}
}
