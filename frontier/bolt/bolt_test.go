package bolt_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
)

func TestMain(m *testing.M) {
	if arguments := os.Getenv(killed); arguments != "" {
		fmt.Fprintln(os.Stderr, runKilled(arguments))
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

func open(t testing.TB, path string, o bolt.Options) *bolt.Frontier {
	t.Helper()
	f, err := bolt.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func push(t testing.TB, f frontier.Frontier, entries ...frontier.Entry) {
	t.Helper()
	if err := f.Push(t.Context(), entries...); err != nil {
		t.Fatalf("Push: %v", err)
	}
}

func pop(t testing.TB, f frontier.Frontier) frontier.Lease {
	t.Helper()
	l, err := f.Pop(t.Context())
	if err != nil {
		t.Fatalf("Pop: %v", err)
	}
	return l
}

func done(t testing.TB, f frontier.Frontier, l frontier.Lease, o frontier.Outcome) {
	t.Helper()
	if err := f.Done(t.Context(), l, o); err != nil {
		t.Errorf("Done(%s): %v", l.URL, err)
	}
}
