package redis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
)

// calls are the calls to the server that are not over. go-redis ends a call
// with its context's deadline, but not when the context is cancelled; so each
// runs in a goroutine of its own, which is left behind then. It ends with the
// answer, with the read timeout, or with Close.
type calls struct {
	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

var errClosed = errors.New("redis: the frontier is closed")

// begin counts a call, unless the calls are closed.
func (c *calls) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.running.Add(1)
	}
	return !c.closed
}

func (c *calls) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
}

// ask makes a call that ends when its context does, whatever the server does.
// An answer that comes later goes to late, if that is not nil.
func ask[T any](ctx context.Context, c *calls, call func(context.Context) (T, error), late func(T)) (T, error) {
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	if !c.begin() {
		return none, errClosed
	}
	if ctx.Done() == nil { // it never ends
		defer c.running.Done()
		v, err := call(ctx)
		return v, ended(ctx, err)
	}
	type answer struct {
		v   T
		err error
	}
	var mu sync.Mutex // whether the answer is late
	gone := false
	answers := make(chan answer, 1)
	go func() {
		defer c.running.Done()
		v, err := call(ctx)
		mu.Lock()
		isLate := gone
		answers <- answer{v, err}
		mu.Unlock()
		if isLate && err == nil && late != nil {
			late(v)
		}
	}()
	select {
	case a := <-answers:
		return a.v, ended(ctx, a.err)
	case <-ctx.Done():
	}
	mu.Lock()
	defer mu.Unlock()
	select {
	case a := <-answers:
		return a.v, ended(ctx, a.err)
	default:
		gone = true
		return none, ctx.Err()
	}
}

// ended returns the context's error for a call that failed because its time was
// over, which go-redis may notice first, and no io.EOF, by which Pop reports the end
// of the crawl, for a connection that was closed.
func ended(ctx context.Context, err error) error {
	if over := expired(ctx); err != nil && over != nil {
		return over
	}
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// expired returns the error of a context that has ended, if only by the clock.
func expired(ctx context.Context) error {
	if deadline, ok := ctx.Deadline(); ctx.Err() == nil && ok && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

// grace is how long a call that is cancelled waits for what cannot be left
// behind without loss: a lease that may be on its way, or its return.
const grace = time.Second

// lasting returns a context that ends grace after another.
func lasting(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Done() == nil {
		return ctx, func() {}
	}
	last, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-time.After(grace):
			cancel()
		case <-last.Done():
		}
	})
	return last, func() {
		stop()
		cancel()
	}
}

// replication is how long a call waits for the replicas.
const replication = 5 * time.Second

// run calls a script, and again if the server is away.
func (f *Frontier) run(ctx context.Context, s *goredis.Script, args ...any) (cmd *goredis.Cmd) {
	err := f.ride(ctx, false, func() error {
		cmd = f.runLate(ctx, nil, s, args...)
		return cmd.Err()
	})
	cmd.SetErr(err)
	return cmd
}

// runLate calls a script once. A crawl that is not whole is repaired first. An answer
// that comes after the context has ended goes to late.
func (f *Frontier) runLate(ctx context.Context, late func(*goredis.Cmd), s *goredis.Script, args ...any) *goredis.Cmd {
	keys := []string{f.key("crawl")}
	args = append(f.options.args(), args...)
	cmd, err := ask(ctx, &f.calls, func(ctx context.Context) (*goredis.Cmd, error) {
		for repairs := 0; ; repairs++ {
			cmd, err := f.runOnce(ctx, s, keys, args)
			if !isTorn(err) || repairs == mostRepairs {
				return cmd, err
			}
			if err := f.repair(ctx); err != nil {
				return nil, err
			}
		}
	}, late)
	if err != nil {
		cmd = goredis.NewCmd(ctx)
		cmd.SetErr(err)
	}
	return cmd
}

func (f *Frontier) runOnce(ctx context.Context, s *goredis.Script, keys []string, args []any) (*goredis.Cmd, error) {
	if f.options.Replicas > 0 {
		return f.runReplicated(ctx, s, keys, args)
	}
	cmd := s.Run(ctx, f.server.Client, keys, args...)
	return cmd, cmd.Err()
}

// runReplicated calls a script and waits, on the same connection, until the
// replicas have what it changed.
func (f *Frontier) runReplicated(ctx context.Context, s *goredis.Script, keys []string, args []any) (*goredis.Cmd, error) {
	node, err := f.server.Node(ctx, keys[0])
	if err != nil {
		return nil, err
	}
	pipe := node.Pipeline()
	cmd, wait := s.EvalSha(ctx, pipe, keys, args...), pipe.Do(ctx, "wait", f.options.Replicas, replication.Milliseconds())
	pipe.Exec(ctx) // its error is that of one of the two
	if goredis.HasErrorPrefix(cmd.Err(), "NOSCRIPT") {
		pipe = node.Pipeline()
		cmd, wait = s.Eval(ctx, pipe, keys, args...), pipe.Do(ctx, "wait", f.options.Replicas, replication.Milliseconds())
		pipe.Exec(ctx)
	}
	if err := cmd.Err(); err != nil {
		return nil, err
	}
	if n, err := wait.Int(); err != nil {
		return nil, err
	} else if n < f.options.Replicas {
		return nil, fmt.Errorf("only %d of %d replicas have the change after %v", n, f.options.Replicas, replication)
	}
	return cmd, nil
}

// mostRepairs is how often one call has a crawl repaired: once, but for a server
// that crashes or loses keys again meanwhile.
const mostRepairs = 3

// isTorn reports whether a script has refused to work on a crawl that is not
// whole.
func isTorn(err error) bool { return goredis.HasErrorPrefix(err, "TORN ") }

// repair makes the queues, the sets and the counters of a crawl again from its
// records, in steps that any number of workers may share.
func (f *Frontier) repair(ctx context.Context) error {
	args := f.options.args()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		left, err := scripts.Repair.Run(ctx, f.server.Client, []string{f.key("crawl")}, args...).Int()
		if err != nil {
			return fmt.Errorf("repair: %w", err)
		}
		if left == 0 {
			return nil
		}
	}
}
