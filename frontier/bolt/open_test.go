package bolt_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

func tempFile(t testing.TB) string { return filepath.Join(t.TempDir(), "frontier") }

// closeNow closes a frontier before its test ends.
func closeNow(t testing.TB, f *bolt.Frontier) {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	with := func(v frontier.Reevaluation, o frontier.Order) bolt.Options {
		return bolt.Options{Options: frontier.Options{Reevaluation: v, Order: o}}
	}
	for _, c := range []struct {
		name  string
		file  func(t *testing.T, path string)
		open  bolt.Options
		words []string
	}{
		{"another re-evaluation", func(t *testing.T, path string) {
			closeNow(t, open(t, path, with(frontier.NoisyOr, frontier.FIFO)))
		}, with(frontier.IncrementValues, frontier.FIFO), []string{"noisyor", "increment"}},
		{"another order", func(t *testing.T, path string) {
			closeNow(t, open(t, path, with(frontier.NoisyOr, frontier.LIFO)))
		}, with(frontier.NoisyOr, frontier.FIFO), []string{"lifo", "fifo"}},
		{"a newer format", func(t *testing.T, path string) {
			closeNow(t, open(t, path, bolt.Options{}))
			change(t, path, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("format"), []byte("4")) })
		}, bolt.Options{}, []string{"newer version", "format 4", "up to 3"}},
		{"another database", func(t *testing.T, path string) {
			change(t, path, func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("users")); return err })
		}, bolt.Options{}, []string{"no frontier"}},
		{"no database", func(t *testing.T, path string) {
			os.WriteFile(path, []byte(strings.Repeat("http://a.test/\n", 1000)), 0o644)
		}, bolt.Options{}, []string{"no frontier"}},
		{"a few bytes", func(t *testing.T, path string) {
			os.WriteFile(path, []byte("hello"), 0o644)
		}, bolt.Options{}, []string{"no frontier"}},
		{"zeros", func(t *testing.T, path string) {
			os.WriteFile(path, make([]byte, 1<<16), 0o644)
		}, bolt.Options{}, []string{"no frontier"}},
		{"a directory", func(t *testing.T, path string) { os.Mkdir(path, 0o755) }, bolt.Options{}, []string{"directory"}},
		{"options without a meaning", func(*testing.T, string) {}, bolt.Options{Options: frontier.Options{PerHost: -3}}, []string{"Options.PerHost is -3"}},
		{"an open file", func(t *testing.T, path string) { open(t, path, bolt.Options{}) }, bolt.Options{}, []string{"locked"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := tempFile(t)
			c.file(t, path)
			f, err := bolt.Open(path, c.open)
			if err == nil {
				f.Close()
				t.Fatal("opened")
			}
			for _, word := range append(c.words, path) {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("error %q does not say %q", err, word)
				}
			}
		})
	}
}

// change changes a file as no frontier would.
// A file of the format before is opened, and then has the present one.
func TestOlderFormat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue")
	f := open(t, path, bolt.Options{})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"}) // a record that the format before has too
	closeNow(t, f)
	change(t, path, func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("format"), []byte("1")) })
	f = open(t, path, bolt.Options{})
	if r, err := f.Record(t.Context(), "http://a.test/"); r.State != "queued" || err != nil {
		t.Errorf("the record is %+v, %v", r, err)
	}
	closeNow(t, f)
	change(t, path, func(tx *bbolt.Tx) error {
		if format := tx.Bucket([]byte("meta")).Get([]byte("format")); string(format) != "3" {
			t.Errorf("the format is %s", format)
		}
		return nil
	})
}

