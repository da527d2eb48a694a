// Package testcall calls a frontier on behalf of a test, which fails if a call
// does.
package testcall

import (
	"context"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
)

func Push(t testing.TB, f frontier.Frontier, entries ...frontier.Entry) {
	t.Helper()
	if err := f.Push(t.Context(), entries...); err != nil {
		t.Fatalf("Push: %v", err)
	}
}

func Pop(t testing.TB, f frontier.Frontier) frontier.Lease {
	t.Helper()
	l, err := f.Pop(t.Context())
	if err != nil {
		t.Fatalf("Pop: %v", err)
	}
	return l
}

// Done may be called from any goroutine.
func Done(t testing.TB, f frontier.Frontier, l frontier.Lease, o frontier.Outcome) {
	t.Helper()
	if err := f.Done(t.Context(), l, o); err != nil {
		t.Errorf("Done(%s): %v", l.URL, err)
	}
}

func Stats(t testing.TB, f interface {
	Stats(context.Context) (frontier.Stats, error)
}) frontier.Stats {
	t.Helper()
	s, err := f.Stats(t.Context())
	if err != nil {
		t.Fatalf("Stats: %v", err)
	}
	return s
}
