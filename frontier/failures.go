package frontier

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/internal/transition"
)

// failureBlock is the most failures that stand in one block of Memory.failures.
// A block is what is looked at, or requeued, while others wait for the frontier.
const failureBlock = 1000

// fail lists a record among the failures.
func (f *Memory) fail(id uint32) {
	d := failure{number: f.deaths, id: id}
	f.deaths++
	if last := len(f.failures) - 1; last >= 0 && len(f.failures[last]) < failureBlock {
		f.failures[last] = append(f.failures[last], d)
		return
	}
	f.failures = append(f.failures, []failure{d})
}

// failureFrom returns the block and the place in it of the first failure of a
// number or above.
func (f *Memory) failureFrom(number uint64) (block, at int) {
	block, _ = slices.BinarySearchFunc(f.failures, number, func(b []failure, n uint64) int {
		return cmp.Compare(b[len(b)-1].number, n)
	})
	if block < len(f.failures) {
		at, _ = slices.BinarySearchFunc(f.failures[block], number, func(d failure, n uint64) int {
			return cmp.Compare(d.number, n)
		})
	}
	return block, at
}

// listed is a failure as the caller gets it.
type listed struct {
	Failure
	number uint64
}

// someFailures returns the next failures with numbers of at least from and
// below end; none if there are no more.
func (f *Memory) someFailures(from, end uint64) (some []listed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	block, at := f.failureFrom(from)
	if block == len(f.failures) {
		return nil
	}
	for _, d := range f.failures[block][at:] {
		if d.number >= end {
			break
		}
		r := f.records.at(d.id)
		some = append(some, listed{Failure{URL: r.url, Source: r.source, Reason: f.reasons[d.id], Attempts: int(r.Attempts)}, d.number})
	}
	return some
}

// died returns how many times a record has died so far.
func (f *Memory) died() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.deaths
}

// Failures implements [Abilities]. It yields those that are there when it
// begins, unless they are requeued meanwhile.
func (f *Memory) Failures(context.Context) iter.Seq2[Failure, error] {
	end := f.died()
	return func(yield func(Failure, error) bool) {
		some := f.someFailures(0, end)
		for len(some) > 0 {
			for _, d := range some {
				if !yield(d.Failure, nil) {
					return
				}
			}
			some = f.someFailures(some[len(some)-1].number+1, end)
		}
	}
}

// Requeue implements [Abilities]. Other calls go on between each 1000 failures.
func (f *Memory) Requeue(ctx context.Context, which func(Failure) bool) (int, error) {
	n, end := 0, f.died()
	for from := uint64(0); ; {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		some := f.someFailures(from, end)
		if len(some) == 0 {
			return n, nil
		}
		from = some[len(some)-1].number + 1
		chosen := make(map[uint64]bool)
		for _, d := range some {
			if which(d.Failure) {
				chosen[d.number] = true
			}
		}
		n += f.requeue(some[0].number, chosen)
	}
}

// requeue queues failures of one block again, from a number on, and returns how
// many still were failures.
func (f *Memory) requeue(from uint64, chosen map[uint64]bool) (n int) {
	if len(chosen) == 0 {
		return 0
	}
	f.lock()
	defer f.mu.Unlock()
	now := time.Now()
	block, _ := f.failureFrom(from)
	if block == len(f.failures) {
		return 0
	}
	kept := slices.DeleteFunc(f.failures[block], func(d failure) bool {
		if !chosen[d.number] {
			return false
		}
		f.apply(d.id, transition.Requeue)
		f.note(d.id, Event{Time: now, Kind: transition.KindRequeued})
		f.enqueue(d.id, now)
		n++
		return true
	})
	if f.failures[block] = kept; len(kept) == 0 {
		f.failures = slices.Delete(f.failures, block, block+1)
	}
	f.waiters.Serve(now)
	return n
}
