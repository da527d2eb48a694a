package redis

import (
	"context"
	"slices"
	"sync"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// waitQueue is where the blocked calls of Pop wait, the oldest first. While there
// are any, one goroutine asks the server for all of them: however many workers
// a process has, it asks once when something falls due or the server sends a
// message.
type waitQueue struct {
	f *Frontier

	mu      sync.Mutex
	waiters []waiter
	serving bool
	closed  bool
	changes []chan struct{} // closed when calls are over that change several shards
	asking  chan struct{}   // closed when the server's answer has been dealt; nil when it is not asked

	left   chan struct{}   // a waiter has gone
	wake   chan struct{}   // the server sent a message
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

// recheck bounds a sleep: a message may be lost while a connection is made
// again, or a server restarts.
const recheck = 30 * time.Second

func (q *waitQueue) init(f *Frontier) {
	q.f = f
	q.left, q.wake = make(chan struct{}, 1), make(chan struct{}, 1)
	q.ctx, q.cancel = context.WithCancel(context.Background())
}

func (q *waitQueue) occupied() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiters) > 0
}

// wait blocks until there are leases for a caller.
func (q *waitQueue) wait(ctx context.Context, n int) ([]frontier.Lease, error) {
	w := waiter{n, make(chan answer, 1)}
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return nil, wire.ErrClosed
	}
	q.waiters = append(q.waiters, w)
	if !q.serving {
		q.serving = true
		q.servers.Go(q.serve)
	}
	q.mu.Unlock()

	select {
	case a := <-w.ch:
		return a.leases, a.err
	case <-ctx.Done():
	}
	q.mu.Lock()
	i := slices.IndexFunc(q.waiters, func(o waiter) bool { return o.ch == w.ch })
	if i >= 0 {
		q.waiters = slices.Delete(q.waiters, i, i+1)
		signal(q.left)
	}
	asking := q.asking
	q.mu.Unlock()
	if i < 0 { // served in the same moment
		q.f.giveBack((<-w.ch).leases)
	} else if asking != nil {
		// The answer that is on its way may be a lease for this waiter. It is
		// given back before the caller goes on, unless the server is stuck.
		select {
		case <-asking:
		case <-time.After(wire.Grace):
		}
	}
	return nil, ctx.Err()
}

// serve asks for all that wait until none is left.
func (q *waitQueue) serve() {
	sleep := time.NewTimer(0)
	defer sleep.Stop()
	if err := q.listen(); err != nil {
		q.refuse(err)
		return
	}
	for {
		n := q.needed()
		if n == 0 {
			return
		}
		leases, due, err := q.f.take(q.ctx, n, true)
		if err != nil {
			q.refuse(err)
			return
		}
		q.deal(leases)
		if len(leases) > 0 {
			continue
		}
		sleep.Reset(min(due, recheck, q.f.lease))
		select {
		case <-q.wake:
		case <-sleep.C:
		case <-q.left:
		case <-q.ctx.Done():
			q.refuse(wire.ErrClosed)
			return
		}
	}
}

// settle waits for the calls of this process that change several shards, of which some may have
// been seen changed and others not: so who waits gets the best of all. It does not wait for a server that is away.
func (q *waitQueue) settle() {
	q.mu.Lock()
	changes := slices.Clone(q.changes)
	q.mu.Unlock()
	end := time.After(wire.Grace)
	for _, over := range changes {
		select {
		case <-over:
		case <-end:
			return
		case <-q.ctx.Done():
			return
		}
	}
}

// change makes a call that changes several shards.
func (q *waitQueue) change(call func() error) error {
	over := make(chan struct{})
	q.mu.Lock()
	q.changes = append(q.changes, over)
	q.mu.Unlock()
	defer func() {
		close(over)
		q.mu.Lock()
		defer q.mu.Unlock()
		q.changes = slices.DeleteFunc(q.changes, func(c chan struct{}) bool { return c == over })
	}()
	return call()
}

// needed returns how many URLs are to be asked for. With none, serving is over.
func (q *waitQueue) needed() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 0
	for _, w := range q.waiters {
		n += w.n
	}
	if q.serving = n > 0; q.serving {
		q.asking = make(chan struct{})
	}
	return n
}

// deal gives leases to the waiters and what is too much back.
func (q *waitQueue) deal(leases []frontier.Lease) {
	q.mu.Lock()
	for len(leases) > 0 && len(q.waiters) > 0 {
		n := min(q.waiters[0].n, len(leases))
		q.waiters[0].ch <- answer{leases: leases[:n:n]}
		leases = leases[n:]
		q.waiters = slices.Delete(q.waiters, 0, 1)
	}
	q.mu.Unlock()
	q.f.giveBack(leases)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.asked()
}

// asked lets go who waits for an answer. It is called with the mutex held.
func (q *waitQueue) asked() {
	if q.asking != nil {
		close(q.asking)
		q.asking = nil
	}
}

// refuse gives all waiters an error and ends serving.
func (q *waitQueue) refuse(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		err = wire.ErrClosed
	}
	for _, w := range q.waiters {
		w.ch <- answer{err: err}
	}
	q.waiters = nil
	q.serving = false
	q.asked()
}

// listen subscribes to the server's messages, once. It returns when the server has
// confirmed that, so that no message is missed after the first question.
func (q *waitQueue) listen() error {
	if q.words != nil {
		return nil
	}
	var words *goredis.PubSub
	err := q.f.shards[0].ride(q.ctx, true, func() (err error) {
		words, err = wire.Ask(q.ctx, &q.f.calls, func(ctx context.Context) (*goredis.PubSub, error) {
			var channels []string
			for _, s := range q.f.shards {
				channels = append(channels, s.key("wake"))
			}
			words := q.f.server.Client.Subscribe(ctx, channels...)
			if err := receive(ctx, words, wire.Timeout); err != nil {
				words.Close()
				return nil, err
			}
			return words, nil
		}, func(words *goredis.PubSub) { words.Close() })
		return err
	})
	if err != nil {
		return q.f.wrap("pop", err)
	}
	q.words = words
	q.listeners.Go(func() {
		for q.ctx.Err() == nil {
			// A new subscription after a broken connection is as good as a message: one
			// may have been missed.
			if err := receive(q.ctx, words, 0); err != nil {
				pause(q.ctx, q.ctx, longestPause)
			}
			signal(q.wake)
		}
	})
	return nil
}

// receive waits for a message, for as long as it takes if within is 0. After an
// error the next call connects again. go-redis panics with a message that is
// malformed.
func receive(ctx context.Context, words *goredis.PubSub, within time.Duration) (err error) {
	defer func() {
		if recover() != nil {
			err = wire.Malformed("it is no message of a channel")
		}
	}()
	_, err = words.ReceiveTimeout(ctx, within)
	return err
}

// start runs something until the frontier is closed, unless it is.
func (q *waitQueue) start(run func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.servers.Go(run)
	}
	return !q.closed
}

// close gives all waiters an error.
func (q *waitQueue) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.cancel()
	q.servers.Wait()
}

// leave ends the subscription, once the connections are closed: a call of
// go-redis may hold its lock and wait for an answer.
func (q *waitQueue) leave() {
	if q.words != nil {
		q.words.Close()
	}
	q.listeners.Wait()
}

func signal(ch chan struct{}) {
	select {
	case ch <- struct{}{}:
	default:
	}
}
