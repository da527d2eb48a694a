package layout

import (
	"encoding/binary"

	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// A Snapshot covers the observations up to a number, in so many pieces. The zero value is none.
type Snapshot struct{ Number, Pieces uint64 }

// Key returns the key of a piece.
func (s Snapshot) Key(piece uint64) []byte {
	return binary.BigEndian.AppendUint64(CountKey(s.Number), piece)
}

// Encode returns what DecodeSnapshot reads.
func (s Snapshot) Encode() []byte { return s.Key(s.Pieces) }

// DecodeSnapshot reads a snapshot.
func DecodeSnapshot(b []byte) (Snapshot, error) {
	if len(b) != 16 {
		return Snapshot{}, kv.ErrDamaged
	}
	return Snapshot{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])}, nil
}
