package topical

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/lokman-crawler/lokman/internal/commands/internal/topical"
	"github.com/lokman-crawler/lokman/internal/commands/programtest"
)

// said is what a program says, to be read while it runs.
type said struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

var dashboardURL = regexp.MustCompile(`dashboard: (http://127\.0\.0\.1:\d+/)\n`)

// The dashboard shows the crawl while it goes on, and ends with it.
func TestDashboard(t *testing.T) {
	for _, control := range []bool{false, true} {
		t.Run(fmt.Sprintf("control %v", control), func(t *testing.T) {
			t.Chdir(t.TempDir())
			var stderr said
			var address, page string
			var status int
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/":
					w.Header().Set("Content-Type", "text/html")
					fmt.Fprint(w, "<title>Beans</title><p>The broad bean. <a href=/soup>broad bean soup</a> <a href=/last>broad beans</a>")
				case "/soup": // in the midst of the crawl
					address = dashboardURL.FindStringSubmatch(stderr.String())[1]
					page = body(t, address)
					resp, err := http.PostForm(address+"act", url.Values{"action": {"reweight"}, "by": {"word"}, "text": {"last"}})
					if err != nil {
						t.Error(err)
						return
					}
					resp.Body.Close()
					status = resp.StatusCode
				}
			}))
			defer web.Close()
			args := []string{"-term", "broad bean", "-seed", web.URL + "/", "-delay", "0s", "-workers", "1", "-dashboard", "127.0.0.1:0"}
			if control {
				args = append(args, "-control")
			}
			if code := Run(t.Context(), args, io.Discard, &stderr); code != 0 {
				t.Fatalf("exit code %d: %s", code, &stderr)
			}
			for _, want := range []string{"<title>broad bean", web.URL + "/last", "Latest pages"} {
				if !strings.Contains(page, want) {
					t.Errorf("the page lacks %q", want)
				}
			}
			if want := map[bool]int{false: 403, true: 200}[control]; status != want || strings.Contains(page, "<form") != control {
				t.Errorf("an action: status %d, want %d", status, want)
			}
			if _, err := http.Get(address); err == nil {
				t.Error("the dashboard outlives the crawl")
			}
		})
	}
}

func body(t *testing.T, url string) string {
	resp, err := http.Get(url)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Error(err)
	}
	return string(b)
}

func TestDashboardAddress(t *testing.T) {
	for in, want := range map[string]string{
		":8080": "127.0.0.1:8080", "localhost:0": "localhost:0", "[::1]:80": "[::1]:80", "crawl.example.org:80": "crawl.example.org:80",
		"": "", "8080": "", "0.0.0.0:8080": "", "[::]:8080": "",
	} {
		if got, err := topical.DashboardAddress(in); got != want || (err == nil) != (want != "") {
			t.Errorf("topical.DashboardAddress(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestDashboardFails(t *testing.T) {
	t.Chdir(t.TempDir())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if code, _, stderr := programtest.Run(t, Run, "-dashboard", l.Addr().String()); code != 1 || !strings.HasPrefix(stderr, "topical: -dashboard: listen") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr := programtest.Run(t, Run, "-control"); code != 2 || !strings.Contains(stderr, "-control is for a -dashboard") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// With -stay the dashboard is there after the crawl, until the program is interrupted.
func TestDashboardStays(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	stays := make(chan struct{})
	var stderr said
	w := writerFunc(func(p []byte) (int, error) {
		if bytes.Contains(p, []byte("stays until")) {
			close(stays)
		}
		return stderr.Write(p)
	})
	ended := make(chan int, 1)
	go func() {
		ended <- Run(ctx, []string{"-pages", "2", "-strategy", "lokman", "-dashboard", ":0", "-stay"}, io.Discard, w)
	}()
	select {
	case <-stays:
	case code := <-ended:
		t.Fatalf("ended: %d: %s", code, stderr.String())
	}
	if page := body(t, dashboardURL.FindStringSubmatch(stderr.String())[1]); !strings.Contains(page, "influenza") {
		t.Error("no dashboard after the crawl")
	}
	interrupt()
	if code := <-ended; code != 0 {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
