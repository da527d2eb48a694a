package frontiertest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
)

func keepsSnapshots(t *testing.T, open opener) {
	const all = math.MaxUint64
	p := start(t, open, frontier.Options{})
	pages := 0
	observe := func(n int) {
		for range n {
			pages++
			p.push(page(fmt.Sprintf("h%d/x", pages), 1))
			p.done(p.pop(), frontier.Outcome{Observation: fmt.Append(nil, "o", pages)})
		}
	}
	pieces := func(all ...string) iter.Seq[[]byte] {
		return func(yield func([]byte) bool) {
			for _, piece := range all {
				if !yield([]byte(piece)) {
					return
				}
			}
		}
	}
	keep := func(want, covers, after uint64, all ...string) {
		t.Helper()
		if n, err := able[frontier.SnapshotStore](p).KeepSnapshot(p.Context(), covers, after, pieces(all...)); n != want || err != nil {
			t.Errorf("a snapshot of %d after %d: %d, %v, want %d", covers, after, n, err, want)
		}
	}
	want := func(snapshot string, observations ...string) {
		t.Helper()
		for range 2 {
			var kept []string
			for o, err := range able[frontier.SnapshotStore](p).Snapshot(p.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				kept = append(kept, fmt.Sprint(o.Number, string(o.Data[:min(5, len(o.Data))])))
			}
			if got := strings.Join(kept, " "); got != snapshot || strings.Join(p.observed(0), " ") != strings.Join(observations, " ") {
				t.Errorf("snapshot %q and observations %q, want %q and %q", got, p.observed(0), snapshot, observations)
			}
			p.reopen()
		}
	}
	observe(2)
	want("", "o1", "o2")
	keep(2, all, 0, "a", "b")
	want("2a 2b")
	observe(3)
	want("2a 2b", "o3", "o4", "o5")
	keep(4, 4, 0, "c")
	want("4c", "o5")
	keep(0, 4, 0, "no more is covered")
	keep(0, all, 2, "goes on from another")
	keep(5, all, 4, "d", "e")
	want("5c 5d 5e")
	observe(1)
	keep(6, 6, 5, "f")
	want("6c 6d 6e 6f")
	observe(1)

	long := strings.Repeat("long", frontier.MaxObservation/4)
	many := strings.Fields(strings.Repeat(long+" ", 7))
	for name, left := range map[string]iter.Seq[[]byte]{"an empty piece": pieces("a", ""), "no pieces": pieces()} {
		if n, err := able[frontier.SnapshotStore](p).KeepSnapshot(p.Context(), all, 0, left); n != 0 || err == nil {
			t.Errorf("%s: %d, %v, want an error", name, n, err)
		}
	}
	canceled, cancel := context.WithCancel(p.Context())
	_, err := able[frontier.SnapshotStore](p).KeepSnapshot(canceled, all, 6, func(yield func([]byte) bool) {
		for i, piece := range many {
			if i == 6 {
				cancel()
			}
			if !yield([]byte(piece)) {
				return
			}
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v of a snapshot that was left, want Canceled", err)
	}
	want("6c 6d 6e 6f", "o7")
	keep(7, all, 0, many...)
	want(strings.TrimSpace(strings.Repeat("7longl ", 7)))
	observe(1)
	keep(8, all, 7, "g")
	want(strings.Repeat("8longl ", 7) + "8g")
	observe(1)
	keep(9, all, 0, "h")
	want("9h")
}
