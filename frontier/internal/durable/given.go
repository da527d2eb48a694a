package durable

import (
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// givenTo returns the contributions of a record, for merges that keep them.
func (f *Frontier) givenTo(r *record) ([]frontier.Contribution, error) {
	if !f.keepsGiven() {
		return nil, nil
	}
	stored, err := f.batch.Get(kv.Given, r.hash[:])
	if err != nil {
		return nil, err
	}
	return layout.DecodeGiven(stored)
}

// keepsGiven reports whether merges keep contributions.
func (f *Frontier) keepsGiven() bool {
	v := f.options.Reevaluation
	return v == frontier.NoisyOr || v == frontier.DistinctHosts
}

func (f *Frontier) saveGiven(r *record, given []frontier.Contribution) {
	f.batch.put(kv.Given, r.hash[:], layout.EncodeGiven(given))
}

// restartGiven has a record forget the contributions and values before its value.
func (f *Frontier) restartGiven(r *record) {
	f.logAnew(r)
	if given := f.options.Reevaluation.Restart(r.Value); given != nil {
		f.saveGiven(r, given)
	}
}
