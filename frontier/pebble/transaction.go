package pebble

import (
	"cmp"
	"errors"
	"slices"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// A transaction is a [kv.Tx].
type transaction struct {
	store *store
	batch *pebble.Batch
}

func keyOf(s kv.Space, key []byte) []byte {
	return append(append(make([]byte, 0, 1+len(key)), byte(s)), key...)
}

// Get implements [kv.Tx].
func (t *transaction) Get(s kv.Space, key []byte) ([]byte, error) {
	value, closer, err := t.batch.Get(keyOf(s, key))
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	value = append(make([]byte, 0, len(value)), value...) // not nil
	return value, closer.Close()
}

// Put implements [kv.Tx].
func (t *transaction) Put(s kv.Space, key, value []byte) error {
	return t.batch.Set(keyOf(s, key), value, nil)
}

// Delete implements [kv.Tx].
func (t *transaction) Delete(s kv.Space, key []byte) error {
	return t.batch.Delete(keyOf(s, key), nil)
}

// From implements [kv.Tx].
func (t *transaction) From(s kv.Space, from []byte, yield func(key, value []byte) bool) error {
	return t.iterate(s, from, func(i *pebble.Iterator) error {
		for ok := i.First(); ok; ok = i.Next() {
			value, err := i.ValueAndErr()
			if err != nil {
				return err
			}
			if !yield(i.Key()[1:], value) {
				break
			}
		}
		return nil
	})
}

// Last implements [kv.Tx].
func (t *transaction) Last(s kv.Space) (key, value []byte, err error) {
	err = t.iterate(s, nil, func(i *pebble.Iterator) error {
		if !i.Last() {
			return nil
		}
		key = slices.Clone(i.Key()[1:])
		value, err = i.ValueAndErr()
		value = slices.Clone(value)
		return err
	})
	return key, value, err
}

// iterate looks at a space from a key on.
func (t *transaction) iterate(s kv.Space, from []byte, look func(*pebble.Iterator) error) error {
	i, err := t.batch.NewIter(&pebble.IterOptions{LowerBound: keyOf(s, from), UpperBound: keyOf(s+1, nil)})
	if err != nil {
		return err
	}
	return cmp.Or(look(i), i.Close())
}

// Clear implements [kv.Tx].
func (t *transaction) Clear(s kv.Space) error {
	return t.batch.DeleteRange(keyOf(s, nil), keyOf(s+1, nil), nil)
}

// Commit implements [kv.Tx].
func (t *transaction) Commit() (err error) {
	s := t.store
	if s.new {
		err = t.batch.Set(keyOf(kv.Meta, formatKey), []byte(formatVersion), nil)
	}
	if err = cmp.Or(err, s.checkPlace()); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			if broken := s.broken.Load(); broken != nil {
				err = *broken
				return
			}
			panic(p)
		}
	}()
	if err = t.batch.Commit(pebble.Sync); err == nil {
		s.new = false
		err = t.batch.Close()
	}
	return err
}

// Rollback implements [kv.Tx].
func (t *transaction) Rollback() error { return t.batch.Close() }
