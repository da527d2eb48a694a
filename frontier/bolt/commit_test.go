package bolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	bbolterrors "go.etcd.io/bbolt/errors"

	"github.com/lokman-crawler/lokman/frontier"
)

// When the disk is full, the call and all later ones say so, blocked ones too;
// what was acknowledged is in the file.
func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frontier")
	f, store, err := open(path, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	push := func(n int) error {
		var some []frontier.Entry
		for i := range 500 {
			some = append(some, frontier.Entry{URL: fmt.Sprintf("http://a.test/%d/%d", n, i), Host: "a"})
		}
		return f.Push(t.Context(), some...)
	}
	if err := push(0); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Pop(t.Context()); err != nil {
		t.Fatal(err)
	}
	blocked := make(chan error)
	go func() {
		_, err := f.Pop(t.Context())
		blocked <- err
	}()
	store.db.MaxSize = 1 << 21
	acknowledged := 1
	for ; err == nil; acknowledged++ {
		err = push(acknowledged)
	}
	acknowledged--
	if !errors.Is(err, bbolterrors.ErrMaxSizeReached) {
		t.Errorf("Push to a full disk: %v", err)
	}
	if err := <-blocked; !errors.Is(err, bbolterrors.ErrMaxSizeReached) {
		t.Errorf("the blocked Pop: %v", err)
	}
	if err := push(0); !errors.Is(err, bbolterrors.ErrMaxSizeReached) {
		t.Errorf("the next Push: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	f, err = Open(path, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if s, _ := f.Stats(t.Context()); s.Queued != 500*acknowledged {
		t.Errorf("%d URLs queued, want %d", s.Queued, 500*acknowledged)
	}
}

// A panic in bbolt, wherever it comes, does not keep Close from returning.
func TestCloseAfterPanic(t *testing.T) {
	for _, size := range []int64{0, 4096, 8192, 16384} {
		for _, call := range []string{"Push", "Explain", "Close"} {
			t.Run(fmt.Sprint(call, " at ", size), func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "frontier")
				f, store, err := open(path, Options{NoSync: true, Options: frontier.Options{History: true}})
				if err != nil {
					t.Fatal(err)
				}
				for i := range 100 {
					if err := f.Push(t.Context(), frontier.Entry{URL: fmt.Sprintf("http://h%d.test/", i)}); err != nil {
						t.Fatal(err)
					}
				}
				if err := os.Truncate(path, size); err != nil {
					t.Fatal(err)
				}
				store.size = 0 // as if the file were cut after it was looked at
				switch call {
				case "Push":
					err = f.Push(t.Context(), frontier.Entry{URL: "http://new.test/"})
				case "Explain":
					_, err = f.Explain(t.Context(), "http://h1.test/")
				}
				if call != "Close" && err == nil {
					t.Errorf("%s = nil", call)
				}
				closed := make(chan error, 1)
				go func() { closed <- f.Close() }()
				select {
				case <-closed:
				case <-time.After(time.Minute):
					t.Fatal("Close hangs")
				}
			})
		}
	}
}
