package main

import (
	"context"

	"github.com/lokman-crawler/lokman/crawl/experiment"
)

// generated makes a web, its topics and an ontology by the options.
func generated(ctx context.Context, o options) (material, error) {
	share := o.Mismatch
	if share == 0 {
		share = experiment.None
	}
	g, err := experiment.Generator{Seed: o.Seed, Mismatch: share, Null: o.Null}.Generate()
	if err != nil {
		return material{}, err
	}
	m := material{web: g.Web}
	if o.Workers > 1 || o.Delay > 0 {
		m.latency = g.Latency
	}
	if err := m.choose(ctx, o, g.Topics, g.Ontology); err != nil {
		return m, err
	}
	return m, m.complete(o)
}
