package redis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// cutOff is a server of which some shards cannot be reached.
type cutOff struct {
	mu     sync.Mutex
	shards map[string]int // by key: how often they were asked
}

func (*cutOff) DialHook(next goredis.DialHook) goredis.DialHook { return next }

func (c *cutOff) ProcessHook(next goredis.ProcessHook) goredis.ProcessHook {
	return func(ctx context.Context, cmd goredis.Cmder) error {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, arg := range cmd.Args() {
			key, _ := arg.(string)
			if _, cut := c.shards[key]; cut {
				c.shards[key]++
				cmd.SetErr(io.ErrUnexpectedEOF)
				return cmd.Err()
			}
		}
		return next(ctx, cmd)
	}
}

func (*cutOff) ProcessPipelineHook(next goredis.ProcessPipelineHook) goredis.ProcessPipelineHook {
	return next
}

// cut cuts a shard off and makes a call that waits for it.
func (c *cutOff) cut(ctx context.Context, f *Frontier, shard int) (ended chan error) {
	key := f.shards[shard].key("crawl")
	c.mu.Lock()
	c.shards[key] = 0
	c.mu.Unlock()
	ended = make(chan error, 1)
	go func() { ended <- f.Push(ctx, frontier.Entry{URL: "http://" + hostsOn(f)[shard] + "/"}) }()
	for {
		c.mu.Lock()
		n := c.shards[key]
		c.mu.Unlock()
		if n > 1 {
			return ended
		}
		time.Sleep(time.Millisecond)
	}
}

// Each shard has the time of Options.Outage, though others are away when it begins to be.
func TestShardsAwayInTurn(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	f := openWith(t, s.url(), newName(), Options{Shards: 2})
	c := &cutOff{shards: map[string]int{}}
	f.server.Client.AddHook(c)
	ctx, cancel := context.WithCancel(t.Context())
	first := c.cut(ctx, f, 0)
	began := time.Now()
	second := c.cut(ctx, f, 1)
	cancel()
	away := (*outageError)(nil)
	if err := <-second; !errors.As(err, &away) || away.since.Before(began) {
		t.Errorf("the shard that was cut off later: %v", err)
	}
	if err := <-first; !errors.As(err, &away) || away.since.After(began) {
		t.Errorf("the shard that was cut off first: %v", err)
	}
}

// far is a server that is far away. It counts what it is asked.
type far struct {
	away  time.Duration
	asked atomic.Int64
}

func (*far) DialHook(next goredis.DialHook) goredis.DialHook { return next }

func (f *far) ProcessHook(next goredis.ProcessHook) goredis.ProcessHook {
	return func(ctx context.Context, cmd goredis.Cmder) error {
		f.asked.Add(1)
		defer time.Sleep(f.away)
		return next(ctx, cmd)
	}
}

func (*far) ProcessPipelineHook(next goredis.ProcessPipelineHook) goredis.ProcessPipelineHook {
	return next
}

// Hosts of which one falls due before a far server has answered hold up no other.
func TestShardsFar(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	f := openWith(t, s.url(), newName(), Options{Shards: 4})
	const hosts, often = 200, 20 * time.Millisecond
	var entries []frontier.Entry
	for i := range hosts {
		entries = append(entries, frontier.Entry{URL: fmt.Sprintf("http://waits%d.test/", i)})
	}
	for _, host := range hostsOn(f) {
		entries = append(entries, frontier.Entry{URL: "http://" + host + "/", Value: 1})
	}
	testcall.Push(t, f, entries...)
	for i := range hosts {
		if err := f.Block(t.Context(), fmt.Sprintf("waits%d.test", i), time.Now().Add(often*time.Duration(i))); err != nil {
			t.Fatal(err)
		}
	}
	far := &far{away: 5 * often}
	f.server.Client.AddHook(far)
	for range f.shards {
		if l := testcall.Pop(t, f); l.Value != 1 {
			t.Errorf("Pop = %s, which has to wait", l.URL)
		}
	}
	if n := far.asked.Load(); n > 60 {
		t.Errorf("the server is asked %d times for %d URLs", n, len(f.shards))
	}
}
