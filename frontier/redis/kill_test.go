package redis

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// A made-up web: killPages pages, each of which links to two further ones, to
// some anywhere and to one of the shelf, a host that is blocked. What is on the
// shelf is never fetched, so in the end it has the values of all discoveries.
const (
	killPages = 3000
	killHosts = 40
	shelf     = "shelf.test"
	shelved   = 200
	fetchTime = 2 * time.Millisecond
)

var killOptions = frontier.Options{LeaseTime: time.Second, PerHost: 2}

func killPage(i int) string { return fmt.Sprintf("http://host%d.test/%d", i%killHosts, i) }

func killLinks(url string) []frontier.Entry { return linksAmong(killPages, url) }

// linksAmong returns the links of a page of a web of a number of pages.
func linksAmong(pages int, url string) []frontier.Entry {
	var host, page int
	fmt.Sscanf(url, "http://host%d.test/%d", &host, &page)
	r := rand.New(rand.NewPCG(1, uint64(page)))
	var links []frontier.Entry
	for _, to := range []int{2*page + 1, 2*page + 2, r.IntN(pages), r.IntN(pages)} {
		if to < pages {
			links = append(links, frontier.Entry{URL: killPage(to), Value: r.Float64(), Source: url})
		}
	}
	return append(links, frontier.Entry{
		URL: fmt.Sprintf("http://%s/%d", shelf, r.IntN(shelved)), Value: r.Float64(), Source: url,
	})
}

// A log is what workers say they have done.
type log struct {
	mu      sync.Mutex
	leases  map[string][]uint64 // tokens by URL
	done    map[string]uint64
	expired int   // leases that ran out while their worker lived, as on a busy machine
	failed  error // of a call, the latest
}

func newLog() *log { return &log{leases: map[string][]uint64{}, done: map[string]uint64{}} }

func (l *log) leased(url string, token uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.leases[url] = append(l.leases[url], token)
}

// size is how many URLs were leased.
func (l *log) size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.leases)
}

// A standstill tells whether a crawl has stopped: for five minutes no URL was leased or ended for
// the first time. On a slow machine all of it may take longer.
type standstill struct {
	steps int
	since time.Time
}

func (s *standstill) reached(l *log) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.leases) + len(l.done); n != s.steps || s.since.IsZero() {
		s.steps, s.since = n, time.Now()
	}
	return time.Since(s.since) > 5*time.Minute
}

func (l *log) fails(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = err
}

func (l *log) failure() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failed
}

func (l *log) ended(url string, token uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done[url] = token
}

// stale takes a lease whose worker came back late: it counts if the lease had run
// out by then.
func (l *log) stale(lease frontier.Lease) {
	if time.Now().Before(lease.Expires) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.expired++
}

// check compares a crawl that is over with what has to have happened, and
// returns how many leases were repeated.
func (l *log) check(t *testing.T, f *Frontier, inFlight int) (repeated int) {
	t.Helper()
	stats, err := f.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]float64{} // of the shelf
	for i := range killPages {
		url := killPage(i)
		tokens := l.leases[url]
		repeated += max(0, len(tokens)-1)
		for _, token := range tokens {
			if done, ok := l.done[url]; ok && token > done {
				t.Errorf("%s was leased again after it was done", url)
			}
		}
		for _, e := range killLinks(url) {
			if strings.Contains(e.URL, shelf) {
				values[e.URL] = max(values[e.URL], e.Value)
			}
		}
	}
	want := frontier.Stats{Done: killPages, Queued: len(values), Hosts: killHosts + 1}
	if stats != want {
		t.Errorf("Stats\ngot  %+v\nwant %+v", stats, want)
	}
	if repeated > inFlight+l.expired {
		t.Errorf("%d leases were repeated, more than the %d that were held at a kill and the %d that ran out", repeated, inFlight, l.expired)
	}
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
	return repeated
}

// begin pushes the seed. The shelf is open only at the end of time.
func begin(t *testing.T, f *Frontier) {
	t.Helper()
	if err := f.Block(t.Context(), shelf, time.Now().Add(24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := f.Push(t.Context(), frontier.Entry{URL: killPage(0)}); err != nil {
		t.Fatal(err)
	}
}

// over reports whether nothing but the shelf is left.
func over(f *Frontier) bool {
	stats, err := f.Stats(context.Background())
	return err == nil && stats.Done == killPages
}

func kills() int {
	if testing.Short() {
		return 10
	}
	return 50
}

const workerURL, workerCrawl, workerPages = "LOKMAN_TEST_SERVER", "LOKMAN_TEST_CRAWL", "LOKMAN_TEST_PAGES"

// work is the main function of a worker process. It prints what it does.
func work(url string) {
	name, linksOf := os.Getenv(workerCrawl), killLinks
	var f *Frontier
	pages, err := strconv.Atoi(os.Getenv(workerPages))
	if err == nil {
		linksOf = func(url string) []frontier.Entry { return fireLinks(pages, url) }
		f, err = openUnderFire(url, name)
	} else {
		f, err = Open(context.Background(), url, name, Options{Options: killOptions})
	}
	if err != nil {
		fmt.Println("error", err)
		return
	}
	for {
		l, err := f.Pop(context.Background())
		if err != nil {
			fmt.Println("error", err)
			return
		}
		fmt.Printf("lease %d %s\n", l.Token, l.URL)
		time.Sleep(fetchTime)
		err = f.Done(context.Background(), l, frontier.Outcome{Links: linksOf(l.URL)})
		switch {
		case err == nil:
			fmt.Printf("done %d %s\n", l.Token, l.URL)
		case !errors.Is(err, frontier.ErrStaleLease):
			fmt.Println("error", err)
			return
		case time.Now().After(l.Expires):
			fmt.Printf("expired %d %s\n", l.Token, l.URL)
		}
	}
}

// startWorker starts a worker process, whose words go to a log. The function it
// returns is kill -9.
func startWorker(t *testing.T, url, name string, l *log, env ...string) (kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = slices.Concat(os.Environ(), []string{workerURL + "=" + url, workerCrawl + "=" + name}, env)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadString('\n') // a line that was cut off does not count
			if err != nil {
				return
			}
			var word, url string
			var token uint64
			switch fmt.Sscan(line, &word, &token, &url); word {
			case "lease":
				l.leased(url, token)
			case "done":
				l.ended(url, token)
			case "expired":
				l.stale(frontier.Lease{})
			default:
				t.Errorf("a worker says %s", line)
			}
		}
	}()
	kill = sync.OnceFunc(func() {
		cmd.Process.Kill()
		<-read
		cmd.Wait()
	})
	t.Cleanup(kill)
	return kill
}

