package redis

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	goredis "github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/lokman-crawler/lokman/frontier"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(workerURL); url != "" {
		work(url)
		return
	}
	goredis.SetLogger(quiet{}) // servers are killed here
	// Most tests wait, for a time or for a server of their own: more of them run at once
	// than there are processors.
	flag.Parse()
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == parallel.DefValue {
		parallel.Value.Set("6")
	}
	goleak.VerifyTestMain(m)
}

type quiet struct{}

func (quiet) Printf(context.Context, string, ...any) {}

// onServers runs a test on miniredis and on a real server, if there is one.
func onServers(t *testing.T, run func(t *testing.T, url string)) {
	t.Run("miniredis", func(t *testing.T) {
		if testing.Short() && serverBinary() != "" {
			t.Skip("the server is there")
		}
		t.Parallel()
		run(t, "redis://"+miniredis.RunT(t).Addr())
	})
	t.Run("server", func(t *testing.T) {
		t.Parallel()
		run(t, startServer(t, "--appendonly", "no").url())
	})
}

// A process is a redis-server of our own on a loopback port.
type process struct {
	binary string
	port   int
	dir    string
	config string // a file; "" for none
	args   []string
	cmd    *exec.Cmd
}

func startServer(t testing.TB, args ...string) *process {
	t.Helper()
	s := newServer(t, args...)
	s.start(t)
	return s
}

// serverBinary returns the path of a server, or "".
func serverBinary() string {
	for _, name := range []string{"redis-server", "valkey-server"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// newServer returns a server that is not started yet.
func newServer(t testing.TB, args ...string) *process {
	t.Helper()
	binary := serverBinary()
	if binary == "" {
		t.Skip("neither redis-server nor valkey-server is on the PATH")
	}
	s := &process{binary: binary, port: freePort(t), dir: t.TempDir(), args: args}
	t.Cleanup(s.kill)
	return s
}

// freePort returns a port that is free, as is the one 10,000 above it, which a
// node of a cluster takes too. Neither is one that connections are made from.
// While a server is down no other test takes its port, those of other processes
// included: the test holds the port below it.
func freePort(t testing.TB) int {
	t.Helper()
	for range 1000 {
		port := 10_001 + 2*rand.IntN(5000)
		held, err := listen(port - 1)
		if err != nil {
			continue
		}
		if isFree(port) && isFree(port+10_000) {
			t.Cleanup(func() { held.Close() })
			return port
		}
		held.Close()
	}
	t.Fatal("no port is free")
	return 0
}

func listen(port int) (net.Listener, error) {
	return net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
}

func isFree(port int) bool {
	l, err := listen(port)
	if err != nil {
		return false
	}
	return l.Close() == nil
}

func (s *process) addr() string { return fmt.Sprintf("127.0.0.1:%d", s.port) }
func (s *process) url() string  { return "redis://" + s.addr() }

func (s *process) start(t testing.TB) {
	t.Helper()
	args := []string{"--save", ""}
	if s.config != "" { // Redis Sentinel has a file of its own
		args = []string{s.config, "--sentinel"}
	}
	args = append(args, "--bind", "127.0.0.1", "--port", fmt.Sprint(s.port), "--dir", s.dir, "--logfile", filepath.Join(s.dir, "log"))
	s.cmd = exec.Command(s.binary, append(args, s.args...)...)
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	client := goredis.NewClient(&goredis.Options{Addr: s.addr()})
	defer client.Close()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		err := client.Ping(context.Background()).Err() // an error while it loads its data
		info := client.Info(context.Background(), "server").Val()
		if err == nil && strings.Contains(info, fmt.Sprintf("process_id:%d\r", s.cmd.Process.Pid)) {
			return
		} else if time.Now().After(end) {
			t.Fatalf("the server does not answer: %v\n%s", err, s.log())
		}
	}
}

// log is what the server has logged.
func (s *process) log() []byte {
	log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	return log
}

// kill is kill -9.
func (s *process) kill() {
	if s.cmd != nil {
		s.cmd.Process.Kill()
		s.cmd.Wait()
		s.cmd = nil
	}
}

var crawls atomic.Int64

// newName names a crawl that no other test has.
func newName() string { return fmt.Sprintf("test %d", crawls.Add(1)) }

func open(t testing.TB, url, name string, o frontier.Options) *Frontier {
	t.Helper()
	return openWith(t, url, name, Options{Options: o})
}

// openWith opens a frontier that is closed at the end of the test.
func openWith(t testing.TB, url, name string, o Options) *Frontier {
	t.Helper()
	f, err := Open(context.Background(), url, name, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}