func change(t *testing.T, path string, how func(tx *bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(how), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestTokensNeverRepeat(t *testing.T) {
	path := tempFile(t)
	seen := make(map[uint64]bool)
	for attempt := 1; attempt <= 5; attempt++ {
		f := open(t, path, bolt.Options{})
		testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
		l := testcall.Pop(t, f)
		if l.Attempt != attempt || seen[l.Token] {
			t.Errorf("lease %+v, want attempt %d and a new token", l, attempt)
		}
		seen[l.Token] = true
		closeNow(t, f)
		if err := f.Done(t.Context(), l, frontier.Outcome{}); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("Done after Close: %v", err)
		}
	}
}

func TestStaleLeaseAfterReopen(t *testing.T) {
	path := tempFile(t)
	f := open(t, path, bolt.Options{})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
	l := testcall.Pop(t, f)
	closeNow(t, f)
	f = open(t, path, bolt.Options{})
	if err := f.Done(t.Context(), l, frontier.Outcome{}); !errors.Is(err, frontier.ErrStaleLease) {
		t.Errorf("Done = %v", err)
	}
	if again := testcall.Pop(t, f); again.URL != l.URL || again.Token == l.Token {
		t.Errorf("leased %+v after %+v", again, l)
	}
}

func TestCloseWakesPops(t *testing.T) {
	f := open(t, tempFile(t), bolt.Options{})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
	testcall.Pop(t, f) // so that the others wait
	errs := make(chan error)
	for range 3 {
		go func() {
			_, err := f.Pop(t.Context())
			errs <- err
		}()
	}
	time.Sleep(20 * time.Millisecond)
	closeNow(t, f)
	for range 3 {
		if err := <-errs; !errors.Is(err, fs.ErrClosed) {
			t.Errorf("Pop = %v, want one that wraps fs.ErrClosed", err)
		}
	}
	for op, err := range map[string]error{
		"Push": f.Push(t.Context(), frontier.Entry{URL: "http://a.test/x"}), "Block": f.Block(t.Context(), "a", time.Now()),
		"Rescore": f.Rescore(t.Context(), func(frontier.Entry) float64 { return 0 }),
	} {
		if !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%s after Close = %v", op, err)
		}
	}
	if _, err := f.Explain(t.Context(), "x"); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Explain after Close = %v", err)
	}
	if err := f.Close(); err != nil {
		t.Errorf("second Close = %v", err)
	}
}

// A file serves with a capacity and without one, one after the other.
func TestCapacityComesAndGoes(t *testing.T) {
	path := tempFile(t)
	bounded := bolt.Options{Options: frontier.Options{Capacity: 2}}
	f := open(t, path, bolt.Options{})
	testcall.Push(t, f, entries("a/1", "b/2", "a/3", "b/4")...)
	testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Result: frontier.Retry, RetryAt: time.Now().Add(time.Hour)}) // b/4
	closeNow(t, f)
	f = open(t, path, bounded)
	if got, want := testcall.Stats(t, f), (frontier.Stats{Queued: 2, Evicted: 2, Hosts: 2}); got != want {
		t.Errorf("with a capacity: %+v, want %+v", got, want)
	}
	closeNow(t, f)
	f = open(t, path, bolt.Options{})
	testcall.Push(t, f, entries("a/5")...)
	closeNow(t, f)
	f = open(t, path, bounded)
	if got, want := testcall.Stats(t, f), (frontier.Stats{Queued: 2, Evicted: 3, Hosts: 2}); got != want {
		t.Errorf("with a capacity again: %+v, want %+v", got, want)
	}
	if l := testcall.Pop(t, f); l.URL != "http://a/5" {
		t.Errorf("popped %s", l.URL)
	}
}

// entries makes entries on the hosts of the paths; the digit at the end is the
// value.
func entries(paths ...string) []frontier.Entry {
	var es []frontier.Entry
	for _, p := range paths {
		es = append(es, frontier.Entry{URL: "http://" + p, Value: float64(p[len(p)-1] - '0')})
	}
	return es
}

// Many workers share transactions, and each has its own result on disk.
func TestWorkersShareCommits(t *testing.T) {
	path := tempFile(t)
	f := open(t, path, bolt.Options{Options: frontier.Options{PerHost: 100}})
	testcall.Push(t, f, entries("h/0")...)
	var workers sync.WaitGroup
	for range 20 {
		workers.Go(func() {
			for {
				l, err := f.Pop(t.Context())
				if err == io.EOF {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
				o := frontier.Outcome{}
				for c := range "abc" {
					if len(l.URL) < len("http://h/0")+5 {
						o.Links = append(o.Links, frontier.Entry{URL: l.URL + "abc"[c:c+1]})
					}
				}
				if err := f.Done(t.Context(), l, o); err != nil {
					t.Error(err)
				}
			}
		})
	}
	workers.Wait()
	closeNow(t, f)
	want := frontier.Stats{Done: 1 + 3 + 9 + 27 + 81 + 243, Hosts: 1}
	if got := testcall.Stats(t, open(t, path, bolt.Options{})); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
