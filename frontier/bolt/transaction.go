package bolt

import (
	"cmp"

	"go.etcd.io/bbolt"

	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// A transaction is a [kv.Tx].
type transaction struct {
	store   *store
	tx      *bbolt.Tx
	buckets [kv.Spaces]*bbolt.Bucket // as far as they were asked for
}

// bucket returns the bucket of a space, nil if the file has none.
func (t *transaction) bucket(s kv.Space) *bbolt.Bucket {
	if t.buckets[s] == nil {
		t.buckets[s] = t.tx.Bucket([]byte(s.String()))
	}
	return t.buckets[s]
}

// Get implements [kv.Tx].
func (t *transaction) Get(s kv.Space, key []byte) ([]byte, error) {
	b := t.bucket(s)
	if b == nil {
		return nil, nil
	}
	stored := b.Get(key)
	if stored == nil {
		return nil, nil
	}
	return unseal(key, stored)
}

// Put implements [kv.Tx].
func (t *transaction) Put(s kv.Space, key, value []byte) error {
	b := t.bucket(s)
	if b == nil {
		var err error
		if b, err = t.tx.CreateBucket([]byte(s.String())); err != nil {
			return err
		}
		t.buckets[s] = b
	}
	if s == kv.Observations || s == kv.Values || s == kv.Snapshots {
		b.FillPercent = 1 // nothing comes between two
	}
	return b.Put(key, seal(key, value))
}

// Delete implements [kv.Tx].
func (t *transaction) Delete(s kv.Space, key []byte) error {
	if b := t.bucket(s); b != nil {
		return b.Delete(key)
	}
	return nil
}

// From implements [kv.Tx].
func (t *transaction) From(s kv.Space, from []byte, yield func(key, value []byte) bool) error {
	b := t.bucket(s)
	if b == nil {
		return nil
	}
	c := b.Cursor()
	for key, stored := c.Seek(from); key != nil; key, stored = c.Next() {
		value, err := unseal(key, stored)
		if err != nil {
			return err
		}
		if !yield(key, value) {
			break
		}
	}
	return nil
}

// Last implements [kv.Tx].
func (t *transaction) Last(s kv.Space) (key, value []byte, err error) {
	b := t.bucket(s)
	if b == nil {
		return nil, nil, nil
	}
	key, stored := b.Cursor().Last()
	if key != nil {
		value, err = unseal(key, stored)
	}
	return key, value, err
}

// Clear implements [kv.Tx].
func (t *transaction) Clear(s kv.Space) error {
	if t.bucket(s) == nil {
		return nil
	}
	t.buckets[s] = nil
	return t.tx.DeleteBucket([]byte(s.String()))
}

// Commit implements [kv.Tx].
func (t *transaction) Commit() error {
	s := t.store
	if err := cmp.Or(s.checkSize(), s.checkPlace()); err != nil {
		return err
	}
	s.stuck = true
	err := t.tx.Commit() // if that fails, bbolt has rolled it back
	s.stuck = false
	s.prepared = s.prepared || err == nil
	return err
}

// Rollback implements [kv.Tx]. It reads nothing of the file.
func (t *transaction) Rollback() (err error) {
	stuck := t.store.stuck
	t.store.stuck = true
	defer func() {
		if recover() == nil {
			t.store.stuck = stuck
		}
	}()
	return t.tx.Rollback()
}
