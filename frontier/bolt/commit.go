package bolt

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
)

// batch is a transaction that several callers share: each adds its changes
// under Frontier.mu and waits until they are on disk, and the last one in a row
// commits for all. So one fsync serves as many workers as are there, and a
// single worker does not wait.
type batch struct {
	tx     *bbolt.Tx
	dirty  bool
	failed error         // of the first put or delete that failed
	done   chan struct{} // closed once err is known
	err    error

	meta, records, hosts, queue, delayed, revisits *bbolt.Bucket
	leases, failures, lowest, given, history       *bbolt.Bucket
	observations                                   *bbolt.Bucket
}

// wait waits until a batch is on disk.
func (b *batch) wait() error {
	if b == nil {
		return nil
	}
	<-b.done
	return b.err
}

// put and delete keep their first error, for attempt to return.
func (b *batch) put(to *bbolt.Bucket, key, value []byte) {
	b.dirty = true
	b.failed = cmp.Or(b.failed, to.Put(key, seal(key, value)))
}

func (b *batch) delete(from *bbolt.Bucket, key []byte) {
	b.dirty = true
	b.failed = cmp.Or(b.failed, from.Delete(key))
}

// get returns a value as it was put, nil if there is none.
func get(from *bbolt.Bucket, key []byte) ([]byte, error) {
	stored := from.Get(key)
	if stored == nil {
		return nil, nil
	}
	return unseal(key, stored)
}

// openBatch opens a batch.
func (f *Frontier) openBatch() error {
	tx, err := f.begin()
	if err != nil {
		return err
	}
	b := &batch{tx: tx, done: make(chan struct{})}
	f.batch = b
	b.meta, b.records, b.hosts = tx.Bucket(metaBucket), tx.Bucket(recordsBucket), tx.Bucket(hostsBucket)
	b.queue, b.delayed, b.revisits = tx.Bucket(queueBucket), tx.Bucket(delayedBucket), tx.Bucket(revisitsBucket)
	b.leases, b.failures, b.lowest = tx.Bucket(leasesBucket), tx.Bucket(failuresBucket), tx.Bucket(lowestBucket)
	b.given, b.history = tx.Bucket(givenBucket), tx.Bucket(historyBucket)
	b.observations = tx.Bucket(observationsBucket)
	return nil
}

// begin begins a transaction. Only one is open at a time, for reading too: a
// panic in bbolt leaves its locks locked, and no other call waits for them.
func (f *Frontier) begin() (*bbolt.Tx, error) {
	if err := f.checkSize(); err != nil {
		return nil, err
	}
	f.stuck = true
	tx, err := f.db.Begin(true)
	f.stuck = false
	if err != nil {
		return nil, err
	}
	f.size = tx.Size()
	return tx, nil
}

// write commits a transaction. If that fails, bbolt has rolled it back.
func (f *Frontier) write(tx *bbolt.Tx) error {
	if err := cmp.Or(f.checkSize(), f.checkPlace()); err != nil {
		return err
	}
	f.stuck = true
	err := tx.Commit()
	f.stuck = false
	return err
}

// checkSize finds out that the file was cut short, which bbolt finds out when it
// touches memory that is not there.
func (f *Frontier) checkSize() error {
	info, err := f.file.Stat()
	if err == nil && info.Size() < f.size {
		err = fmt.Errorf("%w: it was cut short while it was open, from %d bytes to %d", errDamaged, f.size, info.Size())
	}
	return err
}

// checkPlace finds out that the file is no longer the one at its path, and would be
// gone when it is closed.
func (f *Frontier) checkPlace() error {
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(f.place); err != nil || !os.SameFile(info, there) {
		return errors.New("the file was removed or replaced while it was open")
	}
	return nil
}

// lock locks the frontier's mutex. Waiting callers are counted, see
// commitAndUnlock.
func (f *Frontier) lock() {
	f.arriving.Add(1)
	f.mu.Lock()
	f.arriving.Add(-1)
}

// commitAndUnlock commits the open batch and unlocks the mutex. If another
// caller waits for the mutex, the batch is left to that one to commit.
func (f *Frontier) commitAndUnlock() {
	if f.arriving.Load() == 0 {
		failed := f.err
		f.commit()
		if f.err != failed {
			f.waiters.Serve(time.Now())
		}
	}
	f.mu.Unlock()
}

// update makes changes and returns once they are on disk.
func (f *Frontier) update(change func(now time.Time) error) error {
	b, err := f.change(change)
	if err != nil {
		return err
	}
	return b.wait()
}

// change makes changes in the open batch, which it returns.
func (f *Frontier) change(change func(now time.Time) error) (*batch, error) {
	f.lock()
	defer f.commitAndUnlock()
	now := time.Now()
	err := f.attempt(func(*batch) error { return change(now) })
	b := f.batch
	f.waiters.Serve(now)
	return b, err
}

// read looks at the file with all changes, those too that are not committed yet.
func (f *Frontier) read(look func(b *batch) error) error {
	f.lock()
	defer f.commitAndUnlock()
	return f.attempt(look)
}

// commit ends the open batch, if there is one.
func (f *Frontier) commit() {
	if f.batch == nil {
		return
	}
	f.attempt(func(b *batch) error {
		if err := f.finish(b); err != nil {
			return err
		}
		f.batch = nil
		close(b.done)
		return nil
	})
}

// finish writes a batch to the file, if it has changed anything.
func (f *Frontier) finish(b *batch) error {
	if !b.dirty {
		return b.tx.Rollback()
	}
	b.put(b.meta, countersKey, f.counters.encode())
	b.put(b.meta, clockKey, countKey(uint64(f.clock.at(time.Now()))))
	if b.failed != nil {
		return b.failed
	}
	return f.write(b.tx)
}

// attempt does work on the open batch, and opens one if there is none. An error
// undoes the batch and is the end of this frontier: what it has in memory may be
// ahead of the file. It returns f.err.
func (f *Frontier) attempt(work func(b *batch) error) error {
	if f.err != nil {
		return f.err
	}
	err := guard(f.path, func() error {
		if f.batch == nil {
			if err := f.openBatch(); err != nil {
				return err
			}
		}
		b := f.batch
		if err := work(b); err != nil {
			return err
		}
		return b.failed
	})
	if err != nil {
		f.fail(err)
	}
	return f.err
}

// guard does work and returns an error that names the file. Reading a damaged
// page, bbolt may panic or touch memory that is not there.
func guard(path string, work func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errDamaged, p)
		}
		if err != nil {
			err = fmt.Errorf("bolt: %s: %w", path, err)
		}
	}()
	return work()
}

// fail ends the frontier with an error.
func (f *Frontier) fail(err error) {
	f.err = err
	if b := f.batch; b != nil {
		f.batch = nil
		f.stuck = f.stuck || !rollback(b.tx)
		b.err = err
		close(b.done)
	}
}

// rollback reports whether a transaction could be rolled back. It reads nothing
// of the file.
func rollback(tx *bbolt.Tx) (ok bool) {
	defer func() { ok = recover() == nil }()
	tx.Rollback() // fails only if the transaction has ended
	return
}
