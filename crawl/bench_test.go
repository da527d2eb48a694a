package crawl_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dial"
)

const (
	benchHosts = 64
	benchPages = 20_000
	benchLinks = 20
	benchSize  = 8500 // bytes of a page
	serveEnv   = "LOKMAN_TEST_SERVE"
)

// serveBench answers for the benchmark's web in a process of its own, so that
// its CPU time is not the crawler's. It writes its port and ends with its
// standard input.
func serveBench() {
	l, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var requests atomic.Int64
	port := l.Addr().(*net.TCPAddr).Port
	go func() {
		_ = http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/requests":
				fmt.Fprint(w, requests.Swap(0))
				return
			case "/robots.txt":
				http.NotFound(w, r)
				return
			}
			requests.Add(1)
			var n uint64
			fmt.Sscanf(r.URL.Path, "/%d", &n)
			body := benchPage(n, port)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Length", fmt.Sprint(len(body)))
			_, _ = w.Write(body)
		}))
	}()
	fmt.Println(port)
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

// benchPage links to the page's children in a binary tree and to random pages.
func benchPage(n uint64, port int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!DOCTYPE html><html><head><title>page %d</title></head><body>\n", n)
	x := n
	for i := range uint64(benchLinks) {
		x += 0x9e3779b97f4a7c15
		z := (x ^ x>>30) * 0xbf58476d1ce4e5b9
		to := (z ^ z>>27) * 0x94d049bb133111eb % benchPages
		if child := 2*n + 1 + i; i < 2 && child < benchPages {
			to = child
		}
		fmt.Fprintf(&b, "<p>Some words before <a href=\"http://127.0.0.%d:%d/%d\">link %d</a> and after.</p>\n", 1+to%benchHosts, port, to, i)
	}
	for b.Len() < benchSize-14 {
		b.WriteString("<p>The quick brown fox jumps over the lazy dog, again and again.</p>\n")
	}
	b.WriteString("</body></html>")
	return b.Bytes()
}

// benchServer starts the server and returns its port.
func benchServer(b *testing.B) int {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), serveEnv+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { in.Close(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	var port int
	if _, err := fmt.Sscan(line, &port); err != nil {
		b.Fatal(err)
	}
	return port
}

func requestsTo(b *testing.B, port int) string {
	resp, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/requests", port))
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	defer http.DefaultClient.CloseIdleConnections()
	n, err := io.ReadAll(resp.Body)
	if err != nil {
		b.Fatal(err)
	}
	return string(n)
}

// bareLoop is the least that a crawl can be: net/http, x/net's tokenizer, a map
// of what was seen and a slice of what is to come.
func bareLoop(b *testing.B, seed string) {
	transport := transportOver(&dial.Dialer{Open: []string{"127.0.0.0/8"}})
	transport.MaxIdleConnsPerHost = 64
	defer transport.CloseIdleConnections()
	var (
		mu    sync.Mutex
		ready = sync.NewCond(&mu)
		seen  = map[string]bool{seed: true}
		queue = []string{seed}
		busy  int
		wg    sync.WaitGroup
	)
	for range 64 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for {
				for len(queue) == 0 && busy > 0 {
					ready.Wait()
				}
				if len(queue) == 0 {
					ready.Broadcast()
					return
				}
				page := queue[0]
				queue = queue[1:]
				busy++
				mu.Unlock()
				links := bareFetch(b, transport, page)
				mu.Lock()
				busy--
				for _, l := range links {
					if !seen[l] {
						seen[l] = true
						queue = append(queue, l)
					}
				}
				ready.Broadcast()
			}
		})
	}
	wg.Wait()
	if len(seen) != benchPages {
		b.Errorf("the bare loop saw %d pages, want %d", len(seen), benchPages)
	}
}

func bareFetch(b *testing.B, transport http.RoundTripper, page string) (links []string) {
	base, err := url.Parse(page)
	if err != nil {
		b.Error(err)
		return nil
	}
	resp, err := transport.RoundTrip(&http.Request{Method: http.MethodGet, URL: base, Host: base.Host, Header: http.Header{}})
	if err != nil {
		b.Error(err)
		return nil
	}
	defer resp.Body.Close()
	z := html.NewTokenizer(resp.Body)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return links
		case html.StartTagToken:
			name, more := z.TagName()
			for more && string(name) == "a" {
				var key, value []byte
				if key, value, more = z.TagAttr(); string(key) == "href" {
					if u, err := base.Parse(string(value)); err == nil {
						links = append(links, u.String())
					}
				}
			}
		}
	}
}

// BenchmarkCrawl measures the CPU time of a breadth-first crawl of 20,000 pages
// on 64 hosts beside that of a bare loop, in one run. The server is another
// process. -benchtime 1x is enough.
func BenchmarkCrawl(b *testing.B) {
	port := benchServer(b)
	seed := fmt.Sprintf("http://127.0.0.1:%d/0", port)
	var bare, ours time.Duration
	var goroutines, live uint64
	for range b.N {
		start := cpu(b)
		bareLoop(b, seed)
		bare += cpu(b) - start
		if n := requestsTo(b, port); n != fmt.Sprint(benchPages) {
			b.Errorf("the bare loop made %s requests, want %d", n, benchPages)
		}

		start = cpu(b)
		c := crawl.Crawler{Workers: 64, Delay: crawl.None, Transport: &crawl.Transport{Open: []string{"127.0.0.0/8"}}}
		pages := 0
		for p, err := range c.Crawl(b.Context(), seed) {
			if err != nil || p.Err != nil {
				b.Fatal(err, p.Err)
			}
			if pages++; pages%1000 == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				live, goroutines = max(live, m.Sys), max(goroutines, uint64(runtime.NumGoroutine()))
			}
		}
		ours += cpu(b) - start
		if n := requestsTo(b, port); n != fmt.Sprint(benchPages) {
			b.Errorf("the crawler made %s requests, want %d", n, benchPages)
		}
	}
	b.ReportMetric(bare.Seconds()/float64(b.N)/benchPages*1e6, "bare-us/page")
	b.ReportMetric(ours.Seconds()/float64(b.N)/benchPages*1e6, "us/page")
	b.ReportMetric(float64(ours)/float64(bare), "x-bare")
	b.ReportMetric(float64(live)/(1<<20), "MB")
	b.ReportMetric(float64(goroutines), "goroutines")
	b.ReportMetric(0, "ns/op")
}

func isServer() bool { return strings.TrimSpace(os.Getenv(serveEnv)) != "" }
