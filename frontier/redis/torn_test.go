package redis

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// A server that is killed while it writes keeps the first part of a script's
// changes in its file. Redis, and Valkey before pull request 4342, ignores that
// part at its next start, and applies it at the one after. Here each kind of call
// is cut at a random byte; the crawl goes on, between the two starts too, and
// nothing that was acknowledged is lost.
func TestTornScript(t *testing.T) {
	t.Parallel()
	rounds := 160
	if testing.Short() {
		rounds = 32
	}
	options := []frontier.Options{
		{},
		{Reevaluation: frontier.NoisyOr, Order: frontier.BestNFirst, BatchSize: 5, History: true},
		{Reevaluation: frontier.DistinctHosts, Order: frontier.FIFO, PerHost: 2},
		{Reevaluation: frontier.ReplaceValues, Capacity: 100_000},
	}
	kinds := []string{"push", "pop", "done", "requeue", "renew", "block", "pop", "done"}
	for seed := range rounds {
		o := options[seed%len(options)]
		o.LeaseTime = 100 * time.Millisecond // of leases whose worker is gone
		s := startServer(t, "--appendonly", "yes", "--appendfsync", "always")
		w := &tornWorker{
			t: t, s: s, r: rand.New(rand.NewPCG(7, uint64(seed))), f: open(t, s.url(), newName(), o),
			want: map[string]bool{}, observed: map[string]bool{}, failed: map[string]bool{},
		}
		w.push("http://h0.test/0")
		w.steps(10 + w.r.IntN(40))
		w.tornCall(kinds[seed/len(options)%len(kinds)])
		w.steps(1 + w.r.IntN(4))
		w.restart()
		if w.r.IntN(2) == 0 {
			w.tornRepair()
		}
		w.finish(seed, o)
	}
}

// tornWorker works at a made-up web of 90 pages on 7 hosts, one of which has more
// links than one script takes in.
type tornWorker struct {
	t        *testing.T
	s        *process
	r        *rand.Rand
	f        *Frontier
	leases   []frontier.Lease
	want     map[string]bool // URLs that were pushed, and links of pages that are done
	observed map[string]bool // pages whose observation was taken
	failed   map[string]bool // pages that are not there the first time
}

func tornLinks(url string) (links []frontier.Entry) {
	var host, page int
	fmt.Sscanf(url, "http://h%d.test/%d", &host, &page)
	add := func(i int) {
		links = append(links, frontier.Entry{URL: fmt.Sprintf("http://h%d.test/%d", i%7, i), Value: float64(i%9) / 10, Source: url})
	}
	for _, i := range []int{2*page + 1, 2*page + 2, page * 7 % 90, page * 11 % 90} {
		if i < 90 {
			add(i)
		}
	}
	if page == 3 {
		for i := range 1100 {
			add(i % 150)
		}
	}
	return links
}

func (w *tornWorker) push(url string) error {
	err := w.f.Push(w.t.Context(), frontier.Entry{URL: url, Value: 0.5})
	if err == nil {
		w.want[url] = true
	}
	return err
}

func (w *tornWorker) pop() error {
	leases, _, err := w.f.take(w.t.Context(), 1+w.r.IntN(3), false)
	w.leases = append(w.leases, leases...)
	if err == io.EOF {
		err = nil
	}
	return err
}

// done ends the lease of a page. Each tenth page fails the first time.
func (w *tornWorker) done(l frontier.Lease) error {
	o := frontier.Outcome{Links: tornLinks(l.URL), Observation: []byte(l.URL)}
	if strings.HasSuffix(l.URL, "7") && !w.failed[l.URL] {
		w.failed[l.URL] = true
		o.Result = []frontier.Result{frontier.Dead, frontier.Revisit, frontier.Retry}[len(l.URL)%3]
		o.Links, o.Reason = nil, "no answer"
	}
	err := w.f.Done(w.t.Context(), l, o)
	if err == nil {
		w.observed[l.URL] = true
		for _, e := range o.Links {
			w.want[e.URL] = true
		}
	}
	return err
}

func (w *tornWorker) requeue() error {
	_, err := w.f.Requeue(w.t.Context(), every)
	return err
}

