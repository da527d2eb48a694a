//go:build linux

package soak

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// layout is which hosts and pages a web has. It depends on the options alone.
//
// Healthy page i is http://h<i mod hosts>.test/p/<i>. It links to the pages
// 2i+1 and 2i+2, so that every page is reached through healthy ones, and to
// some at random. Host n of a class is <class><n>.test; each of its pages is
// linked by one healthy page at least.
type layout struct {
	pages        int
	healthyHosts int
	classes      map[string]*class
	hostile      []string // URLs on hosts that misbehave
	must         []string // those of them that have to be fetched
}

func newLayout(pages, hosts int, classes []class, sockets []string) *layout {
	w := &layout{pages: pages, healthyHosts: hosts, classes: make(map[string]*class)}
	for i := range classes {
		w.classes[classes[i].name] = &classes[i]
	}
	if len(classes) == 0 {
		return w
	}
	w.healthyHosts -= hosts / 4
	for k := range hosts / 4 {
		c, number := &classes[k%len(classes)], k/len(classes)
		for page := range c.urls {
			if c.name == "socket" {
				continue // theirs are the fault servers' own
			}
			url := fmt.Sprintf("http://%s%d.test/p/%d", c.name, number, page)
			w.hostile = append(w.hostile, url)
			if c.must {
				w.must = append(w.must, url)
			}
		}
	}
	w.hostile = append(w.hostile, sockets...)
	return w
}

func (w *layout) healthyHost(page int) string { return fmt.Sprintf("h%d.test", page%w.healthyHosts) }

// healthyURL is the URL of a healthy page, counted round.
func (w *layout) healthyURL(page int) string {
	page %= w.pages
	return "http://" + w.healthyHost(page) + "/p/" + strconv.Itoa(page)
}

// required yields the URLs that have to be fetched in the end.
func (w *layout) required(yield func(string) bool) {
	for i := range w.pages {
		if !yield(w.healthyURL(i)) {
			return
		}
	}
	for _, url := range w.must {
		if !yield(url) {
			return
		}
	}
}

// perHost is how many pages a healthy host has.
func (w *layout) perHost() int { return w.pages/w.healthyHosts + 1 }

// parseHost returns the class and number of a host.
func parseHost(host string) (class string, number int, ok bool) {
	name, ok := strings.CutSuffix(host, ".test")
	stem := strings.TrimRight(name, "0123456789")
	number, err := strconv.Atoi(name[len(stem):])
	if stem == "h" {
		stem = healthy
	}
	return stem, number, ok && err == nil
}

