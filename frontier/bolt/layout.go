package bolt

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"math"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// The file is a bbolt database with these buckets. Numbers in keys are
// big-endian, since bbolt sorts keys by their bytes.
//
//	meta      "format", "reevaluation", "order", "epoch", "counters", "clock" (clock.go)
//	records   hash of the URL -> record (record.go); one for each URL, kept for good
//	hosts     key of politeness -> number, next visit (host.go)
//	queue     host number, rank -> hash; the queued records
//	delayed   due time, age -> hash; the records that wait for their own time
//	revisits  count -> hash; the last is visited next
//	leases    hash -> attempts; the records so named are leased, whatever they say
//	failures  count -> hash, reason; the dead records in the order of their deaths,
//	          without those that were requeued
//	lowest    rank -> hash; the queued and delayed records, only with a capacity
//	given     hash -> contributions, only for merges that count a source once
//	history   hash -> events, only with Options.History
//	observations  count from 1 on -> observation of an outcome, kept for good
//
// A hash is 20 bytes, see hashOf. A rank is 17 bytes: 0 for a record in the batch of BestNFirst and 1 for the others, the value or
// the age with the bits turned so that what is leased first sorts first, and
// the age. All values but that of "format" end in a checksum (CRC-32C) of key and
// value, since bbolt has none of its own.
const formatVersion = 2 // 1 had no ends of leases in records

var (
	metaBucket         = []byte("meta")
	recordsBucket      = []byte("records")
	hostsBucket        = []byte("hosts")
	queueBucket        = []byte("queue")
	delayedBucket      = []byte("delayed")
	revisitsBucket     = []byte("revisits")
	leasesBucket       = []byte("leases")
	failuresBucket     = []byte("failures")
	lowestBucket       = []byte("lowest")
	givenBucket        = []byte("given")
	historyBucket      = []byte("history")
	observationsBucket = []byte("observations")
)

// buckets are those that every file has.
var buckets = [][]byte{
	metaBucket, recordsBucket, hostsBucket, queueBucket, delayedBucket, revisitsBucket,
	leasesBucket, failuresBucket, givenBucket, historyBucket,
}

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
	switch o {
	case frontier.FIFO: // the age decides
	case frontier.LIFO:
		key = ^r.age
	default:
		key = ^sortable(r.value)
	}
	binary.BigEndian.PutUint64(k[1:], key)
	binary.BigEndian.PutUint64(k[9:], r.age)
	return k
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

// dueIn returns the due time in a key of the bucket delayed.
func dueIn(key []byte) (int64, error) {
	if len(key) != 16 {
		return 0, errDamaged
	}
	return int64(binary.BigEndian.Uint64(key) ^ 1<<63), nil
}

// sortableTime maps times to integers in the same order.
func sortableTime(nanos int64) uint64 { return uint64(nanos) ^ 1<<63 }

// countIn is the reverse of countKey.
func countIn(key []byte) (uint64, error) {
	if len(key) != 8 {
		return 0, errDamaged
	}
	return binary.BigEndian.Uint64(key), nil
}

func countKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }
