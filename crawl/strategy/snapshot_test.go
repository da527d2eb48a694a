package strategy_test

import (
	"bytes"
	"errors"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/ontology"
)

type snapshotter interface {
	crawl.Strategy
	Snapshot(more bool) iter.Seq[[]byte]
	Restore(iter.Seq2[[]byte, error]) error
}

// keepSnapshot has the frontier at path keep a snapshot of a strategy.
func keepSnapshot(t *testing.T, path string, s snapshotter) {
	t.Helper()
	f, err := bolt.Open(path, bolt.Options{Options: crawl.FrontierOptions(s), NoSync: true})
	if err == nil {
		_, err = f.KeepSnapshot(t.Context(), math.MaxUint64, 0, s.Snapshot(false))
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A crawl that goes on from a snapshot and what was observed after it fetches what one without the
// interruption does, with the same values.
func TestResumedFromSnapshots(t *testing.T) {
	all := strategies()
	all["follow"] = func() crawl.Strategy {
		return strategy.Follow{Classifier: acceptAll{}, Strategy: all["adaptive"]()}
	}
	for name, fresh := range all {
		if _, ok := fresh().(snapshotter); !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			whole, err := crawled(t, filepath.Join(t.TempDir(), "whole.db"), fresh(), treePages)
			if err != nil || len(whole) != treePages {
				t.Fatalf("%d pages, error %v", len(whole), err)
			}
			path := filepath.Join(t.TempDir(), "crawl.db")
			var order []string
			for i := 0; len(order) < treePages; i++ {
				s := fresh().(snapshotter)
				some, err := crawled(t, path, s, 1+i%7)
				if err != nil {
					t.Fatal(err)
				}
				order = append(order, some...)
				if i%3 != 1 {
					keepSnapshot(t, path, s)
				}
			}
			for i := range order {
				if i >= len(whole) || order[i] != whole[i] {
					t.Fatalf("page %d is %s, want %s", i+1, order[i], whole[min(i, len(whole)-1)])
				}
			}
		})
	}
}

// What has changed since a snapshot, behind that snapshot, is as good as all.
func TestSnapshotsOfChanges(t *testing.T) {
	s := strategies()["adaptive"]().(snapshotter)
	c := crawl.Crawler{Strategy: s, Transport: tree{}, Delay: crawl.None, IgnoreRobots: true, Workers: 1}
	var parts [][]byte
	pages, all, last := 0, 0, 0
	take := func(s snapshotter, more bool) (taken [][]byte) {
		for piece := range s.Snapshot(more) {
			taken = append(taken, slices.Clone(piece))
		}
		return taken
	}
	restored := func(pieces [][]byte) []byte {
		r := strategies()["adaptive"]().(snapshotter)
		if err := r.Restore(yields(pieces)); err != nil {
			t.Fatalf("after %d pages: %v", pages, err)
		}
		return slices.Concat(take(r, false)...)
	}
	for _, err := range c.Crawl(t.Context(), "http://h0.test/0") {
		if err != nil {
			t.Fatal(err)
		}
		if pages++; pages != 1 && pages%40 != 0 {
			continue
		}
		more := take(s, pages > 1)
		parts = append(parts, more...)
		whole := take(s, false)
		if !bytes.Equal(restored(parts), restored(whole)) {
			t.Fatalf("after %d pages the state by parts is another than that of the whole", pages)
		}
		all, last = len(slices.Concat(whole...)), len(slices.Concat(more...))
	}
	if pages != treePages || last >= all {
		t.Errorf("%d pages, %d bytes have changed of %d", pages, last, all)
	}
}

// A told is an Adaptive that hears something while the last of some pages is acknowledged.
type told struct {
	*strategy.Adaptive
	url    string // of that page
	before func()
	after  func([]byte) // given the page's observation
}

func (s told) Observation(url string) []byte {
	if url != s.url {
		return s.Adaptive.Observation(url)
	}
	s.before()
	o := s.Adaptive.Observation(url)
	s.after(o)
	return o
}

