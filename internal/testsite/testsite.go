// Package testsite is a small web of several hosts for tests of a crawler. Its
// pages are generated from a seed, single paths can be made to misbehave, and
// it keeps a log of what it was asked.
//
// One Web answers over real sockets after [Web.Listen], and without any as an
// http.RoundTripper, which is what testing/synctest needs.
package testsite

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Config says what a web looks like. All hosts look alike but for their links.
type Config struct {
	Seed   uint64
	Hosts  int           // 0 means 1
	Pages  int           // of each host; 0 means 1
	Links  int           // of each page to any page of any host, besides its children
	Robots string        // the robots.txt of each host; "" means there is none
	Wait   time.Duration // before each generated page is answered
	Apart  bool          // hosts listen at loopback addresses of their own, 127.0.0.1 and on, at most 254
}

// A Web answers for its hosts. Page 0 of a host is "/", page n is "/p/n"; it
// links to its children 2n+1 and 2n+2, so each page can be reached from its
// host's first one. The first pages link in the same way from host to host,
// so that all is reached from the first page of host 0. Each page with a number
// that ends in 3 also links to "/private/n", which exists.
type Web struct {
	config Config

	mu      sync.Mutex
	hosts   []string
	answers map[string]func(*http.Request) Answer
	log     []Request
	serving sync.WaitGroup
	servers []*http.Server
}

// A Request is a line of the log.
type Request struct {
	Host, Path, UserAgent string
	Start                 time.Time
	End                   time.Time // the whole answer was sent or the asker went away; zero while under way
}

// New returns a web whose hosts are called h0.test, h1.test and so on.
func New(c Config) *Web {
	c.Hosts, c.Pages = max(1, c.Hosts), max(1, c.Pages)
	w := &Web{config: c, answers: make(map[string]func(*http.Request) Answer)}
	for i := range c.Hosts {
		w.hosts = append(w.hosts, fmt.Sprintf("h%d.test", i))
	}
	return w
}

// Listen opens a socket on the loopback interface for each host, which is
// called by its address from then on. The web must be closed.
func (w *Web) Listen() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.hosts {
		address := 1
		if w.config.Apart {
			address += i
		}
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.%d:0", address))
		if err != nil {
			return fmt.Errorf("testsite: host %d: %w", i, err)
		}
		s := &http.Server{Handler: w}
		w.hosts[i] = l.Addr().String()
		w.servers = append(w.servers, s)
		w.serving.Go(func() { _ = s.Serve(l) }) // ends with ErrServerClosed
	}
	return nil
}

// Close closes the sockets and waits for the servers to end.
func (w *Web) Close() {
	for _, s := range w.servers {
		_ = s.Close()
	}
	w.serving.Wait()
}

// URL returns the URL of a path on a host.
func (w *Web) URL(host int, path string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return "http://" + w.hosts[host] + path
}

// Host returns a host's name, with its port if it has one.
func (w *Web) Host(i int) string { return strings.TrimPrefix(w.URL(i, ""), "http://") }

// URLs returns the URLs of all pages but the private ones, sorted.
func (w *Web) URLs() []string {
	var urls []string
	for h := range w.config.Hosts {
		for n := range w.config.Pages {
			urls = append(urls, w.URL(h, pagePath(n)))
		}
	}
	slices.Sort(urls)
	return urls
}

// Handle has a pattern answered by a function. A pattern is a path on all
// hosts, or a host and a path; one that ends in a slash matches all that
// begins with it, except that "/" alone is the first page. A host in a pattern
// need not be one of the web's own.
func (w *Web) Handle(pattern string, answer func(*http.Request) Answer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answers[pattern] = answer
}

// Set has a pattern answered always alike.
func (w *Web) Set(pattern string, a Answer) {
	w.Handle(pattern, func(*http.Request) Answer { return a })
}

