package layout

import (
	"encoding/binary"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/fields"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// EncodeEvents returns the history of a record as it is stored: kind, time, value, given value, rank, source and reason of
// each.
func EncodeEvents(events []frontier.Event) []byte {
	var b []byte
	for _, e := range events {
		kind, _ := transition.KindNumber(e.Kind)
		b = append(b, kind)
		b = binary.AppendVarint(b, e.Time.UnixNano())
		b = fields.AppendFloat(b, e.Value)
		b = fields.AppendFloat(b, e.Given)
		b = binary.AppendUvarint(b, uint64(e.Rank))
		b = fields.AppendString(b, e.Source)
		b = fields.AppendString(b, e.Reason)
	}
	return b
}

// DecodeEvents reads what EncodeEvents wrote.
func DecodeEvents(b []byte) ([]frontier.Event, error) {
	c := Read(b)
	var events []frontier.Event
	for len(c.Rest) > 0 {
		events = append(events, frontier.Event{
			Kind: transition.KindOf(c.Byte()), Time: time.Unix(0, c.Varint()), Value: c.Float(), Given: c.Float(),
			Rank: int(c.Uvarint()), Source: c.String(), Reason: c.String(),
		})
	}
	return events, c.End()
}
