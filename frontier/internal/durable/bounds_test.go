package durable_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/frontiertest"
	"github.com/lokman-crawler/lokman/frontier/internal/durable"
	"github.com/lokman-crawler/lokman/frontier/internal/killtest"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// TestMain has values written and the log shortened all the time.
func TestMain(m *testing.M) {
	durable.SetBounds(3, 200)
	goleak.VerifyTestMain(m)
}

func open(t testing.TB, path string, o frontier.Options) *bolt.Frontier {
	t.Helper()
	f, err := bolt.Open(path, bolt.Options{Options: o, NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// crash opens a copy of an open frontier's file, which is what a kill leaves.
func crash(t testing.TB, path *string, o frontier.Options) *bolt.Frontier {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "frontier")
	killtest.Copy(t, copied, *path)
	*path = copied
	return open(t, copied, o)
}

func TestContractWithinBounds(t *testing.T) {
	t.Parallel()
	frontiertest.Run(t, func(t *testing.T, o frontier.Options) frontier.Frontier {
		return open(t, filepath.Join(t.TempDir(), "frontier"), o)
	})
}

func TestContractAfterCrashes(t *testing.T) {
	t.Parallel()
	frontiertest.RunDurable(t, func(t *testing.T, o frontier.Options) (frontier.Frontier, func(*testing.T) frontier.Frontier) {
		path := filepath.Join(t.TempDir(), "frontier")
		return open(t, path, o), func(t *testing.T) frontier.Frontier { return crash(t, &path, o) }
	})
}

// TestRevalued gives queued URLs new values again and again, as Adaptive does, on few and on
// many hosts. Whatever the bounds, and through crashes, they are leased in the order of
// frontier.Memory.
func TestRevalued(t *testing.T) {
	for _, bounds := range [][2]int{{3, 200}, {50, 5_000}, {1 << 17, 8 << 20}} {
		for _, hosts := range []int{1, 7, 300} {
			t.Run(fmt.Sprint(bounds, hosts), func(t *testing.T) {
				durable.SetBounds(bounds[0], bounds[1])
				defer durable.SetBounds(3, 200)
				o := frontier.Options{Reevaluation: frontier.ReplaceValues, PerHost: 1 << 20}
				path := filepath.Join(t.TempDir(), "frontier")
				f, memory := open(t, path, o), frontier.New(o)
				r := rand.New(rand.NewPCG(5, uint64(hosts)))
				entry := func(n int) frontier.Entry {
					return frontier.Entry{URL: fmt.Sprintf("http://h%d.test/%d", n%hosts, n), Value: float64(r.IntN(40))}
				}
				known := 0
				for page := range 300 {
					var links []frontier.Entry
					for range r.IntN(5) {
						links = append(links, entry(known))
						known++
					}
					for range 20 {
						e := entry(r.IntN(known + 1))
						e.Known = r.IntN(10) > 0
						if e.URL == entry(known).URL && !e.Known {
							known++
						}
						links = append(links, e)
					}
					if page == 0 {
						testcall.Push(t, f, links...)
						testcall.Push(t, memory, links...)
						continue
					}
					want, err := memory.Peek(t.Context(), 50)
					got, failed := f.Peek(t.Context(), 50)
					if err != nil || failed != nil || !slices.EqualFunc(got, want, func(a, b frontier.Entry) bool { return a.URL == b.URL && a.Value == b.Value }) {
						t.Fatalf("page %d: %v, %v: next are\n%v, want\n%v", page, err, failed, got, want)
					}
					if len(want) == 0 {
						continue
					}
					theirs, ours := testcall.Pop(t, memory), testcall.Pop(t, f)
					if r.IntN(20) == 0 {
						f = crash(t, &path, o)
						testcall.Done(t, memory, theirs, frontier.Outcome{Result: frontier.Retry})
						theirs, ours = testcall.Pop(t, memory), testcall.Pop(t, f)
					}
					if theirs.URL != ours.URL || theirs.Value != ours.Value {
						t.Fatalf("page %d: leased %s %v, want %s %v", page, ours.URL, ours.Value, theirs.URL, theirs.Value)
					}
					outcome := frontier.Outcome{Links: links, Result: []frontier.Result{frontier.Fetched, frontier.Retry}[r.IntN(10)/9]}
					testcall.Done(t, f, ours, outcome)
					testcall.Done(t, memory, theirs, outcome)
				}
			})
		}
	}
}

// A value that is all that a call changes is there after a crash.
func TestValueAlone(t *testing.T) {
	o := frontier.Options{Reevaluation: frontier.ReplaceValues}
	path := filepath.Join(t.TempDir(), "frontier")
	f := open(t, path, o)
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/1", Value: 1}, frontier.Entry{URL: "http://a.test/2", Value: 2})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/1", Value: 3, Known: true})
	f = crash(t, &path, o)
	if l := testcall.Pop(t, f); l.URL != "http://a.test/1" || l.Value != 3 {
		t.Errorf("leased %s with %v", l.URL, l.Value)
	}
}

// Values in the log are not for a file that another version has had meanwhile, which knows
// nothing of them; nor for one that is opened with a capacity, which has them where they belong.
func TestLogOfValues(t *testing.T) {
	durable.SetBounds(100, 10_000)
	defer durable.SetBounds(3, 200)
	for _, c := range []struct {
		name  string
		epoch bool
		o     frontier.Options
		want  string
	}{
		{"the same options", false, frontier.Options{}, "http://a.test/1"},
		{"a capacity", false, frontier.Options{Capacity: 9}, "http://a.test/1"},
		{"a history", false, frontier.Options{History: true}, "http://a.test/1"},
		{"another version", true, frontier.Options{}, "http://a.test/2"},
	} {
		path := filepath.Join(t.TempDir(), "frontier")
		f := open(t, path, frontier.Options{})
		testcall.Push(t, f, frontier.Entry{URL: "http://a.test/1", Value: 1}, frontier.Entry{URL: "http://a.test/2", Value: 2})
		testcall.Push(t, f, frontier.Entry{URL: "http://a.test/1", Value: 3})
		if c.epoch {
			if err := f.CountOpening(); err != nil {
				t.Fatal(err)
			}
		}
		if l := testcall.Pop(t, crash(t, &path, c.o)); l.URL != c.want {
			t.Errorf("%s: leased %s, want %s", c.name, l.URL, c.want)
		}
	}
}
