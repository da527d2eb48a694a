package redis

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// A watched server is a master with replicas and a sentinel.
type watched struct {
	master   *process
	replicas []*process
	sentinel *process
}

func (s *process) replica(t *testing.T, args ...string) *process {
	r := startServer(t, slices.Concat(s.args, []string{"--replicaof", "127.0.0.1", fmt.Sprint(s.port)}, args)...)
	r.await(t, "info replication", func(info string) bool { return strings.Contains(info, "master_link_status:up") })
	return r
}

// startWatched starts a master with replicas, of which the first takes over.
func startWatched(t *testing.T, replicas int) *watched {
	t.Helper()
	w := &watched{master: startServer(t, "--appendonly", "no", "--repl-diskless-sync-delay", "0")}
	for i := range replicas {
		var args []string
		if i > 0 {
			args = []string{"--replica-priority", "0"}
		}
		w.replicas = append(w.replicas, w.master.replica(t, args...))
	}
	w.sentinel = newServer(t)
	w.sentinel.config = filepath.Join(w.sentinel.dir, "sentinel.conf")
	// A master that is only slow must not be taken for dead.
	config := fmt.Sprintf("sentinel monitor lokman 127.0.0.1 %d 1\nsentinel down-after-milliseconds lokman 5000\nsentinel failover-timeout lokman 5000\n", w.master.port)
	if err := os.WriteFile(w.sentinel.config, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	w.sentinel.start(t)
	w.sentinel.await(t, "info sentinel", func(info string) bool {
		return strings.Contains(info, fmt.Sprintf("status=ok,address=%s,slaves=%d", w.master.addr(), replicas))
	})
	return w
}

// follow waits until all replicas have what the master has. One whose link is up
// may still be sent nothing for a second.
func (w *watched) follow(t *testing.T) {
	t.Helper()
	pipe := w.master.client(t).Pipeline()
	pipe.Set(t.Context(), "follow", 1, 0) // WAIT is for the changes of its own connection
	wait := pipe.Do(t.Context(), "wait", len(w.replicas), (30 * time.Second).Milliseconds())
	if _, err := pipe.Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := wait.Int(); err != nil || n < len(w.replicas) {
		t.Fatalf("%d of %d replicas follow, %v", n, len(w.replicas), err)
	}
}

func (w *watched) url() string { return w.sentinel.url() + "?master_name=lokman" }

// The master dies in the middle of a crawl, and Sentinel has a replica take
// over. The crawl goes on and fetches all pages. With Replicas nothing is lost
// that was acknowledged; without, a page that was done may be fetched again.
func TestFailover(t *testing.T) {
	if testing.Short() {
		t.Skip("a failover takes seconds")
	}
	t.Parallel()
	for _, replicas := range []int{0, 1} {
		t.Run(fmt.Sprintf("Replicas %d", replicas), func(t *testing.T) {
			t.Parallel()
			w := startWatched(t, 2)
			const workers = 6
			name, l := newName(), newLog()
			join := func() *Frontier {
				f, err := Open(t.Context(), w.url(), name, Options{Options: killOptions, Replicas: replicas})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { f.Close() })
				return f
			}
			f := join()
			begin(t, f)
			w.follow(t)
			goOn := func() {}
			if replicas > 0 { // the one that takes over is the one that says it has a change
				goOn = w.replicas[1].stop(t)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			var wg sync.WaitGroup
			for i := range workers {
				mine := f
				if i%2 == 1 {
					mine = join()
				}
				wg.Go(func() { persist(ctx, mine, l) })
			}
			time.Sleep(500 * time.Millisecond)
			w.master.kill()
			goOn()
			for !over(f) {
				if ctx.Err() != nil {
					stats, err := f.Stats(context.Background())
					t.Fatalf("the crawl does not end: %+v, %v\n%s", stats, err, w.sentinel.log())
				}
				time.Sleep(20 * time.Millisecond)
			}
			cancel()
			wg.Wait()
			f.check(killOptions, t.Errorf)
			if replicas > 0 {
				t.Logf("%d leases were repeated", l.check(t, f, workers))
			}
			for i := range killPages {
				if len(l.leases[killPage(i)]) == 0 {
					t.Errorf("%s was never leased", killPage(i))
				}
			}
		})
	}
}

// What is pushed while no replica follows is lost when one takes over. With
// Replicas the push says so.
func TestReplicas(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for replicas that do not answer")
	}
	t.Parallel()
	for _, replicas := range []int{0, 1} {
		master := startServer(t, "--appendonly", "no", "--repl-diskless-sync-delay", "0")
		replica := master.replica(t)
		name := newName()
		f, err := Open(t.Context(), master.url(), name, Options{Replicas: replicas, Outage: 3 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
		for end := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
			if n, err := replica.client(t).HLen(t.Context(), f.key("url")).Result(); err == nil && n == 1 {
				break
			} else if time.Now().After(end) {
				t.Fatalf("the replica has %d URLs, %v", n, err)
			}
		}
		goOn := replica.stop(t)
		err = f.Push(t.Context(), frontier.Entry{URL: "http://b.test/"})
		if replicas == 0 && err != nil || replicas == 1 && (err == nil || !strings.Contains(err.Error(), "0 of 1")) {
			t.Errorf("Push with Replicas %d while the replica does not follow: %v", replicas, err)
		}
		f.Close()
		master.kill()
		goOn()
		client := replica.client(t)
		if err := client.Do(t.Context(), "replicaof", "no", "one").Err(); err != nil {
			t.Fatal(err)
		}
		f = open(t, replica.url(), name, frontier.Options{})
		leased, err := finish(f)
		if err != nil || leased["http://a.test/"] != 1 {
			t.Errorf("with Replicas %d the replica has %v, %v", replicas, leased, err)
		}
	}
}

// A server that became a replica refuses to work, and goes on once it is the
// master.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	f := openWith(t, s.url(), newName(), Options{Outage: none})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"}, frontier.Entry{URL: "http://b.test/"})
	l := testcall.Pop(t, f)
	client := s.client(t)
	if err := client.Do(t.Context(), "replicaof", "127.0.0.1", "1").Err(); err != nil {
		t.Fatal(err)
	}
	_, err := f.Pop(t.Context())
	for _, err := range []error{err, f.Done(t.Context(), l, frontier.Outcome{}), f.Push(t.Context(), frontier.Entry{URL: "http://c.test/"})} {
		if err == nil || !strings.Contains(err.Error(), "READONLY") {
			t.Errorf("on a replica: %v", err)
		}
	}
	if err := client.Do(t.Context(), "replicaof", "no", "one").Err(); err != nil {
		t.Fatal(err)
	}
	testcall.Done(t, f, l, frontier.Outcome{})
	if leased, err := finish(f); err != nil || len(leased) != 1 {
		t.Errorf("once it is the master: %v, %v", leased, err)
	}
	f.check(frontier.Options{}, t.Errorf)
}

// While a replica stands still, what a call has done waits for it, and is not done again.
func TestReplicaStandsStill(t *testing.T) {
	if testing.Short() {
		t.Skip("a call waits for a replica for seconds")
	}
	t.Parallel()
	master := startServer(t, "--appendonly", "no", "--repl-diskless-sync-delay", "0")
	replica := master.replica(t)
	f := openWith(t, master.url(), newName(), Options{Replicas: 1, Options: frontier.Options{Reevaluation: frontier.IncrementValues, LeaseTime: 4 * time.Second}})
	still := func(do func()) {
		resume := replica.stop(t)
		time.AfterFunc(2*replication+time.Second, resume)
		begun := time.Now()
		do()
		if d := time.Since(begun); d < replication {
			t.Errorf("the call ended after %v", d)
		}
	}
	still(func() { testcall.Push(t, f, frontier.Entry{URL: "http://a.test/", Value: 1}) })
	still(func() {
		l, err := f.Pop(t.Context())
		if err != nil || l.Value != 1 || l.Attempt != 1 {
			t.Errorf("value %v, attempt %d, error %v: want 1, 1 and none", l.Value, l.Attempt, err)
		}
	})
}
