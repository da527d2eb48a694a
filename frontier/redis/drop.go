package redis

import (
	"context"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
	goredis "github.com/redis/go-redis/v9"
)

// Drop deletes a crawl from a server. Workers of the crawl get errors that wrap
// ErrNoCrawl. It returns the number of deleted keys; 0 is no error. The server
// goes through the names of all its keys for that, 1000 at a time. After an
// error the rest of the crawl is there, but no longer a crawl: Drop again.
func Drop(ctx context.Context, url, name string) (int, error) {
	f, err := dial(url, name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	n, err := f.drop(ctx)
	return n, f.wrap("drop", err)
}

func (f *Frontier) drop(ctx context.Context) (dropped int, err error) {
	n, err := f.begun(ctx)
	if err != nil {
		return 0, err
	}
	f.split(max(n, 1))
	for _, s := range f.shards {
		n, err := s.drop(ctx)
		if dropped += n; err != nil {
			return dropped, err
		}
	}
	if n > 1 { // last, so that what is left can be dropped after an error
		n, err := wire.Ask(ctx, &f.calls, func(ctx context.Context) (int64, error) { return f.server.Client.Unlink(ctx, f.key("crawl")).Result() }, nil)
		return dropped + int(n), err
	}
	return dropped, nil
}

func (s *shard) drop(ctx context.Context) (int, error) {
	calls := &s.f.calls
	node, err := wire.Ask(ctx, calls, func(ctx context.Context) (*goredis.Client, error) {
		return s.f.server.Node(ctx, s.key("crawl"))
	}, nil)
	if err != nil {
		return 0, err
	}
	unlink := func(keys ...string) (int, error) {
		n, err := wire.Ask(ctx, calls, func(ctx context.Context) (int64, error) { return node.Unlink(ctx, keys...).Result() }, nil)
		return int(n), err
	}
	dropped, err := unlink(s.key("crawl")) // first, so that no script makes another key
	if err != nil {
		return 0, err
	}
	// Workers that wait look again. If it fails they do so by themselves soon.
	wire.Ask(ctx, calls, func(ctx context.Context) (int64, error) { return node.Publish(ctx, s.key("wake"), "").Result() }, nil)
	type page struct {
		keys []string
		next uint64
	}
	var cursor uint64
	for first := true; first || cursor != 0; first = false {
		p, err := wire.Ask(ctx, calls, func(ctx context.Context) (p page, err error) {
			p.keys, p.next, err = node.Scan(ctx, cursor, escapeGlob.Replace(s.key(""))+"*", scanAtOnce).Result()
			return p, err
		}, nil)
		if err != nil {
			return dropped, err
		}
		cursor = p.next
		if len(p.keys) == 0 {
			continue
		}
		n, err := unlink(p.keys...)
		dropped += n
		if err != nil {
			return dropped, fmt.Errorf("after %d keys: %w", dropped, err)
		}
	}
	return dropped, nil
}

// escapeGlob quotes a name in a pattern.
var escapeGlob = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`)
