package frontiertest_test

import (
	"context"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest"
	"github.com/lokman-crawler/lokman/internal/transition"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestMemory(t *testing.T) {
	frontiertest.Run(t, func(t *testing.T, o frontier.Options) frontier.Frontier { return frontier.New(o) })
}

// A Memory that is not closed at all keeps everything, leases too.
func TestDurableShared(t *testing.T) {
	frontiertest.RunShared(t, func(t *testing.T, o frontier.Options) (frontier.Frontier, func(*testing.T) frontier.Frontier) {
		f := frontier.New(o)
		return f, func(*testing.T) frontier.Frontier { return f }
	})
}

func TestDurable(t *testing.T) {
	frontiertest.RunDurable(t, func(t *testing.T, o frontier.Options) (frontier.Frontier, func(*testing.T) frontier.Frontier) {
		f := &forgetful{Memory: frontier.New(o), lost: map[string]int{}}
		return f, func(t *testing.T) frontier.Frontier { f.reopen(t.Context()); return f }
	})
}

// forgetful is a Memory that plays the part of one on disk: opened again, it
// has everything except the leases.
type forgetful struct {
	*frontier.Memory
	mu    sync.Mutex
	given []frontier.Lease
	lost  map[string]int // leases by URL
}

func (f *forgetful) Pop(ctx context.Context) (frontier.Lease, error) {
	l, err := f.Memory.Pop(ctx)
	f.remember(l)
	l.Lost = f.lost[l.URL]
	return l, err
}

func (f *forgetful) PopN(ctx context.Context, n int) ([]frontier.Lease, error) {
	ls, err := f.Memory.PopN(ctx, n)
	f.remember(ls...)
	for i := range ls {
		ls[i].Lost = f.lost[ls[i].URL]
	}
	return ls, err
}

func (f *forgetful) remember(ls ...frontier.Lease) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.given = append(f.given, ls...)
}

func (f *forgetful) Requeue(ctx context.Context, which func(frontier.Failure) bool) (int, error) {
	return f.Memory.Requeue(ctx, func(x frontier.Failure) bool {
		again := which(x)
		if again {
			delete(f.lost, x.URL)
		}
		return again
	})
}

func (f *forgetful) reopen(ctx context.Context) {
	for _, l := range f.given {
		r, err := f.Record(ctx, l.URL)
		if err == nil && f.Done(ctx, l, frontier.Outcome{Result: frontier.Retry, Reason: r.Reason}) == nil { // most have ended
			f.lost[l.URL] = min(f.lost[l.URL]+1, transition.MaxLost)
		}
	}
	f.given = nil
}

// Done forgets losses where Memory does.
func (f *forgetful) Done(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	err := f.Memory.Done(ctx, l, o)
	if err == nil && !o.Again.IsZero() {
		f.mu.Lock()
		delete(f.lost, l.URL)
		f.mu.Unlock()
	}
	return err
}
