package redis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// A finite web has so many pages, of which each links to two further ones.
type finite int

func (w finite) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(fetchTime)
	res, err := endless{}.RoundTrip(r)
	var page int
	fmt.Sscanf(r.URL.Path, "/%d", &page)
	if 2*page+2 >= int(w) {
		res.Body = io.NopCloser(strings.NewReader("a leaf"))
	}
	return res, err
}

// A server is started again, stands still, has no memory and cannot write, in the
// middle of a crawl of two machines: each page is handed on, none twice but those
// that were in flight, and the crawl ends well.
func TestCrawlRidesOutOutages(t *testing.T) {
	t.Parallel()
	const pages, workers = 1501, 4
	s := newServer(t, "--appendonly", "yes", "--appendfsync", "always", "--dbfilename", "dump.rdb")
	if err := os.Mkdir(filepath.Join(s.dir, "dump.rdb"), 0o700); err != nil { // no server can save its data there
		t.Fatal(err)
	}
	s.start(t)
	var fs []*Frontier
	noticed := func() {
		for end := time.Now().Add(time.Minute); fs[0].waits()+fs[1].waits() == 0; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Error("no call waits for the server")
				return
			}
		}
	}
	client := s.client(t)
	set := func(name, value string) {
		if err := client.ConfigSet(t.Context(), name, value).Err(); err != nil {
			t.Error(err)
		}
	}
	var goOn func()
	outages := []struct{ begin, end func() }{
		{s.kill, func() { s.start(t) }},
		{func() { goOn = s.stop(t) }, func() { goOn() }},
		{func() { set("maxmemory", "1") }, func() { set("maxmemory", "0") }},
		{func() {
			set("save", "3600 1")
			client.BgSave(t.Context())
			s.await(t, "info persistence", func(info string) bool { return strings.Contains(info, "rdb_last_bgsave_status:err") })
		}, func() { set("save", "") }},
	}
	var logged bytes.Buffer
	o := Options{Options: frontier.Options{LeaseTime: 30 * time.Second}, Outage: noLimit, Logger: slog.New(slog.NewTextHandler(&logged, nil))}
	name := newName()
	var mu sync.Mutex
	handed := map[string]int{}
	due, begun := make(chan int), make(chan bool)
	sink := func(_ context.Context, p *crawl.Page) error {
		if p.Err != nil {
			return p.Err
		}
		mu.Lock()
		defer mu.Unlock()
		handed[p.URL]++
		if n := len(handed); n%300 == 200 && n < 300*len(outages) && handed[p.URL] == 1 {
			due <- n / 300
			<-begun // nobody goes on before
		}
		return nil
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for range 2 {
		f := openWith(t, s.url()+"?read_timeout=1s", name, o)
		fs = append(fs, f)
		c := crawl.Crawler{Frontier: f, Transport: finite(pages), Workers: workers, Delay: crawl.None, IgnoreRobots: true}
		if len(fs) == 1 {
			testcall.Push(t, f, frontier.Entry{URL: "http://h0.test/0"})
		}
		wg.Go(func() {
			if err := c.Run(ctx, sink); err != nil {
				t.Errorf("the crawl ends: %v", err)
				cancel()
			}
		})
	}
	for range outages {
		select {
		case i := <-due:
			for _, f := range fs {
				f.awaitWaits(t, 0)
			}
			outages[i].begin()
			begun <- true
			noticed()
			time.Sleep(time.Second)
			outages[i].end()
		case <-ctx.Done():
			t.Fatal("the crawl does not go on")
		}
	}
	wg.Wait()
	twice := 0
	for _, n := range handed {
		twice += n - 1
	}
	t.Logf("%d pages were handed on twice", twice)
	if most := len(fs) * workers * len(outages); len(handed) != pages || twice > most {
		t.Errorf("%d pages were handed on, and %d of them twice; want %d, at most %d", len(handed), twice, pages, most)
	}
	if stats, err := fs[0].Stats(t.Context()); err != nil || stats != (frontier.Stats{Done: pages, Hosts: 50}) {
		t.Errorf("%+v, %v", stats, err)
	}
	fs[0].check(o.Options, t.Errorf)
	for _, why := range []string{"i/o timeout", "OOM", "MISCONF"} {
		if !strings.Contains(logged.String(), why) {
			t.Errorf("the log has no %s:\n%s", why, &logged)
		}
	}
}

// awaitWaits waits until so many calls wait for the server.
func (f *Frontier) awaitWaits(t *testing.T, n int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		waits := f.waits()
		if waits == n {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%d calls wait, want %d", waits, n)
		}
	}
}

func (f *Frontier) waits() int {
	f.outages.mu.Lock()
	defer f.outages.mu.Unlock()
	return f.outages.waits
}

