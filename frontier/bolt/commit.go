package bolt

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
)

// batch is a transaction that several callers share: each adds its changes
// under Frontier.mu and waits until they are on disk, and the last one in a row
// commits for all. So one fsync serves as many workers as are there, and a
// single worker waits for nobody.
type batch struct {
	tx    *bbolt.Tx
	dirty bool
	done  chan struct{} // closed once err is known
	err   error

	meta, records, hosts, queue, delayed, revisits *bbolt.Bucket
	leases, failures, lowest, given, history       *bbolt.Bucket
}

// wait waits until a batch is on disk.
func (b *batch) wait() error {
	if b == nil {
		return nil
	}
	<-b.done
	return b.err
}

func (b *batch) put(to *bbolt.Bucket, key, value []byte) {
	b.dirty = true
	check(to.Put(key, seal(key, value)))
}

func (b *batch) delete(from *bbolt.Bucket, key []byte) {
	b.dirty = true
	check(from.Delete(key))
}

// get returns a value as it was put, nil if there is none.
func get(from *bbolt.Bucket, key []byte) []byte {
	stored := from.Get(key)
	if stored == nil {
		return nil
	}
	value, err := unseal(key, stored)
	check(err)
	return value
}

// writing returns the open batch and opens one if there is none.
func (f *Frontier) writing() *batch {
	if f.batch == nil {
		f.openBatch()
	}
	return f.batch
}

// openBatch opens a batch. What of the file cannot be read then undoes it.
func (f *Frontier) openBatch() {
	tx := f.begin()
	b := &batch{tx: tx, done: make(chan struct{})}
	f.batch = b
	b.meta, b.records, b.hosts = tx.Bucket(metaBucket), tx.Bucket(recordsBucket), tx.Bucket(hostsBucket)
	b.queue, b.delayed, b.revisits = tx.Bucket(queueBucket), tx.Bucket(delayedBucket), tx.Bucket(revisitsBucket)
	b.leases, b.failures, b.lowest = tx.Bucket(leasesBucket), tx.Bucket(failuresBucket), tx.Bucket(lowestBucket)
	b.given, b.history = tx.Bucket(givenBucket), tx.Bucket(historyBucket)
}

// begin begins a transaction. Only one is open at a time, for reading too: a
// panic in bbolt leaves its locks to nobody, and nobody else waits for them.
func (f *Frontier) begin() *bbolt.Tx {
	f.checkSize()
	f.stuck = true
	tx, err := f.db.Begin(true)
	f.stuck = false
	check(err)
	f.size = tx.Size()
	return tx
}

// write commits a transaction. If that fails, bbolt has rolled it back.
func (f *Frontier) write(tx *bbolt.Tx) {
	f.checkSize()
	f.stuck = true
	err := tx.Commit()
	f.stuck = false
	check(err)
}

// checkSize finds out that the file was cut short, which bbolt finds out when it
// touches memory that is not there.
func (f *Frontier) checkSize() {
	info, err := f.file.Stat()
	check(err)
	if info.Size() < f.size {
		check(fmt.Errorf("%w: it was cut short while it was open, from %d bytes to %d", errDamaged, f.size, info.Size()))
	}
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
func (f *Frontier) change(change func(now time.Time) error) (b *batch, err error) {
	f.lock()
	defer f.commitAndUnlock()
	now := time.Now()
	f.attempt(func() { err = change(now) })
	if f.err != nil {
		err = f.err
	}
	b = f.batch
	f.waiters.Serve(now)
	return b, err
}

// read looks at the file with all changes, those too that are not committed yet.
func (f *Frontier) read(look func(b *batch)) error {
	f.lock()
	defer f.commitAndUnlock()
	f.attempt(func() { look(f.writing()) })
	return f.err
}

// commit ends the open batch, if there is one.
func (f *Frontier) commit() {
	if f.batch == nil {
		return
	}
	f.attempt(func() {
		b := f.batch
		if b.dirty {
			b.put(b.meta, countersKey, f.counters.encode())
			b.put(b.meta, clockKey, countKey(uint64(f.clock.at(time.Now()))))
			f.write(b.tx)
		} else {
			check(b.tx.Rollback())
		}
		f.batch = nil
		close(b.done)
	})
}

// attempt does work on the file. What goes wrong undoes the open batch and is
// the end of this frontier: what it has in memory may be ahead of the file.
func (f *Frontier) attempt(work func()) {
	if f.err != nil {
		return
	}
	if err := guard(f.path, work); err != nil {
		f.fail(err)
	}
}

// guard returns what goes wrong in work as an error that names the file.
// Reading a damaged page, bbolt may panic or touch memory that is not there;
// check panics with an error.
func guard(path string, work func()) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = failure(path, p)
		}
	}()
	work()
	return nil
}

// check panics with an error, for guard.
func check(err error) {
	if err != nil {
		panic(err)
	}
}

// failure is the error for what guard has recovered.
func failure(path string, p any) error {
	err, ok := p.(error)
	if _, bug := p.(runtime.Error); ok && !bug {
		return fmt.Errorf("frontier/bolt: %s: %w", path, err)
	}
	return fmt.Errorf("frontier/bolt: %s: %w: %v", path, errDamaged, p)
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
