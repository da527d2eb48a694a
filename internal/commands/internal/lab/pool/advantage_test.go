package pool_test

import (
	"strconv"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/pool"
	"github.com/lokman-crawler/lokman/ontology"
)

// onWebs runs the adaptive crawl, breadth-first and the bound on webs of several seeds and takes them together.
func onWebs(t *testing.T, g synthetic.Generator, webs uint64) *pool.Pool {
	t.Helper()
	bounds := experiment.Bounds()
	var rows []pool.Row
	for seed := range webs {
		g.Seed = seed
		web, err := g.Generate()
		if err != nil {
			t.Fatal(err)
		}
		e := experiment.Experiment{
			Web: web.Web, Topics: web.Topics, Pages: 120, Seed: seed,
			Entrants: []experiment.Entrant{bounds[1], bounds[3], adaptive(t, web)},
		}
		res, err := e.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		name := strconv.FormatUint(seed, 10)
		rows = append(rows, pool.Row{Name: name, Web: name, Runs: res.Runs})
	}
	p, err := pool.New(rows, "allknowing", 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What the adaptive crawl gains over breadth-first does not grow with what is made worse,
// nor turn into a loss.
func TestAdvantage(t *testing.T) {
	if testing.Short() {
		t.Skip("writes and crawls several webs")
	}
	const margin = 0.02 // shares of the bound that are taken for chance
	share, over := map[string]float64{}, map[string]float64{}
	for name, g := range map[string]synthetic.Generator{
		"as it is": {}, "no noise": {Noise: crawl.None}, "noise 0.5": {Noise: 0.5}, "misled 0.8": {Misled: 0.8},
		"no tunnels": {Tunnelled: crawl.None}, "tunnels of 3": {Tunnel: 3},
	} {
		g.Pages = 1000
		p := onWebs(t, g, 2)
		mean, err := p.Mean("adaptive")
		if err != nil {
			t.Fatal(err)
		}
		against, err := p.Compare("adaptive", "breadthfirst")
		if err != nil {
			t.Fatal(err)
		}
		share[name], over[name] = mean.Mean, against[0].Difference.Mean
		t.Logf("%s: %s, over breadth-first %s", name, mean, against[0].Difference)
		if over[name] < -margin {
			t.Errorf("%s: %.3f below breadth-first", name, -over[name])
		}
	}
	for _, c := range [][2]string{{"no noise", "noise 0.5"}, {"as it is", "misled 0.8"}, {"no tunnels", "tunnels of 3"}} {
		if !(share[c[0]] > share[c[1]]-margin) || !(over[c[0]] > over[c[1]]-margin) {
			t.Errorf("%s: %.3f, %.3f over breadth-first; %s: %.3f, %.3f", c[0], share[c[0]], over[c[0]], c[1], share[c[1]], over[c[1]])
		}
	}
}

// adaptive is the adaptive crawl with what the web's ontology says of a topic.
func adaptive(t *testing.T, g *synthetic.Generated) experiment.Entrant {
	t.Helper()
	known := map[string]*ontology.Scorer{}
	for _, topic := range g.Topics {
		x, err := g.Ontology.Expand(topic.OntologyID, ontology.Expansion{Children: ontology.All, Parents: ontology.None, NoSiblings: true})
		if err != nil {
			t.Fatal(err)
		}
		known[topic.Name] = ontology.NewScorer(x)
	}
	return experiment.Entrant{Name: "adaptive", New: func(t experiment.Task) (crawl.Strategy, error) {
		return &strategy.Adaptive{Scorer: known[t.Topic], Query: t.Topic, Seed: t.Random}, nil
	}}
}
