package chrome_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/lokman-crawler/lokman/crawl/chrome"
)

func TestMain(m *testing.M) {
	if os.Getenv("LOKMAN_CHROME_WAIT") != "" {
		wait()
	}
	// Browsers are known as this run's by where their files are.
	dir, err := os.MkdirTemp("", "t") // short: Chrome puts a socket below it
	if err != nil {
		panic(err)
	}
	os.Setenv("TMPDIR", dir)
	// Tests that need no browser but their own are parallel. They wait as much as they
	// compute, but their limits of time are made for a browser that is not too slow.
	flag.Parse()
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == parallel.DefValue {
		parallel.Value.Set("3")
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if left := leftBehind(); left != "" {
			fmt.Println("left behind:", left)
			code = 1
		}
		os.RemoveAll(dir)
		os.Exit(code)
	}))
}

// wait is the program that TestKilled kills.
func wait() {
	r := chrome.Renderer{NoSandbox: os.Geteuid() == 0}
	if err := r.Start(context.Background()); err != nil {
		panic(err)
	}
	fmt.Println("ready")
	select {}
}

// running returns the processes of browsers that these tests or a program of
// theirs started. Elsewhere than on Linux there are none to be seen.
func running() (pids []int) {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range lines {
		line, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(line), "--user-data-dir="+os.TempDir()+"/") {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// kill kills a running browser, if it can be seen.
func kill(t *testing.T) {
	t.Helper()
	pids := running()
	if len(pids) == 0 {
		return
	}
	p, err := os.FindProcess(slices.Min(pids)) // the first is the others' parent
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
}

// A web answers for all hosts, without a socket.
type web struct {
	mu     sync.Mutex
	pages  map[string]string // by path; HTML unless the path says otherwise
	status map[string]int    // of a redirect, by path; 302 for others
	asked  []string          // "GET http://a.test/"
	heads  []http.Header
}

func newWeb(pages map[string]string) *web { return &web{pages: pages} }

func (w *web) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, req.Method+" "+req.URL.String())
	w.heads = append(w.heads, req.Header)
	body, ok := w.pages[req.URL.Path]
	resp := &http.Response{
		StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Request: req,
	}
	switch {
	case !ok:
		resp.StatusCode = http.StatusNotFound
	case strings.HasPrefix(body, "redirect "):
		resp.StatusCode = cmp.Or(w.status[req.URL.Path], http.StatusFound)
		resp.Header.Set("Location", strings.TrimPrefix(body, "redirect "))
		body = ""
	}
	for suffix, kind := range map[string]string{".js": "text/javascript", ".json": "application/json", ".txt": "text/plain"} {
		if strings.HasSuffix(req.URL.Path, suffix) {
			resp.Header.Set("Content-Type", kind)
		}
	}
	resp.Header.Set("Set-Cookie", "a=b")
	resp.Status = fmt.Sprintf("%d %s", resp.StatusCode, http.StatusText(resp.StatusCode))
	resp.ContentLength = int64(len(body))
	resp.Body = io.NopCloser(strings.NewReader(body))
	return resp, nil
}

// count returns how often something was asked for.
func (w *web) count(asked string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.asked {
		if a == asked {
			n++
		}
	}
	return n
}

// renderer returns a renderer with a running browser. The test is skipped if
// there is none.
func renderer(t testing.TB, r *chrome.Renderer) *chrome.Renderer {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	r.NoSandbox = os.Geteuid() == 0
	t.Cleanup(r.Close)
	err := r.Start(context.Background())
	if err != nil && strings.Contains(err.Error(), chrome.ErrNoBrowser.Error()) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// leftBehind names what is there of browsers, once all are closed.
func leftBehind() string {
	files, err := filepath.Glob(filepath.Join(os.TempDir(), "lokman-chrome-*"))
	if pids := running(); err != nil || len(files)+len(pids) > 0 {
		return fmt.Sprintf("files %q, %v, processes %v", files, err, pids)
	}
	return ""
}

// An answer is what became of a page.
type answer struct {
	*http.Response
	body     string
	rendered bool
	reason   string
}

// ample is time for a page on a machine that is busy with other things.
const ample = 5 * time.Minute

// getInTime asks for a page again while nothing but time keeps it from being
// rendered: Limits.Time of tests that wait for its end is too little on a busy
// machine.
func getInTime(t testing.TB, rt http.RoundTripper, url string) (a answer) {
	t.Helper()
	for end := time.Now().Add(ample); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if a = get(t, rt, url); !strings.Contains(a.reason, " within ") {
			break
		}
	}
	return a
}

func get(t testing.TB, rt http.RoundTripper, url string) answer {
	t.Helper()
	a, err := ask(t.Context(), rt, url)
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	return a
}

// getAll has a renderer make as many pages at once as it may.
func getAll(t testing.TB, rt http.RoundTripper, urls ...string) map[string]answer {
	t.Helper()
	answers := make(map[string]answer)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, url := range urls {
		wg.Go(func() {
			a, err := ask(t.Context(), rt, url)
			if err != nil {
				t.Errorf("%s: %v", url, err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			answers[url] = a
		})
	}
	wg.Wait()
	return answers
}

func ask(ctx context.Context, rt http.RoundTripper, url string) (a answer, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return a, err
	}
	req.Header.Set("User-Agent", "Test/1.0 (+https://a.test/bot)")
	if a.Response, err = rt.RoundTrip(req); err != nil {
		return a, err
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	a.body = string(body)
	a.rendered, a.reason = chrome.Rendered(a.Header)
	return a, err
}
