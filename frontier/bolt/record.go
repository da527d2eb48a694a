package bolt

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// record is what the frontier knows about one URL.
type record struct {
	url, source, note string
	hostKey           string

	value float64
	age   uint64 // count of the records before it
	due   int64  // delayed: not before, by Frontier.clock
	depth int

	transition.Record
	hops  uint8
	batch bool // in the batch of BestNFirst

	hash hash  // not stored, it is the key
	host *host // not stored; set while the record is being changed
}

func (r *record) entry() frontier.Entry {
	return frontier.Entry{
		URL: r.url, Host: r.hostKey, Value: r.value, Source: r.source,
		Depth: r.depth, Hops: int(r.hops), Note: r.note,
	}
}

// discovered takes over the discovery that counts.
func (r *record) discovered(e frontier.Entry) {
	r.source, r.note, r.depth, r.hops = e.Source, e.Note, e.Depth, uint8(max(0, min(e.Hops, 255)))
}

// size is what a record counts towards Options.Bytes.
func (r *record) size() int64 { return int64(len(r.url) + len(r.source) + len(r.note)) }

// counted reports whether a record counts towards the capacity.
func (r *record) counted() bool {
	return r.State == transition.Queued || r.State == transition.Delayed
}

// A stored record is the state, flags, attempts and hops in a byte each, the
// value in eight, then age, depth and due time as varints, then URL, source,
// note and host with their lengths before them.
const (
	revisitedFlag = 1 << iota
	batchFlag
	ownHostFlag // the host is not the URL's and is stored
	lostFlag    // times the count of lost leases
	allFlags    = lostFlag*(frontier.MaxLost+1) - 1
)

func (r *record) encode() []byte {
	flags := lostFlag * r.Lost
	if r.Revisited {
		flags |= revisitedFlag
	}
	if r.batch {
		flags |= batchFlag
	}
	ownHost := r.hostKey != weburl.HostOf(r.url)
	if ownHost {
		flags |= ownHostFlag
	}
	b := make([]byte, 0, 48+len(r.url)+len(r.source)+len(r.note)+len(r.hostKey))
	b = append(b, byte(r.State), flags, r.Attempts, r.hops)
	b = binary.BigEndian.AppendUint64(b, math.Float64bits(r.value))
	b = binary.AppendUvarint(b, r.age)
	b = binary.AppendVarint(b, int64(r.depth))
	b = binary.AppendVarint(b, r.due)
	b = appendString(b, r.url)
	b = appendString(b, r.source)
	b = appendString(b, r.note)
	if ownHost {
		b = appendString(b, r.hostKey)
	}
	return b
}

// decodeRecord reads what encode wrote. It copies what it keeps of b.
func decodeRecord(b []byte) (record, error) {
	c := cursor{rest: b}
	var r record
	r.State = transition.State(c.byte())
	flags := c.byte()
	r.Attempts = c.byte()
	r.hops = c.byte()
	r.value = c.float()
	r.age = c.uvarint()
	r.depth = int(c.varint())
	r.due = c.varint()
	r.url = c.string()
	r.source = c.string()
	r.note = c.string()
	if flags&ownHostFlag != 0 {
		r.hostKey = c.string()
	} else {
		r.hostKey = weburl.HostOf(r.url)
	}
	r.Revisited = flags&revisitedFlag != 0
	r.batch = flags&batchFlag != 0
	r.Lost = flags & allFlags / lostFlag
	if err := c.end(); err != nil {
		return record{}, err
	}
	if r.State == transition.Fresh || int(r.State) >= transition.States || flags&^byte(allFlags) != 0 ||
		math.IsNaN(r.value) || math.IsInf(r.value, 0) {
		return record{}, errDamaged
	}
	return r, nil
}

// errDamaged is the cause of the errors about a file that holds what this
// package has not written.
var errDamaged = errors.New("the file is damaged")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const sumSize = 4

// seal appends the checksum of a key and its value to the value.
func seal(key, value []byte) []byte {
	return binary.BigEndian.AppendUint32(value, checksum(key, value))
}

// unseal verifies the checksum of a stored value and returns what stands before
// it.
func unseal(key, stored []byte) ([]byte, error) {
	n := len(stored) - sumSize
	if n < 0 || checksum(key, stored[:n]) != binary.BigEndian.Uint32(stored[n:]) {
		return nil, errDamaged
	}
	return stored[:n], nil
}

func checksum(key, value []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, value)
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// cursor reads fields off the front of a value. Past the end they are zero, and
// end returns an error.
type cursor struct {
	rest []byte
	bad  bool
}

func (c *cursor) take(n uint64) []byte {
	if n > uint64(len(c.rest)) {
		c.rest, c.bad = nil, true
		return nil
	}
	field := c.rest[:n]
	c.rest = c.rest[n:]
	return field
}

func (c *cursor) byte() byte {
	if b := c.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *cursor) uint64() uint64 {
	if b := c.take(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

func (c *cursor) float() float64 { return math.Float64frombits(c.uint64()) }

func (c *cursor) uvarint() uint64 {
	v, n := binary.Uvarint(c.rest)
	if n <= 0 {
		c.rest, c.bad = nil, true
		return 0
	}
	c.rest = c.rest[n:]
	return v
}

func (c *cursor) varint() int64 {
	v := c.uvarint() // zigzag, as binary.AppendVarint has it
	return int64(v>>1) ^ -int64(v&1)
}

func (c *cursor) string() string { return string(c.take(c.uvarint())) }

// end returns an error unless exactly everything has been read.
func (c *cursor) end() error {
	if c.bad || len(c.rest) > 0 {
		return errDamaged
	}
	return nil
}
