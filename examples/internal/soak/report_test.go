//go:build linux

package soak

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
)

// A check that never fails would be worth nothing.
func TestBrokenPromises(t *testing.T) {
	const page, other = "http://h0.test/p/0", "http://h1.test/p/1"
	first := []string{"delivered 10 20 fetched " + page, "acknowledged 30 " + page}
	for _, c := range []struct {
		name   string
		ledger []string
		done   []string // in the frontier, where both pages are
		want   string   // "" if all is well
	}{
		{"all is well", append(first, "delivered 40 50 fetched "+other, "acknowledged 60 "+other), []string{page, other}, ""},
		{"acknowledged and queued", append(first, "delivered 40 50 fetched "+other, "acknowledged 60 "+other), []string{page}, "queued again after they were acknowledged: " + other},
		{"asked for again", append(first, "delivered 40 50 fetched "+page, "delivered 40 50 fetched "+other), []string{page, other}, "after they were acknowledged: " + page},
		{"asked for again, ledgers in another order", append([]string{"delivered 40 50 fetched " + page, "delivered 40 50 fetched " + other}, first...), []string{page, other}, "after they were acknowledged: " + page},
		{"more than in flight", append(first, "delivered 15 50 fetched "+page, "delivered 16 50 fetched "+page, "delivered 40 50 fetched "+other), []string{page, other}, "2 pages delivered again, more than the 1"},
		{"never fetched", append(first, "delivered 40 50 status "+other), []string{page, other}, "1 page of 2 that can be fetched were not: " + other},
		{"done, but not delivered", first, []string{page, other}, "2 URLs are done or dead in the frontier, but 1 were delivered"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "soak.db")
			fill(t, path, []string{page, other}, c.done)
			s := &supervisor{
				Options: Options{Frontier: "bolt:" + path, Fsync: "always", Classes: "none", Strategy: "breadthfirst", Pages: 2, Hosts: 8, Workers: 1, Processes: 1, Memory: 1},
				account: newAccount(), memory: newMemory(time.Now(), time.Minute), begin: time.Now(), stderr: t.Output(), kills: 1,
			}
			s.settings.Bolt = path
			for _, line := range c.ledger {
				if err := s.account.line(strings.Fields(line)); err != nil {
					t.Fatal(err)
				}
			}
			r, err := s.check(t.Context(), errDry)
			if err != nil {
				t.Fatal(err)
			}
			all := strings.Join(r.Broken, "\n")
			if c.want == "" && all != "" || !strings.Contains(all, c.want) {
				t.Errorf("broken: %q, want %q", all, c.want)
			}
		})
	}
}

// fill makes a frontier that holds pages, some of them done.
func fill(t *testing.T, path string, pages, done []string) {
	t.Helper()
	f, err := bolt.Open(path, bolt.Options{Options: frontier.Options{Order: frontier.FIFO}})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, url := range pages {
		if err := f.Push(t.Context(), frontier.Entry{URL: url}); err != nil {
			t.Fatal(err)
		}
	}
	for range done {
		l, err := f.Pop(t.Context())
		if err == nil {
			err = f.Done(t.Context(), l, frontier.Outcome{})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
