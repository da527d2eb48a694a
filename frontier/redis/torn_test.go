package redis

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/internal/transition"
)

var tornOptions = []frontier.Options{
	{Continuous: true},
	{Reevaluation: frontier.NoisyOr, Order: frontier.BestNFirst, BatchSize: 5, History: true, Continuous: true},
	{Reevaluation: frontier.DistinctHosts, Order: frontier.FIFO, PerHost: 2, Continuous: true, Refresh: 0.5},
	{Reevaluation: frontier.ReplaceValues, Capacity: 100_000, Continuous: true},
}

// A server that is killed while it writes keeps the first part of a script's
// changes in its file. Redis, and Valkey before pull request 4342, ignores that
// part at its next start, and applies it at the one after. Here calls are cut at a
// random byte; the crawl goes on, between the two starts too, and nothing that was
// acknowledged is lost.
func TestTornScript(t *testing.T) {
	t.Parallel()
	rounds := 32
	if testing.Short() {
		rounds = 8
	}
	for seed := range rounds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			o := tornOptions[seed%len(tornOptions)]
			s := startServer(t, "--appendonly", "yes", "--appendfsync", "always")
			kind := []string{"push", "pop", "done", "requeue", "renew", "block", "pop", "done"}[seed/len(tornOptions)%8]
			var w *tornWorker
			// Leases whose worker is gone are short, and longer where the machine is busy.
			for torn, lease := false, 100*time.Millisecond; !torn; lease *= 2 {
				o.LeaseTime = lease
				w = newTornWorker(t, s, o, seed, 90)
				w.steps(10 + w.r.IntN(40))
				torn = w.tornCall(kind)
			}
			w.steps(1 + w.r.IntN(4))
			w.restart()
			if w.r.IntN(2) == 0 {
				w.tornRepair()
			}
			w.finish(o, t.Errorf)
		})
	}
}

// Each script is cut after each of its changes, or after some of many. What the
// server makes of its file is made here by giving it the file's commands. A kind of call is
// followed by two of the ways to go on; kinds that are alike by others.
func TestTornAtEachCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("what the scripts do, in all their steps")
	}
	t.Parallel()
	for i, kind := range tornKinds {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			writes := startServer(t, "--appendonly", "yes", "--appendfsync", "no", "--auto-aof-rewrite-percentage", "0")
			reads := startServer(t, "--appendonly", "no")
			for j := range tornGoesOn {
				if j%2 == i%2 {
					tornAtEachCommand(t, writes, reads, i, j)
				}
			}
		})
	}
}

