package durable

import (
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/fields"
)

// givenTo returns the contributions of a record, for merges that keep them.
func (f *Frontier) givenTo(r *record) ([]frontier.Contribution, error) {
	if !f.keepsGiven() {
		return nil, nil
	}
	stored, err := f.batch.Get(Given, r.hash[:])
	if err != nil {
		return nil, err
	}
	return decodeGiven(stored)
}

// keepsGiven reports whether merges keep contributions.
func (f *Frontier) keepsGiven() bool {
	v := f.options.Reevaluation
	return v == frontier.NoisyOr || v == frontier.DistinctHosts
}

func (f *Frontier) saveGiven(r *record, given []frontier.Contribution) {
	b := f.batch
	b.put(Given, r.hash[:], encodeGiven(given))
}

// Stored contributions are the source and the value of each.
func encodeGiven(given []frontier.Contribution) []byte {
	var b []byte
	for _, c := range given {
		b = fields.AppendString(b, c.Source)
		b = fields.AppendFloat(b, c.Value)
	}
	return b
}

func decodeGiven(b []byte) ([]frontier.Contribution, error) {
	c := read(b)
	var given []frontier.Contribution
	for len(c.Rest) > 0 {
		given = append(given, frontier.Contribution{Source: c.String(), Value: c.Float()})
	}
	return given, c.end()
}
