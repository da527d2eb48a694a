package lab

import (
	"context"
	"fmt"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/examples/internal/program"
)

// generated makes a web, its topics and an ontology by the options.
func generated(ctx context.Context, o Options) (material, error) {
	g, err := o.generator().Generate()
	if err != nil {
		return material{}, err
	}
	m := material{web: g.Web}
	if o.Workers > 1 || o.Delay > 0 {
		m.latency = g.Latency
	}
	if err := m.choose(o, g.Topics, lookUpIn(ctx, g.Ontology)); err != nil {
		return m, err
	}
	return m, m.complete(o)
}

// generator is what writes the web.
func (o Options) generator() synthetic.Generator {
	g := synthetic.Generator{Seed: o.Seed, Mismatch: share(o.Mismatch), Noise: share(o.Noise), Misled: share(o.Misled), Null: o.Null}
	switch o.Tunnel {
	case MixedTunnels:
	case 0:
		g.Tunnelled = crawl.None
	default:
		g.Tunnel = o.Tunnel
	}
	return g
}

// share is a share as a generator has it.
func share(v float64) float64 {
	if v == 0 {
		return crawl.None
	}
	return v
}

// generatable fails if the options describe no web.
func (o Options) generatable() error {
	for _, s := range []struct {
		flag  string
		share float64
	}{{"mismatch", o.Mismatch}, {"noise", o.Noise}, {"misled", o.Misled}} {
		if !(s.share >= 0 && s.share <= 1) {
			return program.Usage(fmt.Errorf("-%s %v: want 0 to 1", s.flag, s.share))
		}
	}
	if o.Tunnel < MixedTunnels || o.Tunnel > 3 {
		return program.Usage(fmt.Errorf("-tunnel %d: want 0 to 3, or -1 for a mixture", o.Tunnel))
	}
	return nil
}