// Calls wait for a server that is away, whatever it is that keeps it from them. The log
// says so, and so does a call whose time is over.
func TestOutage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		begin        func(t *testing.T, s *process)
		end          func(t *testing.T, s *process)
		what, remedy string
	}{
		{"connection refused", func(t *testing.T, s *process) { s.kill() }, func(t *testing.T, s *process) { s.start(t) }, "has been away since 20", "start it again"},
		{"a replica", func(t *testing.T, s *process) { s.do(t, "replicaof 127.0.0.1 1") }, func(t *testing.T, s *process) { s.do(t, "replicaof no one") }, "has been away since 20", "start it again"},
		{"no replicas", func(t *testing.T, s *process) { s.do(t, "config set min-replicas-to-write 1") }, func(t *testing.T, s *process) { s.do(t, "config set min-replicas-to-write 0") }, "has been away since 20", "start it again"},
		{"no memory", func(t *testing.T, s *process) { s.do(t, "config set maxmemory 1") }, func(t *testing.T, s *process) { s.do(t, "config set maxmemory 0") }, "memory has been full since 20", "maxmemory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, "--appendonly", "yes", "--appendfsync", "always")
			var logged bytes.Buffer // the frontier logs while it holds a lock
			name := newName()
			f := openWith(t, s.url(), name, Options{Outage: noLimit, Logger: slog.New(slog.NewTextHandler(&logged, nil))})
			brief := openWith(t, s.url(), name, Options{Outage: time.Second})
			once := openWith(t, s.url(), name, Options{Outage: none})
			testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
			l := testcall.Pop(t, f)
			c.begin(t, s)
			if err := once.Push(t.Context(), l.Entry); err == nil || errors.As(err, new(*outageError)) {
				t.Errorf("with None: %v", err)
			}
			err := brief.Push(t.Context(), l.Entry)
			if !errors.As(err, new(*outageError)) || !strings.Contains(err.Error(), c.what) || !strings.Contains(err.Error(), c.remedy) || !strings.Contains(err.Error(), s.addr()) {
				t.Errorf("after Outage: %v, want %q and %q", err, c.what, c.remedy)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			err = f.Push(ctx, l.Entry)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), c.what) {
				t.Errorf("after the context: %v, want %q", err, c.what)
			}
			ended := make(chan error)
			go func() { ended <- f.Push(t.Context(), frontier.Entry{URL: "http://b.test/"}) }()
			go func() { _, err := f.Pop(t.Context()); ended <- err }()
			f.awaitWaits(t, 2)
			c.end(t, s)
			for range 2 {
				if err := <-ended; err != nil {
					t.Error(err)
				}
			}
			if n := strings.Count(logged.String(), "waiting for the queue"); n < 2 || strings.Count(logged.String(), "the queue is back") != 1 {
				t.Errorf("the log is\n%s", &logged)
			}
			testcall.Done(t, f, l, frontier.Outcome{})
		})
	}
}

func (s *process) do(t *testing.T, command string) {
	t.Helper()
	var args []any
	for _, arg := range strings.Fields(command) {
		args = append(args, arg)
	}
	if err := s.client(t).Do(t.Context(), args...).Err(); err != nil {
		t.Error(err)
	}
}

// All calls end with Close while they wait.
func TestCloseInOutage(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	f := openWith(t, s.url(), newName(), Options{Outage: noLimit})
	s.kill()
	ended := make(chan error)
	go func() { ended <- f.Push(context.Background(), frontier.Entry{URL: "http://a.test/"}) }()
	go func() { _, err := f.Pop(context.Background()); ended <- err }()
	f.awaitWaits(t, 2)
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := <-ended; !errors.Is(err, wire.ErrClosed) {
			t.Errorf("%v, want that the frontier is closed", err)
		}
	}
}

// A lease that runs out while the server is away is ended by its worker all the same,
// since what waits to be leased lets that go first.
func TestLeaseRunsOutInOutage(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "yes", "--appendfsync", "always")
	f := open(t, s.url(), newName(), frontier.Options{LeaseTime: time.Second})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
	l := testcall.Pop(t, f)
	s.kill()
	popped, done := make(chan error), make(chan error)
	go func() { _, err := f.Pop(t.Context()); popped <- err }()
	go func() { done <- f.Done(t.Context(), l, frontier.Outcome{}) }()
	f.awaitWaits(t, 2)
	time.Sleep(time.Until(l.Expires))
	s.start(t)
	if err := <-done; err != nil {
		t.Errorf("Done: %v", err)
	}
	if err := <-popped; err != io.EOF {
		t.Errorf("Pop: %v, want io.EOF", err)
	}
}

// A forgetful proxy forwards what a server is asked and, when it is told to, breaks the
// connection in place of the answer.
type forgetful struct {
	listener net.Listener
	to       string
	forgets  atomic.Bool
}

func startForgetful(t *testing.T, to string) *forgetful {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	p := &forgetful{listener: listener, to: to}
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(c)
		}
	}()
	return p
}

func (p *forgetful) serve(c net.Conn) {
	defer c.Close()
	server, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		io.Copy(server, c)
		server.Close()
	}()
	buf := make([]byte, 64<<10)
	for {
		n, err := server.Read(buf)
		if err != nil || p.forgets.CompareAndSwap(true, false) {
			return
		}
		c.Write(buf[:n])
	}
}