// tornAtEachCommand cuts the scripts of a call of the kind i, after which work goes on in the way j.
func tornAtEachCommand(t *testing.T, writes, reads *process, i, j int) {
	kind, goesOn := tornKinds[i], tornGoesOn[j]
	o := tornOptions[(i+j)%len(tornOptions)]
	var w, caller *tornWorker
	var before [][][]string
	var from int64
	var err error
	for lease := 50 * time.Millisecond; ; lease *= 2 { // the machine may be busy
		o.LeaseTime = lease
		w = newTornWorker(t, writes, o, 10*i+j, 24)
		w.steps(10 + w.r.IntN(30))
		kind.before(w)
		before, from = w.changes(w.began), w.size()
		caller = w.clone(w.s, w.f)
		if err = kind.call(caller); !errors.Is(err, frontier.ErrStaleLease) {
			break
		}
	}
	if err == io.EOF {
		return // there was no lease
	} else if err != nil {
		t.Fatalf("%s: %v", kind.name, err)
	}
	for _, script := range w.changes(from) {
		other := w.clone(w.s, w.f) // goes on without the script's changes
		other.offered = maps.Clone(caller.offered)
		other.set(before, nil, nil)
		from := w.size()
		goesOn(other, kind)
		after := other.changes(from)
		var wg sync.WaitGroup
		room := make(chan bool, 8)
		for _, cut := range cuts(w.r, len(script)) {
			name := fmt.Sprintf("%s, which goes on in way %d, after %d of %d changes", kind.name, j, cut, len(script))
			f, err := Open(t.Context(), reads.url(), fmt.Sprintf("%s.%d", w.f.name, cut), Options{Options: o})
			if err != nil {
				t.Fatal(err)
			}
			wg.Go(func() {
				room <- true
				defer func() { <-room }()
				defer f.Close()
				w := other.clone(reads, f)
				w.set(before, script[:cut], after)
				if j == 0 {
					kind.call(w) // the worker makes the call again; a lease may be stale
				}
				w.finish(o, func(format string, args ...any) { t.Errorf("%s: %s", name, fmt.Sprintf(format, args...)) })
				if _, err := f.drop(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		before = append(before, script)
	}
}

// tornGoesOn is what follows until the server applies the script: nothing, the same call
// once more, what another worker does, and that after all leases have run out.
var tornGoesOn = []func(w *tornWorker, kind tornKind){
	func(*tornWorker, tornKind) {},
	func(w *tornWorker, kind tornKind) {
		if err := kind.call(w); err != nil && !errors.Is(err, frontier.ErrStaleLease) {
			w.t.Fatalf("%s again: %v", kind.name, err)
		}
		w.steps(2)
	},
	func(w *tornWorker, _ tornKind) {
		w.leases = nil
		w.steps(4 + w.r.IntN(20))
	},
	func(w *tornWorker, _ tornKind) {
		w.leases = nil
		time.Sleep(w.f.lease)
		w.steps(4 + w.r.IntN(20))
	},
}

// A tornKind is a kind of call, and what comes before it.
type tornKind struct {
	name   string
	before func(w *tornWorker)
	call   func(w *tornWorker) error
}

var tornKinds = []tornKind{
	{"push", nothing, func(w *tornWorker) error {
		return w.push("http://new.test/", "http://h1.test/1", "http://h2.test/new")
	}},
	{"push of many", nothing, func(w *tornWorker) error { return w.push(manyURLs("pushed")...) }},
	{"pop", nothing, (*tornWorker).pop},
	{"done", nothing, ending(func(*frontier.Outcome) {})},
	{"done without links", nothing, ending(func(o *frontier.Outcome) { o.Links, o.Observation = nil, nil })},
	{"done with many links", nothing, ending(func(o *frontier.Outcome) {
		for _, url := range manyURLs("linked") {
			o.Links = append(o.Links, frontier.Entry{URL: url})
		}
	})},
	{"done with a wait", nothing, ending(func(o *frontier.Outcome) { o.HostWait = 20 * time.Millisecond })},
	{"dead", nothing, ending(func(o *frontier.Outcome) { o.Result, o.Links = frontier.Dead, nil })},
	{"retry", nothing, ending(func(o *frontier.Outcome) { o.Result = frontier.Retry })},
	{"retry later", nothing, ending(func(o *frontier.Outcome) {
		o.Result, o.RetryAt = frontier.Retry, time.Now().Add(20*time.Millisecond)
	})},
	{"due again", nothing, ending(func(o *frontier.Outcome) { o.Again, o.Value = time.Now().Add(20*time.Millisecond), 0.5 })},
	{"overdue", nothing, ending(func(o *frontier.Outcome) { o.Again, o.Value = time.Now().Add(-time.Hour), 0.5 })},
	{"pop of what is overdue", func(w *tornWorker) {
		for range 3 {
			ending(func(o *frontier.Outcome) { o.Again, o.Value = time.Now().Add(-time.Hour), 2 })(w)
		}
	}, (*tornWorker).pop},
	{"revisit", nothing, ending(func(o *frontier.Outcome) { o.Result = frontier.Revisit })},
	{"returned", nothing, ending(func(o *frontier.Outcome) { o.Result, o.Links = frontier.Returned, nil })},
	{"renew", nothing, func(w *tornWorker) error {
		l, err := w.lease()
		if err == nil {
			_, err = w.f.Renew(w.t.Context(), l)
		}
		return err
	}},
	{"block", nothing, func(w *tornWorker) error {
		return w.f.Block(w.t.Context(), fmt.Sprintf("h%d.test", w.r.IntN(9)), time.Now().Add(20*time.Millisecond))
	}},
	{"rescore", nothing, func(w *tornWorker) error {
		return w.f.Rescore(w.t.Context(), func(e frontier.Entry) float64 { return float64(len(e.URL)%4) / 3 })
	}},
	{"requeue", func(w *tornWorker) {
		for range 3 {
			ending(func(o *frontier.Outcome) { o.Result, o.Links = frontier.Dead, nil })(w)
		}
	}, (*tornWorker).requeue},
	{"first step of a repair", func(w *tornWorker) { tearCrawl(w.t, w.f) }, repairOnce},
	{"step of a repair", func(w *tornWorker) {
		tearCrawl(w.t, w.f)
		for range 1 + w.r.IntN(5) {
			w.f.repairStep(w.t)
		}
	}, repairOnce},
}

func nothing(*tornWorker) {}

func repairOnce(w *tornWorker) error {
	w.f.repairStep(w.t)
	return nil
}

// manyURLs returns more than one script takes in: the same few, and then others.
func manyURLs(name string) (urls []string) {
	for i := range 1040 {
		if i < 1000 {
			urls = append(urls, fmt.Sprintf("http://h%d.test/%s%d", i%7, name, i%11))
		} else {
			urls = append(urls, fmt.Sprintf("http://h%d.test/%s%d", i%70, name, i))
		}
	}
	return urls
}

// ending ends the lease of a page with an outcome that is changed before.
func ending(change func(o *frontier.Outcome)) func(w *tornWorker) error {
	return func(w *tornWorker) error {
		l, err := w.lease()
		if err != nil {
			return err
		}
		o := frontier.Outcome{Links: w.linksOf(l.URL), Observation: []byte(l.URL), Reason: fmt.Sprint("no answer ", w.r.IntN(3))}
		change(&o)
		return w.end(l, o)
	}
}

// cuts returns all numbers up to n, or some.
func cuts(r *rand.Rand, n int) (cuts []int) {
	for i := range n + 1 {
		if n <= 40 || i < 10 || i > n-20 || r.IntN(n) < 10 {
			cuts = append(cuts, i)
		}
	}
	return cuts
}

// tornWorker works at a made-up web of some pages on 7 hosts, one of which, of 90,
// has more links than one script takes in.
type tornWorker struct {
	t        *testing.T
	s        *process
	r        *rand.Rand
	f        *Frontier
	pages    int
	began    int64 // size of the server's file
	leases   []frontier.Lease
	want     map[string]bool             // URLs that were pushed, and links of pages that are done
	observed map[string]bool             // pages whose observation was taken
	failed   map[string]bool             // pages that are not there the first time
	offered  map[string]frontier.Outcome // how the lease of a page was to end, the last time
}

func newTornWorker(t *testing.T, s *process, o frontier.Options, seed, pages int) *tornWorker {
	w := &tornWorker{
		t: t, s: s, r: rand.New(rand.NewPCG(7, uint64(seed))), pages: pages, want: map[string]bool{},
		observed: map[string]bool{}, failed: map[string]bool{}, offered: map[string]frontier.Outcome{},
	}
	w.began = w.size()
	w.f = open(t, s.url(), newName(), o)
	w.step("seed")
	return w
}

func (w *tornWorker) clone(s *process, f *Frontier) *tornWorker {
	c := *w
	c.s, c.f, c.r, c.leases = s, f, rand.New(rand.NewPCG(3, 5)), slices.Clone(w.leases)
	c.want, c.observed, c.failed, c.offered = maps.Clone(w.want), maps.Clone(w.observed), maps.Clone(w.failed), maps.Clone(w.offered)
	return &c
}

func (w *tornWorker) linksOf(url string) (links []frontier.Entry) {
	var host, page int
	fmt.Sscanf(url, "http://h%d.test/%d", &host, &page)
	add := func(i int) {
		links = append(links, frontier.Entry{URL: fmt.Sprintf("http://h%d.test/%d", i%7, i), Value: float64(i%9) / 10, Source: url})
	}
	for _, i := range []int{2*page + 1, 2*page + 2, page * 7 % w.pages, page * 11 % w.pages} {
		if i < w.pages {
			add(i)
		}
	}
	if page == 3 && w.pages == 90 {
		for i := range 1100 {
			add(i % 150)
		}
	}
	return links
}

func (w *tornWorker) push(urls ...string) error {
	var entries []frontier.Entry
	for _, url := range urls {
		entries = append(entries, frontier.Entry{URL: url, Value: 0.5})
	}
	err := w.f.Push(w.t.Context(), entries...)
	if err == nil {
		for _, url := range urls {
			w.want[url] = true
		}
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

// lease returns a lease, and io.EOF if there is none.
func (w *tornWorker) lease() (frontier.Lease, error) {
	if len(w.leases) == 0 {
		if err := w.pop(); err != nil {
			return frontier.Lease{}, err
		}
	}
	if len(w.leases) == 0 {
		return frontier.Lease{}, io.EOF
	}
	l := w.leases[0]
	w.leases = w.leases[1:]
	return l, nil
}

// done ends the lease of a page. Each tenth page fails the first time.
func (w *tornWorker) done(l frontier.Lease) error {
	o := frontier.Outcome{Links: w.linksOf(l.URL), Observation: []byte(l.URL)}
	if strings.HasSuffix(l.URL, "7") && !w.failed[l.URL] {
		w.failed[l.URL] = true
		o.Result = []frontier.Result{frontier.Dead, frontier.Revisit, frontier.Retry}[len(l.URL)%3]
		o.Links, o.Reason = nil, "no answer"
	}
	return w.end(l, o)
}

func (w *tornWorker) end(l frontier.Lease, o frontier.Outcome) error {
	err := w.f.Done(w.t.Context(), l, o)
	if err != frontier.ErrStaleLease {
		w.offered[l.URL] = o
	}
	if err == nil {
		w.observed[l.URL] = w.observed[l.URL] || o.Observation != nil
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
	case kind == "seed":
		err = w.push("http://h0.test/0")
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
// again later, if it was the end of a lease. It returns false if there is nothing to call
// for: what dies under a lease that has run out is not dead.
func (w *tornWorker) tornCall(kind string) bool {
	w.t.Helper()
	for tries, written := 0, int64(0); written == 0; tries++ {
		if tries == 1000 {
			return false
		}
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
	return true
}

// tornRepair has the server killed during the repair too.
func (w *tornWorker) tornRepair() {
	w.t.Helper()
	for range w.r.IntN(4) {
		w.f.repairStep(w.t)
	}
	before := w.size()
	w.f.repairStep(w.t)
	w.tear(before)
	for range w.r.IntN(3) {
		w.f.repairStep(w.t)
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

// changes returns the changes in the server's file from a byte on, by scripts.
func (w *tornWorker) changes(from int64) (scripts [][][]string) {
	w.t.Helper()
	file, err := os.Open(w.file())
	if err != nil {
		w.t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Seek(from, io.SeekStart); err != nil {
		w.t.Fatal(err)
	}
	r, multi := bufio.NewReader(file), false
	for {
		c, err := readCommand(r)
		if err == io.EOF {
			return scripts
		} else if err != nil {
			w.t.Fatal(err)
		}
		if c[0] == "MULTI" || !multi {
			scripts = append(scripts, nil)
		}
		switch c[0] {
		case "MULTI":
			multi = true
		case "EXEC":
			multi = false
		case "SELECT":
		default:
			last := len(scripts) - 1
			scripts[last] = append(scripts[last], c)
		}
	}
}

// readCommand reads *2, and for each element $3 and three bytes.
func readCommand(r *bufio.Reader) (command []string, err error) {
	number := func() int {
		line, readErr := r.ReadString('\n')
		if readErr != nil {
			err = readErr
			return 0
		}
		n, atoiErr := strconv.Atoi(strings.TrimSpace(line[1:]))
		err = errors.Join(err, atoiErr)
		return n
	}
	for range number() {
		text := make([]byte, number()+2)
		if _, readErr := io.ReadFull(r, text); err == nil {
			err = readErr
		}
		command = append(command, string(text[:len(text)-2]))
	}
	return command, err
}

// set gives the crawl what is in a file: scripts, a part of one, and scripts.
func (w *tornWorker) set(before [][][]string, part [][]string, after [][][]string) {
	w.t.Helper()
	if _, err := w.f.drop(w.t.Context()); err != nil {
		w.t.Error(err)
	}
	pipe := w.f.server.Client.Pipeline()
	for _, script := range slices.Concat(before, [][][]string{part}, after) {
		for _, command := range script {
			args := make([]any, len(command))
			for i, a := range command {
				if prefix, rest, ok := strings.Cut(a, "}:"); ok && strings.HasPrefix(prefix, "lokman:{") {
					a = w.f.key(rest)
				}
				args[i] = a
			}
			pipe.Do(w.t.Context(), args...)
		}
	}
	pipe.Exec(w.t.Context()) // a server goes on after an error too
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

// finish repairs the crawl, does what is left and compares it with what has to be there.
func (w *tornWorker) finish(o frontier.Options, failed func(format string, args ...any)) {
	if _, err := w.f.Stats(w.t.Context()); err != nil {
		failed("Stats: %v", err)
		return
	}
	w.f.check(o, func(format string, args ...any) {
		if args[0] != "inbox" {
			failed("once it is repaired: "+format, args...)
		}
	})
	if err := w.goOn(); err != nil {
		failed("%v", err)
		return
	}
	w.f.check(o, failed)
	w.compare(failed)
}

// goOn ends all leases until there are no more, those of dead pages too.
func (w *tornWorker) goOn() error {
	for end := time.Now().Add(5 * time.Minute); ; {
		leases, err := w.f.PopN(w.t.Context(), 20)
		if err == io.EOF {
			n, err := w.f.Requeue(w.t.Context(), every)
			if n == 0 || err != nil {
				return err
			}
		} else if err != nil {
			return err
		}
		for _, l := range leases {
			if err := w.done(l); err != nil && !errors.Is(err, frontier.ErrStaleLease) {
				return err
			}
		}
		if time.Now().After(end) {
			return errors.New("the crawl does not end")
		}
	}
}

// compare finds what is lost of what was acknowledged, and of pages that are done,
// whether that was acknowledged or not.
func (w *tornWorker) compare(failed func(format string, args ...any)) {
	ctx := w.t.Context()
	records, err := w.f.server.Client.HGetAll(ctx, w.f.key("url")).Result()
	if err != nil {
		failed("%v", err)
	}
	done := func(url string) bool { return strings.HasPrefix(records[stored.Digest(url)], "d") }
	for url := range w.want {
		if !done(url) {
			failed("%s is %q; want that it is done", url, records[stored.Digest(url)])
		}
		if r, err := w.f.Record(ctx, url); r.URL != url || r.State != "done" || err != nil {
			failed("the record of %s is %+v, %v", url, r, err)
		}
		if events, err := w.f.Explain(ctx, url); w.f.form.History && (err != nil || len(events) > transition.MaxEvents) {
			failed("%s has %d events, %v", url, len(events), err)
		}
	}
	seen := map[string]bool{}
	for o, err := range w.f.Observations(ctx, 0) {
		if err != nil {
			failed("observations: %v", err)
		}
		seen[string(o.Data)] = true
	}
	for url, taken := range w.observed {
		if taken && !seen[url] {
			failed("the observation of %s is lost", url)
		}
	}
	for url, o := range w.offered {
		if !done(url) {
			continue
		}
		if len(o.Observation) > 0 && !seen[url] {
			failed("%s is done, and its observation is lost", url)
		}
		for _, e := range o.Links {
			if !done(e.URL) {
				failed("%s is done, and its link %s is lost", url, e.URL)
			}
		}
	}
}
