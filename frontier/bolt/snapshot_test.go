package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
)

// A snapshot takes the place of the observations before it and of the one before; one that was not
// finished takes none.
func TestSnapshots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.db")
	open := func() *bolt.Frontier {
		f, err := bolt.Open(path, bolt.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := open()
	pages := 0
	observe := func(n int) {
		for range n {
			url := fmt.Sprintf("http://h%d.test/", pages)
			if err := f.Push(t.Context(), frontier.Entry{URL: url}); err != nil {
				t.Fatal(err)
			}
			l, err := f.Pop(t.Context())
			if err == nil {
				pages++
				err = f.Done(t.Context(), l, frontier.Outcome{Observation: fmt.Append(nil, "o", pages)})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	keep := func(ctx context.Context, pieces ...string) error {
		return f.KeepSnapshot(ctx, func(yield func([]byte) bool) {
			for _, piece := range pieces {
				if !yield([]byte(piece)) {
					return
				}
			}
		})
	}
	want := func(snapshot string, observations ...string) {
		t.Helper()
		for range 2 {
			var pieces, all []string
			for o, err := range f.Snapshot(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				pieces = append(pieces, fmt.Sprint(o.Number, string(o.Data[:min(5, len(o.Data))])))
			}
			for o, err := range f.Observations(t.Context(), 0) {
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, fmt.Sprint(o.Number, string(o.Data)))
			}
			if got := strings.Join(pieces, " "); got != snapshot || strings.Join(all, " ") != strings.Join(observations, " ") {
				t.Errorf("snapshot %q and observations %q, want %q and %q", got, all, snapshot, observations)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			f = open()
		}
	}
	observe(2)
	want("", "1o1", "2o2")
	if err := keep(t.Context(), "a", "b"); err != nil {
		t.Fatal(err)
	}
	want("2a 2b")
	observe(2)
	want("2a 2b", "3o3", "4o4")
	canceled, cancel := context.WithCancel(t.Context())
	long := strings.Repeat("long", frontier.MaxObservation/4)
	pieces := make([]string, 20)
	for i := range pieces {
		pieces[i] = long
	}
	err := f.KeepSnapshot(canceled, func(yield func([]byte) bool) {
		for i, piece := range pieces {
			if i == 18 {
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
	want("2a 2b", "3o3", "4o4")
	if err := keep(t.Context(), ""); err == nil {
		t.Error("an empty piece is taken, want an error")
	}
	observe(1)
	if err := keep(t.Context(), pieces...); err != nil {
		t.Fatal(err)
	}
	want(strings.TrimSpace(strings.Repeat("5longl ", 20)))
	observe(1)
	if err := keep(t.Context(), "c"); err != nil {
		t.Fatal(err)
	}
	want("6c")
	if err := keep(t.Context(), "d"); err != nil {
		t.Fatal(err)
	}
	want("6c") // it covers all that was observed
}
