package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/fresh"
	"github.com/lokman-crawler/lokman/examples/internal/redistest"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/redis"
)

// child is what the process that is to be killed has in its environment: the frontier, and the site.
const child = "FOLLOW_AND_BE_KILLED"

func TestMain(m *testing.M) {
	if is := os.Getenv(child); is != "" {
		name, site, _ := strings.Cut(is, " ")
		fmt.Fprintln(os.Stderr, follow(name, site))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

type closer interface {
	frontier.Frontier
	frontier.Abilities
	Close() error
}

func openFrontier(name string) (closer, error) {
	o := frontier.Options{Refresh: 0.5, Continuous: true, PerHost: 2, LeaseTime: 2 * time.Second}
	if strings.HasPrefix(name, "redis:") {
		return redis.Open(context.Background(), name, "kept", redis.Options{Options: o, Shards: 2})
	}
	return bolt.Open(name, bolt.Options{Options: o, NoSync: true}) // which is for the end of the machine
}

// follow crawls until it is killed. It says of each page its path, what is on it, and whether it came again and was changed.
func follow(name, site string) error {
	f, err := openFrontier(name)
	if err != nil {
		return err
	}
	c := crawl.Crawler{
		Frontier: f, Fresh: &fresh.Policy{Requests: 8e6}, Transport: http.DefaultTransport, IgnoreRobots: true, Delay: crawl.NoDelay, Workers: 2,
		PerHost: map[string]crawl.HostSettings{"*": {Concurrency: 2}},
	}
	for p, err := range c.Crawl(context.Background(), site+"/") {
		if err != nil {
			return err
		}
		fmt.Println(p.URL[len(site):], p.Again, p.Changed, p.Err == nil, strings.TrimSpace(p.Document().Title))
	}
	return nil
}

// A followed site is one of some pages, of which each says its edition.
type followed struct {
	*httptest.Server
	editions [6]atomic.Int64
}

func newFollowed(t *testing.T) *followed {
	s := new(followed)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		var i int
		if n, _ := fmt.Sscanf(r.URL.Path, "/%d", &i); n == 1 {
			fmt.Fprintf(w, "<title>%d</title>", s.editions[i].Load())
			return
		}
		for i := range s.editions {
			fmt.Fprintf(w, "<a href=/%d>%d</a> ", i, i)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// run has a child follow the site until enough has been seen, and kills it. It returns the last edition that a page came changed
// with and was acknowledged: it came once more.
func (s *followed) run(t *testing.T, frontier string, enough func(path string, again, changed bool, edition string) bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s", child, frontier, s.URL))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	defer time.AfterFunc(time.Minute, func() { cmd.Process.Kill() }).Stop()
	for said := bufio.NewScanner(out); said.Scan(); {
		var path, edition string
		var again, changed, ok bool
		if n, _ := fmt.Sscan(said.Text(), &path, &again, &changed, &ok, &edition); n < 4 || !ok {
			t.Fatalf("the child said %q", said.Text())
		}
		if enough(path, again, changed, edition) {
			return
		}
	}
	t.Fatal("the child ended before it had seen enough")
}

// A crawl that is killed and goes on has lost none of its pages, finds what has changed meanwhile, once, and goes on to follow
// the site.
func TestKilled(t *testing.T) {
	t.Run("bolt", func(t *testing.T) { killed(t, filepath.Join(t.TempDir(), "queue")) })
	t.Run("redis", func(t *testing.T) { killed(t, redistest.Start(t)) })
}

func killed(t *testing.T, name string) {
	s := newFollowed(t)
	visits := map[string]int{}
	often := func(n int) bool { // each page came so often again
		for i := range s.editions {
			if visits[fmt.Sprintf("/%d", i)] < n {
				return false
			}
		}
		return visits["/"] >= n
	}
	s.run(t, name, func(path string, again, changed bool, _ string) bool {
		if changed {
			t.Errorf("%s is changed", path)
		}
		if again {
			visits[path]++
		}
		return often(2)
	})
	for round := range 2 {
		f, err := openFrontier(name)
		if err != nil {
			t.Fatal(err)
		}
		n, err := f.Stats(t.Context())
		if err != nil || n.Due+n.Overdue+n.Leased != len(s.editions)+1 || n.Done+n.Dead+n.Queued > 0 {
			t.Errorf("after kill %d: %v, %v; want %d pages that are due again", round, n, err, len(s.editions)+1)
		}
		f.Close()
		want, confirm := map[string]string{}, map[string]bool{} // the editions to come, and changed pages to come once more
		for i := range 3 {
			want[fmt.Sprintf("/%d", i)] = fmt.Sprint(s.editions[i].Add(1))
		}
		clear(visits)
		s.run(t, name, func(path string, again, changed bool, edition string) bool {
			if !again {
				t.Errorf("%s came as if for the first time", path)
			}
			if expected, may := want[path]; changed && !may {
				t.Errorf("%s is changed to %q", path, edition)
			} else if changed && edition == expected {
				delete(want, path)
				confirm[path] = true
				if path == "/0" { // one changes while the crawl runs
					want["/5"] = fmt.Sprint(s.editions[5].Add(1))
				}
			} else {
				delete(confirm, path)
			}
			visits[path]++
			return len(want)+len(confirm) == 0 && often(1)
		})
	}
}
