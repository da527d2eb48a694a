package crawl_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
)

// counting counts what was read.
type counting struct {
	io.Reader
	read int
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read += n
	return n, err
}

func (c *counting) Close() error { return nil }

// What holds no text is not read beyond what tells it.
func TestBodies(t *testing.T) {
	const png = "\x89PNG\r\n\x1a\n"
	all := func(string) bool { return true }
	for _, c := range []struct {
		name, mediaType, begins string
		bodies                  func(string) bool
		whole                   bool
	}{
		{"video", "video/mp4", "", nil, false},
		{"image in capitals", "Image/PNG", png, nil, false},
		{"image without a type", "", png, nil, false},
		{"image of an unknown type", "*/*", png, nil, false},
		{"font", "font/woff2", "", nil, false},
		{"text", "text/plain", "", nil, true},
		{"text without a type", "", "some text", nil, true},
		{"PDF", "application/pdf", "%PDF-1.7", nil, true},
		{"bytes of any kind", "application/octet-stream", png, nil, true},
		{"wanted video", "video/mp4", "", all, true},
		{"text that is not wanted", "text/plain", "", func(mediaType string) bool { return mediaType != "text/plain" }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			const size = 1 << 20
			body := &counting{Reader: strings.NewReader(c.begins + strings.Repeat("x", size-len(c.begins)))}
			web := roundTripFunc(func(req *http.Request) (*http.Response, error) {
				if strings.HasSuffix(req.URL.Path, "/robots.txt") {
					return answer(req, http.StatusNotFound, http.Header{}), nil
				}
				resp := answer(req, http.StatusOK, http.Header{"Content-Type": {c.mediaType}})
				resp.Body = body
				return resp, nil
			})
			crawler := crawl.Crawler{Transport: web, Delay: crawl.None, Bodies: c.bodies}
			p := only(t, crawlAll(t, &crawler, "http://h.test/"), "http://h.test/")
			if !p.OK() || p.Truncated == c.whole || (len(p.Body) == size) != c.whole || !strings.HasPrefix(string(p.Body), c.begins) {
				t.Errorf("%d bytes, truncated %v, %v; want it whole: %v", len(p.Body), p.Truncated, p.Err, c.whole)
			}
			if !c.whole && body.read > 64<<10 {
				t.Errorf("%d bytes were read", body.read)
			}
		})
	}
}

// The bodies of errors are kept for who asks for them, and are no pages.
func TestErrorBodies(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		header http.Header
		kept   bool
	}{
		{"not found", 404, http.Header{}, true},
		{"gone", 410, http.Header{}, true},
		{"trouble", 500, http.Header{}, true},
		{"redirect without a Location", 302, http.Header{}, true},
		{"redirect", 302, http.Header{"Location": {"/elsewhere"}}, false},
	} {
		for _, keeps := range []bool{true, false} {
			web := roundTripFunc(func(req *http.Request) (*http.Response, error) {
				if req.URL.Path != "/" {
					return answer(req, http.StatusNotFound, http.Header{}), nil
				}
				resp := answer(req, c.status, c.header)
				resp.Body = io.NopCloser(strings.NewReader("<a href=/next>what went wrong</a>"))
				return resp, nil
			})
			crawler := crawl.Crawler{Transport: web, Delay: crawl.None, ErrorBodies: keeps, Limits: crawl.Limits{Attempts: 1}}
			pages := crawlAll(t, &crawler, "http://h.test/")
			p := only(t, pages, "http://h.test/")
			if got := strings.Contains(string(p.Body), "what went wrong"); got != (keeps && c.kept) {
				t.Errorf("%s, ErrorBodies %v: %d bytes of the body, want them kept: %v", c.name, keeps, len(p.Body), keeps && c.kept)
			}
			if p.OK() || c.kept && (p.Err == nil || len(pages) != 1) {
				t.Errorf("%s: %d pages, %v; want the error and no links", c.name, len(pages), p.Err)
			}
		}
	}
}
