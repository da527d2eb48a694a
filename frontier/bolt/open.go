package bolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"github.com/lokman-crawler/lokman/frontier/bolt/internal/pages"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// The file has a bucket for each space that package durable names, those of the optional
// ones only if they were used. In the bucket of the space Meta is "format" too. All values but that end in a
// checksum (CRC-32C) of key and value, since bbolt has none of its own.
const formatVersion = 3 // 2 had no pages that are due again, 1 no ends of leases in records

var formatKey = []byte("format")

// optional are the spaces that not every file has a bucket for.
var optional = []kv.Space{kv.Lowest, kv.Observations, kv.Values, kv.Snapshots, kv.Due}

// lockTimeout is how long Open waits for another owner of the file to go.
const lockTimeout = time.Second

var (
	errLocked  = errors.New("the file is locked: it is open as a frontier here or in another process")
	errForeign = errors.New("the file is a bbolt database, but no frontier")
)

// open opens the database and sees whether it is a frontier's. bbolt does not close the
// file when it panics, so the file is kept.
func (s *store) open(o Options) error {
	if info, err := os.Stat(s.path); o.Existing && err != nil {
		return err
	} else if o.Existing && info.Size() == 0 {
		return fmt.Errorf("%w or no frontier", kv.ErrDamaged)
	}
	content, err := pages.Inspect(s.path, lockTimeout, intact)
	if err != nil {
		return openError(err)
	}
	if s.place, err = filepath.Abs(s.path); err != nil {
		return err
	}
	s.db, err = bbolt.Open(s.path, 0o600, &bbolt.Options{
		Timeout: lockTimeout,
		NoSync:  o.NoSync,
		// Free pages are found by a walk through the file at Open instead of
		// being written at every commit.
		NoFreelistSync: true,
		FreelistType:   bbolt.FreelistMapType,
		NoStatistics:   true,
		OpenFile: func(name string, flag int, perm os.FileMode) (*os.File, error) {
			file, err := os.OpenFile(name, flag, perm)
			s.file = file
			return file, err
		},
	})
	if err != nil {
		return openError(err)
	}
	s.stuck = true
	err = s.db.View(func(tx *bbolt.Tx) error { return s.identify(tx, content) })
	s.stuck = false
	return err
}

// intact reports whether a value has its checksum, which that of formatKey has not.
// Another format may have other checksums.
func intact(key, value []byte) bool {
	_, err := unseal(key, value)
	return err == nil || string(key) == string(formatKey)
}

func openError(err error) error {
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		return errLocked
	case errors.Is(err, bbolterrors.ErrInvalid), errors.Is(err, bbolterrors.ErrChecksum),
		errors.Is(err, bbolterrors.ErrVersionMismatch):
		return fmt.Errorf("%w or no frontier", kv.ErrDamaged)
	}
	return err
}

// identify finds out the format of a file, and whether it has the buckets of a frontier.
// content is what is wrong with its values, if their checksums are ours.
func (s *store) identify(tx *bbolt.Tx, content error) error {
	if first, _ := tx.Cursor().First(); first == nil {
		return nil // it is new
	}
	meta := tx.Bucket([]byte(kv.Meta.String()))
	if meta == nil || meta.Get(formatKey) == nil {
		return withoutFormat(tx)
	}
	format, err := strconv.Atoi(string(meta.Get(formatKey)))
	if err != nil || format < 1 {
		return kv.ErrDamaged
	}
	if format > formatVersion {
		return fmt.Errorf("the file has format %d and was made by a newer version of this package, which reads formats up to %d", format, formatVersion)
	}
	if content != nil {
		return content
	}
	for space := range kv.Space(kv.Spaces) {
		if tx.Bucket([]byte(space.String())) == nil && !slices.Contains(optional, space) {
			return kv.ErrDamaged
		}
	}
	s.format = format
	return nil
}

// withoutFormat says what a database is that lacks the format: another program's
// has buckets that a frontier has not. No program can put anything beside them.
func withoutFormat(tx *bbolt.Tx) error {
	var known []string
	for space := range kv.Space(kv.Spaces) {
		known = append(known, space.String())
	}
	c := tx.Cursor()
	for name, value := c.First(); name != nil; name, value = c.Next() {
		if value == nil && !slices.Contains(known, string(name)) {
			return errForeign
		}
	}
	return kv.ErrDamaged
}

// prepare makes the buckets of a new file, and has an older one say that it has the
// present format.
func (s *store) prepare(tx *bbolt.Tx) error {
	if s.New() {
		for space := range kv.Space(kv.Spaces) {
			if slices.Contains(optional, space) {
				continue
			}
			if _, err := tx.CreateBucket([]byte(space.String())); err != nil {
				return err
			}
		}
	}
	if s.format == formatVersion {
		return nil
	}
	return tx.Bucket([]byte(kv.Meta.String())).Put(formatKey, []byte(strconv.Itoa(formatVersion)))
}
