package frontier

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"
)

// failure is a record that died, or what Requeue has left of one until it tidies
// up.
type failure struct {
	number   uint64 // of failures before it
	id       uint32
	requeued bool
	reason   string
}

// failuresAtOnce is how many failures are looked at, or requeued, while others
// wait for the frontier.
const failuresAtOnce = 1000

// fail lists a record among the failures.
func (f *Memory) fail(id uint32, reason string) {
	f.failures = append(f.failures, failure{number: f.deaths, id: id, reason: reason})
	f.deaths++
}

// failureFrom returns where the first failure of a number or above stands.
func (f *Memory) failureFrom(number uint64) int {
	at, _ := slices.BinarySearchFunc(f.failures, number, func(d failure, n uint64) int { return cmp.Compare(d.number, n) })
	return at
}

// listed is a failure as it is told to the caller.
type listed struct {
	Failure
	number uint64
}

// someFailures returns the next failures with numbers of at least from and
// below end; none if there are no more.
func (f *Memory) someFailures(from, end uint64) (some []listed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, d := range f.failures[f.failureFrom(from):] {
		if d.number >= end || len(some) == failuresAtOnce {
			break
		}
		if d.requeued {
			continue
		}
		r := f.records.at(d.id)
		some = append(some, listed{Failure{URL: r.url, Source: r.source, Reason: d.reason, Attempts: int(r.attempts)}, d.number})
	}
	return some
}

// died returns how many records have died so far.
func (f *Memory) died() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.deaths
}

// Failures implements [FailureLister]. It yields those that are there when it
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

var _ Requeuer = (*Memory)(nil)

// Requeue implements [Requeuer]. Other calls go on between each 1000 failures.
func (f *Memory) Requeue(ctx context.Context, which func(Failure) bool) (int, error) {
	defer f.tidyFailures()
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
		some = slices.DeleteFunc(some, func(d listed) bool { return !which(d.Failure) })
		n += f.requeue(some)
	}
}

// requeue queues failures again and returns how many still were failures.
func (f *Memory) requeue(some []listed) (n int) {
	f.lock()
	defer f.mu.Unlock()
	now := time.Now()
	for _, s := range some {
		at := f.failureFrom(s.number)
		if at == len(f.failures) || f.failures[at].number != s.number || f.failures[at].requeued {
			continue
		}
		d := &f.failures[at]
		d.requeued, d.reason = true, ""
		r := f.records.at(d.id)
		r.attempts, r.revisited = 0, false
		f.note(d.id, Event{Time: now, Kind: Requeued})
		f.enqueue(d.id, now)
		n++
	}
	f.room.Serve(now)
	return n
}

// tidyFailures takes what was requeued out of the list, once for a whole
// Requeue.
func (f *Memory) tidyFailures() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failures = slices.DeleteFunc(f.failures, func(d failure) bool { return d.requeued })
}
