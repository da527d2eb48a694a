package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/examples/internal/lab/sweep"
	"github.com/lokman-crawler/lokman/examples/internal/program"
	"github.com/lokman-crawler/lokman/examples/internal/strategies"
)

// options are what the command line asks for. The exported ones decide the
// results and go into the run record.
type options struct {
	Web        string        `json:"web"`      // path; "" for a generated one
	Topics     []string      `json:"topics"`   // paths
	Ontologies []string      `json:"ontology"` // paths, one a topics file
	Strategies []string      `json:"strategies"`
	Shares     []float64     `json:"shares"` // that lokman inherits, each an entrant
	Pages      int           `json:"pages"`
	Seeds      string        `json:"seeds"` // topic, portal or far:K
	Examples   bool          `json:"examples"`
	Only       []string      `json:"only"` // topics by name; empty for all
	Relevant   int           `json:"relevant"`
	Seed       uint64        `json:"seed"`
	Workers    int           `json:"workers"`
	Delay      time.Duration `json:"delay"`
	Mismatch   float64       `json:"mismatch"`
	Noise      float64       `json:"noise"`
	Misled     float64       `json:"misled"`
	Tunnel     int           `json:"tunnel"` // mixedTunnels, or pages
	Null       bool          `json:"null"`
	Sweep      string        `json:"sweep"` // parameter=values; "" for none
	Webs       int           `json:"webs"`  // at each value of Sweep

	start  experiment.Start
	swept  webSweep
	out    string
	replay string
	pool   []string // directories
	jobs   int
	json   bool
	self   bool
}

// mixedTunnels is the -tunnel of tunnels of 1, 2 and 3 pages.
const mixedTunnels = -1

const defaultWebs = 5

const help = `Experiment runs crawling strategies over the topics of a recorded web, all from
the same seeds and with the same budget, and says which finds more of a topic.

  go run ./examples/experiment
  go run ./examples/experiment -web medweb.tar.zst -topics topics.jsonl -ontology mesh2024.bin -strategies lokman,bestfirst -pages 1000
  go run ./examples/experiment -sweep noise=0,0.1,0.3,0.5 -webs 3 -strategies lokman,adaptive
  go run ./examples/experiment -pool out/mesh,out/wikipedia -strategies adaptive

Without -web it generates a web with topics and an ontology of its own, which takes
about a minute. The table goes to standard output, or with -json one JSON object a
run. Reports, curves, the fetch order of each run and a record for -replay go to the
directory of -out. -sweep writes sweep.csv, sweep.svg and sweep.txt there instead.

`

func parseOptions(args []string, stderr io.Writer) (options, error) {
	var o options
	var topics, ontologies, entrants, only, shares, pool string
	usual := synthetic.Generator{}.WithDefaults()
	fs := flag.NewFlagSet("experiment", flag.ContinueOnError)
	fs.StringVar(&o.Web, "web", "", "`path` of a recorded web: a directory or tar, tar.gz, tar.zst with a manifest.jsonl, or\na .warc, .warc.gz or .warc.zst file or a directory of them (default a generated one)")
	fs.StringVar(&topics, "topics", "", "`file` of topics, one JSON object a line: topic, ontology_id, relevant, seeds, seeds_portal, targets, rule;\nseparated by commas if there are several")
	fs.StringVar(&ontologies, "ontology", "", "`path` of an ontology, its format is detected; one for all topics, or one for each file of -topics,\nseparated by commas (default none with -web: strategies are told the topics' names alone)")
	fs.StringVar(&entrants, "strategies", strings.Join(strategyNames(), ","), "`names` of the strategies, separated by commas; further ones:\n"+strings.Join(strategies.Variants(), ", "))
	fs.StringVar(&shares, "shares", "", "`shares` that lokman inherits, 0 to 1, separated by commas: each is an entrant, and shares.svg\nand shares.csv show the AUC against them")
	fs.IntVar(&o.Pages, "pages", 250, "`number` of pages that each crawl fetches")
	fs.StringVar(&o.Seeds, "seeds", "topic", "where crawls begin: topic, portal or far:K, K links away from the nearest relevant page")
	fs.BoolVar(&o.Examples, "examples", false, "tell the strategies that the seeds are relevant, so that they may learn from them")
	fs.StringVar(&only, "only", "", "`names` of the topics to run, separated by commas (default all)")
	fs.IntVar(&o.Relevant, "relevant", 0, "least `number` of relevant pages that a topic must have")
	fs.Uint64Var(&o.Seed, "seed", 1, "`number` that all random choices depend on")
	fs.IntVar(&o.Workers, "workers", 1, "`number` of hosts that each simulated crawl asks at once")
	fs.DurationVar(&o.Delay, "delay", 0, "simulated `time` between two requests to a host")
	fs.Float64Var(&o.Mismatch, "mismatch", usual.Mismatch, "`share` of the generated web's relevant pages that do not use the topic's name, 0 to 1")
	fs.Float64Var(&o.Noise, "noise", usual.Noise, "`share` of the generated ontology's terms other than names that are wrong, 0 to 1: half of them are missing,\nthe other half are another topic's")
	fs.Float64Var(&o.Misled, "misled", usual.Misled, "`share` of the generated web's anchors that name a random topic, 0 to 1")
	fs.IntVar(&o.Tunnel, "tunnel", mixedTunnels, "`number` of irrelevant pages in each tunnel of the generated web, 0 to 3; -1 for 1, 2 and 3")
	fs.StringVar(&o.Sweep, "sweep", "", "`parameter=values` of the generated web: mismatch, noise, misled or tunnel and its values, separated by\ncommas; tests every strategy against breadth-first and random order at each")
	fs.IntVar(&o.Webs, "webs", defaultWebs, "`number` of generated webs at each value of -sweep, with the seeds from -seed on")
	fs.BoolVar(&o.Null, "null", false, "generate a web without topical locality, in which no strategy can beat random order")
	fs.StringVar(&o.out, "out", "out", "`directory` of the results; created if need be")
	fs.StringVar(&o.replay, "replay", "", "`file` record.json of an earlier run: run it again and compare")
	fs.StringVar(&pool, "pool", "", "`directories` of earlier runs (-out), separated by commas: crawl nothing, but test over the topics\nof all of them; -strategies names the configurations to choose from (default adaptive), of which\nthe best is tested against the others and against all that was not named")
	fs.IntVar(&o.jobs, "jobs", 0, "`number` of crawls at once (default one a processor); it changes no result")
	fs.BoolVar(&o.self, "self", false, "print the harvest rates by which each strategy judges itself, as in the thesis, in place of the table")
	fs.BoolVar(&o.json, "json", false, "print one JSON object a run in place of the table")
	if err := program.Parse(fs, help, args, stderr); err != nil {
		return o, err
	}
	o.Topics, o.Ontologies, o.Strategies, o.Only = list(topics), list(ontologies), list(entrants), list(only)
	var err error
	if o.Shares, err = sharesOf(shares); err != nil {
		return o, err
	}
	switch o.pool = list(pool); {
	case o.pool != nil:
		return o, onlyPools(fs)
	case o.replay != "":
		return o.replayed(fs)
	}
	return o.complete()
}

