package experiment

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
)

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

func parseOptions(ctx context.Context, args []string, stderr io.Writer) (lab.Options, error) {
	var o lab.Options
	var topics, ontologies, entrants, only, shares, pool string
	usual := synthetic.Generator{}.WithDefaults()
	fs := flag.NewFlagSet("experiment", flag.ContinueOnError)
	fs.StringVar(&o.Web, "web", "", "`path` of a recorded web: a directory or tar, tar.gz, tar.zst with a manifest.jsonl, or\na .warc, .warc.gz or .warc.zst file or a directory of them (default a generated one)")
	fs.StringVar(&topics, "topics", "", "`file` of topics, one JSON object a line: topic, ontology_id, relevant, seeds, seeds_portal, targets, rule;\nseparated by commas if there are several")
	fs.StringVar(&ontologies, "ontology", "", "`path` of an ontology, its format is detected; one for all topics, or one for each file of -topics,\nseparated by commas (default none with -web: strategies are told the topics' names alone)")
	fs.StringVar(&entrants, "strategies", strings.Join(lab.StrategyNames(), ","), "`names` of the strategies, separated by commas; further ones:\n"+strings.Join(strategies.Variants(), ", "))
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
	fs.IntVar(&o.Tunnel, "tunnel", lab.MixedTunnels, "`number` of irrelevant pages in each tunnel of the generated web, 0 to 3; -1 for 1, 2 and 3")
	fs.StringVar(&o.Sweep, "sweep", "", "`parameter=values` of the generated web: mismatch, noise, misled or tunnel and its values, separated by\ncommas; tests every strategy against breadth-first and random order at each")
	fs.IntVar(&o.Webs, "webs", lab.DefaultWebs, "`number` of generated webs at each value of -sweep, with the seeds from -seed on")
	fs.BoolVar(&o.Null, "null", false, "generate a web without topical locality, in which no strategy can beat random order")
	fs.StringVar(&o.Out, "out", "out", "`directory` of the results; created if need be")
	fs.StringVar(&o.Replay, "replay", "", "`file` record.json of an earlier run: run it again and compare")
	fs.StringVar(&pool, "pool", "", "`directories` of earlier runs (-out), separated by commas: crawl nothing, but test over the topics\nof all of them; -strategies names the configurations to choose from (default adaptive), of which\nthe best is tested against the others and against all that was not named")
	fs.IntVar(&o.Jobs, "jobs", 0, "`number` of crawls at once (default one a processor); it changes no result")
	fs.BoolVar(&o.Self, "self", false, "print the harvest rates by which each strategy judges itself, as in the thesis, in place of the table")
	fs.BoolVar(&o.JSON, "json", false, "print one JSON object a run in place of the table")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	o.Topics, o.Ontologies, o.Strategies, o.Only = lab.List(topics), lab.List(ontologies), lab.List(entrants), lab.List(only)
	var err error
	if o.Shares, err = sharesOf(shares); err != nil {
		return o, err
	}
	switch o.Pool = lab.List(pool); {
	case o.Pool != nil:
		return o, onlyFlags(fs, "-pool reads earlier runs: -%s belongs to these", "pool", "strategies", "seed", "json")
	case o.Replay != "":
		if err := onlyFlags(fs, "-%s is in the record of -replay already", "replay", "out", "jobs", "json", "self"); err != nil {
			return o, err
		}
		return o.Replayed()
	}
	return o.Complete()
}

// onlyFlags fails if a flag is given that is none of some.
func onlyFlags(fs *flag.FlagSet, problem string, names ...string) error {
	var err error
	fs.Visit(func(f *flag.Flag) {
		if !slices.Contains(names, f.Name) {
			err = program.Usage(fmt.Errorf(problem, f.Name))
		}
	})
	return err
}

// sharesOf reads a list of shares.
func sharesOf(text string) ([]float64, error) {
	var shares []float64
	names := map[string]bool{}
	for _, text := range lab.List(text) {
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
