// Package ability names the optional methods of a frontier that frontiertest calls.
package ability

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// The abilities that cases ask for, each by the methods that it needs.
type (
	Batcher interface {
		PopN(context.Context, int) ([]frontier.Lease, error)
	}
	Renewer interface {
		Renew(context.Context, frontier.Lease) (frontier.Lease, error)
	}
	Blocker interface {
		Block(context.Context, string, time.Time) error
	}
	Rescorer interface {
		Rescore(context.Context, func(frontier.Entry) float64) error
	}
	Requeuer interface {
		Requeue(context.Context, func(frontier.Failure) bool) (int, error)
	}
	Lister interface {
		Failures(context.Context) iter.Seq2[frontier.Failure, error]
	}
	Counter interface {
		Stats(context.Context) (frontier.Stats, error)
	}
	Peeker interface {
		Peek(context.Context, int) ([]frontier.Entry, error)
	}
	Explainer interface {
		Explain(context.Context, string) ([]frontier.Event, error)
	}
	Recorder interface {
		Record(context.Context, string) (frontier.Record, error)
		Records(context.Context, ...string) iter.Seq2[frontier.Record, error]
	}
	Configured interface{ Options() frontier.Options }
	Observer   interface {
		Observations(context.Context, uint64) iter.Seq2[frontier.Observation, error]
	}
)

// Records returns all records in some states by their URLs, without times.
func Records(ctx context.Context, f Recorder, states ...string) (all []frontier.Record, err error) {
	for r, err := range f.Records(ctx, states...) {
		if err != nil {
			return nil, err
		}
		r.Ended = time.Time{}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b frontier.Record) int { return cmp.Compare(a.URL, b.URL) })
	return slices.Compact(all), nil
}
