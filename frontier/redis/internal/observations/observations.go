// Package observations reads and writes what strategies have learned: observations, and the snapshot
// that takes the place of earlier ones.
package observations

import (
	"context"
	"fmt"
	"iter"
	"strconv"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// A Log is what a crawl has on its server.
type Log struct {
	Run  func(ctx context.Context, script *goredis.Script, args ...any) *goredis.Cmd
	Wrap func(op string, err error) error // of what is yielded
}

// All yields the observations after a number: with own those that the process of this name has
// not made, of which those that a snapshot covers may be among them, and of its own the numbers.
func (l Log) All(ctx context.Context, after uint64, own string) iter.Seq2[frontier.Observation, error] {
	return func(yield func(frontier.Observation, error) bool) {
		for end := uint64(most); after < end; {
			some, total, err := l.some(ctx, after+1, end, own)
			if err != nil {
				yield(frontier.Observation{}, l.Wrap("observations", err))
				return
			}
			for _, o := range some {
				if !yield(o, nil) {
					return
				}
				after = o.Number
			}
			if len(some) == 0 {
				return
			}
			end = min(end, total)
		}
	}
}

// most is more observations than a server can hold.
const most = 1 << 40

// some returns some of the observations from a number on to another, and how many there
// ever were.
func (l Log) some(ctx context.Context, from, end uint64, own string) (some []frontier.Observation, total uint64, err error) {
	reply, err := l.Run(ctx, scripts.Observed, from, end, own).StringSlice()
	if err != nil {
		return nil, 0, err
	}
	if len(reply)%2 == 0 {
		return nil, 0, wire.Malformed("it has %d elements", len(reply))
	}
	if total, err = strconv.ParseUint(reply[0], 10, 64); err != nil {
		return nil, 0, fmt.Errorf("the number of observations: %w", err)
	}
	for i := 1; i < len(reply); i += 2 {
		n, err := strconv.ParseUint(reply[i], 10, 64)
		if err != nil {
			return nil, 0, fmt.Errorf("the number of an observation: %w", err)
		}
		if n < from || n > end {
			return nil, 0, wire.Malformed("the observation %d is not one of %d to %d", n, from, end)
		}
		from = n + 1
		some = append(some, frontier.Observation{Number: n, Data: []byte(reply[i+1])})
	}
	return some, total, nil
}
