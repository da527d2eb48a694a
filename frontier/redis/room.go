package redis

import (
	"context"
	"slices"
	"sync"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
)

// room is where the blocked calls of Pop wait, the oldest first. While there
// are any, one goroutine asks the server for all of them: however many workers
// a process has, it asks once when something falls due or the server sends
// word.
type room struct {
	f *Frontier

	mu      sync.Mutex
	waiters []waiter
	serving bool
	closed  bool
	asking  chan struct{} // closed when the server's answer has been dealt; nil when it is not asked

	left   chan struct{}   // a waiter has gone
	wake   chan struct{}   // the server sent word
	words  *goredis.PubSub // from the first wait on
	ctx    context.Context // ends with close
	cancel context.CancelFunc

	servers, listeners sync.WaitGroup // goroutines, one each at most
}

type waiter struct {
	n  int
	ch chan answer
}

type answer struct {
	leases []frontier.Lease
	err    error
}

// recheck bounds a sleep: a word may be lost while a connection is made anew,
// or a server restarted.
const recheck = 30 * time.Second

func (r *room) init(f *Frontier) {
	r.f = f
	r.left, r.wake = make(chan struct{}, 1), make(chan struct{}, 1)
	r.ctx, r.cancel = context.WithCancel(context.Background())
}

func (r *room) occupied() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.waiters) > 0
}

// wait blocks until there are leases for a caller.
func (r *room) wait(ctx context.Context, n int) ([]frontier.Lease, error) {
	w := waiter{n, make(chan answer, 1)}
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return nil, errClosed
	}
	r.waiters = append(r.waiters, w)
	if !r.serving {
		r.serving = true
		r.servers.Go(r.serve)
	}
	r.mu.Unlock()

	select {
	case a := <-w.ch:
		return a.leases, a.err
	case <-ctx.Done():
	}
	r.mu.Lock()
	i := slices.IndexFunc(r.waiters, func(o waiter) bool { return o.ch == w.ch })
	if i >= 0 {
		r.waiters = slices.Delete(r.waiters, i, i+1)
		signal(r.left)
	}
	asking := r.asking
	r.mu.Unlock()
	if i < 0 { // served in the same moment
		r.f.giveBack((<-w.ch).leases)
	} else if asking != nil {
		// The answer that is on its way may be a lease for this waiter. It is
		// given back before the caller goes on, unless the server is stuck.
		select {
		case <-asking:
		case <-time.After(grace):
		}
	}
	return nil, ctx.Err()
}

// serve asks for all that wait until none is left.
func (r *room) serve() {
	sleep := time.NewTimer(0)
	defer sleep.Stop()
	if err := r.listen(); err != nil {
		r.refuse(err)
		return
	}
	for {
		n := r.needed()
		if n == 0 {
			return
		}
		leases, due, err := r.f.take(r.ctx, n, true)
		if err != nil {
			r.refuse(err)
			return
		}
		r.deal(leases)
		if len(leases) > 0 {
			continue
		}
		sleep.Reset(min(due, recheck, r.f.lease))
		select {
		case <-sleep.C:
		case <-r.wake:
		case <-r.left:
		case <-r.ctx.Done():
			r.refuse(errClosed)
			return
		}
	}
}

// needed returns how many URLs are to be asked for. With none, serving is over.
func (r *room) needed() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, w := range r.waiters {
		n += w.n
	}
	if r.serving = n > 0; r.serving {
		r.asking = make(chan struct{})
	}
	return n
}

// deal gives leases to the waiters and what is too much back.
func (r *room) deal(leases []frontier.Lease) {
	r.mu.Lock()
	for len(leases) > 0 && len(r.waiters) > 0 {
		n := min(r.waiters[0].n, len(leases))
		r.waiters[0].ch <- answer{leases: leases[:n:n]}
		leases = leases[n:]
		r.waiters = slices.Delete(r.waiters, 0, 1)
	}
	r.mu.Unlock()
	r.f.giveBack(leases)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked()
}

// asked lets go who waits for an answer. It is called with the mutex held.
func (r *room) asked() {
	if r.asking != nil {
		close(r.asking)
		r.asking = nil
	}
}

// refuse gives all waiters an error and ends serving.
func (r *room) refuse(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		err = errClosed
	}
	for _, w := range r.waiters {
		w.ch <- answer{err: err}
	}
	r.waiters = nil
	r.serving = false
	r.asked()
}

// listen subscribes to the server's word, once. It returns when the server has
// confirmed that, so that no word is missed after the first question.
func (r *room) listen() error {
	if r.words != nil {
		return nil
	}
	words, err := ask(r.ctx, &r.f.calls, func(ctx context.Context) (*goredis.PubSub, error) {
		words := r.f.server.client.Subscribe(ctx, r.f.key("wake"))
		if _, err := words.ReceiveTimeout(ctx, timeout); err != nil {
			words.Close()
			return nil, err
		}
		return words, nil
	}, func(words *goredis.PubSub) { words.Close() })
	if err != nil {
		return r.f.wrap("pop", err)
	}
	r.words = words
	// A new subscription after a broken connection is as good as a word: one
	// may have been missed.
	all := words.ChannelWithSubscriptions()
	r.listeners.Go(func() {
		for range all {
			signal(r.wake)
		}
	})
	return nil
}

// close gives all waiters an error.
func (r *room) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.cancel()
	r.servers.Wait()
}

// leave ends the subscription, once the connections are closed: a call of
// go-redis may hold its lock and wait for an answer.
func (r *room) leave() {
	if r.words != nil {
		r.words.Close()
	}
	r.listeners.Wait()
}

func signal(ch chan struct{}) {
	select {
	case ch <- struct{}{}:
	default:
	}
}