// list splits at commas.
func list(s string) []string {
	var names []string
	for _, name := range strings.Split(s, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// sharesOf reads a list of shares.
func sharesOf(text string) ([]float64, error) {
	var shares []float64
	names := map[string]bool{}
	for _, text := range list(text) {
		share, err := strconv.ParseFloat(text, 64)
		if err != nil || !(share >= 0 && share <= 1) {
			return nil, program.Usage(fmt.Errorf("-shares %q: want numbers from 0 to 1", text))
		}
		if names[strategies.Share(share)] {
			return nil, program.Usage(fmt.Errorf("-shares names %v twice", share))
		}
		names[strategies.Share(share)] = true
		shares = append(shares, share)
	}
	return shares, nil
}

// sweep is the experiment of -shares.
func (o options) sweep() sweep.Sweep {
	s := sweep.Sweep{Parameter: "inherited share"}
	for _, share := range o.Shares {
		s.Points = append(s.Points, sweep.Point{Value: share, Strategy: strategies.Share(share)})
	}
	return s
}

// entrants are the names of the strategies that run, without the bounds.
func (o options) entrants() []string {
	names := slices.Clone(o.Strategies)
	for _, p := range o.sweep().Points {
		names = append(names, p.Strategy)
	}
	return names
}

// complete checks the options.
func (o options) complete() (options, error) {
	var err error
	if err = o.start.Set(o.Seeds); err != nil {
		return o, program.Usage(fmt.Errorf("-seeds %q: want topic, portal or far:K", o.Seeds))
	}
	switch {
	case len(o.Strategies) == 0:
		return o, program.Usage(errors.New("-strategies names none"))
	case o.Pages < 1:
		return o, program.Usage(fmt.Errorf("-pages %d: want 1 or more", o.Pages))
	case o.Workers < 1:
		return o, program.Usage(fmt.Errorf("-workers %d: want 1 or more", o.Workers))
	case o.Delay < 0:
		return o, program.Usage(fmt.Errorf("-delay %v: want 0s or more", o.Delay))
	case o.Sweep != "" && (o.Web != "" || len(o.Shares) > 0):
		return o, program.Usage(errors.New("-sweep is of generated webs, without -web and -shares"))
	case o.Webs < 1 || o.Webs > 80:
		return o, program.Usage(fmt.Errorf("-webs %d: want 1 to 80", o.Webs))
	case o.out == "":
		return o, program.Usage(errors.New("-out needs a directory"))
	case o.Web != "" && len(o.Topics) == 0:
		return o, program.Usage(errors.New("-web needs -topics"))
	case o.Web == "" && len(o.Topics)+len(o.Ontologies) > 0:
		return o, program.Usage(errors.New("-topics and -ontology need a -web"))
	case len(o.Ontologies) > 1 && len(o.Ontologies) != len(o.Topics):
		return o, program.Usage(fmt.Errorf("-ontology names %d: want one, or one for each of the %d files of -topics", len(o.Ontologies), len(o.Topics)))
	}
	if err := o.generatable(); err != nil {
		return o, err
	}
	if o.swept, err = o.webSweep(); err != nil {
		return o, err
	}
	for i, name := range o.Strategies {
		if !slices.Contains(allNames(), name) {
			return o, program.Usage(fmt.Errorf("-strategies %q: no strategy is called that; %s", name, meant(name)))
		}
		if slices.Contains(o.Strategies[:i], name) {
			return o, program.Usage(fmt.Errorf("-strategies names %q twice", name))
		}
	}
	return o, nil
}
