// Package ability names the optional methods of a frontier that frontiertest calls.
package ability

import (
	"context"
	"iter"
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
	Configured interface{ Options() frontier.Options }
	Observer   interface {
		Observations(context.Context, uint64) iter.Seq2[frontier.Observation, error]
	}
)
