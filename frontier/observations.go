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

// SnapshotStore lists the methods of an ObservationStore whose observations do not have to be
// kept for good: a snapshot of the state that they lead to takes their place. Of this
// module the durable frontiers have them.
type SnapshotStore interface {
	// KeepSnapshot keeps pieces of 1 to MaxObservation bytes, which may be many, in place of the
	// observations up to the number covers, if that is greater than the latest. With after 0 they also
	// take the place of the snapshot before; otherwise that has to have the number after, and they come behind its
	// pieces. All change places in one step: a process that is killed meanwhile leaves what was there. The
	// frontier may be called meanwhile, but not by pieces.
	//
	// It returns the number of the latest observation that the snapshot covers, or 0 if it keeps nothing,
	// since the snapshot that is there covers as much, or does not have the number after, or another
	// process is about to keep one.
	KeepSnapshot(ctx context.Context, covers, after uint64, pieces iter.Seq[[]byte]) (number uint64, err error)

	// Snapshot yields the pieces of the latest snapshot, each with the number of the latest
	// observation that it covers; Observations yields those after it. An error ends it.
	Snapshot(ctx context.Context) iter.Seq2[Observation, error]
}

// An Observation is that of an Outcome, or a piece of a snapshot.
type Observation struct {
	Number uint64 // of an observation one more than that of the one before
	Data   []byte // never empty but for OtherObservations
}

// MaxObservation bounds Outcome.Observation, in bytes.
const MaxObservation = 1 << 20