// Processes that work at one crawl are killed at random moments and replaced.
func TestKillWorkers(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	killed, crawls, repeated, leases := 0, 0, 0, 0
	for killed < kills() {
		name, l := newName(), newLog()
		f := open(t, s.url(), name, killOptions)
		begin(t, f)
		before, begun := killed, 0
		workers := make([]func(), 3)
		for i := range workers {
			workers[i] = startWorker(t, s.url(), name, l)
		}
		var still standstill
		for !over(f) {
			if still.reached(l) {
				t.Fatal("the crawl does not end")
			}
			time.Sleep(time.Duration(rand.IntN(150)) * time.Millisecond)
			// However long workers take to start, some work is done between two kills.
			if now := l.size(); killed < kills() && now > begun && !over(f) {
				begun = now
				i := rand.IntN(len(workers))
				workers[i]()
				workers[i] = startWorker(t, s.url(), name, l)
				killed++
			}
		}
		for _, kill := range workers {
			kill()
		}
		crawls++
		repeated += l.check(t, f, killed-before)
		leases += len(l.leases)
	}
	t.Logf("%d workers killed in %d crawls of %d pages: %d of %d leases repeated",
		killed, crawls, killPages, repeated, leases)
}

// The server is killed at random moments and started again.
func TestKillServer(t *testing.T) {
	t.Parallel()
	// A Redis that was killed while it wrote, and rewrites its file before the start
	// after the next, does not start then.
	s := startServer(t, "--appendonly", "yes", "--appendfsync", "always", "--auto-aof-rewrite-percentage", "0")
	const workers = 6
	killed, crawls, repeated, leases := 0, 0, 0, 0
	for killed < kills() {
		name, l := newName(), newLog()
		f := open(t, s.url(), name, killOptions)
		begin(t, f)
		before := killed
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for i := range workers {
			mine := f
			if i%2 == 1 { // half of them with a connection of their own
				mine = open(t, s.url(), name, killOptions)
			}
			wg.Go(func() { persist(ctx, mine, l) })
		}
		var still standstill
		for !over(f) {
			if still.reached(l) {
				n, err := f.Stats(t.Context())
				t.Fatalf("the crawl does not end: %d leases, server killed %d times, %+v, %v; the latest error of a worker: %v", l.size(), killed-before, n, err, l.failure())
			}
			time.Sleep(time.Duration(rand.IntN(100)) * time.Millisecond)
			if killed < kills() && !over(f) {
				s.kill()
				s.start(t)
				killed++
			}
		}
		cancel()
		wg.Wait()
		crawls++
		repeated += l.check(t, f, workers*(killed-before))
		leases += len(l.leases)
	}
	t.Logf("server killed %d times in %d crawls of %d pages: %d of %d leases repeated",
		killed, crawls, killPages, repeated, leases)
}

// persist works until the context ends, whatever the server does.
func persist(ctx context.Context, f *Frontier, l *log) {
	for ctx.Err() == nil {
		lease, err := f.Pop(ctx)
		if err == io.EOF {
			return
		}
		if err != nil {
			l.fails(err)
			time.Sleep(5 * time.Millisecond)
			continue
		}
		l.leased(lease.URL, lease.Token)
		time.Sleep(fetchTime)
		for {
			err = f.Done(ctx, lease, frontier.Outcome{Links: killLinks(lease.URL)})
			if err == nil {
				l.ended(lease.URL, lease.Token)
			}
			if errors.Is(err, frontier.ErrStaleLease) {
				l.stale(lease)
			}
			if err == nil || errors.Is(err, frontier.ErrStaleLease) || ctx.Err() != nil {
				break
			}
			l.fails(err)
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// A connection that the server's end has closed is not the end of the crawl,
// though io.EOF is the error of both.
func TestServerEndsDuringPop(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "yes", "--appendfsync", "always")
	o := Options{Options: frontier.Options{LeaseTime: time.Millisecond}, Outage: none} // after a lease time Pop asks again
	f := openWith(t, s.url(), newName(), o)
	if err := f.Block(t.Context(), shelf, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := f.Push(t.Context(), frontier.Entry{URL: "http://" + shelf + "/"}); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		ended := make(chan error)
		go func() {
			_, err := f.Pop(t.Context())
			ended <- err
		}()
		time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
		s.kill()
		if err := <-ended; err == nil || errors.Is(err, io.EOF) {
			t.Errorf("Pop while the server ends: %v; want an error that is not the end of the crawl", err)
		}
		s.start(t)
	}
}
