package frontiertest

import (
	"bytes"
	"fmt"
	"math"
	"slices"
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
	keep := func(want, covers, after uint64, pieces ...[]byte) (err error) {
		n, err := able[frontier.SnapshotStore](p).KeepSnapshot(p.Context(), covers, after, slices.Values(pieces))
		if n != want {
			t.Errorf("a snapshot of %d after %d: %d, %v, want %d", covers, after, n, err, want)
		}
		return err
	}
	want := func(snapshot, observations string) {
		t.Helper()
		for range 2 {
			var kept []string
			for o, err := range able[frontier.SnapshotStore](p).Snapshot(p.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				kept = append(kept, fmt.Sprint(o.Number, string(o.Data[:1])))
			}
			if got, left := fmt.Sprint(len(kept), slices.Compact(kept)), strings.Join(p.observed(0), " "); got != snapshot || left != observations {
				t.Errorf("snapshot %q and observations %q, want %q and %q", got, left, snapshot, observations)
			}
			p.reopen()
		}
	}
	a, b := []byte("a"), []byte("b")
	observe(2)
	want("0 []", "o1 o2")
	keep(2, all, 0, a, b)
	want("2 [2a 2b]", "")
	observe(3)
	want("2 [2a 2b]", "o3 o4 o5")
	keep(4, 4, 0, b)
	want("1 [4b]", "o5")
	keep(0, 4, 0, a)   // covers no more
	keep(0, all, 2, a) // goes on from another
	keep(5, all, 4, a, b)
	want("3 [5b 5a 5b]", "")
	observe(1)
	keep(6, 6, 5, a)
	observe(1)
	long := slices.Repeat([][]byte{bytes.Repeat(a, frontier.MaxObservation)}, 7)
	if keep(0, all, 0) == nil || keep(0, all, 6, append(slices.Clone(long), nil)...) == nil {
		t.Error("no pieces are taken, or an empty one is")
	}
	want("4 [6b 6a 6b 6a]", "o7")
	keep(7, all, 0, long...)
	want("7 [7a]", "")
	observe(1)
	keep(8, all, 7, slices.Repeat([][]byte{b}, 5000)...)
	want("5007 [8a 8b]", "") // more than Redis takes at once
}
