package crawl_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
)

// memoirs are a long diary whose pages so far are a state.
type memoirs struct {
	*diary
	told *int // how many of them a snapshot has
}

func (m memoirs) Observation(url string) []byte {
	o := m.diary.Observation(url)
	return append(o, strings.Repeat(" ", frontier.MaxObservation-1000-len(o))...) // with room for states
}

func (m memoirs) Observe(ctx context.Context, o []byte) error {
	return m.diary.Observe(ctx, []byte(strings.TrimRight(string(o), " ")))
}

func (m memoirs) Snapshot(more bool) iter.Seq[[]byte] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !more {
		*m.told = 0
	}
	seen := slices.Clone(m.seen[*m.told:])
	*m.told = len(m.seen)
	return func(yield func([]byte) bool) {
		for _, url := range seen {
			if !yield([]byte(url)) {
				return
			}
		}
	}
}

func (m memoirs) Restore(pieces iter.Seq2[[]byte, error]) error {
	for piece, err := range pieces {
		if err != nil {
			return err
		}
		m.seen = append(m.seen, string(piece))
	}
	return nil
}

// After 16 MiB of observations a snapshot takes their place, from which a new strategy goes on; one that
// makes none does not.
func TestSnapshots(t *testing.T) {
	const pages = 40
	path := filepath.Join(t.TempDir(), "crawl.db")
	var logged bytes.Buffer
	run := func(s crawl.Strategy, pages int) (observations int, err error) {
		f, err := bolt.Open(path, bolt.Options{Options: frontier.Options{Order: frontier.FIFO}, NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		c := crawl.Crawler{Strategy: s, Frontier: f, Transport: chain(2 * 40), Workers: 1, Delay: crawl.None, Limits: crawl.Limits{Pages: pages},
			Logger: slog.New(slog.NewTextHandler(&logged, nil))}
		err = c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, "http://h0.test/")
		for range f.Observations(t.Context(), 0) {
			observations++
		}
		return observations, err
	}
	first := memoirs{&diary{}, new(int)}
	if n, err := run(first, pages); err != nil || n != pages%17 {
		t.Errorf("%d observations after %d pages of nearly 1 MiB, error %v: want %d", n, pages, err, pages%17)
	}
	logged.Reset()
	again := memoirs{&diary{}, new(int)}
	if _, err := run(again, 1); err != nil || len(again.seen) != pages+1 || !slices.Equal(again.seen[:pages], first.seen) {
		t.Errorf("error %v; a new strategy has seen %q, want %q and one more", err, again.seen, first.seen)
	}
	if strings.Contains(logged.String(), "not learned from") {
		t.Errorf("a resumed crawl says that it has not learned from what was observed: %s", logged.String())
	}
	if _, err := run(&diary{}, 1); !errors.Is(err, crawl.ErrState) {
		t.Errorf("a strategy without snapshots: %v, want ErrState", err)
	}
}

// daily has each page due again the day after.
type daily struct{ pages *[]string }

func (d daily) Fetched(p *crawl.Page, at time.Time) crawl.Due {
	*d.pages = append(*d.pages, p.URL)
	return crawl.Due{Again: at.Add(24 * time.Hour), State: []byte(p.URL)}
}

func (d daily) Restore(page []byte) error {
	*d.pages = append(*d.pages, string(page))
	return nil
}

func (d daily) States() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, page := range *d.pages {
			if !yield([]byte(page)) {
				return
			}
		}
	}
}

// States that there were not yet when a snapshot was made are in a later one, apart from what the strategy's are.
func TestSnapshotsBeforeStates(t *testing.T) {
	f, err := bolt.Open(filepath.Join(t.TempDir(), "crawl.db"), bolt.Options{Options: frontier.Options{Order: frontier.FIFO}, NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	crawled := func(c *crawl.Crawler, pages int) {
		c.Frontier, c.Transport, c.Workers, c.Delay, c.Limits.Pages = f, chain(100), 1, crawl.None, pages
		if err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, "http://h0.test/"); err != nil {
			t.Fatal(err)
		}
	}
	first, again := memoirs{&diary{}, new(int)}, memoirs{&diary{}, new(int)}
	var due, restored []string
	c := &crawl.Crawler{Strategy: first}
	crawled(c, 20)
	c.Fresh = daily{&due}
	crawled(c, 20)
	left := 0
	for range f.Observations(t.Context(), 0) {
		left++
	}
	crawled(&crawl.Crawler{Strategy: again, Fresh: daily{&restored}}, 1)
	if !slices.Equal(again.seen[:40], first.seen) || len(due) != 20 || left >= 20 || !slices.Equal(restored[:20], due) {
		t.Errorf("%d observations are left; the strategy has seen %q, want %q; due again are %q, want %q", left, again.seen, first.seen, restored, due)
	}
}

// An unkept is a frontier of several processes that keeps no snapshot, but counts them.
type unkept struct {
	shared
	after     uint64 // observations that a snapshot is said to cover
	snapshots *int
}

func (f unkept) OtherObservations(ctx context.Context, after uint64) iter.Seq2[frontier.Observation, error] {
	return f.shared.OtherObservations(ctx, max(after, f.after))
}

func (f unkept) Snapshot(context.Context) iter.Seq2[frontier.Observation, error] {
	return func(func(frontier.Observation, error) bool) {}
}

func (f unkept) KeepSnapshot(_ context.Context, _, _ uint64, pieces iter.Seq[[]byte]) (uint64, error) {
	*f.snapshots++
	return 0, nil
}

// A process that has not learned from observations, since a snapshot of another has taken their place, makes none.
func TestSnapshotsWithAGap(t *testing.T) {
	for _, after := range []uint64{0, 3} {
		f := unkept{shared{frontier.New(frontier.Options{}), "b ", new([]string)}, after, new(int)}
		c := crawl.Crawler{Frontier: f, Strategy: memoirs{&diary{}, new(int)}, Transport: chain(100), Workers: 1, Delay: crawl.None, Limits: crawl.Limits{Pages: 60}}
		if err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, "http://h0.test/"); err != nil {
			t.Fatal(err)
		}
		if made := *f.snapshots > 0; made != (after == 0) {
			t.Errorf("%d observations were missed: %d snapshots were made", after, *f.snapshots)
		}
	}
}
