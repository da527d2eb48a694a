package redis

import (
	"context"
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

const firePages = 1000

// fireLinks are killLinks among fewer pages, of values whose sum is exact, whatever their order.
func fireLinks(url string) (links []frontier.Entry) {
	for _, e := range killLinks(url) {
		var host, page int
		if n, _ := fmt.Sscanf(e.URL, "http://host%d.test/%d", &host, &page); n < 2 || page < firePages {
			e.Value = float64(1 + len(links))
			links = append(links, e)
		}
	}
	return links
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
	for _, node := range c {
		node.await(t, "info replication", func(info string) bool { return strings.Contains(info, "state=online") })
	}
	return all
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
		args := []any{"migrate", "127.0.0.1", to.port, "", 0, 5000, "keys"}
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

// Workers are killed, nodes are killed and their replicas take over, and slots move, in the
// middle of a crawl: nothing that was acknowledged is lost, no page is fetched again that was
// not in flight, and no link counts twice or not at all.
func TestUnderFire(t *testing.T) {
	if testing.Short() {
		t.Skip("a cluster takes seconds to put a replica in a node's place")
	}
	t.Parallel()
	c := startCluster(t, 3, "--appendonly", "no", "--cluster-node-timeout", "1500", "--repl-diskless-sync-delay", "0", "--cluster-replica-validity-factor", "0")
	all := append(slices.Clone(c), c.replicas(t)...)
	name, l := newName(), newLog()
	f := openWith(t, all.url(), name, fireOptions)
	begin(t, f)
	const processes = 3
	workers := make([]func(), processes)
	work := func(i int) { workers[i] = startWorker(t, all.url(), name, l, workerShards+"=1") }
	for i := range workers {
		work(i)
	}
	events, killed := 0, 0
	var still standstill
	done := func() int {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		stats, err := f.Stats(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return stats.Done
	}
	for n := done(); n < firePages; n = done() {
		if still.reached(l) {
			t.Fatal("the crawl does not end")
		}
		time.Sleep(10 * time.Millisecond)
		if n < (events+1)*firePages/10 || events > 7 {
			continue
		}
		switch events++; events {
		case 3: // a node: its replica takes over
			masters := all.masters(t)
			down := masters[0]
			down.kill()
			masters[1].await(t, "cluster info", func(info string) bool { return strings.Contains(info, "cluster_state:fail") })
			masters[1].await(t, "cluster info", func(info string) bool { return strings.Contains(info, "cluster_state:ok") })
			down.start(t) // as a replica
		case 2, 5, 6:
			all.move(t, f.shards[rand.IntN(len(f.shards))].key("crawl"))
		default:
			i := rand.IntN(processes)
			workers[i]()
			work(i)
			killed++
		}
	}
	for _, kill := range workers {
		kill()
	}
	repeated := 0
	values := map[string]float64{}
	for i := range firePages {
		url := killPage(i)
		repeated += max(0, len(l.leases[url])-1)
		for _, token := range l.leases[url] {
			if done, ok := l.done[url]; ok && token > done {
				t.Errorf("%s was leased again after it was done", url)
			}
		}
		for _, e := range fireLinks(url) {
			if strings.Contains(e.URL, shelf) {
				values[e.URL] += e.Value
			}
		}
	}
	want := frontier.Stats{Done: firePages, Queued: len(values), Hosts: killHosts + 1}
	if stats, err := f.Stats(t.Context()); stats != want || err != nil {
		t.Errorf("Stats\ngot  %+v, %v\nwant %+v", stats, err, want)
	}
	err := f.Rescore(t.Context(), func(e frontier.Entry) float64 {
		if e.Value != values[e.URL] {
			t.Errorf("%s has the value %v, want %v", e.URL, e.Value, values[e.URL])
		}
		delete(values, e.URL)
		return e.Value
	})
	if err != nil || len(values) > 0 {
		t.Errorf("%d URLs were lost, error %v", len(values), err)
	}
	t.Logf("%d workers killed, a node, 3 slots moved: %d leases repeated", killed, repeated)
}
