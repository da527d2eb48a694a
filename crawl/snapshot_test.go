package crawl_test

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
	return append(o, strings.Repeat(" ", frontier.MaxObservation-len(o))...)
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
	run := func(s crawl.Strategy, pages int) (observations int, err error) {
		f, err := bolt.Open(path, bolt.Options{Options: frontier.Options{Order: frontier.FIFO}, NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		c := crawl.Crawler{Strategy: s, Frontier: f, Transport: chain(2 * 40), Workers: 1, Delay: crawl.None, Limits: crawl.Limits{Pages: pages}}
		err = c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, "http://h0.test/")
		for range f.Observations(t.Context(), 0) {
			observations++
		}
		return observations, err
	}
	first := memoirs{&diary{}, new(int)}
	if n, err := run(first, pages); err != nil || n != pages%16 {
		t.Errorf("%d observations after %d pages of 1 MiB, error %v: want %d", n, pages, err, pages%16)
	}
	again := memoirs{&diary{}, new(int)}
	if _, err := run(again, 1); err != nil || len(again.seen) != pages+1 || !slices.Equal(again.seen[:pages], first.seen) {
		t.Errorf("error %v; a new strategy has seen %q, want %q and one more", err, again.seen, first.seen)
	}
	if _, err := run(&diary{}, 1); !errors.Is(err, crawl.ErrState) {
		t.Errorf("a strategy without snapshots: %v, want ErrState", err)
	}
}
