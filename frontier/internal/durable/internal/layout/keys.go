// Package layout is how what a frontier keeps in a key-value store stands there: its keys, records, counters and times.
package layout

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"math"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Hash names a URL's record: the CRC-32C of the URL's host, so that the URLs of
// a host, which come and go together, share pages, and 16 bytes of the SHA-256
// of the URL.
type Hash [20]byte

// HashOf returns the hash of a URL.
func HashOf(url string) (id Hash) {
	binary.BigEndian.PutUint32(id[:], crc32.Checksum([]byte(weburl.HostOf(url)), castagnoli))
	sum := sha256.Sum256([]byte(url))
	copy(id[4:], sum[:])
	return id
}

// Rank is a queued record's place in the order: the lesser is leased first. No
// two records rank the same.
type Rank [17]byte

// RankOf returns the place of a record in an order.
func RankOf(o frontier.Order, r *Record) (k Rank) {
	k[0] = 1
	if r.Batch {
		k[0] = 0
	}
	var key uint64
	switch {
	case r.State == transition.Overdue:
		key = ^sortable(r.Value)
	case o == frontier.FIFO: // the age decides
	case o == frontier.LIFO:
		key = ^r.Age
	default:
		key = ^sortable(r.Value)
	}
	binary.BigEndian.PutUint64(k[1:], key)
	binary.BigEndian.PutUint64(k[9:], r.Age)
	return k
}

// SetValue changes the place as best-first order has it.
func (k *Rank) SetValue(v float64) { binary.BigEndian.PutUint64(k[1:], ^sortable(v)) }

// Value is the reverse of setValue.
func (k *Rank) Value() float64 { return valueOf(^binary.BigEndian.Uint64(k[1:])) }

// valueOf is the reverse of sortable.
func valueOf(bits uint64) float64 {
	if bits>>63 == 1 {
		return math.Float64frombits(bits &^ (1 << 63))
	}
	return math.Float64frombits(^bits)
}

// sortable maps finite numbers to integers in the same order; 0 and -0 are one.
func sortable(v float64) uint64 {
	if v == 0 {
		v = 0
	}
	bits := math.Float64bits(v)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

// HostSize is how long the number of a host is in a key.
const HostSize = 4 // bytes

// QueueKey returns the key of a queued record.
func QueueKey(host uint32, k Rank) []byte {
	key := make([]byte, HostSize+len(k))
	binary.BigEndian.PutUint32(key, host)
	copy(key[HostSize:], k[:])
	return key
}

// DelayedKey returns the key of a record that waits for its time.
func DelayedKey(r *Record) []byte {
	key := make([]byte, 0, 16)
	key = binary.BigEndian.AppendUint64(key, sortableTime(r.Due))
	return binary.BigEndian.AppendUint64(key, r.Age)
}

// DueIn returns the due time in a key of the space Delayed.
func DueIn(key []byte) (int64, error) {
	if len(key) != 16 {
		return 0, kv.ErrDamaged
	}
	return int64(binary.BigEndian.Uint64(key) ^ 1<<63), nil
}

// sortableTime maps times to integers in the same order.
func sortableTime(nanos int64) uint64 { return uint64(nanos) ^ 1<<63 }

// CountIn is the reverse of countKey.
func CountIn(key []byte) (uint64, error) {
	if len(key) != 8 {
		return 0, kv.ErrDamaged
	}
	return binary.BigEndian.Uint64(key), nil
}

// CountKey returns a count as a key.
func CountKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// Before reports whether the record of rank a is leased before that of rank b.
func (a Rank) Before(b Rank) bool { return bytes.Compare(a[:], b[:]) < 0 }

// HashIn returns the hash that stands in the store.
func HashIn(b []byte) (Hash, error) {
	if len(b) != len(Hash{}) {
		return Hash{}, kv.ErrDamaged
	}
	return Hash(b), nil
}

// RankOnHost returns the rank in a key of the queue if the key is the host's.
func RankOnHost(number uint32, key []byte) (Rank, bool) {
	if len(key) != HostSize+len(Rank{}) || binary.BigEndian.Uint32(key) != number {
		return Rank{}, false
	}
	return Rank(key[HostSize:]), true
}

// HostKey has no store keep an empty key or a very long one.
func HostKey(key string) []byte {
	const longest = 1 << 10
	if len(key) > longest {
		sum := HashOf(key)
		return append([]byte("#"), sum[:]...)
	}
	return append([]byte("="), key...)
}
