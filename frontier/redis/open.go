package redis

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// Open joins the crawl of a name on a server, or begins it.
//
// The URL is one of these, with rediss:// for TLS and with go-redis's
// parameters (&read_timeout=5s):
//
//	redis://user:password@host:port/db                         a server
//	redis://host:port?addr=host2:port&addr=...                 a cluster, by some of its nodes
//	redis://host:port/db?master_name=NAME&addr=host2:port      a server that Sentinel watches, by the sentinels
//
// A server that evicts keys when its memory is full is refused, since it would
// take a crawl apart: of the maxmemory-policies noeviction, the default, and the
// volatile ones will do, which evict only keys that expire, as none of a crawl
// does.
func Open(ctx context.Context, url, name string, o Options) (*Frontier, error) {
	if err := o.Valid(); err != nil {
		return nil, fmt.Errorf("redis: crawl %q: %w", name, err)
	}
	if o.Shards < 0 || o.Shards > mostShards {
		return nil, fmt.Errorf("redis: crawl %q: Options.Shards is %d: want 1 to %d, or 0 for those of the crawl", name, o.Shards, mostShards)
	}
	if o.Outage < none {
		return nil, fmt.Errorf("redis: crawl %q: Options.Outage is %v: want a time, crawl.NoLimit or crawl.None", name, o.Outage)
	}
	f, err := dial(url, name)
	if err != nil {
		return nil, err
	}
	f.options, f.form, f.lease = o, stored.Form{Merge: o.Reevaluation, History: o.History}, cmp.Or(o.LeaseTime, defaultLease)
	if o.Logger != nil {
		f.log = o.Logger
	}
	err = f.join(ctx)
	if err != nil {
		f.Close()
		return nil, f.wrap("open", err)
	}
	return f, nil
}

// dial returns a frontier that has asked the server nothing yet.
func dial(url, name string) (*Frontier, error) {
	s, err := wire.Connect(url)
	if err != nil {
		return nil, fmt.Errorf("redis: crawl %q: %w", name, err)
	}
	f := &Frontier{server: s, name: name, id: rand.Text()[:12], log: slog.New(slog.DiscardHandler)}
	f.split(1)
	f.waiting.init(f)
	if name == "" || strings.ContainsAny(name, "{}") {
		f.Close()
		return nil, f.wrap("open", errors.New("a crawl's name is not empty and has no braces"))
	}
	return f, nil
}

// join begins the crawl or joins it.
func (f *Frontier) join(ctx context.Context) error {
	n, err := f.begun(ctx)
	if err != nil {
		return err
	}
	wanted := f.options.Shards
	switch {
	case n == 0 && f.options.Resume:
		return ErrNoCrawl
	case n == 0 && wanted > 1:
		if n, err = f.begin(ctx, wanted); err != nil {
			return err
		}
	case n == 0:
		n = 1
	}
	if wanted != 0 && wanted != n {
		return fmt.Errorf("it was begun with %d shards, not %d: their number is fixed", n, wanted)
	}
	f.split(n)
	if err := f.each(func(s *shard) error { return s.checkServer(ctx) }); err != nil {
		return err
	}
	if n == 1 {
		return f.shards[0].agree(ctx, digit(f.options.Resume))
	}
	return f.agree(ctx)
}

// begun returns how many shards the crawl has, 0 if there is none.
func (f *Frontier) begun(ctx context.Context) (int, error) {
	stored, err := wire.Ask(ctx, &f.calls, func(ctx context.Context) ([]any, error) {
		return f.server.Client.HMGet(ctx, f.key("crawl"), "format", "shards").Result()
	}, nil)
	if err != nil {
		return 0, err
	}
	if len(stored) != 2 {
		return 0, wire.Malformed("it has %d elements", len(stored))
	}
	return parseShards(stored[0], stored[1])
}

