package synthetic_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/ontology"
)

func generate(t *testing.T, g synthetic.Generator) *synthetic.Generated {
	t.Helper()
	out, err := g.Generate()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestGeneratorRepeats(t *testing.T) {
	a, b := generate(t, synthetic.Generator{Seed: 5, Pages: 600}), generate(t, synthetic.Generator{Seed: 5, Pages: 600})
	if a.Web.Hash() != b.Web.Hash() || !slices.Equal(names(a.Topics), names(b.Topics)) {
		t.Error("the same generator gave two webs")
	}
	if c := generate(t, synthetic.Generator{Seed: 6, Pages: 600}); a.Web.Hash() == c.Web.Hash() {
		t.Error("two seeds gave the same web")
	}
}

func names(topics []experiment.Topic) []string {
	var all []string
	for _, t := range topics {
		all = append(all, t.Name)
	}
	return all
}

func TestGeneratorRefuses(t *testing.T) {
	for _, c := range []struct {
		g    synthetic.Generator
		want string
	}{
		{synthetic.Generator{Pages: 10}, "Pages is 10"},
		{synthetic.Generator{Mismatch: 1.5}, "Mismatch is 1.5"},
		{synthetic.Generator{Noise: -0.2}, "Noise is -0.2"},
		{synthetic.Generator{Tunnel: 4}, "Tunnel is 4"},
		{synthetic.Generator{Tunnel: -1}, "Tunnel is -1"},
		{synthetic.Generator{Topics: -1}, "Topics is -1: want 1 to 96"},
		{synthetic.Generator{Topics: 97}, "Topics is 97"},
		{synthetic.Generator{Pages: 500, Null: true}, "no topic has seeds and targets"},
	} {
		if _, err := c.g.Generate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// Each topic has seeds and targets of its own, on other hosts if they are to be, however odd
// the web is.
func TestGeneratedTopics(t *testing.T) {
	for _, g := range []synthetic.Generator{
		{DisjointHosts: true}, {Tunnelled: 0.34}, {Tunnelled: 1, Tunnel: 3},
		{Tunnelled: 1, Seed: 11}, // for the last tunnels no irrelevant page is left
		{Mismatch: 1, Informed: 1, Misled: 1, Noise: 1, Ambiguous: 1, Tunnelled: 1, Copied: 1, Broken: 1, Topics: 96},
	} {
		g.Pages = 500
		for _, topic := range generate(t, g).Topics {
			if len(topic.Seeds) == 0 || len(topic.Targets) == 0 || len(topic.Portal) == 0 {
				t.Errorf("%+v: %s has %d seeds, %d targets, %d portals", g, topic.Name, len(topic.Seeds), len(topic.Targets), len(topic.Portal))
			}
			hosts := map[string]bool{}
			for _, seed := range topic.Seeds {
				hosts[strings.Split(seed, "/")[2]] = true
			}
			for _, target := range topic.Targets {
				if g.DisjointHosts && hosts[strings.Split(target, "/")[2]] {
					t.Errorf("%s: the target %s is on the host of a seed", topic.Name, target)
				}
			}
		}
	}
}

// scorers are by topic: of its name alone, and of what the ontology says.
func scorers(t *testing.T, g *synthetic.Generated) (name, known map[string]*ontology.Scorer) {
	t.Helper()
	name, known = map[string]*ontology.Scorer{}, map[string]*ontology.Scorer{}
	for _, topic := range g.Topics {
		x, err := g.Ontology.Expand(topic.OntologyID, ontology.Expansion{Children: ontology.All, Parents: ontology.None, NoSiblings: true})
		if err != nil {
			t.Fatal(err)
		}
		known[topic.Name] = ontology.NewScorer(x)
		name[topic.Name] = ontology.NewScorer(ontology.Topic{Terms: []ontology.Term{{Text: topic.Name}}})
	}
	return name, known
}

func lokman(name string, scorers map[string]*ontology.Scorer) experiment.Entrant {
	return experiment.Entrant{Name: name, New: func(t experiment.Task) (crawl.Strategy, error) {
		return &strategy.LokmanNormalized{Scorer: scorers[t.Topic]}, nil
	}}
}

func adaptive(scorers map[string]*ontology.Scorer) experiment.Entrant {
	return experiment.Entrant{Name: "adaptive", New: func(t experiment.Task) (crawl.Strategy, error) {
		return &strategy.Adaptive{Scorer: scorers[t.Topic], Query: t.Topic, Seed: t.Random}, nil
	}}
}

// On a web where what a page is about depends on nothing, no strategy differs
// from random order by more than chance. One that did would have seen pages
// that it has not fetched.
func TestNullWeb(t *testing.T) {
	if testing.Short() {
		t.Skip("writes and crawls several webs")
	}
	var all []*experiment.Results
	const webs = 3
	for seed := range uint64(webs) {
		g := generate(t, synthetic.Generator{Seed: seed, Null: true, Pages: 1000})
		names, known := scorers(t, g)
		e := experiment.Experiment{
			Web: g.Web, Topics: g.Topics, Pages: 150, Seed: seed,
			Entrants: []experiment.Entrant{
				experiment.Bounds()[0], {Name: "breadthfirst", New: func(experiment.Task) (crawl.Strategy, error) { return crawl.BreadthFirst{}, nil }},
				{Name: "depthfirst", New: func(experiment.Task) (crawl.Strategy, error) { return classic.DepthFirst{}, nil }},
				{Name: "bestfirst", New: func(t experiment.Task) (crawl.Strategy, error) {
					return strategy.BestFirst{Scorer: classify.NewCosine(t.Topic)}, nil
				}},
				lokman("by name", names), lokman("by ontology", known), adaptive(known),
				{Name: "sharksearch", New: func(t experiment.Task) (crawl.Strategy, error) {
					return classic.SharkSearch{Scorer: classify.NewCosine(t.Topic)}, nil
				}},
				{Name: "opic", New: func(experiment.Task) (crawl.Strategy, error) { return classic.OPIC{}, nil }},
				{Name: "infospiders", New: func(t experiment.Task) (crawl.Strategy, error) {
					return &classic.InfoSpiders{Query: t.Topic, Scorer: classify.NewCosine(t.Topic), Seed: t.Random}, nil
				}},
			},
		}
		res, err := e.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, res)
	}
	for _, name := range all[0].Strategies[1:] {
		var d []float64
		for _, res := range all {
			for _, topic := range res.Topics {
				d = append(d, res.Run(name, topic).HarvestRateExclSeeds-res.Run("random", topic).HarvestRateExclSeeds)
			}
		}
		mean, wide := interval(d)
		if math.Abs(mean) > wide {
			t.Errorf("%s harvests %+.4f more than random order, which is outside chance: %.4f", name, mean, wide)
		}
		t.Logf("%s: %+.4f within %.4f", name, mean, wide)
	}
}

// interval returns the mean and three standard errors of it.
func interval(d []float64) (mean, wide float64) {
	n := float64(len(d))
	for _, v := range d {
		mean += v / n
	}
	var square float64
	for _, v := range d {
		square += (v - mean) * (v - mean)
	}
	return mean, 3 * math.Sqrt(square/(n-1)/n)
}

// What an ontology is worth grows with the pages that do not call the topic by
// its name; where all do, it is worth nothing.
func TestMismatch(t *testing.T) {
	if testing.Short() {
		t.Skip("writes and crawls several webs")
	}
	var gain []float64
	for _, share := range []float64{crawl.None, 0.5, 1} {
		g := generate(t, synthetic.Generator{Seed: 3, Pages: 1200, Mismatch: share})
		name, known := scorers(t, g)
		e := experiment.Experiment{Web: g.Web, Topics: g.Topics, Pages: 120, Entrants: []experiment.Entrant{lokman("name", name), lokman("ontology", known)}}
		res, err := e.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range res.Comparisons() {
			if c.Measure == "auc" {
				gain = append(gain, -c.Difference.Mean)
			}
		}
	}
	t.Logf("gain by mismatch 0, 0.5, 1: %.3f", gain)
	if math.Abs(gain[0]) > 0.03 {
		t.Errorf("where all pages use the name, the ontology gains %.3f", gain[0])
	}
	if !(gain[0] < gain[1] && gain[1] < gain[2] && gain[2] > 0.1) {
		t.Errorf("gains %.3f do not rise", gain)
	}
}

// Of the terms of the ontology without noise a noisy one lacks half as many as Noise says,
// and has terms of other topics for as many more.
func TestOntologyNoise(t *testing.T) {
	terms := func(noise float64) map[string]bool {
		all := map[string]bool{}
		for seed := range uint64(4) {
			g := generate(t, synthetic.Generator{Seed: seed, Pages: 600, Noise: noise})
			for _, topic := range g.Topics {
				x, err := g.Ontology.Expand(topic.OntologyID, ontology.Expansion{Children: ontology.All, Parents: ontology.None, NoSiblings: true})
				if err != nil {
					t.Fatal(err)
				}
				for _, term := range x.Terms {
					if term.Text != topic.Name {
						all[topic.Name+": "+term.Text] = true
					}
				}
			}
		}
		return all
	}
	whole := terms(crawl.None)
	for _, noise := range []float64{0.2, 0.5, 1} {
		right, wrong := 0, 0
		for term := range terms(noise) {
			if whole[term] {
				right++
			} else {
				wrong++
			}
		}
		n := float64(len(whole))
		if r, w := float64(right)/n, float64(wrong)/n; math.Abs(r-(1-noise)) > 0.06 || math.Abs(w-noise/2) > 0.06 {
			t.Errorf("noise %v: %.3f of %v terms are right, and %.3f wrong", noise, r, n, w)
		}
	}
}
