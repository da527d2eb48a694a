//go:build linux

package soak

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/faultsite"
)

// supervisor runs the processes of a crawl, troubles them and keeps account.
type supervisor struct {
	Options
	settings settings // of the processes, but for their ledgers
	dir      string
	server   *server // nil with bolt
	stderr   io.Writer
	begin    time.Time
	account  *account
	memory   *memory
	end      context.CancelCauseFunc

	mu       sync.Mutex
	random   *rand.Rand
	running  []*child // by slot
	children []*child // all there ever were
	kills    int
	poisoned map[string]int // processes that a page has ended
	failures map[string]int // by text: why a crawl was restarted
	failed   int            // crawls that failed after they had delivered a page
	exits    int            // of processes that ended by themselves
	most     int            // goroutines of a process
	requests int64          // of processes that have ended
	faults   map[string]int
	faulted  time.Time // when the last fault was over
	broken   []string  // promises
}

// Why a crawl ends.
var (
	errDry      = errors.New("the frontier is empty")
	errOver     = errors.New("the time is over")
	errEnough   = errors.New("enough URLs are acknowledged")
	errHopeless = errors.New("it makes no sense to go on")
)

// Supervise is the program but for its command line.
func Supervise(ctx context.Context, o Options, stdout, stderr io.Writer) error {
	s, err := prepare(ctx, o, stderr)
	if err != nil {
		return err
	}
	defer s.server.stop()
	why := s.crawl(ctx)
	r, err := s.check(context.WithoutCancel(ctx), why)
	if err != nil {
		return err
	}
	if o.JSON {
		err = json.NewEncoder(stdout).Encode(r)
	} else {
		r.print(stdout)
	}
	switch {
	case err != nil:
		return err
	case len(r.Broken) > 0:
		return fmt.Errorf("%s broken: %s (ledgers and logs are in %s)", program.Count(len(r.Broken), "promise"), r.Broken[0], s.dir)
	case o.Dir == "":
		return os.RemoveAll(s.dir)
	case o.Frontier == "":
		return os.Remove(s.settings.Bolt)
	}
	return nil
}

func prepare(ctx context.Context, o Options, stderr io.Writer) (*supervisor, error) {
	s := &supervisor{
		Options: o, dir: o.Dir, stderr: stderr, account: newAccount(), begin: time.Now(),
		random: rand.New(rand.NewPCG(o.Seed, 1)), running: make([]*child, o.Processes),
		poisoned: make(map[string]int), failures: make(map[string]int), faults: make(map[string]int),
	}
	s.memory = newMemory(s.begin, o.Duration)
	s.settings = settings{
		Bolt: o.boltPath(), Pages: o.Pages, Hosts: o.Hosts, Classes: o.Classes, Strategy: o.Strategy, Seed: o.Seed, Shards: o.Shards,
		Workers: o.Workers, Delay: o.Delay, Timeout: o.Timeout, Attempts: o.Attempts, Outage: o.Outage, Epoch: s.begin,
	}
	var err error
	if s.dir == "" {
		s.dir, err = os.MkdirTemp("", "soak-")
	} else {
		err = os.MkdirAll(s.dir, 0o777)
	}
	if err != nil {
		return nil, err
	}
	if o.Frontier == "" {
		s.settings.Bolt = filepath.Join(s.dir, ownFrontier)
		s.Frontier = "bolt:" + s.settings.Bolt
	}
	if s.settings.Bolt != "" {
		if err := s.createBolt(ctx); err != nil {
			if o.Dir == "" {
				os.RemoveAll(s.dir)
			}
			return nil, fmt.Errorf("-frontier: %w", err)
		}
	}
	if s.settings.Bolt == "" {
		if s.server, err = startServer(ctx, s.dir, o.Fsync); err != nil {
			return nil, err
		}
		s.settings.Redis = s.server.url()
	}
	return s, nil
}

// createBolt makes the file of the frontier, so that one that cannot be opened is an
// error before processes start.
func (s *supervisor) createBolt(ctx context.Context) error {
	if _, err := os.Stat(s.settings.Bolt); err == nil {
		return fmt.Errorf("%s is there already: name a file that is not, since the ledgers of an earlier crawl are missing", s.settings.Bolt)
	}
	strategy, err := newStrategy(s.Strategy)
	if err != nil {
		return err
	}
	f, err := s.settings.open(ctx, strategy)
	if err != nil {
		return err
	}
	return f.Close()
}

// crawl crawls until the frontier is empty, the time is over or nothing makes
// sense any more, and says which.
func (s *supervisor) crawl(parent context.Context) (why error) {
	ctx, end := context.WithCancelCause(parent)
	defer end(nil)
	s.end = end
	timer := time.AfterFunc(s.Duration, func() { end(errOver) })
	defer timer.Stop()
	closeSockets, err := s.openSockets()
	if err != nil {
		return err
	}
	defer closeSockets()

	var trouble, processes sync.WaitGroup
	trouble.Go(func() { s.watch(ctx) })
	if s.Kill > 0 {
		trouble.Go(func() { s.killer(ctx) })
	}
	if s.server != nil {
		trouble.Go(func() { s.watcher(ctx) })
	}
	if s.server != nil && s.Options.Faults > 0 {
		trouble.Go(func() { s.troubler(ctx) })
	}
	for slot := range s.running {
		processes.Go(func() { s.keep(ctx, slot) })
	}
	<-ctx.Done()
	trouble.Wait()
	processes.Wait()
	return context.Cause(ctx)
}

