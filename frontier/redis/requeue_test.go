package redis

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

func every(frontier.Failure) bool { return true }

// died is a crawl with n dead URLs.
func died(t *testing.T, url string, n int, o frontier.Options) *Frontier {
	t.Helper()
	f := open(t, url, newName(), o)
	for i := range n {
		testcall.Push(t, f, frontier.Entry{URL: fmt.Sprintf("http://h%d.test/%d", i%5, i), Value: 1})
		testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Result: frontier.Dead, Reason: fmt.Sprint("reason ", i)})
	}
	return f
}

// dump returns all keys of a crawl as they are stored.
func dump(t *testing.T, f *Frontier) map[string]string {
	t.Helper()
	keys, err := f.server.Client.Keys(t.Context(), escapeGlob.Replace(f.key(""))+"*").Result()
	if err != nil {
		t.Fatal(err)
	}
	dumped := map[string]string{}
	for _, key := range keys {
		if dumped[key], err = f.server.Client.Dump(t.Context(), key).Result(); err != nil {
			t.Fatal(err)
		}
	}
	return dumped
}

// A server whose memory is full refuses Requeue, which changes nothing then. To
// give up a page and to list the failures is possible even so.
func TestRequeueFull(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	for _, o := range []frontier.Options{
		{},
		{History: true, Capacity: 2, Order: frontier.BestNFirst},
		{Reevaluation: frontier.NoisyOr},
	} {
		f := died(t, s.url(), 4, o)
		f.options.Outage = none
		testcall.Push(t, f, frontier.Entry{URL: "http://h9.test/"})
		l := testcall.Pop(t, f)
		limit := func(bytes string) {
			t.Helper()
			if err := f.server.Client.ConfigSet(context.Background(), "maxmemory", bytes).Err(); err != nil {
				t.Fatal(err)
			}
		}
		limit("1")
		testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Dead})
		f.check(o, t.Errorf)
		before := dump(t, f)
		if n, err := f.Requeue(t.Context(), every); n != 0 || err == nil || !strings.Contains(err.Error(), "OOM") {
			t.Errorf("%+v: Requeue on a full server = %d, %v; want 0 and OOM", o, n, err)
		}
		if after := dump(t, f); !maps.Equal(before, after) {
			t.Errorf("%+v: a refused Requeue changes\n%s", o, cmp.Diff(before, after))
		}
		listed := 0
		for _, err := range f.Failures(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			listed++
		}
		if listed != 5 {
			t.Errorf("%+v: %d failures are listed, want 5", o, listed)
		}
		limit("0")
		if n, err := f.Requeue(t.Context(), every); n != 5 || err != nil {
			t.Errorf("%+v: Requeue once there is memory = %d, %v; want 5", o, n, err)
		}
		f.check(o, t.Errorf)
	}
}

// Both calls report lost failures, also when other URLs have failed since.
func TestRequeueLost(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		f := died(t, url, 3, frontier.Options{})
		if err := f.server.Client.Del(t.Context(), f.key("failures")).Err(); err != nil {
			t.Fatal(err)
		}
		testcall.Push(t, f, frontier.Entry{URL: "http://b.test/"})
		testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Result: frontier.Dead})
		var listed []string
		var err error
		for failure, e := range f.Failures(t.Context()) {
			if err = e; e == nil {
				listed = append(listed, failure.URL)
			}
		}
		if want := f.key("failures") + " has 1 of 4 entries"; err == nil || !strings.Contains(err.Error(), want) || len(listed) != 1 {
			t.Errorf("Failures: %q, %v; want one and that %s", listed, err, want)
		}
		n, err := f.Requeue(t.Context(), every)
		if want := f.key("failures") + " has 1 of 4 entries"; err == nil || !strings.Contains(err.Error(), want) || n != 1 {
			t.Errorf("Requeue = %d, %v; want 1 and that %s", n, err, want)
		}
		if l := testcall.Pop(t, f); l.URL != "http://b.test/" {
			t.Errorf("Pop = %s", l.URL)
		}
		want := frontier.Stats{Leased: 1, Dead: 3, Hosts: 4}
		if stats, err := f.Stats(t.Context()); err != nil || stats != want {
			t.Errorf("Stats = %+v, %v; want %+v", stats, err, want)
		}

		if err := f.server.Client.Del(t.Context(), f.key("url")).Err(); err != nil {
			t.Fatal(err)
		}
		if n, err := f.Requeue(t.Context(), every); n != 0 || err == nil || !strings.Contains(err.Error(), f.key("url")) {
			t.Errorf("Requeue without the records = %d, %v; want 0 and an error that names them", n, err)
		}
	})
}

// A worker that finds that another has requeued all it chose has requeued none.
func TestRequeueTaken(t *testing.T) {
	onServers(t, func(t *testing.T, url string) {
		f := died(t, url, 3, frontier.Options{})
		g := open(t, url, f.name, frontier.Options{})
		n, err := f.Requeue(t.Context(), func(frontier.Failure) bool {
			if _, err := g.Requeue(t.Context(), every); err != nil {
				t.Error(err)
			}
			return true
		})
		if n != 0 || err != nil {
			t.Errorf("Requeue = %d, %v; want 0", n, err)
		}
		if s, err := f.Stats(t.Context()); s.Queued != 3 || s.Dead != 0 || err != nil {
			t.Errorf("Stats = %+v, %v; want 3 queued", s, err)
		}
	})
}

// Drop leaves nothing of a crawl with failures.
func TestDropFailures(t *testing.T) {
	onServers(t, func(t *testing.T, url string) {
		f := died(t, url, 3, frontier.Options{History: true, Reevaluation: frontier.DistinctHosts})
		if n, err := f.Requeue(t.Context(), func(d frontier.Failure) bool { return d.Reason == "reason 1" }); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		keys, err := f.server.Client.Keys(t.Context(), "*").Result()
		if err != nil {
			t.Fatal(err)
		}
		if n, err := Drop(t.Context(), url, f.name); err != nil || n != len(keys) {
			t.Errorf("Drop = %d, %v; want %d", n, err, len(keys))
		}
		if left, err := f.server.Client.Keys(t.Context(), "*").Result(); err != nil || len(left) > 0 {
			t.Errorf("after Drop %v are left, %v", left, err)
		}
	})
}
