package frontier

import (
	"context"
	"iter"
)

// ObservationStore lists the methods of a frontier that keeps what a strategy has
// learned, so that a crawl that was killed goes on with it. Of this module the durable
// frontiers have Observations and that of package redis has both. They are asked for as
// Abilities are.
type ObservationStore interface {
	// Observations yields the observations of all outcomes, in the order in which
	// they took effect, that come after the one of a number; 0 is before the first.
	// An error ends it. The frontier may be called meanwhile.
	Observations(ctx context.Context, after uint64) iter.Seq2[Observation, error]

	// OtherObservations is Observations for a frontier that several processes
	// share, each of which can learn from what the others observe: those that this
	// Frontier was given itself have no Data.
	OtherObservations(ctx context.Context, after uint64) iter.Seq2[Observation, error]
}

// An Observation is that of an Outcome.
type Observation struct {
	Number uint64 // grows from one to the next
	Data   []byte // never empty but for OtherObservations
}

// MaxObservation bounds Outcome.Observation, in bytes.
const MaxObservation = 1 << 20
