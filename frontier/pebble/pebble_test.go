package pebble_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest"
	"github.com/lokman-crawler/lokman/frontier/internal/killtest"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
	"github.com/lokman-crawler/lokman/frontier/pebble"
)

func TestMain(m *testing.M) {
	killtest.Main(openKilled)
	goleak.VerifyTestMain(m)
}

func openKilled(path string, o frontier.Options, noSync bool) (killtest.Frontier, error) {
	return pebble.Open(path, pebble.Options{Options: o, NoSync: noSync})
}

func TestKill(t *testing.T) { killtest.Run(t, openKilled) }

func open(t testing.TB, path string, o pebble.Options) *pebble.Frontier {
	t.Helper()
	f, err := pebble.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func closeNow(t testing.TB, f *pebble.Frontier) {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestContract(t *testing.T) {
	t.Parallel()
	frontiertest.Run(t, func(t *testing.T, o frontier.Options) frontier.Frontier {
		return open(t, filepath.Join(t.TempDir(), "frontier"), pebble.Options{Options: o, NoSync: true})
	})
}

func TestContractDurable(t *testing.T) {
	t.Parallel()
	frontiertest.RunDurable(t, func(t *testing.T, o frontier.Options) (frontier.Frontier, func(*testing.T) frontier.Frontier) {
		path, options := filepath.Join(t.TempDir(), "frontier"), pebble.Options{Options: o, NoSync: true}
		f := open(t, path, options)
		return f, func(t *testing.T) frontier.Frontier {
			closeNow(t, f)
			f = open(t, path, options)
			return f
		}
	})
}

func TestOpenRefuses(t *testing.T) {
	noisyOr := pebble.Options{Options: frontier.Options{Reevaluation: frontier.NoisyOr}}
	for _, c := range []struct {
		name string
		is   func(t *testing.T, path string)
		open pebble.Options
		word string
	}{
		{"another re-evaluation", func(t *testing.T, path string) { closeNow(t, open(t, path, noisyOr)) }, pebble.Options{}, "noisyor"},
		{"open already", func(t *testing.T, path string) { open(t, path, noisyOr) }, noisyOr, "lock"},
		{"nothing there", func(*testing.T, string) {}, pebble.Options{Existing: true}, "does not exist"},
		{"a file", func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte("hello"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, pebble.Options{}, "not a directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "frontier")
			c.is(t, path)
			f, err := pebble.Open(path, c.open)
			if err == nil {
				f.Close()
			}
			if err == nil || !strings.HasPrefix(err.Error(), "pebble: "+path+": ") || !strings.Contains(err.Error(), c.word) {
				t.Errorf("Open = %v, want an error with %q", err, c.word)
			}
		})
	}
}

// What is written to a folder that no path leads to any more would be gone with the process.
func TestReplacedWhileOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frontier")
	f := open(t, path, pebble.Options{})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	err := f.Push(t.Context(), frontier.Entry{URL: "http://a.test/2"})
	if err == nil || !strings.Contains(err.Error(), "removed or replaced") || errors.Is(err, os.ErrNotExist) {
		t.Errorf("Push = %v", err)
	}
}