// hours are faults that put a crawl off for an hour or more, as is their right.
var hours = []string{"Retry-After of ten years", "robots.txt with a delay of an hour"}

// openSockets starts the servers of faults for the hosts of the class socket.
func (s *supervisor) openSockets() (closeAll func(), err error) {
	var servers []*faultsite.Server
	closeAll = func() {
		for _, server := range servers {
			server.Close()
		}
	}
	classes, err := chooseClasses(s.Classes)
	if err != nil {
		return nil, err
	}
	for _, c := range classes {
		if c.name != "socket" {
			continue
		}
		for i, name := range faultsite.Names() {
			if slices.Contains(hours, name) {
				continue
			}
			server, err := faultsite.Open(name)
			if err != nil {
				closeAll()
				return nil, err
			}
			servers = append(servers, server)
			host := fmt.Sprintf("socket%d.test", i)
			s.settings.Sockets = append(s.settings.Sockets, socket{host, server.Addr(), server.URLOf(host, "/")})
		}
	}
	return closeAll, nil
}

// keep keeps a process running: one that ends is replaced.
func (s *supervisor) keep(ctx context.Context, slot int) {
	for ctx.Err() == nil {
		c, err := s.start(slot)
		if err != nil {
			s.breach("a process cannot be started: %v", err)
			s.end(errHopeless)
			return
		}
		s.attend(ctx, c)
	}
}

// start starts a process.
func (s *supervisor) start(slot int) (*child, error) {
	s.mu.Lock()
	n := len(s.children) + 1
	s.mu.Unlock()
	mine := s.settings
	mine.Ledger = filepath.Join(s.dir, fmt.Sprintf("%04d-%d.ledger", n, slot))
	c, err := newChild(mine, filepath.Join(s.dir, fmt.Sprintf("%04d-%d", n, slot)))
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[slot] = c
	s.children = append(s.children, c)
	return c, nil
}

// attend reads the messages of a process until it ends, and reports why it
// ended.
func (s *supervisor) attend(ctx context.Context, c *child) {
	stopped := context.AfterFunc(ctx, c.stop)
	dry := false
	for w := range c.words() {
		s.hear(c, w)
		dry = dry || w.Dry
	}
	late, err := c.wait()
	stopped()

	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests += c.requests
	c.gone = true
	switch {
	case late:
		s.breachLocked("the crawl had not ended %v after it was cancelled", stopTime)
	case c.killed, c.poisoned:
	case ctx.Err() != nil && c.terminated(): // asked to stop while it started, or had ended
	case err != nil:
		s.exits++
		s.breachLocked("a process ended by itself: %v: %s (log: %s.log)", err, c.lastWords(), c.path)
		if s.exits >= 5 {
			s.end(errHopeless)
		}
	case dry:
		s.end(errDry)
	}
}

// hear takes a word of a process.
func (s *supervisor) hear(c *child, w word) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.most = max(s.most, w.Goroutines)
	c.requests = max(c.requests, w.Requests)
	switch {
	case w.Broken != "":
		s.breachLocked("%s", w.Broken)
	case w.Poison != "":
		c.poisoned = true
		s.poisoned[w.Poison]++
		if n := s.poisoned[w.Poison]; n > s.settings.Attempts+killedWithPoison {
			s.breachLocked("%s ended %d processes and is leased again", w.Poison, n)
			s.end(errHopeless)
		}
	case w.Error != "":
		s.failures[w.Error]++
		if w.Delivered {
			s.failed++
		}
		if s.server == nil || time.Since(s.faulted) > aftermath {
			s.breachLocked("the crawl ended although the server had been well for %v: %s", aftermath, w.Error)
		}
	}
}

// killedWithPoison is how many processes that have a page which would end them
// may be killed before it does.
const killedWithPoison = 3

// aftermath is how long a fault of the server may be felt.
const aftermath = 40 * time.Second

func (s *supervisor) breach(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.breachLocked(format, args...)
}

// breachLocked notes that a promise is broken. Many are the same one.
func (s *supervisor) breachLocked(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if len(s.broken) < 50 {
		s.broken = append(s.broken, text)
		fmt.Fprintf(s.stderr, "broken: %s\n", text)
	}
}

// killer kills a process now and then, without a warning.
func (s *supervisor) killer(ctx context.Context) {
	for s.sleep(ctx, s.Kill) {
		s.mu.Lock()
		if c := s.running[s.random.IntN(len(s.running))]; c != nil && c.kill() {
			s.kills++
		}
		s.mu.Unlock()
	}
}

// sleep waits for a random time with a mean. It reports false when the context
// ends first.
func (s *supervisor) sleep(ctx context.Context, mean time.Duration) bool {
	s.mu.Lock()
	d := exponential(mean, s.random.ExpFloat64())
	s.mu.Unlock()
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
