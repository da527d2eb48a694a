package redis

import (
	"context"
	"iter"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/observations"
)

// learned is what strategies have learned: the first shard has that of all.
func (f *Frontier) learned() observations.Log {
	return observations.Log{Run: f.shards[0].run, Wrap: f.wrap}
}

// Observations implements [frontier.ObservationStore]. It yields those that are
// there when it begins.
func (f *Frontier) Observations(ctx context.Context, after uint64) iter.Seq2[frontier.Observation, error] {
	return func(yield func(frontier.Observation, error) bool) {
		if err := f.deliverAll(ctx); err != nil {
			yield(frontier.Observation{}, f.wrap("observations", err))
			return
		}
		f.learned().All(ctx, after, "")(yield)
	}
}

// OtherObservations implements [frontier.ObservationStore].
func (f *Frontier) OtherObservations(ctx context.Context, after uint64) iter.Seq2[frontier.Observation, error] {
	return f.learned().All(ctx, after, f.id)
}

// KeepSnapshot implements [frontier.SnapshotStore]. Observations stay until the next snapshot, for
// processes that have not learned from them.
func (f *Frontier) KeepSnapshot(ctx context.Context, covers, after uint64, pieces iter.Seq[[]byte]) (uint64, error) {
	number, err := f.learned().Keep(ctx, covers, after, f.id, pieces)
	return number, f.wrap("snapshot", err)
}

// Snapshot implements [frontier.SnapshotStore].
func (f *Frontier) Snapshot(ctx context.Context) iter.Seq2[frontier.Observation, error] {
	return f.learned().Snapshot(ctx)
}
