package durable

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// snapshotKey is in the space Meta: which snapshot there is.
var snapshotKey = []byte("snapshot")

// snapshotAtOnce is how many bytes of a snapshot are written in one transaction, but for the
// last piece.
const snapshotAtOnce = 4 << 20

// KeepSnapshot implements [frontier.SnapshotStore]. The pieces are written as they come, and
// count from the transaction on that deletes the observations that they cover.
func (f *Frontier) KeepSnapshot(ctx context.Context, pieces iter.Seq[[]byte]) error {
	f.snapshots.Lock()
	defer f.snapshots.Unlock()
	f.mu.Lock()
	before, number := f.snapshot, f.observed
	f.mu.Unlock()
	if number == before.Number {
		return nil
	}
	if err := f.clearSnapshots(before.Number); err != nil {
		return err
	}
	now := layout.Snapshot{Number: number}
	var some [][]byte
	size := 0
	write := func() error {
		first := now.Pieces - uint64(len(some))
		err := f.update(func(time.Time) error {
			for i, piece := range some {
				f.batch.put(kv.Snapshots, layout.Snapshot{Number: number}.Key(first+uint64(i)), piece)
			}
			return nil
		})
		some, size = nil, 0
		return err
	}
	for piece := range pieces {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(piece) == 0 || len(piece) > frontier.MaxObservation {
			return fmt.Errorf("a piece of a snapshot has %d bytes: want 1 to %d", len(piece), frontier.MaxObservation)
		}
		some = append(some, slices.Clone(piece))
		now.Pieces++
		if size += len(piece); size >= snapshotAtOnce {
			if err := write(); err != nil {
				return err
			}
		}
	}
	if now.Pieces == 0 {
		return nil
	}
	if err := write(); err != nil {
		return err
	}
	return f.update(func(time.Time) error {
		b := f.batch
		b.put(kv.Meta, snapshotKey, now.Encode())
		for n := before.Number + 1; n <= now.Number; n++ {
			b.delete(kv.Observations, layout.CountKey(n))
		}
		for piece := range before.Pieces {
			b.delete(kv.Snapshots, before.Key(piece))
		}
		f.snapshot = now
		return nil
	})
}

// clearSnapshots removes the pieces of a snapshot that was not finished.
func (f *Frontier) clearSnapshots(kept uint64) error {
	return f.update(func(time.Time) error {
		var left [][]byte
		err := f.batch.From(kv.Snapshots, layout.CountKey(kept+1), func(key, _ []byte) bool {
			left = append(left, slices.Clone(key))
			return true
		})
		for _, key := range left {
			f.batch.delete(kv.Snapshots, key)
		}
		return err
	})
}

// Snapshot implements [frontier.SnapshotStore].
func (f *Frontier) Snapshot(ctx context.Context) iter.Seq2[frontier.Observation, error] {
	f.mu.Lock()
	s := f.snapshot
	f.mu.Unlock()
	return func(yield func(frontier.Observation, error) bool) {
		for piece := range s.Pieces {
			o := frontier.Observation{Number: s.Number}
			err := ctx.Err()
			if err == nil {
				err = f.read(func(b *batch) error {
					if f.snapshot != s {
						return nil
					}
					data, err := b.Get(kv.Snapshots, s.Key(piece))
					if err == nil && data == nil {
						err = kv.ErrDamaged
					}
					o.Data = slices.Clone(data)
					return err
				})
			}
			if err == nil && o.Data == nil {
				err = errors.New(f.name + ": the snapshot was replaced while it was read")
			}
			if !yield(o, err) || err != nil {
				return
			}
		}
	}
}

// loadSnapshot reads which snapshot there is.
func (f *Frontier) loadSnapshot(b *batch) error {
	stored, err := b.Get(kv.Meta, snapshotKey)
	if err == nil && stored != nil {
		f.snapshot, err = layout.DecodeSnapshot(stored)
	}
	return err
}
