package redis

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
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
	err = f.checkServer(ctx)
	if err == nil {
		err = f.agree(ctx)
	}
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
	f.waiting.init(f)
	if name == "" || strings.ContainsAny(name, "{}") {
		f.Close()
		return nil, f.wrap("open", errors.New("a crawl's name is not empty and has no braces"))
	}
	return f, nil
}

// checkServer refuses a server that evicts keys. One that does not say is
// taken: many a user is not allowed to ask.
func (f *Frontier) checkServer(ctx context.Context) error {
	info, err := ask(ctx, &f.calls, func(ctx context.Context) (string, error) {
		node, err := f.server.Node(ctx, f.key("crawl"))
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

// agree begins the crawl, if it is to, and compares what all its workers have
// to have in common with what it was begun with.
func (f *Frontier) agree(ctx context.Context) error {
	o := f.options
	shared := []string{
		"format", format,
		"reevaluation", o.Reevaluation.String(),
		"order", o.Order.String(),
		"history", strconv.FormatBool(o.History),
		"bounded", strconv.FormatBool(o.Capacity > 0 || o.Bytes > 0),
	}
	args := []any{digit(o.Resume)}
	for _, s := range shared {
		args = append(args, s)
	}
	theirs, err := ask(ctx, &f.calls, func(ctx context.Context) ([]string, error) {
		return scripts.Open.Run(ctx, f.server.Client, []string{f.key("crawl")}, args...).StringSlice()
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
