package redis

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// fireOptions are those of crawls whose workers, nodes and slots are killed and moved: a link that is
// counted twice shows.
var fireOptions = Options{
	Options:  frontier.Options{Reevaluation: frontier.IncrementValues, LeaseTime: 10 * time.Second, PerHost: 2},
	Shards:   16,
	Replicas: 1,
}

// What happens in TestUnderFire. The whole of it is
//
//	go test ./frontier/redis -run TestUnderFire -timeout 0 -fire.pages 100000 -fire.workers 200 -fire.nodes 50 -fire.moves 20
//
// and for an hour, crawl after crawl
//
//	go test ./frontier/redis -run TestUnderFire -timeout 0 -fire.pages 20000 -fire.soak 1h
var (
	firePages   = flag.Int("fire.pages", 1000, "pages of a crawl under fire")
	fireWorkers = flag.Int("fire.workers", 4, "kills of workers in it")
	fireNodes   = flag.Int("fire.nodes", 1, "kills of nodes in it")
	fireMoves   = flag.Int("fire.moves", 3, "moves of slots in it")
	fireSoak    = flag.Duration("fire.soak", 0, "instead, for how long a worker is killed each 15 s, and a node, and a slot moves, each minute")
)

// fireLinks are links of values whose sum is exact, whatever their order.
func fireLinks(pages int, url string) []frontier.Entry {
	links := linksAmong(pages, url)
	for i := range links {
		links[i].Value = float64(1 + i)
	}
	return links
}

// openUnderFire waits for nodes that are down, which Open does not.
func openUnderFire(url, name string) (*Frontier, error) {
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		f, err := Open(context.Background(), url, name, fireOptions)
		if err == nil || time.Now().After(end) {
			return f, err
		}
	}
}

// replicas starts a replica for each node, which takes over when the node is down.
func (c cluster) replicas(t *testing.T) (all cluster) {
	for _, node := range c {
		id, err := node.client(t).ClusterMyID(t.Context()).Result()
		if err != nil {
			t.Fatal(err)
		}
		r := startServer(t, node.args...)
		if err := r.client(t).ClusterMeet(t.Context(), "127.0.0.1", fmt.Sprint(c[0].port)).Err(); err != nil {
			t.Fatal(err)
		}
		r.await(t, "cluster nodes", func(nodes string) bool { return strings.Contains(nodes, id) })
		r.await(t, "cluster replicate "+id, func(string) bool { return true })
		all = append(all, r)
	}
	for _, r := range all {
		r.await(t, "info replication", func(info string) bool { return strings.Contains(info, "master_link_status:up") })
	}
	c.follow(t)
	return all
}

// follow waits until each node has a replica that follows it.
func (c cluster) follow(t *testing.T) {
	for _, node := range c {
		node.await(t, "info replication", func(info string) bool { return strings.Contains(info, "state=online") })
	}
}

// masters returns the nodes that have slots, and are up.
func (c cluster) masters(t *testing.T) (all cluster) {
	for _, node := range c {
		if node.cmd == nil {
			continue
		}
		info, err := node.client(t).Info(t.Context(), "replication").Result()
		if err == nil && strings.Contains(info, "role:master") {
			all = append(all, node)
		}
	}
	return all
}

// move moves the slot of a key to another node, as an operator does, while the crawl goes on.
func (c cluster) move(t *testing.T, key string) {
	masters := c.masters(t)
	slot, err := masters[0].client(t).ClusterKeySlot(t.Context(), key).Result()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(masters, func(node *process) bool {
		n, err := node.client(t).ClusterCountKeysInSlot(t.Context(), int(slot)).Result()
		return err == nil && n > 0
	})
	if at < 0 {
		t.Fatalf("no node has the slot %d", slot)
	}
	from, to := masters[at], masters[(at+1)%len(masters)]
	do := func(node *process, args ...any) {
		if err := node.client(t).Do(t.Context(), args...).Err(); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
	}
	fromID, toID := from.client(t).ClusterMyID(t.Context()).Val(), to.client(t).ClusterMyID(t.Context()).Val()
	do(to, "cluster", "setslot", slot, "importing", fromID)
	do(from, "cluster", "setslot", slot, "migrating", toID)
	for {
		keys, err := from.client(t).ClusterGetKeysInSlot(t.Context(), int(slot), 10).Result()
		if err != nil {
			t.Fatal(err)
		}
		if len(keys) == 0 {
			break
		}
		args := []any{"migrate", "127.0.0.1", to.port, "", 0, 60000, "keys"}
		for _, key := range keys {
			args = append(args, key)
		}
		do(from, args...)
		time.Sleep(time.Millisecond) // for calls to come in between
	}
	for _, node := range []*process{to, from} {
		do(node, "cluster", "setslot", slot, "node", toID)
	}
}

