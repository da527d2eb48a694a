//go:build linux

package soak

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/redis"
)

// hostDown is how long a host that is down is tried: longer than an outage, and
// much shorter than the life of a process, as a new process starts from 0.
const hostDown = 30 * time.Second

// settings are what the supervisor passes to a crawling process, in a file.
type settings struct {
	Bolt, Redis string // path of the file, or URL of the server
	Ledger      string
	Pages       int
	Hosts       int
	Classes     string
	Strategy    string
	Shards      int
	Seed        uint64
	Workers     int
	Delay       time.Duration
	Timeout     time.Duration
	Attempts    int
	Outage      time.Duration
	Epoch       time.Time
	Sockets     []socket
}

// leaseTime is how long the pages of a process that was killed stay away with
// Redis.
const leaseTime = 10 * time.Second

// A word is what a crawling process says, a line of JSON on its stdout.
type word struct {
	Goroutines int    `json:",omitempty"`
	Requests   int64  `json:",omitempty"`
	Broken     string `json:",omitempty"` // a promise of the library
	Poison     string `json:",omitempty"` // the page that ends the process now
	Error      string `json:",omitempty"` // why the crawl ended; it is restarted
	Delivered  bool   `json:",omitempty"` // with Error: pages were, since it began
	Dry        bool   `json:",omitempty"` // the frontier is empty
}

// speaker writes words.
type speaker struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *speaker) say(w word) {
	line, _ := json.Marshal(w) // it is plain data
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = s.w.Write(append(line, '\n')) // without a supervisor it ends anyway
}

// CrawlProcess is one process of the crawl.
func CrawlProcess(ctx context.Context, path string, stdout io.Writer) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var s settings
	if err := json.Unmarshal(data, &s); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	classes, err := chooseClasses(s.Classes)
	if err != nil {
		return err
	}
	inner, err := newStrategy(s.Strategy)
	if err != nil {
		return err
	}
	ledger, err := createLedger(s.Ledger)
	if err != nil {
		return err
	}
	defer ledger.close()
	voice := &speaker{w: stdout}
	plug := socketTransport(s.Sockets)
	defer plug.CloseIdleConnections()
	w := &web{
		layout: newLayout(s.Pages, s.Hosts, classes, seedsOf(s.Sockets)),
		seed:   s.Seed, epoch: s.Epoch, outage: s.Outage, delay: s.Delay, plug: plug,
		broken: func(format string, args ...any) { voice.say(word{Broken: fmt.Sprintf(format, args...)}) },
		links:  make(map[string]int), asked: make(map[string]time.Time), busy: make(map[string]time.Time), open: make(map[string]int), ended: make(map[string]time.Time),
	}
	f, err := s.open(ctx, inner)
	if ctx.Err() != nil {
		return nil // while the server was in trouble
	}
	if err != nil {
		return err
	}
	p := &process{settings: s, web: w, ledger: ledger, voice: voice, crawler: &crawl.Crawler{
		Frontier: f, Strategy: hazard{inner, w, voice}, Transport: w, Workers: s.Workers, Delay: s.Delay,
		Scope: w.scope, Limits: crawl.Limits{Time: s.Timeout, Attempts: s.Attempts, Body: 1 << 20, HostPages: 2*w.perHost() + 200, HostDown: hostDown},
		Logger: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}}
	p.crawler.Observer = p
	stop := p.report(ctx)
	err = p.crawl(ctx)
	stop()
	return errors.Join(err, f.Close())
}

// closer is a frontier of this program.
type closer interface {
	frontier.Frontier
	Stats(context.Context) (frontier.Stats, error)
	Rescore(context.Context, func(frontier.Entry) float64) error
	Close() error
}

