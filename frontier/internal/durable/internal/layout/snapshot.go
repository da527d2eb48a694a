package layout

import (
	"encoding/binary"

	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// A Snapshot covers the observations up to Number, in so many pieces, of which the first were those of
// the number First. The zero value is none.
type Snapshot struct{ First, Number, Pieces uint64 }

// Key returns the key of a piece.
func (s Snapshot) Key(piece uint64) []byte {
	return binary.BigEndian.AppendUint64(CountKey(s.First), piece)
}

// Encode returns what DecodeSnapshot reads.
func (s Snapshot) Encode() []byte { return binary.BigEndian.AppendUint64(s.Key(s.Number), s.Pieces) }

// DecodeSnapshot reads a snapshot.
func DecodeSnapshot(b []byte) (Snapshot, error) {
	if len(b) != 24 {
		return Snapshot{}, kv.ErrDamaged
	}
	return Snapshot{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:]), binary.BigEndian.Uint64(b[16:])}, nil
}