// fail kills a node, and starts it again when its replica has taken over, as the replica's own.
func (c cluster) fail(t *testing.T) {
	masters := c.masters(t)
	masters.follow(t)
	i := rand.IntN(len(masters))
	down, other := masters[i], masters[(i+1)%len(masters)]
	down.kill()
	other.await(t, "cluster info", func(info string) bool { return strings.Contains(info, "cluster_state:fail") })
	other.await(t, "cluster info", func(info string) bool { return strings.Contains(info, "cluster_state:ok") })
	down.start(t)
}

// Workers are killed, nodes are killed and their replicas take over, and slots move, in the
// middle of a crawl: nothing that was acknowledged is lost, no page is fetched again that was
// not in flight, and no link counts twice or not at all.
func TestUnderFire(t *testing.T) {
	if testing.Short() {
		t.Skip("a cluster takes seconds to put a replica in a node's place")
	}
	t.Parallel()
	c := startCluster(t, 3, "--appendonly", "no", "--cluster-node-timeout", "4000", "--repl-diskless-sync-delay", "0", "--cluster-replica-validity-factor", "0")
	all := append(slices.Clone(c), c.replicas(t)...)
	for start := time.Now(); ; {
		crawlUnderFire(t, all, start)
		if time.Since(start) >= *fireSoak || t.Failed() {
			return
		}
	}
}

func crawlUnderFire(t *testing.T, all cluster, start time.Time) {
	pages := *firePages
	name, l := newName(), newLog()
	f, err := openUnderFire(all.url(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	begin(t, f)
	const processes = 3
	workers := make([]func(), processes)
	work := func(i int) { workers[i] = startWorker(t, all.url(), name, l, fmt.Sprint(workerPages, "=", pages)) }
	for i := range workers {
		work(i)
	}
	var count struct{ workers, nodes, moves int }
	killWorker := func() {
		i := rand.IntN(processes)
		workers[i]()
		work(i)
		count.workers++
	}
	fail := func() { all.fail(t); count.nodes++ }
	move := func() { all.move(t, f.shards[rand.IntN(len(f.shards))].key("crawl")); count.moves++ }
	var events []func()
	add := func(n int, event func()) { events = append(events, slices.Repeat([]func(){event}, n)...) }
	add(*fireWorkers, killWorker)
	add(*fireNodes, fail)
	add(*fireMoves, move)
	rand.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
	begun, quarters := time.Now(), int(time.Since(start)/(15*time.Second))
	happened := 0
	var still standstill
	done := func() int {
		stats, err := f.Stats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return stats.Done
	}
	for n := done(); n < pages; n = done() {
		if still.reached(l) {
			t.Fatal("the crawl does not end")
		}
		time.Sleep(10 * time.Millisecond)
		switch {
		case *fireSoak > 0:
			now := int(time.Since(start) / (15 * time.Second))
			if now == quarters || time.Since(start) > *fireSoak {
				break
			}
			quarters = now
			killWorker()
			if now%4 == 0 {
				fail()
				move()
			}
		case happened < len(events) && n >= (happened+1)*pages/(len(events)+1):
			events[happened]()
			happened++
		}
	}
	took := time.Since(begun)
	for _, kill := range workers {
		kill()
	}
	repeated := 0
	values := map[string]float64{}
	for i := range pages {
		url := killPage(i)
		repeated += max(0, len(l.leases[url])-1)
		for _, token := range l.leases[url] {
			if done, ok := l.done[url]; ok && token > done {
				t.Errorf("%s was leased again after it was done", url)
			}
		}
		for _, e := range fireLinks(pages, url) {
			if strings.Contains(e.URL, shelf) {
				values[e.URL] += e.Value
			}
		}
	}
	if most := count.workers + l.expired; repeated > most {
		t.Errorf("%d leases were repeated, more than the %d of killed workers and the %d that ran out", repeated, count.workers, l.expired)
	}
	want := frontier.Stats{Done: pages, Queued: len(values), Hosts: killHosts + 1}
	err = f.Rescore(t.Context(), func(e frontier.Entry) float64 {
		if e.Value != values[e.URL] {
			t.Errorf("%s has the value %v, want %v", e.URL, e.Value, values[e.URL])
		}
		delete(values, e.URL)
		return e.Value
	})
	if err != nil || len(values) > 0 {
		t.Errorf("%d URLs were lost, error %v", len(values), err)
	}
	if stats, err := f.Stats(t.Context()); stats != want || err != nil {
		t.Errorf("Stats\ngot  %+v, %v\nwant %+v", stats, err, want)
	}
	t.Logf("%d pages in %v; kills of workers, of nodes, moves of slots: %v; %d leases repeated, %d ran out", pages, took.Round(time.Second), count, repeated, l.expired)
	if _, err := Drop(t.Context(), all.url(), name); err != nil {
		t.Error(err)
	}
}
