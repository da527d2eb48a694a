package layout

import (
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/fields"
)

// EncodeGiven returns contributions as they are stored: the source and the value of each.
func EncodeGiven(given []frontier.Contribution) []byte {
	var b []byte
	for _, c := range given {
		b = fields.AppendString(b, c.Source)
		b = fields.AppendFloat(b, c.Value)
	}
	return b
}

// DecodeGiven reads what EncodeGiven wrote.
func DecodeGiven(b []byte) ([]frontier.Contribution, error) {
	c := Read(b)
	var given []frontier.Contribution
	for len(c.Rest) > 0 {
		given = append(given, frontier.Contribution{Source: c.String(), Value: c.Float()})
	}
	return given, c.End()
}
