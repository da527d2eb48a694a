package redis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"
	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// A shard is a part of a crawl, with the hosts that it has. All its keys are on one node.
type shard struct {
	f      *Frontier
	i      int
	prefix string // of its keys

	mu       sync.Mutex
	news     stored.News
	heard    time.Time      // when news was asked for; zero if nothing is known
	answered time.Time      // when it came
	full     time.Time      // since when the outboxes may have something
	trims    map[int]string // by shard: up to which number the outbox has been delivered

	asking     atomic.Int32 // calls of this process that are to lease URLs of it
	deliveries deliveries   // to it
	emptying   atomic.Bool  // by emptyBeside
	outage     outage       // see outages
}

// split makes the shards of a frontier.
func (f *Frontier) split(n int) {
	f.shards = make([]*shard, n)
	for i := range f.shards {
		s := &shard{f: f, i: i, prefix: f.key("")}
		if n > 1 {
			s.prefix = "lokman/" + strconv.Itoa(n) + ":{" + f.name + "/" + strconv.Itoa(i) + "}:"
		}
		s.deliveries.hurry = make(chan struct{}, 1)
		f.shards[i] = s
	}
}

func (s *shard) key(name string) string { return s.prefix + name }

// args are what all scripts take first. The last is the tick, which orders what
// happens in different shards; see shard.lua.
func (s *shard) args() []any {
	tick := int64(0)
	if len(s.f.shards) > 1 {
		tick = s.f.ticks.Load()
	}
	return append(s.f.options.args(len(s.f.shards)), tick)
}

// shardOf returns the shard of a host: by xxHash64, so that any program finds it.
func (f *Frontier) shardOf(host string) *shard {
	if len(f.shards) == 1 {
		return f.shards[0]
	}
	return f.shards[xxhash.Sum64String(host)%uint64(len(f.shards))]
}

// each calls something for all shards at once, and returns the error of the first that has one.
func (f *Frontier) each(do func(s *shard) error) error { return forShards(f.shards, do) }

func forShards(shards []*shard, do func(s *shard) error) error {
	if len(shards) == 1 {
		return do(shards[0])
	}
	errs := make([]error, len(shards))
	var wg sync.WaitGroup
	for i, s := range shards {
		wg.Go(func() { errs[i] = do(s) })
	}
	wg.Wait()
	return cmp.Or(errs...)
}

// replication is how long a call waits for the replicas.
const replication = 5 * time.Second

// run calls a script, and again if the server is away.
func (s *shard) run(ctx context.Context, script *goredis.Script, args ...any) (cmd *goredis.Cmd) {
	err := s.ride(ctx, false, func() error {
		cmd = s.runLate(ctx, nil, script, args...)
		return cmd.Err()
	})
	cmd.SetErr(err)
	return cmd
}

// runLate calls a script once. A crawl that is not whole is repaired first. An answer
// that comes after the context has ended goes to late.
func (s *shard) runLate(ctx context.Context, late func(*goredis.Cmd), script *goredis.Script, args ...any) *goredis.Cmd {
	keys := []string{s.key("crawl")}
	args = append(s.args(), args...)
	cmd, err := wire.Ask(ctx, &s.f.calls, func(ctx context.Context) (*goredis.Cmd, error) {
		for repairs := 0; ; repairs++ {
			cmd, err := s.runOnce(ctx, script, keys, args)
			if !isTorn(err) || repairs == mostRepairs {
				return cmd, err
			}
			if err := s.repair(ctx); err != nil {
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

func (s *shard) runOnce(ctx context.Context, script *goredis.Script, keys []string, args []any) (*goredis.Cmd, error) {
	if s.f.options.Replicas > 0 {
		return s.runReplicated(ctx, script, keys, args)
	}
	cmd := script.Run(ctx, s.f.server.Client, keys, args...)
	return cmd, cmd.Err()
}

// runReplicated calls a script and waits, on the same connection, until the
// replicas have what it changed.
func (s *shard) runReplicated(ctx context.Context, script *goredis.Script, keys []string, args []any) (*goredis.Cmd, error) {
	node, err := s.f.server.Node(ctx, keys[0])
	if err != nil {
		return nil, err
	}
	pipe := node.Pipeline()
	cmd := script.EvalSha(ctx, pipe, keys, args...)
	err = s.wait(ctx, pipe)
	if goredis.HasErrorPrefix(cmd.Err(), "NOSCRIPT") {
		pipe = node.Pipeline()
		cmd = script.Eval(ctx, pipe, keys, args...)
		err = s.wait(ctx, pipe)
	}
	if err = cmp.Or(cmd.Err(), err); errors.Is(err, wire.ErrReplicas) {
		err = s.awaitReplicas(ctx, node, err)
	}
	return cmd, err
}

// wait sends commands, and waits for replication until the replicas have what the last one has seen.
func (s *shard) wait(ctx context.Context, pipe goredis.Pipeliner) error {
	wait := pipe.Do(ctx, "wait", s.f.options.Replicas, replication.Milliseconds())
	pipe.Exec(ctx) // its error is that of one of the commands
	n, err := wait.Int()
	if err == nil && n < s.f.options.Replicas {
		err = fmt.Errorf("%w: %d of %d after %v", wire.ErrReplicas, n, s.f.options.Replicas, replication)
	}
	return err
}

// awaitReplicas waits until the replicas have what a node has done so far, at most for
// Options.Outage: the call that has done it would do it once more.
func (s *shard) awaitReplicas(ctx context.Context, node *goredis.Client, err error) error {
	since := s.beginWait(false, err)
	defer func() { s.endWait(false, err) }()
	for errors.Is(err, wire.ErrReplicas) {
		if over := wire.Expired(ctx); over != nil || s.f.waiting.ctx.Err() != nil || time.Since(since) >= s.f.mostOutage() {
			return &outageError{since, err, over}
		}
		pipe := node.Pipeline()
		pipe.Ping(ctx)
		err = s.wait(ctx, pipe)
	}
	return err
}

// mostRepairs is how often one call has a crawl repaired: once, but for a server
// that crashes or loses keys again meanwhile.
const mostRepairs = 3

// isTorn reports whether a script has refused to work on a crawl that is not
// whole.
func isTorn(err error) bool { return goredis.HasErrorPrefix(err, "TORN ") }

// repair makes the queues, the sets and the counters of a crawl again from its
// records, in steps that any number of workers may share.
func (s *shard) repair(ctx context.Context) error {
	args := s.args()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		left, err := scripts.Repair.Run(ctx, s.f.server.Client, []string{s.key("crawl")}, args...).Int()
		if err != nil {
			return fmt.Errorf("repair: %w", err)
		}
		if left == 0 {
			return nil
		}
	}
}
