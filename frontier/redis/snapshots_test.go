package redis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// notes is a strategy that knows which pages it has learned from, by long observations.
type notes struct {
	mu    sync.Mutex
	pages []string
	told  int // how many of them a snapshot has
}

func (n *notes) learn(page string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !slices.Contains(n.pages, page) {
		n.pages = append(n.pages, page)
	}
}

func (n *notes) Value(p *crawl.Page) crawl.Valuation { n.learn(p.URL); return crawl.Valuation{} }

func (n *notes) Begun() bool { return len(n.pages) > 0 }

func (n *notes) Observation(url string) []byte {
	return append([]byte(url+" "), make([]byte, frontier.MaxObservation-1000)...)
}

func (n *notes) Observe(_ context.Context, observation []byte) error {
	page, _, _ := bytes.Cut(observation, []byte(" "))
	n.learn(string(page))
	return nil
}

func (n *notes) Snapshot(more bool) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		n.mu.Lock()
		defer n.mu.Unlock()
		if !more {
			n.told = 0
		}
		yield([]byte(strings.Join(n.pages[n.told:], " ") + " "))
		n.told = len(n.pages)
	}
}

func (n *notes) Restore(pieces iter.Seq2[[]byte, error]) error {
	for piece, err := range pieces {
		if err != nil {
			return err
		}
		for _, page := range strings.Fields(string(piece)) {
			n.learn(page)
		}
	}
	return nil
}

// Observations give way to snapshots while several processes crawl, and one that joins later knows
// what all have learned.
func TestSnapshotsOfSeveral(t *testing.T) {
	t.Parallel()
	const pages = 120
	s := startServer(t, "--appendonly", "no")
	name := newName()
	var seeds []string
	for i := range pages {
		seeds = append(seeds, fmt.Sprintf("http://h%d.test/%d", i%40, i))
	}
	work := func(shards int) *notes {
		n := new(notes)
		f := openWith(t, s.url(), name, Options{Shards: shards})
		c := crawl.Crawler{Frontier: f, Strategy: n, Transport: finite(pages), Workers: 2, Delay: crawl.None, IgnoreRobots: true}
		for _, err := range c.Crawl(t.Context(), seeds...) {
			if err != nil {
				t.Error(err)
			}
		}
		return n
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { work(4) })
	}
	wg.Wait()
	f := openWith(t, s.url(), name, Options{})
	covered, left := uint64(0), 0
	for o, err := range f.Snapshot(t.Context()) {
		if covered = o.Number; err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range f.Observations(t.Context(), 0) {
		if left++; err != nil {
			t.Fatal(err)
		}
	}
	kept, err := f.server.Client.HLen(t.Context(), f.shards[0].key("observations")).Result()
	if err != nil || covered < pages/3 || int(covered)+left != pages || kept > pages*2/3 {
		t.Errorf("a snapshot of %d observations, %d after it, %d kept of %d, %v", covered, left, kept, pages, err)
	}
	if n := work(0); len(n.pages) != pages {
		t.Errorf("a process that joins knows %d pages of %d", len(n.pages), pages)
	}
}

// A snapshot that was replaced by a process which was killed before it removed it is gone with the next.
func TestReplacedSnapshotIsLeft(t *testing.T) {
	t.Parallel()
	f := openWith(t, startServer(t, "--appendonly", "no").url(), newName(), Options{})
	left := f.shards[0].key("snapshot:1")
	for i := range 3 {
		testcall.Push(t, f, frontier.Entry{URL: fmt.Sprint("http://a.test/", i)})
		testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Observation: []byte("o")})
		if _, err := f.KeepSnapshot(t.Context(), math.MaxUint64, 0, slices.Values([][]byte{[]byte("piece")})); err != nil {
			t.Fatal(err)
		}
		if i == 1 { // as before the cut
			client := f.server.Client
			if err := errors.Join(client.HSet(t.Context(), left, 0, "piece").Err(), client.HSet(t.Context(), f.shards[0].key("crawl"), "old", 1).Err()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n, err := f.server.Client.Exists(t.Context(), left).Result(); n != 0 || err != nil {
		t.Errorf("the first of three snapshots is there: %d, %v", n, err)
	}
}