// Sequence has a pattern answered by one answer after the other and then by the
// last for good.
func (w *Web) Sequence(pattern string, answers ...Answer) {
	var mu sync.Mutex
	w.Handle(pattern, func(*http.Request) Answer {
		mu.Lock()
		defer mu.Unlock()
		a := answers[0]
		if len(answers) > 1 {
			answers = answers[1:]
		}
		return a
	})
}

// Log returns the requests so far in the order in which they came.
func (w *Web) Log() []Request {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.log)
}

// Count returns how often each "host/path" was asked for.
func (w *Web) Count() map[string]int {
	count := make(map[string]int)
	for _, r := range w.Log() {
		count[r.Host+r.Path]++
	}
	return count
}

// begin logs a request and returns what to call at its end.
func (w *Web) begin(req *http.Request, host string) (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := len(w.log)
	w.log = append(w.log, Request{Host: host, Path: req.URL.RequestURI(), UserAgent: req.UserAgent(), Start: time.Now()})
	return sync.OnceFunc(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.log[i].End = time.Now()
	})
}

// answer finds the answer to a request; false means that there is no such host.
func (w *Web) answer(req *http.Request, host string) (Answer, bool) {
	path := req.URL.EscapedPath()
	if path == "" {
		path = "/"
	}
	w.mu.Lock()
	own := slices.Index(w.hosts, host)
	foreign := own < 0
	for pattern := range maps.Keys(w.answers) {
		if strings.HasPrefix(pattern, host+"/") {
			foreign = false
		}
	}
	f := w.find(host, path)
	w.mu.Unlock()
	switch {
	case foreign:
		return Answer{}, false
	case f != nil:
		return f(req), true
	case own < 0:
		return Answer{Status: http.StatusNotFound}, true
	}
	return w.generated(own, path), true
}

func (w *Web) find(host, path string) func(*http.Request) Answer {
	for _, p := range []string{host + path, path} {
		if f := w.answers[p]; f != nil {
			return f
		}
	}
	for i := strings.LastIndexByte(path, '/'); i > 0; i = strings.LastIndexByte(path[:i], '/') {
		for _, p := range []string{host + path[:i+1], path[:i+1]} {
			if f := w.answers[p]; f != nil {
				return f
			}
		}
	}
	return nil
}

func pagePath(n int) string {
	if n == 0 {
		return "/"
	}
	return fmt.Sprintf("/p/%d", n)
}

// generated makes the answer of a path that has no handler.
func (w *Web) generated(host int, path string) Answer {
	var n int
	switch {
	case path == "/robots.txt":
		if w.config.Robots == "" {
			return Answer{Status: http.StatusNotFound}
		}
		return Answer{Type: "text/plain", Body: []byte(w.config.Robots)}
	case path == "/":
	case scan(path, "/private/%d", &n):
		return Page("private")
	case !scan(path, "/p/%d", &n) || n >= w.config.Pages:
		return Answer{Status: http.StatusNotFound}
	}
	a := Page(fmt.Sprintf("page %d of host %d", n, host), w.links(host, n)...)
	a.Wait = w.config.Wait
	return a
}

func (w *Web) links(host, n int) []string {
	c := w.config
	var links []string
	for child := 2*n + 1; child <= 2*n+2 && child < c.Pages; child++ {
		links = append(links, pagePath(child))
	}
	if n == 0 {
		for next := 2*host + 1; next <= 2*host+2 && next < c.Hosts; next++ {
			links = append(links, w.URL(next, "/"))
		}
	}
	rng := rand.New(rand.NewPCG(c.Seed, uint64(host*c.Pages+n)))
	for range c.Links {
		links = append(links, w.URL(rng.IntN(c.Hosts), pagePath(rng.IntN(c.Pages))))
	}
	if n%10 == 3 {
		links = append(links, fmt.Sprintf("/private/%d", n))
	}
	return links
}

// scan reads a path that is written exactly as the format has it.
func scan(path, format string, n *int) bool {
	_, err := fmt.Sscanf(path, format, n)
	return err == nil && path == fmt.Sprintf(format, *n)
}