// A call whose answer is lost is made again, and has an effect once.
func TestLostAnswer(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	p := startForgetful(t, s.addr())
	f := openWith(t, "redis://"+p.listener.Addr().String(), newName(), Options{Outage: noLimit})
	for i := range 9 {
		testcall.Push(t, f, frontier.Entry{URL: fmt.Sprintf("http://h%d.test/", i)})
	}
	testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{}) // the server knows the scripts
	lost := func(call func() error) error {
		p.forgets.Store(true)
		err := call()
		if p.forgets.Load() {
			t.Error("no answer was lost")
		}
		return err
	}
	for _, c := range []struct {
		result frontier.Result
		want   error
	}{{frontier.Fetched, nil}, {frontier.Dead, nil}, {frontier.Returned, frontier.ErrStaleLease}, {frontier.Retry, frontier.ErrStaleLease}} {
		l := testcall.Pop(t, f)
		links := []frontier.Entry{{URL: "http://link.test/" + c.result.String()}}
		if err := lost(func() error {
			return f.Done(t.Context(), l, frontier.Outcome{Result: c.result, Links: links, RetryAt: time.Now().Add(time.Hour)})
		}); err != c.want {
			t.Errorf("Done with %v: %v, want %v", c.result, err, c.want)
		}
		if err := f.Done(t.Context(), l, frontier.Outcome{Result: c.result}); err != frontier.ErrStaleLease {
			t.Errorf("Done with %v again: %v", c.result, err)
		}
	}
	l := testcall.Pop(t, f)
	if err := lost(func() error { _, err := f.Renew(t.Context(), l); return err }); err != nil {
		t.Errorf("Renew: %v", err)
	}
	testcall.Done(t, f, l, frontier.Outcome{})
	if err := lost(func() error { return f.Done(t.Context(), l, frontier.Outcome{Result: frontier.Dead}) }); err != frontier.ErrStaleLease {
		t.Errorf("Done of a lease that was ended otherwise: %v", err)
	}
	if err := lost(func() error { return f.Push(t.Context(), frontier.Entry{URL: "http://new.test/"}) }); err != nil {
		t.Errorf("Push: %v", err)
	}
	if err := lost(func() error { _, err := f.Pop(t.Context()); return err }); err != nil {
		t.Errorf("Pop: %v", err)
	}
	stats, err := f.Stats(t.Context())
	if want := (frontier.Stats{Done: 3, Dead: 1, Leased: 2, Queued: 8, Hosts: 11}); err != nil || stats != want {
		t.Errorf("%+v, %v; want %+v", stats, err, want)
	}
	f.check(frontier.Options{}, t.Errorf)
}

// Which errors pass. Redis before 7.0 puts its own words before the reply of a command
// in a script.
func TestIsAway(t *testing.T) {
	client := func(reply string) error {
		l := startLiar(t)
		reply += "\r\n"
		l.answer.Store(&reply)
		c := goredis.NewClient(&goredis.Options{Addr: l.addr, MaxRetries: -1})
		defer c.Close()
		return wire.Ended(t.Context(), c.Ping(t.Context()).Err())
	}
	for reply, want := range map[string]bool{
		"-LOADING Redis is loading the dataset in memory":                                                                                                    true,
		"-OOM command not allowed when used memory > 'maxmemory'.":                                                                                           true,
		"-ERR Error running script (call to f_0): @user_script:9: @user_script: 9: -OOM command not allowed when used memory > 'maxmemory'.":                 true,
		"-ERR Error running script (call to f_0): @user_script:9: @user_script: 9: -MISCONF Redis is configured to save RDB snapshots, but it cannot do so.": true,
		"-READONLY You can't write against a read only replica.":                                                                                             true,
		"-ERR READONLY You can't write against a read only instance":                                                                                         true,
		"-CLUSTERDOWN The cluster is down":                                                                                                                   true,
		"-ERR max number of clients reached":                                                                                                                 true,
		"-BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.":                                                            true,
		"-ERR WAIT cannot be used with replica instances. Please also note that writes to replicas are just local and are not propagated.":                   true,
		"-NOAUTH Authentication required.":                                                                                                                   false,
		"-NOPERM this user has no permissions":                                                                                                               false,
		"-NOCRAWL the crawl is gone from the server":                                                                                                         false,
		"-MOVED 1 127.0.0.1:1": false,
		"-ERR unknown command": false,
		"*99999999999":         false,
		"$5":                   true, // the connection is closed
	} {
		if err := client(reply); (&wire.Server{Single: true}).IsAway(err) != want {
			t.Errorf("%s: %v passes: %t", reply, err, !want)
		}
	}
	for _, reply := range []string{
		"-MOVED 1 127.0.0.1:1",
		"-ERR Script attempted to execute a write command while the cluster is down and readonly script: f_0",
	} {
		if err := client(reply); !new(wire.Server).IsAway(err) {
			t.Errorf("in a cluster %s does not pass", reply)
		}
	}
}