// step makes a call of a kind, if it can; a worker goes on after a lease that ran out.
func (w *tornWorker) step(kind string) {
	w.t.Helper()
	var err error
	switch {
	case kind == "push":
		err = w.push(fmt.Sprintf("http://h%d.test/seed%d", w.r.IntN(7), w.r.IntN(1000)))
	case kind == "requeue":
		err = w.requeue()
	case kind == "block":
		err = w.f.Block(w.t.Context(), fmt.Sprintf("h%d.test", w.r.IntN(7)), time.Now().Add(20*time.Millisecond))
	case kind == "pop" || len(w.leases) == 0:
		err = w.pop()
	case kind == "renew":
		_, err = w.f.Renew(w.t.Context(), w.leases[0])
	default:
		l := w.leases[0]
		w.leases = w.leases[1:]
		err = w.done(l)
	}
	if err != nil && !errors.Is(err, frontier.ErrStaleLease) {
		w.t.Fatalf("%s: %v", kind, err)
	}
}

func (w *tornWorker) steps(n int) {
	w.t.Helper()
	for range n {
		w.step([]string{"pop", "pop", "pop", "done", "done", "done", "push", "requeue", "renew", "block"}[w.r.IntN(10)])
	}
}

// tornCall makes a call that is not acknowledged, since the server is killed while
// it writes. Half of the time the worker is gone too; otherwise it makes the call
// again later, if it was the end of a lease.
func (w *tornWorker) tornCall(kind string) {
	w.t.Helper()
	for written := int64(0); written == 0; {
		want, observed, leases := maps.Clone(w.want), maps.Clone(w.observed), slices.Clone(w.leases)
		before := w.size()
		w.step(kind)
		if written = w.size() - before; written > 0 {
			w.want, w.observed, w.leases = want, observed, leases
			w.tear(before)
		} else {
			w.steps(1)
		}
	}
	if w.r.IntN(2) == 0 {
		w.leases = nil
	}
}

// tornRepair has the server killed during the repair too.
func (w *tornWorker) tornRepair() {
	w.t.Helper()
	step := func() {
		if err := scriptRepair.Run(w.t.Context(), w.f.server.client, []string{w.f.key("crawl")}, w.f.options.args()...).Err(); err != nil {
			w.t.Fatal(err)
		}
	}
	for range w.r.IntN(4) {
		step()
	}
	before := w.size()
	step()
	w.tear(before)
	for range w.r.IntN(3) {
		step()
	}
	w.restart()
}

// tear kills the server. Its file ends somewhere in what was written after a
// size.
func (w *tornWorker) tear(before int64) {
	w.t.Helper()
	w.s.kill()
	if written := w.size() - before; written > 0 {
		if err := os.Truncate(w.file(), before+w.r.Int64N(written)); err != nil {
			w.t.Fatal(err)
		}
	}
	w.s.start(w.t)
}

func (w *tornWorker) file() string {
	for _, pattern := range []string{"appendonlydir/*.incr.aof", "*.aof"} {
		if files, _ := filepath.Glob(filepath.Join(w.s.dir, pattern)); len(files) > 0 {
			return files[len(files)-1]
		}
	}
	w.t.Fatal("the server has no file")
	return ""
}

func (w *tornWorker) size() int64 {
	info, err := os.Stat(w.file())
	if err != nil {
		w.t.Fatal(err)
	}
	return info.Size()
}

func (w *tornWorker) restart() {
	w.t.Helper()
	w.s.kill()
	w.s.start(w.t)
}

// finish does what is left and compares it with what has to be there.
func (w *tornWorker) finish(seed int, o frontier.Options) {
	w.t.Helper()
	failed := func(format string, args ...any) {
		w.t.Helper()
		w.t.Errorf("seed %d: %s", seed, fmt.Sprintf(format, args...))
	}
	for end := time.Now().Add(5 * time.Minute); ; {
		l, err := w.f.Pop(w.t.Context())
		if err == io.EOF {
			if stats, err := w.f.Stats(w.t.Context()); err != nil || stats.Dead == 0 {
				break
			}
			err = w.requeue()
		} else if err == nil {
			err = w.done(l)
		}
		if err != nil && !errors.Is(err, frontier.ErrStaleLease) || time.Now().After(end) {
			w.t.Fatalf("seed %d: %v", seed, err)
		}
	}
	w.f.check(o, failed)
	for url := range w.want {
		if state, err := w.f.server.client.HGet(w.t.Context(), w.f.key("url"), digest(url)).Result(); state != "d" {
			failed("%s is %q, %v; want that it is done", url, state, err)
		}
	}
	seen := map[string]bool{}
	for o, err := range w.f.Observations(w.t.Context(), 0) {
		if err != nil {
			failed("observations: %v", err)
		}
		seen[string(o.Data)] = true
	}
	for url := range w.observed {
		if !seen[url] {
			failed("the observation of %s is lost", url)
		}
	}
}
