package bolt_test

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
)

// A frontier is opened as it was made, whatever that was, and where there is none no
// file is made.
func TestExisting(t *testing.T) {
	for order := frontier.BestFirst; order <= frontier.BestNFirst; order++ {
		for merge := frontier.GetGreater; merge <= frontier.ReplaceValues; merge++ {
			path := tempFile(t)
			if _, err := bolt.Open(path, bolt.Options{Existing: true}); !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("without a file: %v", err)
			}
			if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("a file was made: %v", err)
			}
			f, err := bolt.Open(path, bolt.Options{Options: frontier.Options{Order: order, Reevaluation: merge}})
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Push(t.Context(), frontier.Entry{URL: "http://a.example/"}); err != nil {
				t.Fatal(err)
			}
			closeNow(t, f)
			if f, err = bolt.Open(path, bolt.Options{Existing: true}); err != nil {
				t.Fatal(err)
			}
			if o := f.Options(); o.Order != order || o.Reevaluation != merge {
				t.Errorf("%v %v was opened as %v %v", order, merge, o.Order, o.Reevaluation)
			}
			if s, err := f.Stats(t.Context()); err != nil || s.Queued != 1 {
				t.Errorf("%v, %v", s, err)
			}
			closeNow(t, f)
		}
	}
	empty := tempFile(t)
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := bolt.Open(empty, bolt.Options{Existing: true}); err == nil {
		t.Error("an empty file was opened")
	}
	if info, err := os.Stat(empty); err != nil || info.Size() != 0 {
		t.Errorf("the empty file is now %v, %v", info, err)
	}
}
