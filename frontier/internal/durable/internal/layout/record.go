package layout

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/fields"
	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Record is what the frontier knows about one URL.
type Record struct {
	URL, Source, Note string
	HostKey           string

	Value float64
	Age   uint64 // count of the records before it
	Due   int64  // delayed, or due again: not before, by the Clock
	Depth int

	Ended  int64  // when the last lease did, in nanoseconds since 1970; 0 for never
	Reason string // of its outcome

	transition.Record
	Hops  uint8
	Batch bool // in the batch of BestNFirst
}

// Entry returns the discovery that counts, with the merged value.
func (r *Record) Entry() frontier.Entry {
	return frontier.Entry{
		URL: r.URL, Host: r.HostKey, Value: r.Value, Source: r.Source,
		Depth: r.Depth, Hops: int(r.Hops), Note: r.Note,
	}
}

// Public returns what users see of a record.
func (r *Record) Public() frontier.Record {
	public := frontier.Record{
		URL: r.URL, State: r.State.String(), Value: r.Value, Depth: r.Depth, Attempts: int(r.Attempts), Reason: r.Reason,
	}
	if r.Ended != 0 {
		public.Ended = time.Unix(0, r.Ended)
	}
	return public
}

// Discovered takes over the discovery that counts, but for its depth.
func (r *Record) Discovered(e frontier.Entry) {
	r.Source, r.Note, r.Hops = e.Source, e.Note, uint8(max(0, min(e.Hops, 255)))
}

// Size is what a record counts towards Options.Bytes.
func (r *Record) Size() int64 { return int64(len(r.URL) + len(r.Source) + len(r.Note)) }

// Counted reports whether a record counts towards the capacity.
func (r *Record) Counted() bool {
	return r.State == transition.Queued || r.State == transition.Delayed
}

// Droppable reports whether a record may be given up without a lease.
func (r *Record) Droppable() bool { return r.Counted() || r.State == transition.Evicted }

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

// Encode returns the stored form.
func (r *Record) Encode() []byte {
	flags := lostFlag * r.Lost
	if r.Revisited {
		flags |= revisitedFlag
	}
	if r.Batch {
		flags |= batchFlag
	}
	ownHost := r.HostKey != weburl.HostOf(r.URL)
	if ownHost {
		flags |= ownHostFlag
	}
	if r.Ended != 0 {
		flags |= endedFlag
	}
	b := make([]byte, 0, 60+len(r.URL)+len(r.Source)+len(r.Note)+len(r.HostKey)+len(r.Reason))
	b = append(b, byte(r.State), flags, r.Attempts, r.Hops)
	b = fields.AppendFloat(b, r.Value)
	b = binary.AppendUvarint(b, r.Age)
	b = binary.AppendVarint(b, int64(r.Depth))
	b = binary.AppendVarint(b, r.Due)
	b = fields.AppendString(b, r.URL)
	b = fields.AppendString(b, r.Source)
	b = fields.AppendString(b, r.Note)
	if ownHost {
		b = fields.AppendString(b, r.HostKey)
	}
	if r.Ended != 0 {
		b = binary.AppendVarint(b, r.Ended)
		b = fields.AppendString(b, r.Reason)
	}
	return b
}

// DecodeRecord reads what encode wrote. It copies what it keeps of b.
func DecodeRecord(b []byte) (Record, error) {
	c := Read(b)
	var r Record
	r.State = transition.State(c.Byte())
	flags := c.Byte()
	r.Attempts = c.Byte()
	r.Hops = c.Byte()
	r.Value = c.Float()
	r.Age = c.Uvarint()
	r.Depth = int(c.Varint())
	r.Due = c.Varint()
	r.URL = c.String()
	r.Source = c.String()
	r.Note = c.String()
	if flags&ownHostFlag != 0 {
		r.HostKey = c.String()
	} else {
		r.HostKey = weburl.HostOf(r.URL)
	}
	if flags&endedFlag != 0 {
		r.Ended, r.Reason = c.Varint(), c.String()
	}
	r.Revisited = flags&revisitedFlag != 0
	r.Batch = flags&batchFlag != 0
	r.Lost = flags % endedFlag / lostFlag
	if err := c.End(); err != nil {
		return Record{}, err
	}
	if r.State == transition.Fresh || int(r.State) >= transition.States ||
		math.IsNaN(r.Value) || math.IsInf(r.Value, 0) {
		return Record{}, kv.ErrDamaged
	}
	return r, nil
}

// Over reports whether a stored record is that of a URL which no push changes any more.
func Over(b []byte, url string) bool {
	c := Read(b)
	if s := transition.State(c.Byte()); s != transition.Done && s != transition.Dead {
		return false
	}
	c.Take(3 + 8)
	c.Uvarint()
	c.Varint()
	c.Varint()
	return string(c.Take(c.Uvarint())) == url && !c.Bad
}

// Reader reads fields off the front of a value.
type Reader struct{ fields.Reader }

// Read begins to read a value.
func Read(b []byte) Reader { return Reader{fields.Reader{Rest: b}} }

// End returns an error unless exactly everything has been read.
func (c *Reader) End() error {
	if c.Bad || len(c.Rest) > 0 {
		return kv.ErrDamaged
	}
	return nil
}
