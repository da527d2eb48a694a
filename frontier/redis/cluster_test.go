package redis

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// A cluster is some nodes that have the slots between them.
type cluster []*process

// busyNode is a time, in ms, after which no node of a busy machine is taken for one that is down.
const busyNode = "60000"

func startCluster(t testing.TB, nodes int, args ...string) cluster {
	t.Helper()
	c := make(cluster, nodes)
	for i := range c {
		c[i] = startServer(t, append([]string{"--cluster-enabled", "yes"}, args...)...)
		client := c[i].client(t)
		var slots []int
		for slot := i; slot < 16384; slot += nodes {
			slots = append(slots, slot)
		}
		if err := client.ClusterAddSlots(t.Context(), slots...).Err(); err != nil {
			t.Fatal(err)
		}
		if err := client.ClusterMeet(t.Context(), "127.0.0.1", fmt.Sprint(c[0].port)).Err(); err != nil {
			t.Fatal(err)
		}
	}
	for _, node := range c {
		node.await(t, "cluster info", func(info string) bool {
			return strings.Contains(info, "cluster_state:ok") && strings.Contains(info, fmt.Sprintf("cluster_known_nodes:%d", nodes))
		})
	}
	return c
}

// url names all nodes.
func (c cluster) url() string {
	q := url.Values{}
	for _, node := range c {
		q.Add("addr", node.addr())
	}
	return c[0].url() + "?" + q.Encode()
}

// client returns a client of one server for a test's own use.
func (s *process) client(t testing.TB) *goredis.Client {
	client := goredis.NewClient(&goredis.Options{Addr: s.addr()})
	t.Cleanup(func() { client.Close() })
	return client
}

// await waits until a command's answer is as a test wants it.
func (s *process) await(t testing.TB, command string, ok func(answer string) bool) {
	t.Helper()
	client := goredis.NewClient(&goredis.Options{Addr: s.addr()})
	defer client.Close()
	var args []any
	for _, arg := range strings.Fields(command) {
		args = append(args, arg)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		answer, err := client.Do(context.Background(), args...).Text()
		if err == nil && ok(answer) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s of %s: %s, %v", command, s.addr(), answer, err)
		}
	}
}

// All keys of a crawl are in one slot, crawls of different names on different
// nodes, and each is dropped from its own.
func TestCluster(t *testing.T) {
	t.Parallel()
	c := startCluster(t, 3, "--appendonly", "no", "--cluster-node-timeout", busyNode)
	used := map[string]bool{}
	for i := range 12 {
		o := []frontier.Options{
			{History: true, Capacity: 5, Order: frontier.BestNFirst},
			{Reevaluation: frontier.NoisyOr},
		}[i%2]
		f := open(t, c.url(), fmt.Sprint("cluster ", i), o) // names that are spread over the nodes
		for i := range 8 {
			testcall.Push(t, f, frontier.Entry{URL: fmt.Sprintf("http://h%d.test/", i), Value: 0.1})
		}
		testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Result: frontier.Revisit})
		testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Result: frontier.Dead})
		if err := f.Rescore(t.Context(), func(e frontier.Entry) float64 { return 0.5 }); err != nil {
			t.Error(err)
		}
		if _, err := finish(f); err != nil {
			t.Error(err)
		}
		node, err := f.server.Node(t.Context(), f.key("crawl"))
		if err != nil {
			t.Fatal(err)
		}
		used[node.Options().Addr] = true
		keys, err := node.Keys(t.Context(), escapeGlob.Replace(f.key(""))+"*").Result()
		if err != nil || len(keys) < 4 {
			t.Errorf("keys %v, %v", keys, err)
		}
		if n, err := Drop(t.Context(), c.url(), f.name); err != nil || n != len(keys) {
			t.Errorf("Drop = %d, %v; want %d", n, err, len(keys))
		}
	}
	if len(used) != 3 {
		t.Errorf("12 crawls are on %d nodes of three", len(used))
	}
	for _, node := range c {
		if keys, err := node.client(t).Keys(t.Context(), "*").Result(); err != nil || len(keys) > 0 {
			t.Errorf("left on %s: %v, %v", node.addr(), keys, err)
		}
	}
}

// The URL of one node of a cluster does not do for a crawl on another: the error
// says what to write.
func TestClusterByOneNode(t *testing.T) {
	t.Parallel()
	c := startCluster(t, 3, "--appendonly", "no", "--cluster-node-timeout", busyNode)
	refused := 0
	for range 12 {
		f, err := Open(t.Context(), c[0].url(), newName(), Options{})
		if err == nil {
			f.Close()
			continue
		}
		refused++
		if !strings.Contains(err.Error(), "?addr=") {
			t.Errorf("Open = %v, want an error that says what to write", err)
		}
		if _, err = Drop(t.Context(), c[0].url(), newName()); err != nil && !strings.Contains(err.Error(), "?addr=") {
			t.Errorf("Drop = %v, want an error that says what to write", err)
		}
	}
	if refused == 0 {
		t.Error("no crawl of 12 is on another node")
	}
}

func TestClusterConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("all of TestFrontier again")
	}
	t.Parallel()
	c := startCluster(t, 3, "--appendonly", "no", "--cluster-node-timeout", busyNode)
	c.replicas(t)
	for _, shards := range []int{1, 16} { // 4: TestShards
		t.Run(fmt.Sprint(shards), func(t *testing.T) {
			t.Parallel()
			frontiertest.Run(t, func(t *testing.T, o frontier.Options) frontier.Frontier {
				return openShards(t, c.url(), newName(), shards, o)
			})
		})
	}
}

// Nodes of a cluster are killed and started again while a crawl goes on.
func TestClusterNodeKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("a cluster takes seconds to take a node back")
	}
	t.Parallel()
	c := startCluster(t, 3, "--appendonly", "yes", "--appendfsync", "always", "--cluster-node-timeout", "2000")
	const workers, kills = 6, 3
	name, l := newName(), newLog()
	f := open(t, c.url(), name, killOptions)
	begin(t, f)
	node, err := f.server.Node(t.Context(), f.key("crawl"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() { persist(ctx, f, l) })
	}
	for range kills {
		for _, s := range c {
			if s.addr() == node.Options().Addr {
				s.kill()
				s.start(t)
			}
		}
		for _, s := range c {
			s.await(t, "cluster info", func(info string) bool { return strings.Contains(info, "cluster_state:ok") })
		}
		time.Sleep(200 * time.Millisecond)
	}
	for !over(f) {
		if ctx.Err() != nil {
			t.Fatal("the crawl does not end")
		}
		time.Sleep(20 * time.Millisecond)
	}
	cancel()
	wg.Wait()
	l.check(t, f, workers*kills)
	f.check(killOptions, t.Errorf)
}