// What a strategy is told between a page's value and its observation counts once in a crawl that is
// resumed, whether a snapshot was made before or behind it.
func TestSnapshotsWhileTold(t *testing.T) {
	fresh := strategies()["adaptive"]
	order, err := crawled(t, filepath.Join(t.TempDir(), "crawl.db"), fresh(), 30)
	if err != nil {
		t.Fatal(err)
	}
	last, _, _ := strings.Cut(order[29], " ")
	for _, name := range []string{"snapshot, told, observation", "told, snapshot, observation", "told, observation, snapshot"} {
		t.Run(name, func(t *testing.T) {
			var pieces [][]byte
			var observation []byte
			s := told{Adaptive: fresh().(*strategy.Adaptive), url: last}
			take := func(s *strategy.Adaptive) (all [][]byte) {
				for piece := range s.Snapshot(false) {
					all = append(all, slices.Clone(piece))
				}
				return all
			}
			do := map[string]func(){
				"told": func() {
					s.Judge("http://h0.test/3", true)
					s.Judge("http://h0.test/4", false)
				},
				"snapshot": func() { pieces = take(s.Adaptive) },
			}
			steps := strings.Split(name, ", ")
			at := slices.Index(steps, "observation")
			s.before = func() {
				for _, step := range steps[:at] {
					do[step]()
				}
			}
			s.after = func(o []byte) {
				observation = o
				for _, step := range steps[at+1:] {
					do[step]()
				}
			}
			if _, err := crawled(t, filepath.Join(t.TempDir(), "crawl.db"), s, 30); err != nil {
				t.Fatal(err)
			}
			state := func(s *strategy.Adaptive) []byte { // restored once, which puts it in order
				r := fresh().(*strategy.Adaptive)
				if err := r.Restore(yields(take(s))); err != nil {
					t.Fatal(err)
				}
				return slices.Concat(take(r)...)
			}
			r := fresh().(*strategy.Adaptive)
			if err := errors.Join(r.Restore(yields(pieces)), r.Observe(t.Context(), observation)); err != nil {
				t.Fatal(err)
			}
			if len(observation) == 0 || !bytes.Equal(state(r), state(s.Adaptive)) {
				t.Errorf("with an observation of %d bytes the state is another", len(observation))
			}
		})
	}
}

// yields yields pieces of a snapshot.
func yields(pieces [][]byte) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for _, piece := range pieces {
			if !yield(piece, nil) {
				return
			}
		}
	}
}

// What is no snapshot, or one of another configuration, is refused, and changes nothing.
func TestRestoreRefuses(t *testing.T) {
	flu := ontology.NewScorer(ontology.Topic{Name: "flu", Terms: []ontology.Term{{Text: "flu", Relation: ontology.Exact}}})
	fresh := func(query string) *strategy.Adaptive { return &strategy.Adaptive{Scorer: flu, Query: query} }
	s, path := fresh("flu"), filepath.Join(t.TempDir(), "crawl.db")
	if _, err := crawled(t, path, s, 30); err != nil {
		t.Fatal(err)
	}
	var pieces [][]byte
	for piece := range s.Snapshot(false) {
		pieces = append(pieces, slices.Clone(piece))
	}
	if err := fresh("cooking").Restore(yields(pieces)); !errors.Is(err, crawl.ErrState) {
		t.Errorf("of another query: %v, want ErrState", err)
	}
	last := pieces[len(pieces)-1]
	for _, cut := range [][][]byte{pieces[:1], pieces[:len(pieces)-1], append(slices.Clone(pieces[:len(pieces)-1]), last[:len(last)/2]), append(slices.Clone(pieces), last[:len(last)/2])} {
		if err := fresh("flu").Restore(yields(cut)); !errors.Is(err, crawl.ErrDamaged) {
			t.Errorf("%d pieces of %d, or the last cut: %v, want ErrDamaged", len(cut), len(pieces), err)
		}
	}
	keepSnapshot(t, path, s)
	var state int
	f, err := bolt.Open(path, bolt.Options{Options: crawl.FrontierOptions(s), NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	for range f.Observations(t.Context(), 0) {
		state++
	}
	f.Close()
	if state != 0 {
		t.Errorf("%d observations beside the snapshot that covers them", state)
	}
	if _, err := crawled(t, path, fresh("cooking"), 1); !errors.Is(err, crawl.ErrState) {
		t.Errorf("a crawl with another query: %v, want ErrState", err)
	}
}