// hostOf is the host of a canonical URL.
func hostOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	if i := strings.IndexAny(rest, "/?#:"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// classOf is the class of a canonical URL's host.
func classOf(url string) string {
	class, _, ok := parseHost(hostOf(url))
	if !ok {
		return "other"
	}
	return class
}

// web answers for a layout, without sockets but for the class socket.
type web struct {
	*layout
	seed   uint64
	epoch  time.Time     // from which outages are counted
	outage time.Duration // how long a host is down, in every six times that
	delay  time.Duration // wanted between two requests to a host
	plug   http.RoundTripper
	broken func(format string, args ...any) // a promise is

	mu    sync.Mutex
	links map[string]int       // let in to a host of fault servers
	asked map[string]time.Time // when a URL was asked for that has not been settled since
	busy  map[string]time.Time // since when a request or the valuation of a page is under way
	open  map[string]int       // requests under way by host
	ended map[string]time.Time // when the last request to a host did
}

var errRefused = fmt.Errorf("connect: %w", syscall.ECONNREFUSED)

// RoundTrip implements [http.RoundTripper].
func (w *web) RoundTrip(req *http.Request) (*http.Response, error) {
	url, host := req.URL.String(), req.URL.Hostname()
	kind, number, ok := parseHost(host)
	if !ok {
		return nil, fmt.Errorf("%s is no host of this web", host)
	}
	w.begin(url, host)
	resp, err := w.answer(req, &visit{web: w, class: w.classes[kind], ctx: req.Context(), number: number, url: url, host: host, path: req.URL.Path}, kind)
	if err != nil {
		w.end(host)
		return nil, err
	}
	resp.Body = &closing{ReadCloser: resp.Body, end: sync.OnceFunc(func() { w.end(host) })}
	return resp, nil
}

func (w *web) answer(req *http.Request, v *visit, kind string) (*http.Response, error) {
	switch {
	case v.ctx.Err() != nil:
		return nil, v.ctx.Err()
	case kind == "socket":
		return w.plug.RoundTrip(req)
	case kind == healthy && v.path == "/robots.txt", v.class != nil && v.path == "/robots.txt" && v.class.robots == nil:
		v.status(http.StatusNotFound)
	case kind == healthy:
		w.healthyPage(v)
	case v.class == nil:
		v.status(http.StatusNotFound)
	case v.path == "/robots.txt":
		v.class.robots(v)
	default:
		v.class.page(v)
	}
	return v.response(req)
}

// latency is how long a healthy host takes to answer at most.
const latency = 20 * time.Millisecond

func (w *web) healthyPage(v *visit) {
	select {
	case <-time.After(rand.N(latency)):
	case <-v.ctx.Done():
		v.err = v.ctx.Err()
		return
	}
	page, err := strconv.Atoi(strings.TrimPrefix(v.path, "/p/"))
	if err != nil || page < 0 || page >= w.pages || w.healthyHost(page) != v.host {
		w.broken("%s was asked for, to which nothing links", v.url)
		v.status(http.StatusNotFound)
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><html><head><title>page %d</title></head><body>\n", page)
	link := func(url string) { fmt.Fprintf(&b, "<p>Some words before <a href=%q>a link</a> and after.</p>\n", url) }
	for child := 2*page + 1; child <= 2*page+2 && child < w.pages; child++ {
		link(w.healthyURL(child))
	}
	random := rand.New(rand.NewPCG(w.seed, uint64(page)))
	for range 4 {
		link(w.healthyURL(random.IntN(w.pages)))
	}
	if n := len(w.hostile); n > 0 {
		for _, url := range w.hostile[page*n/w.pages : (page+1)*n/w.pages] {
			link(url)
		}
		if random.IntN(4) == 0 {
			link(w.hostile[random.IntN(n)])
		}
	}
	b.WriteString(filler)
	v.html(b.String())
}

var filler = strings.Repeat("<p>The quick brown fox jumps over the lazy dog, again and again.</p>\n", 15)

// socketLinks is how many links to a host of fault servers a process lets in.
// Some of them are traps without end.
const socketLinks = 100

// scope lets nothing in but the web's own, and bounds traps.
func (w *web) scope(url string) error {
	host := hostOf(url)
	kind, _, ok := parseHost(host)
	switch {
	case !ok || kind != healthy && w.classes[kind] == nil:
		return errors.New("no host of this web")
	case kind == "trap":
		if _, path, ok := strings.Cut(url, ".test"); ok && trapNumber(path) > trapDepth {
			return errors.New("deep in a trap")
		}
	case kind == "socket":
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.links[host]++; w.links[host] > socketLinks {
			return errors.New("enough links to a fault server")
		}
	}
	return nil
}

func (w *web) begin(url, host string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[url] = time.Now()
	w.busy[url] = time.Now()
	if w.open[host]++; w.open[host] > 1 {
		w.broken("%s was asked for while its host was being asked", url)
	}
	if last, ok := w.ended[host]; ok && time.Since(last) < w.delay {
		w.broken("%s was asked for %v after its host, which wants %v", url, time.Since(last).Round(time.Millisecond), w.delay)
	}
}

func (w *web) end(host string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended[host] = time.Now()
	if w.open[host]--; w.open[host] == 0 {
		delete(w.open, host)
	}
}

// askedAt is when a URL was asked for last, now if it was not.
func (w *web) askedAt(url string) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at, ok := w.asked[url]; ok {
		return at
	}
	return time.Now()
}

// settled notes that an attempt at a URL is over.
func (w *web) settled(url string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.asked, url)
}

// answered notes that a request has ended.
func (w *web) answered(url string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.busy, url)
}

// valued notes that a page is valued, until the function it returns is called.
func (w *web) valued(url string) (done func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy[url] = time.Now()
	return func() { w.answered(url) }
}

// longest is the URL that a worker has been busy with for longest.
func (w *web) longest() (url string, since time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for u, t := range w.busy {
		if url == "" || t.Before(since) {
			url, since = u, t
		}
	}
	return url, since
}

// down reports whether a host is in one of its outages.
func (w *web) down(host string) bool {
	if w.outage <= 0 {
		return false
	}
	period := 6 * w.outage
	h := fnv.New64a()
	io.WriteString(h, host)
	phase := time.Duration(h.Sum64() % uint64(period))
	return (time.Since(w.epoch)+phase)%period < w.outage
}

// A visit is a request and what is answered to it.
type visit struct {
	web    *web
	class  *class
	ctx    context.Context
	number int // of the host in its class
	url    string
	host   string
	path   string

	code   int
	head   http.Header
	body   io.ReadCloser
	length int64
	err    error
}

func (v *visit) down() bool { return v.web.down(v.host) }

func (v *visit) header(key, value string) {
	if v.head == nil {
		v.head = make(http.Header)
	}
	v.head.Set(key, value)
}

func (v *visit) status(code int) { v.send(code, "") }

func (v *visit) redirect(to string) {
	v.header("Location", to)
	v.send(http.StatusFound, "")
}

func (v *visit) text(body string) {
	v.header("Content-Type", "text/plain")
	v.send(http.StatusOK, body)
}

func (v *visit) html(body string) {
	v.header("Content-Type", "text/html; charset=utf-8")
	v.send(http.StatusOK, body)
}

func (v *visit) send(code int, body string) {
	v.code, v.length, v.body = code, int64(len(body)), io.NopCloser(strings.NewReader(body))
}

func (v *visit) response(req *http.Request) (*http.Response, error) {
	if v.err != nil {
		return nil, v.err
	}
	if v.head == nil {
		v.head = make(http.Header)
	}
	return &http.Response{
		StatusCode: v.code, Status: fmt.Sprintf("%d %s", v.code, http.StatusText(v.code)),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: v.head, Body: v.body, ContentLength: v.length, Request: req,
	}, nil
}
