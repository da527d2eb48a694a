package durable

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// snapshotKey is in the space Meta: the number of the latest observation that the snapshot
// covers, and how many pieces it has.
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
	if number == before.number {
		return nil
	}
	if err := f.clearSnapshots(before.number); err != nil {
		return err
	}
	now := snapshot{number: number}
	var some [][]byte
	size := 0
	write := func() error {
		first := now.pieces - uint64(len(some))
		err := f.update(func(time.Time) error {
			for i, piece := range some {
				f.batch.put(kv.Snapshots, pieceKey(number, first+uint64(i)), piece)
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
		now.pieces++
		if size += len(piece); size >= snapshotAtOnce {
			if err := write(); err != nil {
				return err
			}
		}
	}
	if now.pieces == 0 {
		return nil
	}
	if err := write(); err != nil {
		return err
	}
	return f.update(func(time.Time) error {
		b := f.batch
		b.put(kv.Meta, snapshotKey, binary.BigEndian.AppendUint64(layout.CountKey(now.number), now.pieces))
		for n := before.number + 1; n <= now.number; n++ {
			b.delete(kv.Observations, layout.CountKey(n))
		}
		for piece := range before.pieces {
			b.delete(kv.Snapshots, pieceKey(before.number, piece))
		}
		f.snapshot = now
		return nil
	})
}

// A snapshot covers the observations up to a number. The zero value is none.
type snapshot struct{ number, pieces uint64 }

func pieceKey(snapshot, piece uint64) []byte {
	return binary.BigEndian.AppendUint64(layout.CountKey(snapshot), piece)
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
		for piece := range s.pieces {
			o := frontier.Observation{Number: s.number}
			err := ctx.Err()
			if err == nil {
				err = f.read(func(b *batch) error {
					if f.snapshot != s {
						return nil
					}
					data, err := b.Get(kv.Snapshots, pieceKey(s.number, piece))
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
	if err != nil || stored == nil {
		return err
	}
	if len(stored) != 16 {
		return kv.ErrDamaged
	}
	f.snapshot = snapshot{binary.BigEndian.Uint64(stored), binary.BigEndian.Uint64(stored[8:])}
	return nil
}
