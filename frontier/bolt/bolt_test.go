package bolt_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/internal/killtest"
)

func TestMain(m *testing.M) {
	killtest.Main(openKilled)
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

func openKilled(path string, o frontier.Options, noSync bool) (killtest.Frontier, error) {
	return bolt.Open(path, bolt.Options{Options: o, NoSync: noSync})
}

func TestKill(t *testing.T) { killtest.Run(t, openKilled) }
