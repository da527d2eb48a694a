package redis

import (
	"context"
	"fmt"
	"iter"
	"strconv"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// Observations implements [frontier.ObservationStore]. It yields those that are
// there when it begins.
func (f *Frontier) Observations(ctx context.Context, after uint64) iter.Seq2[frontier.Observation, error] {
	return func(yield func(frontier.Observation, error) bool) {
		if err := f.deliverAll(ctx); err != nil {
			yield(frontier.Observation{}, f.wrap("observations", err))
			return
		}
		f.observations(ctx, after, "")(yield)
	}
}

// OtherObservations implements [frontier.ObservationStore].
func (f *Frontier) OtherObservations(ctx context.Context, after uint64) iter.Seq2[frontier.Observation, error] {
	return f.observations(ctx, after, f.id)
}

func (f *Frontier) observations(ctx context.Context, after uint64, own string) iter.Seq2[frontier.Observation, error] {
	return func(yield func(frontier.Observation, error) bool) {
		for end := uint64(mostObservations); after < end; {
			some, total, err := f.someObservations(ctx, after+1, end, own)
			if err != nil {
				yield(frontier.Observation{}, f.wrap("observations", err))
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

// mostObservations is more than a server can hold.
const mostObservations = 1 << 40

// someObservations returns some of the observations from a number on to another, and
// how many there are in all.
func (f *Frontier) someObservations(ctx context.Context, from, end uint64, own string) (some []frontier.Observation, total uint64, err error) {
	reply, err := f.shards[0].run(ctx, scripts.Observed, from, end, own).StringSlice()
	if err != nil {
		return nil, 0, err
	}
	var numbers []uint64 // the totals and those of observations
	for i, s := range reply {
		if i >= 2 && i%2 == 1 {
			continue
		}
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return nil, 0, fmt.Errorf("the number of an observation: %w", err)
		}
		numbers = append(numbers, n)
	}
	if len(numbers) < 2 || len(reply)%2 == 1 {
		return nil, 0, wire.Malformed("it has %d elements", len(reply))
	}
	if there := numbers[1]; there < numbers[0] {
		return nil, 0, fmt.Errorf("%w: %s has %d of %d entries", errLost, f.shards[0].key("observations"), there, numbers[0])
	}
	for i, n := range numbers[2:] {
		if n < from || n > end {
			return nil, 0, wire.Malformed("the observation %d is not one of %d to %d", n, from, end)
		}
		from = n + 1
		some = append(some, frontier.Observation{Number: n, Data: []byte(reply[2*i+3])})
	}
	return some, numbers[0], nil
}
