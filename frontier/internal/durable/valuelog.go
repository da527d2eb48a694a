package durable

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/fields"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// The log of values has what queued records are worth where that is in memory: pieces of
// hashes and values, of which the latest of a record counts. A piece
// is named by how often the store had been opened: what another version of this package,
// without such a log, may have changed since is not read.

// maxLog is how many bytes the log has before it is written anew, without what no longer
// counts.
var maxLog = 8 << 20

const (
	valueSize = len(hash{}) + 8
	pieceSize = 32 * valueSize // a few make a page of a file
)

// A valueLog is what is known of the log.
type valueLog struct {
	epoch  uint64 // how often the store was opened
	pieces uint64 // ever written since
	size   int    // bytes in the store
	next   []byte // of the open transaction
}

func (l *valueLog) empty() bool { return l.size == 0 && len(l.next) == 0 }

func (l *valueLog) add(id hash, value float64) {
	l.next = fields.AppendFloat(append(l.next, id[:]...), value)
}

// logAnew adds the value of a record of which the log may have an older one, of when it was queued.
func (f *Frontier) logAnew(r *record) {
	if !f.log.empty() {
		f.log.add(r.hash, r.Value)
	}
}

// writeLog writes the values of a transaction.
func (f *Frontier) writeLog(b *batch) {
	l := &f.log
	for piece := range slices.Chunk(l.next, pieceSize) {
		b.put(kv.Values, binary.BigEndian.AppendUint64(layout.CountKey(l.epoch), l.pieces), slices.Clip(piece))
		l.pieces++
		l.size += len(piece)
	}
	l.next = nil
}

// emptyLog removes all values.
func (f *Frontier) emptyLog(b *batch) {
	if !f.log.empty() {
		b.dirty = true
		b.failed = cmp.Or(b.failed, b.Clear(kv.Values))
		f.log.size, f.log.next = 0, nil
	}
}

// shortenLog writes the log anew. What is leased is in it too: its record is not written
// before the lease ends.
func (f *Frontier) shortenLog(b *batch) {
	f.emptyLog(b)
	for id, v := range f.valued {
		if v.is != v.was {
			f.log.add(id, v.value)
		}
	}
	for id, l := range f.leases {
		f.log.add(id, l.record.Value)
	}
}

// loadValues reads the log, and gives all records but those of leases their values.
func (f *Frontier) loadValues(b *batch, now time.Time) (map[hash]float64, error) {
	values := make(map[hash]float64)
	bad := false
	err := b.From(kv.Values, nil, func(key, piece []byte) bool {
		f.log.size += len(piece)
		if bytes.Equal(key[:min(8, len(key))], layout.CountKey(f.log.epoch-1)) {
			c := layout.Read(piece)
			for len(c.Rest) >= valueSize {
				id := hash(c.Take(uint64(len(hash{}))))
				values[id] = c.Float()
			}
			bad = c.End() != nil
		}
		return !bad
	})
	if err != nil {
		return nil, err
	}
	if bad {
		return nil, kv.ErrDamaged
	}
	for id, value := range values {
		leased, err := b.Get(kv.Leases, id[:])
		if err != nil {
			return nil, err
		}
		if leased != nil {
			continue
		}
		r, err := f.record(id)
		if err != nil {
			return nil, err
		}
		if old := r; r.State == transition.Queued && r.Value != value {
			r.Value = value
			if err := f.revalue(&old, &r, now); err != nil {
				return nil, err
			}
		}
	}
	return values, nil
}
