package redis

import (
	"context"
	"slices"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// Peek implements [frontier.Abilities]. With History, a bound or BestNFirst all
// queued URLs stand in one order, of which one script reads n. Otherwise it takes
// the server O((n + w) log(n + w)), of w hosts that have to wait or have leases
// and URLs that wait for a time of their own: a script looks at up to 1000 of
// these, while the crawl goes on, so that what is leased meanwhile may be listed.
func (f *Frontier) Peek(ctx context.Context, n int) ([]frontier.Entry, error) {
	if n = min(n, transition.MaxRank); n <= 0 {
		return nil, ctx.Err()
	}
	all := make([][]stored.Peeked, len(f.shards))
	if err := f.each(func(s *shard) (err error) {
		all[s.i], err = s.peek(ctx, n)
		return err
	}); err != nil {
		return nil, f.wrap("peek", err)
	}
	found := all[0]
	if len(all) > 1 {
		found = stored.Best(slices.Concat(all...), n)
	}
	var entries []frontier.Entry
	for _, p := range found {
		entries = append(entries, p.Entry)
	}
	return entries, nil
}

// peek returns the n URLs of a shard that come first.
func (s *shard) peek(ctx context.Context, n int) (found []stored.Peeked, err error) {
	for at := int64(0); at >= 0; {
		reply, err := s.run(ctx, scripts.Peek, n, at).Slice()
		if err != nil {
			return nil, err
		}
		some, next, err := stored.ParsePeeked(reply)
		if err != nil {
			return nil, err
		}
		if next >= 0 && next <= at {
			return nil, wire.Malformed("%d comes after %d", next, at)
		}
		at = next
		found = append(found, some...)
		if len(found) > len(some) { // else they are in order
			found = stored.Best(found, n)
		}
	}
	return found, nil
}
