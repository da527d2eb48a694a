// Package waitroom lets callers wait for what a queue cannot give them yet.
package waitroom

import (
	"context"
	"slices"
	"sync"
	"time"
)

// A Room holds the callers of a queue that found nothing. The queue's own
// mutex guards it. Whoever changes the queue calls Serve, which hands what has
// become available straight to the callers, first come first served, so that
// none wakes up for nothing. The zero value is ready once Queue is set.
type Room[T any] struct {
	Queue[T]

	waiters []waiter[T]
	timer   *time.Timer
	alarm   time.Time // when timer goes off; zero when it is not set
}

// A Queue is what a Room waits for. Its methods are called with the mutex
// held.
type Queue[T any] interface {
	// Take returns up to n items, or an error if there will never be one.
	// It reports false if there is none now.
	Take(n int, now time.Time) ([]T, error, bool)
	// Due returns when Take may have something although the queue has not
	// been changed; zero for never.
	Due() time.Time
	// GiveBack undoes a Take for a caller that has gone.
	GiveBack([]T)
	sync.Locker
}

type waiter[T any] struct {
	n  int
	ch chan answer[T]
}

type answer[T any] struct {
	items []T
	err   error
}

// Wait takes up to n items and blocks until there is one. It is called with the
// mutex held and returns with it released.
func (r *Room[T]) Wait(ctx context.Context, n int) ([]T, error) {
	now := time.Now()
	if len(r.waiters) == 0 {
		if items, err, ok := r.Take(n, now); ok {
			r.Unlock()
			return items, err
		}
	}
	w := waiter[T]{n, make(chan answer[T], 1)}
	r.waiters = append(r.waiters, w)
	r.Serve(now)
	r.Unlock()

	select {
	case a := <-w.ch:
		return a.items, a.err
	case <-ctx.Done():
	}
	r.Lock()
	defer r.Unlock()
	i := slices.IndexFunc(r.waiters, func(o waiter[T]) bool { return o.ch == w.ch })
	if i >= 0 {
		r.waiters = slices.Delete(r.waiters, i, i+1)
	} else if a := <-w.ch; a.err == nil { // served in the same moment
		r.GiveBack(a.items)
	}
	r.Serve(time.Now())
	return nil, ctx.Err()
}

// Serve hands what is available to the waiters and sets the alarm for what
// falls due. It is called with the mutex held after every change of the queue.
func (r *Room[T]) Serve(now time.Time) {
	for len(r.waiters) > 0 {
		items, err, ok := r.Take(r.waiters[0].n, now)
		if !ok {
			break
		}
		r.waiters[0].ch <- answer[T]{items, err}
		r.waiters = slices.Delete(r.waiters, 0, 1)
	}
	r.setAlarm(now)
}

// setAlarm has the waiters served again when something falls due. Without
// waiters there is no alarm, so an idle queue holds no timer.
func (r *Room[T]) setAlarm(now time.Time) {
	var due time.Time
	if len(r.waiters) > 0 {
		due = r.Due()
	}
	if due.Equal(r.alarm) {
		return
	}
	if r.timer != nil {
		r.timer.Stop()
	}
	if r.alarm = due; due.IsZero() {
		return
	}
	r.timer = time.AfterFunc(due.Sub(now), func() {
		r.Lock()
		defer r.Unlock()
		r.alarm = time.Time{}
		r.Serve(time.Now())
	})
}
