//go:build linux

package soak

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/examples/internal/redisport"
)

// server is a Redis server of the program's own on loopback.
type server struct {
	binary string
	dir    string
	args   []string
	addr   string
	client *goredis.Client

	release func() error // gives the port up

	mu  sync.Mutex
	cmd *exec.Cmd
}

// startServer starts a server that writes to disk before it answers, or each
// second.
func startServer(ctx context.Context, dir, fsync string) (*server, error) {
	binary, err := exec.LookPath("redis-server")
	if err != nil {
		if binary, err = exec.LookPath("valkey-server"); err != nil {
			return nil, errors.New("-frontier redis needs redis-server or valkey-server on the PATH, and there is none: install one, or use -frontier bolt:PATH")
		}
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	port, release, err := redisport.Hold()
	if err != nil {
		return nil, err
	}
	addr := "127.0.0.1:" + port
	s := &server{
		binary: binary, dir: dir, addr: addr, release: release, client: goredis.NewClient(&goredis.Options{Addr: addr, MaxRetries: -1, ReadTimeout: 2 * time.Second}),
		args: []string{
			"--bind", "127.0.0.1", "--port", port, "--dir", dir, "--save", "", "--appendonly", "yes", "--appendfsync", fsync,
			"--logfile", filepath.Join(dir, "redis.log"),
		},
	}
	if err := s.start(ctx); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

// url is the server's URL for the crawl. Its stalls last up to longestStall,
// some of which a call waits out.
func (s *server) url() string { return "redis://" + s.addr + "/0?read_timeout=5s" }

// longestStall is how long the server stands still at most.
const longestStall = 12 * time.Second

// startTime is how long a server may take to read what it wrote to disk.
const startTime = 2 * time.Minute

func (s *server) start(ctx context.Context) error {
	cmd := exec.Command(s.binary, s.args...)
	detach(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	s.mu.Lock()
	s.cmd = cmd
	s.mu.Unlock()
	return s.insist(ctx, func() error { return s.client.Ping(ctx).Err() })
}

// insist asks the server again until it answers: while it reads what it wrote, or
// waits for a busy disk, it does not.
func (s *server) insist(ctx context.Context, ask func() error) error {
	for end := time.Now().Add(startTime); ; time.Sleep(50 * time.Millisecond) {
		switch err := ask(); {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case time.Now().After(end):
			return fmt.Errorf("%s does not answer on %s after %v: %w", s.binary, s.addr, startTime, err)
		}
	}
}

func (s *server) signal(sig os.Signal) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cmd.Process.Signal(sig)
}

// restart kills the server and starts it again.
func (s *server) restart(ctx context.Context) error {
	if err := s.signal(syscall.SIGKILL); err != nil {
		return err
	}
	_ = s.cmd.Wait() // killed
	if err := s.fix(ctx); err != nil {
		return err
	}
	return s.start(ctx)
}

// fix removes what the server had written in part when it was killed. Otherwise it
// may not start the time after next: "the truncated file is not the last file".
func (s *server) fix(ctx context.Context) error {
	tool, err := exec.LookPath(strings.Replace(filepath.Base(s.binary), "server", "check-aof", 1))
	if err != nil {
		return nil // the server alone is installed
	}
	file := filepath.Join(s.dir, "appendonlydir", "appendonly.aof.manifest")
	if _, err := os.Stat(file); err != nil {
		file = filepath.Join(s.dir, "appendonly.aof") // before Redis 7
	}
	cmd := exec.CommandContext(ctx, tool, "--fix", file)
	cmd.Stdin = strings.NewReader("y\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s --fix %s: %w: %s", tool, file, err, out)
	}
	return nil
}

// stall has the server stand still for a time.
func (s *server) stall(d time.Duration) error {
	if err := s.signal(syscall.SIGSTOP); err != nil {
		return err
	}
	time.Sleep(d)
	return s.signal(syscall.SIGCONT)
}

// fill leaves the server no memory for more for a time. It returns by how much
// the data have grown meanwhile.
func (s *server) fill(ctx context.Context, d time.Duration) (grown int64, err error) {
	before, err := s.measure(ctx)
	if err != nil {
		return 0, err
	}
	if err := s.limit(ctx, before*9/10); err != nil {
		return 0, err
	}
	time.Sleep(d)
	after, err := s.measure(ctx)
	if err != nil {
		return 0, err
	}
	return after - before, s.limit(ctx, 0)
}

// measure is used, as soon as the server says it.
func (s *server) measure(ctx context.Context) (n int64, err error) {
	err = s.insist(ctx, func() error {
		n, err = s.used(ctx)
		return err
	})
	return n, err
}

// limit sets how many bytes the server's data may have; 0 is no limit.
func (s *server) limit(ctx context.Context, bytes int64) error {
	return s.insist(ctx, func() error {
		return s.client.ConfigSet(ctx, "maxmemory", strconv.FormatInt(bytes, 10)).Err()
	})
}

// fullGrowth is how many bytes a server that is full may grow by: clients'
// buffers, and pages that end without new links.
const fullGrowth = 4 * mib

// used is how many bytes of memory count as the server's data.
func (s *server) used(ctx context.Context) (int64, error) {
	info, err := s.client.Info(ctx, "memory").Result()
	if err != nil {
		return 0, err
	}
	values := make(map[string]int64)
	for line := range strings.Lines(info) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			values[name] = n
		}
	}
	if values["used_memory"] == 0 {
		return 0, errors.New("the server does not report how much memory it uses")
	}
	return values["used_memory"] - values["mem_not_counted_for_evict"], nil
}

// stop ends the server. A nil one has ended.
func (s *server) stop() {
	if s == nil {
		return
	}
	s.client.Close()
	s.release()
	if s.signal(syscall.SIGKILL) == nil {
		_ = s.cmd.Wait() // killed
	}
}

// troubler has the server fail now and then.
func (s *supervisor) troubler(ctx context.Context) {
	for s.sleep(ctx, s.Options.Faults) {
		s.mu.Lock()
		kind := []string{"restarted", "stalled", "filled"}[s.random.IntN(3)]
		d := time.Second + time.Duration(s.random.Int64N(int64(longestStall-time.Second)))
		s.faulted = time.Now().Add(startTime) // it lasts until then, if not less
		s.mu.Unlock()
		var err error
		switch kind {
		case "restarted":
			err = s.server.restart(context.WithoutCancel(ctx))
		case "stalled":
			err = s.server.stall(d)
		case "filled":
			var grown int64
			if grown, err = s.server.fill(context.WithoutCancel(ctx), d); grown > fullGrowth {
				s.breach("the Redis server grew by %d MiB in %v in which it was over its maxmemory", grown/mib, d.Round(time.Second))
			}
		}
		s.mu.Lock()
		s.faulted = time.Now()
		s.faults[kind]++
		s.mu.Unlock()
		if err != nil {
			s.breach("the Redis server could not be %s: %v", kind, err)
			s.end(errHopeless)
		}
	}
}

// watcher notes when the server is slow though nobody troubles it: with a disk
// that others are busy with it stands still as it does in a stall.
func (s *supervisor) watcher(ctx context.Context) {
	const slow = time.Second
	for ctx.Err() == nil {
		start := time.Now()
		err := s.server.client.Ping(ctx).Err()
		s.mu.Lock()
		if now := time.Now(); ctx.Err() == nil && now.After(s.faulted) && (err != nil || now.Sub(start) > slow) {
			if now.Sub(s.faulted) > aftermath {
				s.faults["slow by itself"]++
			}
			s.faulted = now
		}
		s.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(slow / 2):
		}
	}
}
