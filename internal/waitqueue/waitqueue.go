// Package waitqueue lets callers wait for items that a source cannot give yet.
package waitqueue

import (
	"context"
	"slices"
	"time"
)

// A Queue holds the callers of a source that had nothing for them. The source's
// own mutex guards it. After each change of the source Serve is called, which
// hands what has become available straight to the callers, first come first
// served, so that none wakes up for nothing. The zero value is ready once
// Source is set.
type Queue[T any] struct {
	Source[T]

	waiters []waiter[T]
	timer   *time.Timer
	alarm   time.Time // when timer goes off; zero when it is not set
}

// A Source has the items. Take, Due and GiveBack are called between Begin and
// End.
type Source[T any] interface {
	// Take returns up to n items, or an error if there will never be one.
	// It reports false if there is none now.
	Take(n int, now time.Time) ([]T, error, bool)
	// Due returns when Take may have something although the source has not
	// been changed; zero for never.
	Due() time.Time
	// GiveBack undoes a Take for a caller that has gone.
	GiveBack([]T)

	Begin() // locks the source's mutex
	End()   // completes what was changed since Begin and unlocks the mutex
}

type waiter[T any] struct {
	n  int
	ch chan answer[T]
}

type answer[T any] struct {
	items []T
	err   error
}

// Wait takes up to n items and blocks until there is one. It is called after
// Begin and calls End.
func (q *Queue[T]) Wait(ctx context.Context, n int) ([]T, error) {
	now := time.Now()
	if len(q.waiters) == 0 {
		if items, err, ok := q.Take(n, now); ok {
			q.End()
			return items, err
		}
	}
	w := waiter[T]{n, make(chan answer[T], 1)}
	q.waiters = append(q.waiters, w)
	q.Serve(now)
	q.End()

	select {
	case a := <-w.ch:
		return a.items, a.err
	case <-ctx.Done():
	}
	q.Begin()
	defer q.End()
	i := slices.IndexFunc(q.waiters, func(o waiter[T]) bool { return o.ch == w.ch })
	if i >= 0 {
		q.waiters = slices.Delete(q.waiters, i, i+1)
	} else if a := <-w.ch; a.err == nil { // served in the same moment
		q.GiveBack(a.items)
	}
	q.Serve(time.Now())
	return nil, ctx.Err()
}

// Serve hands what is available to the waiters and sets the alarm for what
// falls due. It is called between Begin and End, after every change of the
// source.
func (q *Queue[T]) Serve(now time.Time) {
	for len(q.waiters) > 0 {
		items, err, ok := q.Take(q.waiters[0].n, now)
		if !ok {
			break
		}
		q.waiters[0].ch <- answer[T]{items, err}
		q.waiters = slices.Delete(q.waiters, 0, 1)
	}
	q.setAlarm(now)
}

// setAlarm has the waiters served again when something falls due. Without
// waiters there is no alarm, so an idle source holds no timer.
func (q *Queue[T]) setAlarm(now time.Time) {
	var due time.Time
	if len(q.waiters) > 0 {
		due = q.Due()
	}
	if due.Equal(q.alarm) {
		return
	}
	if q.timer != nil {
		q.timer.Stop()
	}
	if q.alarm = due; due.IsZero() {
		return
	}
	q.timer = time.AfterFunc(due.Sub(now), func() {
		q.Begin()
		defer q.End()
		q.alarm = time.Time{}
		q.Serve(time.Now())
	})
}
