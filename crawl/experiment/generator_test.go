package experiment_test

import (
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

func TestCalibration(t *testing.T) {
	if testing.Short() {
		t.Skip("writes and crawls several webs")
	}
	for seed := range uint64(2) {
		g, err := experiment.Generator{Seed: seed, Pages: 2000}.Generate()
		if err != nil {
			t.Fatal(err)
		}
		c := experiment.Calibrate(g.Web, seed)
		for _, r := range c.Readings() {
			if !r.OK() {
				t.Errorf("seed %d: %s is %.3f, want %g to %g", seed, r.Name, r.Value, r.Low, r.High)
			}
		}
		if testing.Verbose() {
			c.WriteTable(os.Stdout)
		}
	}
}

func generate(t *testing.T, g experiment.Generator) *experiment.Generated {
	t.Helper()
	out, err := g.Generate()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestGeneratorRepeats(t *testing.T) {
	a, b := generate(t, experiment.Generator{Seed: 5, Pages: 600}), generate(t, experiment.Generator{Seed: 5, Pages: 600})
	if a.Web.Hash() != b.Web.Hash() || !slices.Equal(names(a.Topics), names(b.Topics)) {
		t.Error("the same generator gave two webs")
	}
	if c := generate(t, experiment.Generator{Seed: 6, Pages: 600}); a.Web.Hash() == c.Web.Hash() {
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
		g    experiment.Generator
		want string
	}{
		{experiment.Generator{Pages: 10}, "Pages is 10"},
		{experiment.Generator{Mismatch: 1.5}, "Mismatch is 1.5"},
		{experiment.Generator{Noise: -0.2}, "Noise is -0.2"},
		{experiment.Generator{Tunnel: 4}, "Tunnel is 4"},
		{experiment.Generator{Tunnel: -1}, "Tunnel is -1"},
		{experiment.Generator{Topics: -1}, "Topics is -1: want 1 to 96"},
		{experiment.Generator{Topics: 97}, "Topics is 97"},
		{experiment.Generator{Pages: 500, Null: true}, "no topic has seeds and targets"},
	} {
		if _, err := c.g.Generate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// Each topic has seeds and targets of its own, on other hosts if they are to be, however odd
// the web is.
func TestGeneratedTopics(t *testing.T) {
	for _, g := range []experiment.Generator{
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
func scorers(t *testing.T, g *experiment.Generated) (name, known map[string]*ontology.Scorer) {
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
		g := generate(t, experiment.Generator{Seed: seed, Null: true, Pages: 1000})
		names, known := scorers(t, g)
		e := experiment.Experiment{
			Web: g.Web, Topics: g.Topics, Pages: 150, Seed: seed,
			Entrants: []experiment.Entrant{
				experiment.Bounds()[0], fixed("breadthfirst", crawl.BreadthFirst{}), fixed("depthfirst", strategy.DepthFirst{}),
				{Name: "bestfirst", New: func(t experiment.Task) (crawl.Strategy, error) {
					return strategy.BestFirst{Scorer: classify.NewCosine(t.Topic)}, nil
				}},
				lokman("by name", names), lokman("by ontology", known), adaptive(known),
				{Name: "sharksearch", New: func(t experiment.Task) (crawl.Strategy, error) {
					return strategy.SharkSearch{Scorer: classify.NewCosine(t.Topic)}, nil
				}},
				{Name: "opic", New: func(experiment.Task) (crawl.Strategy, error) { return strategy.OPIC{}, nil }},
				{Name: "infospiders", New: func(t experiment.Task) (crawl.Strategy, error) {
					return &strategy.InfoSpiders{Query: t.Topic, Scorer: classify.NewCosine(t.Topic), Seed: t.Random}, nil
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
		g := generate(t, experiment.Generator{Seed: 3, Pages: 1200, Mismatch: share})
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

// onWebs runs the adaptive crawl, breadth-first and the bound on webs of several seeds and takes them together.
func onWebs(t *testing.T, g experiment.Generator, webs uint64) *experiment.Pool {
	t.Helper()
	bounds := experiment.Bounds()
	var rows []experiment.Row
	for seed := range webs {
		g.Seed = seed
		web := generate(t, g)
		_, known := scorers(t, web)
		e := experiment.Experiment{
			Web: web.Web, Topics: web.Topics, Pages: 120, Seed: seed,
			Entrants: []experiment.Entrant{bounds[1], bounds[3], adaptive(known)},
		}
		res, err := e.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		name := strconv.FormatUint(seed, 10)
		rows = append(rows, experiment.Row{Name: name, Web: name, Runs: res.Runs})
	}
	p, err := experiment.NewPool(rows, "allknowing", 1)
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
	for name, g := range map[string]experiment.Generator{
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

// Of the terms of the ontology without noise a noisy one lacks half as many as Noise says,
// and has terms of other topics for as many more.
func TestOntologyNoise(t *testing.T) {
	terms := func(noise float64) map[string]bool {
		all := map[string]bool{}
		for seed := range uint64(4) {
			g := generate(t, experiment.Generator{Seed: seed, Pages: 600, Noise: noise})
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

func TestNoisyJudge(t *testing.T) {
	truth, err := experiment.NewSet([]string{"http://a.test/0"})
	if err != nil {
		t.Fatal(err)
	}
	j := experiment.NoisyJudge{Judge: truth, Missed: 1, Mistaken: 0.5}
	mistaken := 0
	for i := range 1000 {
		url := "http://b.test/" + strings.Repeat("x", i)
		first := j.Relevant(url)
		if again := j.Relevant(url); again != first {
			t.Fatal("the judge changed its mind")
		}
		if first {
			mistaken++
		}
	}
	if j.Relevant("http://a.test/0") || mistaken < 400 || mistaken > 600 {
		t.Errorf("missed nothing, or mistook %d of 1,000", mistaken)
	}
}
