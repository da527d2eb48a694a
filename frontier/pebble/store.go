package pebble

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// A key of the database is the number of a space and its key there. In the space Meta is
// "format" too.
const formatVersion = "1"

var formatKey = []byte("format")

var errForeign = errors.New("the folder is a pebble database, but no frontier")

const (
	defaultCache = 64 << 20
	memTable     = 32 << 20 // of which there may be two before writes wait
)

// A store is a database.
type store struct {
	path   string
	place  string      // its absolute path
	folder os.FileInfo // what was there at Open
	db     *pebble.DB
	new    bool
	broken atomic.Pointer[error] // why the database can no longer be written
}

func (s *store) open(o Options) (err error) {
	options := &pebble.Options{
		CacheSize:                   cmp.Or(o.Cache, defaultCache),
		MemTableSize:                memTable,
		MemTableStopWritesThreshold: 3,
		ErrorIfNotExists:            o.Existing,
		FormatMajorVersion:          pebble.FormatNewest,
		FS:                          vfs.Default, // without checks whose goroutines outlive a failed Open
		Logger:                      s,
		EventListener:               &pebble.EventListener{BackgroundError: s.fail},
	}
	if o.NoSync {
		options.FS = unsynced{vfs.Default}
	}
	for i := range options.Levels {
		options.Levels[i].FilterPolicy = bloom.FilterPolicy(10) // most URLs that are looked up are new
	}
	if s.db, err = pebble.Open(s.path, options); err != nil {
		return err
	}
	if s.place, err = filepath.Abs(s.path); err != nil {
		return err
	}
	if s.folder, err = os.Stat(s.place); err != nil {
		return err
	}
	return s.identify()
}

// identify sees whether the database is a frontier's, and makes a new one so.
func (s *store) identify() error {
	format, closer, err := s.db.Get(keyOf(kv.Meta, formatKey))
	switch {
	case errors.Is(err, pebble.ErrNotFound):
		some, err := s.db.NewIter(nil)
		if err != nil {
			return err
		}
		s.new = !some.First()
		if err := some.Close(); err != nil || s.new {
			return err
		}
		return errForeign
	case err != nil:
		return err
	}
	defer closer.Close()
	if string(format) != formatVersion {
		return fmt.Errorf("the folder has format %s and was made by a newer version of this package, which reads format %s", format, formatVersion)
	}
	return nil
}

// New implements [kv.Store].
func (s *store) New() bool { return s.new }

// Begin implements [kv.Store].
func (s *store) Begin() (kv.Tx, error) {
	if err := s.broken.Load(); err != nil {
		return nil, *err
	}
	return &transaction{store: s, batch: s.db.NewIndexedBatch()}, nil
}

// Close implements [kv.Store]. A database that is broken may wait for itself: its files
// stay open until the process ends.
func (s *store) Close() error {
	if s.db == nil || s.broken.Load() != nil {
		return nil
	}
	return s.db.Close()
}

// checkPlace finds out that the folder is no longer the one at its path.
func (s *store) checkPlace() error {
	if there, err := os.Stat(s.place); err != nil || !os.SameFile(s.folder, there) {
		return errors.New("the folder was removed or replaced while it was open")
	}
	return nil
}

// fail keeps the first error of the database's own goroutines.
func (s *store) fail(err error) { s.broken.CompareAndSwap(nil, &err) }

// Infof, Errorf and Fatalf are for the database: it says there what it does, and last that it
// cannot go on.
func (s *store) Infof(string, ...any)  {}
func (s *store) Errorf(string, ...any) {}
func (s *store) Fatalf(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	s.fail(err)
	panic(err)
}
