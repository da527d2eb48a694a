package durable

import (
	"encoding/binary"

	"github.com/lokman-crawler/lokman/internal/transition"
)

// countersKey is in the space Meta.
var countersKey = []byte("counters")

// counters are what would take a walk through the store to count. They are
// stored with every change.
type counters struct {
	count    [transition.States]uint64 // records by state; fresh is always 0 in the store
	hosts    uint64                    // hosts ever seen; the number of the next
	inBatch  uint64                    // queued records in the batch of BestNFirst
	bytes    uint64                    // of queued and delayed records
	revisits uint64                    // records ever put on the revisit list
	failures uint64                    // times that a record died
	share    uint64                    // bits of Frontier.share
}

// records returns how many records there are, which is the age of the next.
func (c *counters) records() (n uint64) {
	for _, some := range c.count {
		n += some
	}
	return n
}

func (c *counters) fields() []*uint64 {
	fields := []*uint64{&c.hosts, &c.inBatch, &c.bytes, &c.revisits, &c.failures}
	for i := range c.count {
		fields = append(fields, &c.count[i])
	}
	return append(fields, &c.share)
}

func (c *counters) encode() []byte {
	var b []byte
	for _, field := range c.fields() {
		b = binary.BigEndian.AppendUint64(b, *field)
	}
	return b
}

// decodeCounters reads what encode wrote, also before there were pages that are due again: their
// counts stand last.
func decodeCounters(b []byte) (counters, error) {
	c := read(b)
	var n counters
	fields := n.fields()
	if before := len(fields) - 1 - (transition.States - int(transition.Due)); len(b) == 8*before {
		fields = fields[:before]
	}
	for _, field := range fields {
		*field = c.Uint64()
	}
	return n, c.end()
}
