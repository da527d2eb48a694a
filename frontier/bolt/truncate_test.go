package bolt_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// promptly fails the test if a call does not return.
func promptly(t *testing.T, what string, call func() error) error {
	t.Helper()
	ch := make(chan error, 1)
	go func() { ch <- call() }()
	select {
	case err := <-ch:
		return err
	case <-time.After(time.Minute):
		t.Fatalf("%s hangs", what)
		return nil
	}
}

// everyCall are the calls of a frontier that look into its file.
var everyCall = []struct {
	name string
	call func(ctx context.Context, f *bolt.Frontier, l frontier.Lease) error
}{
	{"Push", func(ctx context.Context, f *bolt.Frontier, _ frontier.Lease) error {
		return f.Push(ctx, frontier.Entry{URL: "http://new.test/"})
	}},
	{"Pop", func(ctx context.Context, f *bolt.Frontier, _ frontier.Lease) error {
		_, err := f.Pop(ctx)
		return err
	}},
	{"Done", func(ctx context.Context, f *bolt.Frontier, l frontier.Lease) error {
		return f.Done(ctx, l, frontier.Outcome{})
	}},
	{"Block", func(ctx context.Context, f *bolt.Frontier, _ frontier.Lease) error {
		return f.Block(ctx, "new.test", time.Now().Add(time.Hour))
	}},
	{"Rescore", func(ctx context.Context, f *bolt.Frontier, _ frontier.Lease) error {
		return f.Rescore(ctx, func(frontier.Entry) float64 { return 1 })
	}},
	{"Requeue", func(ctx context.Context, f *bolt.Frontier, _ frontier.Lease) error {
		_, err := f.Requeue(ctx, func(frontier.Failure) bool { return true })
		return err
	}},
	{"Explain", func(ctx context.Context, f *bolt.Frontier, l frontier.Lease) error {
		_, err := f.Explain(ctx, l.URL)
		return err
	}},
	{"Failures", func(ctx context.Context, f *bolt.Frontier, _ frontier.Lease) error {
		for _, err := range f.Failures(ctx) {
			return err
		}
		return nil
	}},
}

// A file that is cut short while it is open is an error, and nothing hangs.
func TestTruncatedWhileOpen(t *testing.T) {
	contents := busyFile(t)
	for _, size := range []int64{0, 100, 4096, 5000, 8192, 12288, int64(len(contents)) / 2} {
		for _, first := range everyCall {
			t.Run(fmt.Sprint(first.name, " at ", size), func(t *testing.T) {
				path := tempFile(t)
				if err := os.WriteFile(path, contents, 0o644); err != nil {
					t.Fatal(err)
				}
				f := open(t, path, damageOptions)
				l := testcall.Pop(t, f)
				if err := os.Truncate(path, size); err != nil {
					t.Fatal(err)
				}
				err := promptly(t, first.name, func() error { return first.call(t.Context(), f, l) })
				if err == nil || !strings.Contains(err.Error(), path) {
					t.Errorf("%s = %v, want an error that names the file", first.name, err)
				}
				for _, then := range everyCall {
					err := promptly(t, then.name, func() error { return then.call(t.Context(), f, l) })
					if err == nil {
						t.Errorf("%s after that = nil", then.name)
					}
				}
				promptly(t, "Close", f.Close)
				for _, then := range everyCall {
					promptly(t, then.name, func() error { return then.call(t.Context(), f, l) })
				}
				promptly(t, "Open", func() error {
					f, err := bolt.Open(path, damageOptions)
					if err == nil {
						err = f.Close()
					}
					return err
				})
			})
		}
	}
}

func TestTruncatedBeforeClose(t *testing.T) {
	contents := busyFile(t)
	for _, size := range []int64{0, 100, 4096, 8192, int64(len(contents)) / 2} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			path := tempFile(t)
			if err := os.WriteFile(path, contents, 0o644); err != nil {
				t.Fatal(err)
			}
			f := open(t, path, damageOptions)
			if err := os.Truncate(path, size); err != nil {
				t.Fatal(err)
			}
			if err := promptly(t, "Close", f.Close); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("Close = %v, want an error that names the file", err)
			}
			if err := promptly(t, "the second Close", f.Close); err != nil {
				t.Errorf("the second Close = %v", err)
			}
		})
	}
}

// Workers that are at it, and one that waits, come to an end. One of many times
// the file is cut just when it is being written, which makes it long again:
// then nobody notices before the missing pages are looked at.
func TestTruncatedWhileWorking(t *testing.T) {
	for _, size := range []int64{0, 4096, 8192, 40960} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			path := tempFile(t)
			f := open(t, path, bolt.Options{NoSync: true})
			testcall.Push(t, f, frontier.Entry{URL: "http://waits.test/1"}, frontier.Entry{URL: "http://waits.test/2"})
			testcall.Pop(t, f)
			waiting := make(chan error, 1)
			go func() {
				_, err := f.Pop(t.Context())
				waiting <- err
			}()
			var busy sync.WaitGroup
			started := make(chan struct{}, 4)
			for w := range 4 {
				busy.Go(func() {
					for n := range 500 {
						err := f.Push(t.Context(), frontier.Entry{URL: fmt.Sprintf("http://waits.test/%d/%d", w, n)})
						if err != nil {
							return
						}
						if n == 20 {
							started <- struct{}{}
						}
					}
				})
			}
			for range 4 {
				<-started
			}
			if err := os.Truncate(path, size); err != nil {
				t.Fatal(err)
			}
			promptly(t, "Push", func() error { busy.Wait(); return nil })
			promptly(t, "Close", f.Close)
			if err := promptly(t, "Pop", func() error { return <-waiting }); err == nil {
				t.Error("the Pop that waited returned a lease")
			}
		})
	}
}
