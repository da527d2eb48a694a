package durable

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/frontier/internal/snapshot"
)

// snapshotKey is in the space Meta: which snapshot there is.
var snapshotKey = []byte("snapshot")

// snapshotAtOnce is how many bytes of a snapshot are written in one transaction, but for the
// last piece.
const snapshotAtOnce = 4 << 20

// KeepSnapshot implements [frontier.SnapshotStore]. The pieces are written as they come, and
// count from the transaction on that deletes the observations that they cover.
func (f *Frontier) KeepSnapshot(ctx context.Context, covers, after uint64, pieces iter.Seq[[]byte]) (uint64, error) {
	f.snapshots.Lock()
	defer f.snapshots.Unlock()
	f.mu.Lock()
	before, number := f.snapshot, min(covers, f.observed)
	f.mu.Unlock()
	if number <= before.Number || after > 0 && after != before.Number {
		return 0, nil
	}
	if err := f.clearSnapshots(before); err != nil {
		return 0, err
	}
	now := layout.Snapshot{First: number}
	if after > 0 {
		now = before
	}
	now.Number = number
	replaced := before.Pieces - now.Pieces
	if _, err := snapshot.Write(ctx, pieces, snapshotAtOnce, func(some [][]byte) error {
		return f.update(func(time.Time) error {
			for _, piece := range some {
				f.batch.put(kv.Snapshots, now.Key(now.Pieces), piece)
				now.Pieces++
			}
			return nil
		})
	}); err != nil {
		return 0, err
	}
	return number, f.update(func(time.Time) error {
		b := f.batch
		b.put(kv.Meta, snapshotKey, now.Encode())
		for n := before.Number + 1; n <= number; n++ {
			b.delete(kv.Observations, layout.CountKey(n))
		}
		for piece := range replaced {
			b.delete(kv.Snapshots, before.Key(piece))
		}
		f.snapshot = now
		return nil
	})
}

// clearSnapshots removes the pieces of a snapshot that was not finished, behind those of the one that was.
func (f *Frontier) clearSnapshots(kept layout.Snapshot) error {
	return f.update(func(time.Time) error {
		var left [][]byte
		err := f.batch.From(kv.Snapshots, kept.Key(kept.Pieces), func(key, _ []byte) bool {
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
