package durable

import (
	"encoding/binary"
	"math"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/fields"
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

	ended  int64  // when the last lease did, in nanoseconds since 1970; 0 for never
	reason string // of its outcome

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

// discovered takes over the discovery that counts, but for its depth.
func (r *record) discovered(e frontier.Entry) {
	r.source, r.note, r.hops = e.Source, e.Note, uint8(max(0, min(e.Hops, 255)))
}

// size is what a record counts towards Options.Bytes.
func (r *record) size() int64 { return int64(len(r.url) + len(r.source) + len(r.note)) }

// counted reports whether a record counts towards the capacity.
func (r *record) counted() bool {
	return r.State == transition.Queued || r.State == transition.Delayed
}

// A stored record is the state, flags, attempts and hops in a byte each, the
// value in eight, then age, depth and due time as varints, then URL, source,
// note and host with their lengths before them, then the end of the last lease as
// a varint and its reason.
const (
	revisitedFlag = 1 << iota
	batchFlag
	ownHostFlag                                       // the host is not the URL's and is stored
	lostFlag                                          // times the count of lost leases
	endedFlag   = lostFlag * (transition.MaxLost + 1) // an end and a reason are stored
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
	if r.ended != 0 {
		flags |= endedFlag
	}
	b := make([]byte, 0, 60+len(r.url)+len(r.source)+len(r.note)+len(r.hostKey)+len(r.reason))
	b = append(b, byte(r.State), flags, r.Attempts, r.hops)
	b = fields.AppendFloat(b, r.value)
	b = binary.AppendUvarint(b, r.age)
	b = binary.AppendVarint(b, int64(r.depth))
	b = binary.AppendVarint(b, r.due)
	b = fields.AppendString(b, r.url)
	b = fields.AppendString(b, r.source)
	b = fields.AppendString(b, r.note)
	if ownHost {
		b = fields.AppendString(b, r.hostKey)
	}
	if r.ended != 0 {
		b = binary.AppendVarint(b, r.ended)
		b = fields.AppendString(b, r.reason)
	}
	return b
}

// decodeRecord reads what encode wrote. It copies what it keeps of b.
func decodeRecord(b []byte) (record, error) {
	c := read(b)
	var r record
	r.State = transition.State(c.Byte())
	flags := c.Byte()
	r.Attempts = c.Byte()
	r.hops = c.Byte()
	r.value = c.Float()
	r.age = c.Uvarint()
	r.depth = int(c.Varint())
	r.due = c.Varint()
	r.url = c.String()
	r.source = c.String()
	r.note = c.String()
	if flags&ownHostFlag != 0 {
		r.hostKey = c.String()
	} else {
		r.hostKey = weburl.HostOf(r.url)
	}
	if flags&endedFlag != 0 {
		r.ended, r.reason = c.Varint(), c.String()
	}
	r.Revisited = flags&revisitedFlag != 0
	r.batch = flags&batchFlag != 0
	r.Lost = flags % endedFlag / lostFlag
	if err := c.end(); err != nil {
		return record{}, err
	}
	if r.State == transition.Fresh || int(r.State) >= transition.States ||
		math.IsNaN(r.value) || math.IsInf(r.value, 0) {
		return record{}, ErrDamaged
	}
	return r, nil
}

// over reports whether a stored record is that of a URL which no push changes any more.
func over(b []byte, url string) bool {
	c := read(b)
	if s := transition.State(c.Byte()); s != transition.Done && s != transition.Dead {
		return false
	}
	c.Take(3 + 8)
	c.Uvarint()
	c.Varint()
	c.Varint()
	return string(c.Take(c.Uvarint())) == url && !c.Bad
}

// cursor reads fields off the front of a value.
type cursor struct{ fields.Reader }

func read(b []byte) cursor { return cursor{fields.Reader{Rest: b}} }

// end returns an error unless exactly everything has been read.
func (c *cursor) end() error {
	if c.Bad || len(c.Rest) > 0 {
		return ErrDamaged
	}
	return nil
}
