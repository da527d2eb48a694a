package bolt_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

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
