package layout

import (
	"encoding/binary"

	"github.com/lokman-crawler/lokman/internal/transition"
)

// CountersKey is in the space Meta.
var CountersKey = []byte("counters")

// Counters are what would take a walk through the store to count. They are
// stored with every change.
type Counters struct {
	Count    [transition.States]uint64 // records by state; fresh is always 0 in the store
	Hosts    uint64                    // hosts ever seen; the number of the next
	InBatch  uint64                    // queued records in the batch of BestNFirst
	Bytes    uint64                    // of queued and delayed records
	Revisits uint64                    // records ever put on the revisit list
	Failures uint64                    // times that a record died
	Share    uint64                    // bits of Frontier.share
}

// Records returns how many records there are, which is the age of the next.
func (c *Counters) Records() (n uint64) {
	for _, some := range c.Count {
		n += some
	}
	return n
}

func (c *Counters) fields() []*uint64 {
	fields := []*uint64{&c.Hosts, &c.InBatch, &c.Bytes, &c.Revisits, &c.Failures}
	for i := range c.Count {
		fields = append(fields, &c.Count[i])
	}
	return append(fields, &c.Share)
}

// Encode returns the stored form.
func (c *Counters) Encode() []byte {
	var b []byte
	for _, field := range c.fields() {
		b = binary.BigEndian.AppendUint64(b, *field)
	}
	return b
}

// DecodeCounters reads what encode wrote, also before there were pages that are due again: their
// counts stand last.
func DecodeCounters(b []byte) (Counters, error) {
	c := Read(b)
	var n Counters
	fields := n.fields()
	if before := len(fields) - 1 - (transition.States - int(transition.Due)); len(b) == 8*before {
		fields = fields[:before]
	}
	for _, field := range fields {
		*field = c.Uint64()
	}
	return n, c.End()
}
