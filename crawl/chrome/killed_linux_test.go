package chrome_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl/chrome"
)

// A browser that hangs is given up with its page, even if it does not read what
// it is sent.
func TestHungBrowser(t *testing.T) {
	stop := func() {
		for _, pid := range running() {
			_ = syscall.Kill(pid, syscall.SIGSTOP) // one of them may have ended
		}
	}
	w := newWeb(map[string]string{
		"/made":    made,
		"/big.js":  "//" + strings.Repeat("x", 4<<20),
		"/scripts": `<div id="root"></div><script src="/big.js?1"></script><script src="/big.js?2"></script><script src="/big.js?3"></script>`,
	})
	hang := roundTripper(func(req *http.Request) (*http.Response, error) {
		if req.URL.Path == "/big.js" {
			stop()
		}
		return w.RoundTrip(req)
	})
	r := renderer(t, &chrome.Renderer{Transport: hang, Limits: chrome.Limits{Time: 12 * time.Second}})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if a, err := ask(ctx, r, "http://a.test/scripts"); err != nil || a.rendered || a.body != w.pages["/scripts"] {
		t.Errorf("error %v, rendered %v, reason %q, want the plain answer", err, a.rendered, a.reason)
	}
	if a := getInTime(t, r, "http://a.test/made"); !a.rendered {
		t.Errorf("the next page: reason %q", a.reason)
	}
}

// Processes of the browser that are killed cost at most their page.
func TestKilledProcesses(t *testing.T) {
	w := newWeb(map[string]string{
		"/made": made, "/part.json": "{}",
		"/": `<p>plain</p><script>fetch("/part.json").then(() => document.body.append("came"))</script>`,
	})
	var choose func(line string) bool
	var killed atomic.Int64
	r := renderer(t, &chrome.Renderer{Limits: chrome.Limits{Time: 10 * time.Second}, Transport: roundTripper(func(req *http.Request) (*http.Response, error) {
		if req.URL.Path == "/part.json" && killed.Load() == 0 {
			for _, pid := range slices.Backward(running()) {
				line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
				if choose(string(line)) {
					_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
					killed.Add(1)
				}
			}
		}
		return w.RoundTrip(req)
	})})
	for name, chosen := range map[string]func(line string) bool{
		"the renderer": func(line string) bool { return strings.Contains(line, "--type=renderer") },
		"its services": func(line string) bool { return strings.Contains(line, "--type=utility") },
		"the browser":  func(line string) bool { return !strings.Contains(line, "--type=") },
	} {
		t.Run(name, func(t *testing.T) {
			choose = chosen
			killed.Store(0)
			a := get(t, r, "http://a.test/")
			if killed.Load() == 0 { // its time was over before
				a = getInTime(t, r, "http://a.test/")
			}
			if a.StatusCode != http.StatusOK || !strings.Contains(a.body, "<p>plain</p>") {
				t.Errorf("status %d, reason %q, body %q, want the page", a.StatusCode, a.reason, a.body)
			}
			if killed.Load() == 0 {
				t.Error("nothing was killed")
			}
			if a := getInTime(t, r, "http://a.test/made"); !a.rendered {
				t.Errorf("the next page: reason %q", a.reason)
			}
		})
	}
}
