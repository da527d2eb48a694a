package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/examples/internal/pagetree"
	"github.com/lokman-crawler/lokman/frontier/redis"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// result is what -json prints.
type result struct {
	Workers []tally           `json:"workers"`
	Killed  int               `json:"killed"`
	Seconds float64           `json:"seconds"`
	Server  pagetree.Findings `json:"server"`
}

// tally is one worker's share.
type tally struct {
	Pages  int `json:"pages"`
	Hosts  int `json:"hosts"`
	Failed int `json:"failed"`
}

// lead serves the web, starts the workers and checks what they did.
func lead(ctx context.Context, o options, stdout, stderr io.Writer) error {
	web, err := pagetree.New(o.hosts, o.pages)
	if err != nil {
		return err
	}
	defer web.Close()
	if o.nodes > 0 {
		clusterURL, stop, err := startCluster(ctx, o.nodes)
		if err != nil {
			return err
		}
		defer stop()
		o.redis = clusterURL
	}
	if o.name == "" {
		o.name = fmt.Sprintf("workers-%d", time.Now().UnixNano())
	}
	f, err := redis.Open(ctx, o.redis, o.name, redis.Options{Options: frontierOptions, Shards: o.shards}) // does the server answer?
	if errors.As(err, new(*net.OpError)) {
		return fmt.Errorf("%w: no Redis or Valkey server is there; start one by redis-server --port 6379, or name yours by -redis", err)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	stats, err := f.Stats(ctx)
	if err != nil {
		return err
	}
	if stats.Done > 0 && stats.Queued+stats.Leased == 0 {
		fmt.Fprintf(stderr, "workers: the crawl %s is finished: %d pages done\n", o.name, stats.Done)
		return nil
	}
	team := &team{options: o, seed: web.Page(0), stderr: &lockedWriter{w: stderr}}
	team.bar = program.NewProgress(stderr, "pages", o.pages)
	begin := time.Now()
	err = team.crawl(ctx)
	team.bar.Close()
	if err != nil {
		return err
	}
	r := result{Workers: team.tallies, Killed: team.killed, Seconds: time.Since(begin).Seconds(), Server: web.Check(o.delay)}
	if o.kill > 0 && r.Killed == 0 {
		fmt.Fprintf(stderr, "workers: nobody was killed: the crawl took %.1f s; take more -pages or a shorter -kill\n", r.Seconds)
	}
	if o.json {
		return json.NewEncoder(stdout).Encode(r)
	}
	for i, t := range r.Workers {
		fmt.Fprintf(stdout, "worker %d: %6d pages on %3d hosts, %d failed\n", i+1, t.Pages, t.Hosts, t.Failed)
	}
	s := r.Server
	fmt.Fprintf(stdout, "\n%d workers, %d killed, %.1f s: %d requests for %d of %d pages, %d repeated, %d missing\n",
		o.workers, r.Killed, r.Seconds, s.Requests, s.Pages, o.pages, s.Repeated, s.Missing)
	fmt.Fprintf(stdout, "from the server's log: %d requests while the host was being asked, %d sooner than %v\n", s.Overlaps, s.TooSoon, o.delay)
	return nil
}

// lockedWriter is written to by several processes.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// team runs the worker processes.
type team struct {
	options options
	seed    string
	stderr  io.Writer

	bar *program.Progress

	mu        sync.Mutex
	tallies   []tally
	processes map[int]*exec.Cmd // by worker
	killed    int
}

// crawl runs the workers to the end of the crawl. A killed one is replaced.
func (t *team) crawl(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t.tallies = make([]tally, t.options.workers)
	t.processes = make(map[int]*exec.Cmd)
	errs := make(chan error)
	for i := range t.options.workers {
		go func() { errs <- t.worker(ctx, i) }()
	}
	if t.options.kill > 0 {
		go t.killer(ctx)
	}
	var first error
	for range t.options.workers {
		if err := <-errs; err != nil && first == nil {
			first = err
			cancel()
		}
	}
	return first
}

// worker runs one worker, again and again while it is killed.
func (t *team) worker(ctx context.Context, i int) error {
	hosts := map[string]bool{}
	for {
		err := t.process(ctx, i, hosts)
		var exit *exec.ExitError
		if errors.As(err, &exit) && !exit.Exited() && ctx.Err() == nil {
			continue // killed
		}
		return err
	}
}

// process runs one process of a worker to its end and counts its pages.
func (t *team) process(ctx context.Context, i int, hosts map[string]bool) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	o := t.options
	cmd := exec.CommandContext(ctx, self, "-worker", t.seed, "-redis", o.redis, "-name", o.name,
		"-fetches", fmt.Sprint(o.fetches), "-delay", o.delay.String())
	cmd.Stderr = t.stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	t.mu.Lock()
	t.processes[i] = cmd
	t.mu.Unlock()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var v visit
		if json.Unmarshal(lines.Bytes(), &v) != nil {
			continue // cut off by a kill
		}
		t.count(i, v, hosts)
	}
	t.mu.Lock()
	delete(t.processes, i)
	t.mu.Unlock()
	return cmd.Wait()
}

func (t *team) count(i int, v visit, hosts map[string]bool) {
	u, err := url.Parse(v.URL)
	if err != nil {
		return
	}
	hosts[u.Host] = true
	t.bar.Increment()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tallies[i].Pages++
	t.tallies[i].Hosts = len(hosts)
	if v.Error != "" {
		t.tallies[i].Failed++
	}
}

// killer kills a worker now and then, without a warning.
func (t *team) killer(ctx context.Context) {
	tick := time.NewTicker(t.options.kill)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		t.mu.Lock()
		if cmd := t.processes[rand.IntN(t.options.workers)]; cmd != nil && cmd.Process.Kill() == nil {
			t.killed++
		}
		t.mu.Unlock()
	}
}