// open opens the frontier. The server may be in trouble.
func (s settings) open(ctx context.Context, inner crawl.Strategy) (closer, error) {
	o := crawl.FrontierOptions(inner)
	if s.Bolt != "" {
		return bolt.Open(s.Bolt, bolt.Options{Options: o})
	}
	o.LeaseTime = leaseTime
	for {
		f, err := redis.Open(ctx, s.Redis, "soak", redis.Options{Options: o, Shards: s.Shards})
		if err == nil {
			return f, nil
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause):
		}
	}
}

// pause is the time before a crawl that failed is restarted.
const pause = 500 * time.Millisecond

// process is a crawling process.
type process struct {
	settings
	web     *web
	crawler *crawl.Crawler
	ledger  *ledger
	voice   *speaker

	delivered atomic.Bool // a page, since the crawl began
}

// crawl crawls until the frontier is empty. With Redis, whose server may fail,
// it is restarted after an error, with the same Crawler.
func (p *process) crawl(ctx context.Context) error {
	for {
		p.delivered.Store(false)
		err := p.crawler.Run(ctx, p.sink, p.web.healthyURL(0))
		switch {
		case err == nil:
			p.voice.say(word{Dry: true})
			return nil
		case ctx.Err() != nil:
			return nil
		case p.Bolt != "":
			return err
		}
		p.voice.say(word{Error: err.Error(), Delivered: p.delivered.Load()})
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// sink writes a page into the ledger, before it is acknowledged.
func (p *process) sink(_ context.Context, page *crawl.Page) error {
	p.delivered.Store(true)
	result := "fetched"
	switch {
	case page.Err != nil:
		result = crawl.Cause(page.Err)
	case page.Redirect != "":
		result = "redirect"
	}
	return p.ledger.delivered(page.URL, p.web.askedAt(page.URL), result)
}

// Observe implements [crawl.Observer]. A page is acknowledged by the time of
// its event.
func (p *process) Observe(e crawl.Event) {
	switch e.Kind {
	case "page":
		p.web.settled(e.URL)
		if err := p.ledger.acknowledged(e.URL); err != nil {
			p.voice.say(word{Broken: err.Error()})
		}
	case "retry":
		p.web.settled(e.URL)
	case "request":
		p.web.answered(e.URL)
		if strings.HasSuffix(e.URL, "/robots.txt") {
			p.web.settled(e.URL)
		}
	}
}

// report sends the state of the process each second, until it is stopped.
func (p *process) report(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	longest := 10 * p.Timeout // that a worker may be busy with a URL
	if p.Redis != "" {
		longest += 2 * longestStall // which holds a page up as well
	}
	reported := make(map[string]bool)
	go func() {
		defer close(done)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			p.voice.say(word{Goroutines: runtime.NumGoroutine(), Requests: p.crawler.Stats().Requests})
			if url, at := p.web.longest(); url != "" && time.Since(at) > longest && !reported[url] {
				reported[url] = true
				p.web.broken("a worker has been busy with %s for %v; a request may take %v", url, time.Since(at).Round(time.Second), p.Timeout)
			}
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

// A socket is a server of faults and the host's name that leads to it.
type socket struct{ Host, Addr, URL string }

func seedsOf(sockets []socket) []string {
	var urls []string
	for _, s := range sockets {
		urls = append(urls, s.URL)
	}
	return urls
}

// socketTransport connects the hosts of fault servers to where they listen.
func socketTransport(sockets []socket) *http.Transport {
	addrs := make(map[string]string)
	for _, s := range sockets {
		addrs[s.Host] = s.Addr
	}
	dial := func(ctx context.Context, network, addr string) (net.Conn, error) {
		host, _, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		to, ok := addrs[host]
		if !ok {
			return nil, fmt.Errorf("no fault server is called %s", host)
		}
		var d net.Dialer
		return d.DialContext(ctx, network, to)
	}
	return &http.Transport{
		DialContext: dial, DisableCompression: true, MaxResponseHeaderBytes: 256 << 10,
		TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: 20 * time.Second,
		IdleConnTimeout: 30 * time.Second, MaxIdleConns: 16, MaxIdleConnsPerHost: 4,
	}
}
