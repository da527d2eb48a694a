package durable

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"math"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// hash names a URL's record: the CRC-32C of the URL's host, so that the URLs of
// a host, which come and go together, share pages, and 16 bytes of the SHA-256
// of the URL.
type hash [20]byte

func hashOf(url string) (id hash) {
	binary.BigEndian.PutUint32(id[:], crc32.Checksum([]byte(weburl.HostOf(url)), castagnoli))
	sum := sha256.Sum256([]byte(url))
	copy(id[4:], sum[:])
	return id
}

// rank is a queued record's place in the order: the lesser is leased first. No
// two records rank the same.
type rank [17]byte

func rankOf(o frontier.Order, r *record) (k rank) {
	k[0] = 1
	if r.batch {
		k[0] = 0
	}
	var key uint64
	switch {
	case r.State == transition.Overdue:
		key = ^sortable(r.value)
	case o == frontier.FIFO: // the age decides
	case o == frontier.LIFO:
		key = ^r.age
	default:
		key = ^sortable(r.value)
	}
	binary.BigEndian.PutUint64(k[1:], key)
	binary.BigEndian.PutUint64(k[9:], r.age)
	return k
}

// setValue changes the place as best-first order has it.
func (k *rank) setValue(v float64) { binary.BigEndian.PutUint64(k[1:], ^sortable(v)) }

// value is the reverse of setValue.
func (k *rank) value() float64 { return valueOf(^binary.BigEndian.Uint64(k[1:])) }

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

const hostSize = 4 // bytes of a host's number

func queueKey(host uint32, k rank) []byte {
	key := make([]byte, hostSize+len(k))
	binary.BigEndian.PutUint32(key, host)
	copy(key[hostSize:], k[:])
	return key
}

func delayedKey(r *record) []byte {
	key := make([]byte, 0, 16)
	key = binary.BigEndian.AppendUint64(key, sortableTime(r.due))
	return binary.BigEndian.AppendUint64(key, r.age)
}

// dueIn returns the due time in a key of the space Delayed.
func dueIn(key []byte) (int64, error) {
	if len(key) != 16 {
		return 0, ErrDamaged
	}
	return int64(binary.BigEndian.Uint64(key) ^ 1<<63), nil
}

// sortableTime maps times to integers in the same order.
func sortableTime(nanos int64) uint64 { return uint64(nanos) ^ 1<<63 }

// countIn is the reverse of countKey.
func countIn(key []byte) (uint64, error) {
	if len(key) != 8 {
		return 0, ErrDamaged
	}
	return binary.BigEndian.Uint64(key), nil
}

func countKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }
