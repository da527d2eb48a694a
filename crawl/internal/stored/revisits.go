package stored

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/lokman-crawler/lokman/frontier"
)

// Revisits are what a crawl keeps of the pages that it fetches again. Nil keeps nothing.
type Revisits struct {
	Fresh interface { // a crawl.Freshness
		Restore([]byte) error
		States() iter.Seq[[]byte]
	}
	Own *Memory // of the crawl; nil where the validators are the caller's

	ended atomic.Int64 // pages
	mu    sync.Mutex
	last  uint64 // observation that was taken in
}

// shareEvery is how many pages a process ends between two looks at what others have kept.
const shareEvery = 8

// Keep returns what is kept of a page: a state, and the validator of its header if it came whole.
func (r *Revisits) Keep(url string, state []byte, h http.Header, whole bool) []byte {
	k := Kept{State: state}
	if r.Own != nil {
		if k.URL, k.Validator = url, r.Own.Of(url); whole {
			k.Validator = ValidatorOf(h)
		}
	}
	return k.Encode()
}

// All yields what brings all that is kept back.
func (r *Revisits) All() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if r == nil {
			return
		}
		for state := range r.Fresh.States() {
			if !yield(WithState(Kept{State: state}.Encode(), nil, frontier.MaxObservation)) {
				return
			}
		}
		for _, url := range r.Own.URLs() {
			if !yield(WithState(Kept{URL: url, Validator: r.Own.Of(url)}.Encode(), nil, frontier.MaxObservation)) {
				return
			}
		}
	}
}

// Restore takes in all that a frontier has.
func (r *Revisits) Restore(ctx context.Context, f frontier.Frontier) error {
	if r == nil {
		return nil
	}
	if s, ok := f.(frontier.SnapshotStore); ok {
		for o, err := range s.Snapshot(ctx) {
			is, err := r.take(o, err)
			if err != nil {
				return err
			}
			r.last = o.Number
			if !is {
				break // the rest is the strategy's
			}
		}
	}
	if l, ok := f.(interface {
		Observations(context.Context, uint64) iter.Seq2[frontier.Observation, error]
	}); ok {
		for o, err := range l.Observations(ctx, 0) {
			if _, err := r.take(o, err); err != nil {
				return err
			}
			r.last = o.Number
		}
	}
	return nil
}

// Share takes in what other processes of a crawl have kept, now and then.
func (r *Revisits) Share(ctx context.Context, f frontier.Frontier) error {
	s, ok := f.(frontier.ObservationStore)
	if r == nil || !ok || r.ended.Add(1)%shareEvery != 0 || !r.mu.TryLock() {
		return nil
	}
	defer r.mu.Unlock()
	for o, err := range s.OtherObservations(ctx, r.last) {
		if _, err := r.take(o, err); err != nil {
			return err
		}
		r.last = o.Number
	}
	return nil
}

// take takes in what was kept of a page, and reports whether an observation is that.
func (r *Revisits) take(o frontier.Observation, err error) (bool, error) {
	state, _ := SplitState(o.Data)
	if err != nil || state == nil {
		return false, err
	}
	k, err := DecodeKept(state)
	if err == nil && len(k.State) > 0 {
		err = r.Fresh.Restore(k.State)
	}
	if err != nil {
		return true, fmt.Errorf("crawl: when pages are due again: %w", err)
	}
	if r.Own != nil && k.URL != "" {
		r.Own.Keep(k.URL, k.Validator)
	}
	return true, nil
}
