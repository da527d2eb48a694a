package frontier

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"github.com/lokman-crawler/lokman/frontier/bolt"
)

// compact writes the file of a frontier anew beside the old one, and puts it in its place once it
// opens as a frontier.
func (r *report) compact(ctx context.Context, path string) (err error) {
	beside := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	if err := os.Remove(beside); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err // of a run that was killed
	}
	defer func() {
		if err != nil {
			os.Remove(beside)
			err = fmt.Errorf("-compact: %w; %s stays as it was", err, path)
		}
	}()
	old, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second}) // locked against a crawl until the end
	if err != nil {
		return err
	}
	defer old.Close()
	if err := copyTo(beside, old); err != nil {
		return err
	}
	f, err := bolt.Open(beside, bolt.Options{Existing: true})
	if err != nil {
		return err
	}
	stats, err := f.Stats(ctx)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if stats != r.Stats {
		return fmt.Errorf("the new file has %v, the old one %v", stats, r.Stats)
	}
	was, err := os.Stat(path)
	if err != nil {
		return err
	}
	is, err := os.Stat(beside)
	if err != nil {
		return err
	}
	r.Before, r.After = was.Size(), is.Size()
	return os.Rename(beside, path)
}

// transaction is how many bytes of a file are copied at once.
const transaction = 16 << 20

func copyTo(path string, old *bbolt.DB) error {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoFreelistSync: true, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return err
	}
	return errors.Join(bbolt.Compact(db, old, transaction), db.Close())
}
