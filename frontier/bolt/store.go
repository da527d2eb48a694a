package bolt

import (
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"

	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/filelock"
)

// A store is a bbolt file, with a bucket for each space.
type store struct {
	path  string
	db    *bbolt.DB
	file  *os.File // that of db
	place string   // its absolute path

	format   int   // of the file; 0 if it is new
	prepared bool  // the buckets are there, and the format is that of this package
	stuck    bool  // a call of bbolt has not returned: its locks are held for good
	size     int64 // bytes of the file that are in use, as far as is known
}

// New implements [kv.Store].
func (s *store) New() bool { return s.format == 0 }

// Begin implements [kv.Store]. The first transaction makes the buckets of a new file.
func (s *store) Begin() (kv.Tx, error) {
	if err := s.checkSize(); err != nil {
		return nil, err
	}
	s.stuck = true
	tx, err := s.db.Begin(true)
	if err == nil && !s.prepared {
		if err = s.prepare(tx); err != nil {
			tx.Rollback()
		}
	}
	s.stuck = false
	if err != nil {
		return nil, err
	}
	s.size = tx.Size()
	return &transaction{store: s, tx: tx}, nil
}

// checkSize finds out that the file was cut short, which bbolt finds out when it
// touches memory that is not there.
func (s *store) checkSize() error {
	info, err := s.file.Stat()
	if err == nil && info.Size() < s.size {
		err = fmt.Errorf("%w: it was cut short while it was open, from %d bytes to %d", kv.ErrDamaged, s.size, info.Size())
	}
	return err
}

// checkPlace finds out that the file is no longer the one at its path, and would be
// gone when it is closed.
func (s *store) checkPlace() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(s.place); err != nil || !os.SameFile(info, there) {
		return errors.New("the file was removed or replaced while it was open")
	}
	return nil
}

// Close closes the database, or only the file if there is none or bbolt would
// wait for its own locks: then its memory map stays until the process ends.
func (s *store) Close() error {
	if s.file == nil {
		return nil
	}
	if s.db == nil || s.stuck {
		filelock.Unlock(s.file)
		return s.file.Close()
	}
	return s.db.Close()
}
