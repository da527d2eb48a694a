package redis

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

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
	all := make([][]peeked, len(f.shards))
	if err := f.each(func(s *shard) (err error) {
		all[s.i], err = s.peek(ctx, n)
		return err
	}); err != nil {
		return nil, f.wrap("peek", err)
	}
	found := all[0]
	if len(all) > 1 {
		found = best(slices.Concat(all...), n)
	}
	var entries []frontier.Entry
	for _, p := range found {
		entries = append(entries, p.Entry)
	}
	return entries, nil
}

// peek returns the n URLs of a shard that come first.
func (s *shard) peek(ctx context.Context, n int) (found []peeked, err error) {
	for at := int64(0); at >= 0; {
		reply, err := s.run(ctx, scripts.Peek, n, at).Slice()
		if err != nil {
			return nil, err
		}
		some, next, err := parsePeeked(reply)
		if err != nil {
			return nil, err
		}
		if next >= 0 && next <= at {
			return nil, wire.Malformed("%d comes after %d", next, at)
		}
		at = next
		found = append(found, some...)
		if len(found) > len(some) { // else they are in order
			found = best(found, n)
		}
	}
	return found, nil
}

// best puts URLs in order and returns the first n.
func best(found []peeked, n int) []peeked {
	slices.SortStableFunc(found, func(a, b peeked) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(b.member, a.member))
	})
	found = slices.CompactFunc(found, func(a, b peeked) bool { return a.member == b.member })
	return found[:min(n, len(found))]
}

// peeked is a queued URL and its place in the order.
type peeked struct {
	frontier.Entry
	score  float64
	member string
}

// parsePeeked reads what peek.lua returns.
func parsePeeked(reply []any) (found []peeked, next int64, err error) {
	if len(reply)%5 != 1 {
		return nil, 0, wire.Malformed("it has %d elements", len(reply))
	}
	next, ok := reply[0].(int64)
	if !ok {
		return nil, 0, wire.Malformed("it does not say what is next")
	}
	for i := 1; i < len(reply); i += 5 {
		var field [5]string
		for k := range field {
			if field[k], ok = reply[i+k].(string); !ok {
				return nil, 0, wire.Malformed("a %T is no text", reply[i+k])
			}
		}
		p := peeked{member: field[1]}
		if p.score, err = strconv.ParseFloat(field[0], 64); err != nil {
			return nil, 0, err
		}
		if p.Entry, err = stored.ParseBody(field[4]); err != nil {
			return nil, 0, err
		}
		p.Host = field[2]
		if p.Value, err = strconv.ParseFloat(field[3], 64); err != nil {
			return nil, 0, err
		}
		found = append(found, p)
	}
	return found, next, nil
}
