// Package kv is what a frontier on disk needs of an ordered key-value store, and what it
// keeps there.
package kv

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
)

// A Store holds keys with their values, in spaces of their own, sorted by their bytes.
// It is used by one goroutine at a time.
type Store interface {
	// New reports whether nothing was in it when it was opened.
	New() bool

	// Begin begins a transaction; another begins when it has ended.
	Begin() (Tx, error)

	// Close closes the store, also after a panic.
	Close() error
}

// A Tx is a transaction. It reads what it has written.
type Tx interface {
	// Get returns the value of a key, nil if there is none. It holds until the next call.
	Get(s Space, key []byte) ([]byte, error)

	// Put keeps the value until the transaction ends, and may write behind it.
	Put(s Space, key, value []byte) error

	// Delete removes a key, if it is there.
	Delete(s Space, key []byte) error

	// From yields the pairs from a key on, in the order of the keys, until yield
	// returns false. A pair holds until then.
	From(s Space, key []byte, yield func(key, value []byte) bool) error

	// Last returns the last pair, a nil key if there is none. It holds until the next call.
	Last(s Space) (key, value []byte, err error)

	// Clear removes all keys of a space.
	Clear(s Space) error

	// Commit makes all changes at once, on disk unless the store was opened to leave that
	// to the system. If it fails, the transaction has ended without them.
	Commit() error

	// Rollback ends the transaction without its changes, also after a panic.
	Rollback() error
}

// ErrDamaged is the cause of errors about a store that holds what no frontier has written.
var ErrDamaged = errors.New("the file is damaged")

// A Space is a part of a store. Numbers in keys are big-endian.
//
// A hash is 20 bytes, see hashOf. A rank is 17 bytes: 0 for a record in the batch of BestNFirst and 1 for the others, the value or
// the age with the bits turned so that what is leased first sorts first, and the age.
type Space uint8

// The spaces.
const (
	Meta         Space = iota // "reevaluation", "order", "epoch", "counters", "clock" (clock.go), "observations", "snapshot"
	Records                   // hash of the URL -> record (record.go); one for each URL, kept for good
	Hosts                     // key of politeness -> number, next visit (host.go)
	Queue                     // host number, rank -> hash; the queued records, and those overdue under the number with againBit
	Delayed                   // due time, age -> hash; the records that wait for their own time
	Due                       // due time, age -> hash; the done records that are due again
	Revisits                  // count -> hash; the last is visited next
	Leases                    // hash -> attempts; the records so named are leased, whatever they say
	Failures                  // count -> hash, reason; the dead records in the order of their deaths, without those that were requeued
	Lowest                    // rank -> hash; the queued and delayed records, only with a capacity
	Given                     // hash -> contributions, only for merges that count a source once
	History                   // hash -> events, only with Options.History
	Observations              // count from 1 on -> observation of an outcome, until a snapshot covers it
	Values                    // epoch, count -> hashes and values of queued records; the log of values (valuelog.go)
	Snapshots                 // count of the latest observation that it covers, count -> piece of a snapshot
	Spaces       = iota
)

// String returns the name of a space.
func (s Space) String() string {
	return [Spaces]string{
		"meta", "records", "hosts", "queue", "delayed", "due", "revisits", "leases", "failures", "lowest", "given", "history", "observations", "values", "snapshots",
	}[s]
}

// First returns the first pair from a key on, a nil key if there is none.
func First(tx Tx, s Space, from []byte) (key, value []byte, err error) {
	err = tx.From(s, from, func(k, v []byte) bool {
		key, value = slices.Clone(k), slices.Clone(v)
		return false
	})
	return key, value, err
}

// Guard does work and returns an error that names the store. Reading what is damaged, a
// store may panic or touch memory that is not there.
func Guard(name string, work func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, p)
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}()
	return work()
}
