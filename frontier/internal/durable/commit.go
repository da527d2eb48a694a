package durable

import (
	"cmp"
	"math"
	"runtime"
	"time"

	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// batch is a transaction that several callers share: each adds its changes
// under Frontier.mu and waits until they are on disk, and one of them commits for all. So
// one fsync serves as many workers as are there, and a single worker does not wait.
type batch struct {
	kv.Tx
	dirty  bool
	failed error         // of the first put or delete that failed
	done   chan struct{} // closed once err is known
	err    error
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
func (b *batch) put(to kv.Space, key, value []byte) {
	b.dirty = true
	b.failed = cmp.Or(b.failed, b.Put(to, key, value))
}

func (b *batch) delete(from kv.Space, key []byte) {
	b.dirty = true
	b.failed = cmp.Or(b.failed, b.Delete(from, key))
}

// openBatch opens a batch. Only one transaction is open at a time, for reading too: a
// panic in a store may leave its locks locked, and no other call waits for them.
func (f *Frontier) openBatch() error {
	tx, err := f.store.Begin()
	if err == nil {
		f.batch = &batch{Tx: tx, done: make(chan struct{})}
	}
	return err
}

// lock locks the frontier's mutex. Waiting callers are counted, see
// commitAndUnlock.
func (f *Frontier) lock() {
	f.arriving.Add(1)
	f.mu.Lock()
	f.arriving.Add(-1)
}

// commitAndUnlock commits the open batch and unlocks the mutex. What can run now goes
// first, and if another caller waits for the mutex or commits already, the batch is left
// to that one: the busier the processors, the fewer the commits.
func (f *Frontier) commitAndUnlock() {
	defer f.mu.Unlock()
	if f.committing {
		return
	}
	f.committing = true
	f.mu.Unlock()
	runtime.Gosched()
	f.mu.Lock()
	f.committing = false
	if f.arriving.Load() > 0 {
		return
	}
	failed := f.err
	f.commit()
	f.bound()
	if f.err != failed {
		f.waiters.Serve(time.Now())
	}
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

// read looks at the store with all changes, those too that are not committed yet.
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

// bound writes values that are in memory or in the log if there are too many.
func (f *Frontier) bound() {
	switch {
	case len(f.valued) > maxValued:
		f.writeValues()
	case f.log.size > maxLog:
		f.attempt(func(b *batch) error {
			f.shortenLog(b)
			return nil
		})
		f.commit()
	}
}

// finish writes a batch to the store, if it has changed anything.
func (f *Frontier) finish(b *batch) error {
	f.writeLog(b)
	if !b.dirty {
		return b.Rollback()
	}
	f.counters.Share = math.Float64bits(float64(f.share))
	b.put(kv.Meta, layout.CountersKey, f.counters.Encode())
	b.put(kv.Meta, layout.ClockKey, layout.CountKey(uint64(f.clock.At(time.Now()))))
	if b.failed != nil {
		return b.failed
	}
	return b.Commit()
}

// attempt does work on the open batch, and opens one if there is none. An error
// undoes the batch and is the end of this frontier: what it has in memory may be
// ahead of the store. It returns f.err.
func (f *Frontier) attempt(work func(b *batch) error) error {
	if f.err != nil {
		return f.err
	}
	err := kv.Guard(f.name, func() error {
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

// fail ends the frontier with an error.
func (f *Frontier) fail(err error) {
	f.err = err
	if b := f.batch; b != nil {
		f.batch = nil
		b.Rollback() // fails only if the transaction has ended
		b.err = err
		close(b.done)
	}
}
