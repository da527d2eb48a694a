package warc_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/warc"
	"github.com/lokman-crawler/lokman/frontier"
)

// A disk takes so many bytes.
type disk struct {
	bytes.Buffer
	left int
}

func (d *disk) Write(p []byte) (int, error) {
	n, _ := d.Buffer.Write(p[:min(len(p), d.left)])
	d.left -= n
	if n < len(p) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

// A disk that is full ends the crawl, whatever is written then, and is held against no
// URL: those that are not recorded stay queued.
func TestFullDiskEndsTheCrawl(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt", "/2":
			w.WriteHeader(http.StatusNotFound)
		case "/3":
			http.Redirect(w, r, "/4", http.StatusFound)
		case "/5":
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "text/html")
		for i := range 9 {
			fmt.Fprintf(w, "<a href=/%d>x</a>", i)
		}
	}))
	defer s.Close()
	ended := 0
	for space := 0; ; space += 333 {
		full := &disk{left: space}
		w := warc.NewWriter(full)
		w.Plain = true
		r := &warc.Recorder{Transport: &crawl.Transport{Open: crawl.Hostnames(s.URL)}, Writer: w}
		f := frontier.New(frontier.Options{})
		c := crawl.Crawler{Transport: r, Frontier: f, Delay: crawl.None, Workers: 1, Limits: crawl.Limits{Attempts: 1}}
		reported := map[string]bool{}
		var end error
		for p, err := range c.Crawl(t.Context(), s.URL+"/0") {
			if err != nil {
				end = err
				break
			}
			reported[p.URL] = true
		}
		if r.Err() == nil {
			if end != nil {
				t.Errorf("%v, and the recorder has no error", end)
			}
			break // there was space for all
		}
		ended++
		if !errors.Is(end, syscall.ENOSPC) {
			t.Errorf("%d bytes: the crawl ends with %v, want why nothing can be written", space, end)
		}
		stats, err := f.Stats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if stats.Queued == 0 || stats.Leased != 0 {
			t.Errorf("%d bytes: %+v", space, stats)
		}
		for failed := range f.Failures(t.Context()) {
			if !strings.HasSuffix(failed.URL, "/2") && !strings.HasSuffix(failed.URL, "/5") {
				t.Errorf("%d bytes: %s has failed: %s", space, failed.URL, failed.Reason)
			}
		}
		if len(reported) > 0 {
			path := filepath.Join(t.TempDir(), "x.warc")
			if err := os.WriteFile(path, full.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			web, err := warc.Open(path)
			if web == nil {
				t.Fatal(err)
			}
			for url := range reported {
				if got := get(t, web, url); strings.Contains(got, "not in the recorded web") {
					t.Errorf("%d bytes: %s was a page and is not recorded", space, url)
				}
			}
		}
	}
	if ended < 20 {
		t.Errorf("%d crawls ended", ended)
	}
}