// begin fixes the number of shards, unless another worker has done so, and returns it.
func (f *Frontier) begin(ctx context.Context, n int) (int, error) {
	stored, err := wire.Ask(ctx, &f.calls, func(ctx context.Context) ([]any, error) {
		return scripts.Begin.Run(ctx, f.server.Client, []string{f.key("crawl")}, sharded, n).Slice()
	}, nil)
	if err != nil {
		return 0, err
	}
	if len(stored) != 2 {
		return 0, wire.Malformed("it has %d elements", len(stored))
	}
	return parseShards(stored[0], stored[1])
}

func parseShards(format, shards any) (int, error) {
	if format == nil {
		return 0, nil
	}
	if format != sharded {
		return 1, nil
	}
	text, _ := shards.(string)
	n, err := strconv.Atoi(text)
	if err != nil || n < 2 || n > mostShards {
		return 0, wire.Malformed("the crawl has %.20q shards", text)
	}
	return n, nil
}

// agree does so for several shards. Those that were all made once are there.
func (f *Frontier) agree(ctx context.Context) error {
	made, err := wire.Ask(ctx, &f.calls, func(ctx context.Context) (bool, error) {
		return f.server.Client.HExists(ctx, f.key("crawl"), "made").Result()
	}, nil)
	if err != nil {
		return err
	}
	there := 0
	if made {
		there = mustBeThere
	}
	if err := f.each(func(s *shard) error { return s.agree(ctx, there) }); err != nil {
		return err
	}
	if !made {
		_, err := wire.Ask(ctx, &f.calls, func(ctx context.Context) (int64, error) {
			return f.server.Client.HSet(ctx, f.key("crawl"), "made", 1).Result()
		}, nil)
		if err != nil {
			return err
		}
	}
	urls := make([]int64, len(f.shards))
	err = f.each(func(s *shard) error {
		_, _, err := s.waiting(ctx)
		urls[s.i] = s.news.URLs
		return err
	})
	if err == nil && f.options.Resume && slices.Max(urls) == 0 {
		err = ErrNoCrawl
	}
	return err
}

// checkServer refuses a server that evicts keys. One that does not say is
// taken: many a user is not allowed to ask.
func (s *shard) checkServer(ctx context.Context) error {
	info, err := wire.Ask(ctx, &s.f.calls, func(ctx context.Context) (string, error) {
		node, err := s.f.server.Node(ctx, s.key("crawl"))
		if err != nil {
			return "", err
		}
		return node.Info(ctx, "memory").Result()
	}, nil)
	if refused := goredis.Error(nil); errors.As(err, &refused) {
		return nil
	}
	if err != nil {
		return err
	}
	_, policy, _ := strings.Cut(info, "maxmemory_policy:")
	policy, _, _ = strings.Cut(policy, "\r\n")
	if strings.HasPrefix(policy, "allkeys-") {
		return fmt.Errorf("the server's maxmemory-policy is %s, by which it deletes parts of a crawl when its memory is full: set it to noeviction (CONFIG SET maxmemory-policy noeviction, and in the server's configuration)", policy)
	}
	return nil
}

// mustBeThere has agree begin nothing.
const mustBeThere = 2

// agree begins the crawl, unless it has to be there, and compares what all its workers have
// to have in common with what it was begun with.
func (s *shard) agree(ctx context.Context, there int) error {
	o := s.f.options
	shared := []string{
		"format", format,
		"reevaluation", o.Reevaluation.String(),
		"order", o.Order.String(),
		"history", strconv.FormatBool(o.History),
		"bounded", strconv.FormatBool(o.Capacity > 0 || o.Bytes > 0),
	}
	args := []any{there}
	for _, text := range shared {
		args = append(args, text)
	}
	theirs, err := wire.Ask(ctx, &s.f.calls, func(ctx context.Context) ([]string, error) {
		return scripts.Open.Run(ctx, s.f.server.Client, []string{s.key("crawl")}, args...).StringSlice()
	}, nil)
	if err != nil {
		return err
	}
	if 2*len(theirs) != len(shared) {
		return wire.Malformed("it has %d elements", len(theirs))
	}
	for i, theirs := range theirs {
		if name, ours := shared[2*i], shared[2*i+1]; theirs != ours {
			return fmt.Errorf("it was begun with %s %s, not %s", name, theirs, ours)
		}
	}
	return nil
}
