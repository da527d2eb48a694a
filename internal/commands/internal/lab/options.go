package lab

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/internal/commands/internal/lab/sweep"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
	"github.com/lokman-crawler/lokman/internal/names"
)

// Options are what the command line asks for. Those that JSON has decide the
// results and go into the run record.
type Options struct {
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

	Out    string   `json:"-"` // directory of the results
	Replay string   `json:"-"` // path of the record to run again; "" for none
	Pool   []string `json:"-"` // directories of earlier runs to test over; nil to crawl
	Jobs   int      `json:"-"` // crawls at once; 0 for one a processor
	JSON   bool     `json:"-"` // print an object a run in place of the table
	Self   bool     `json:"-"` // print what strategies say of themselves in its place

	start experiment.Start
	swept webSweep
}

const (
	MixedTunnels = -1 // the Tunnel of tunnels of 1, 2 and 3 pages
	DefaultWebs  = 5  // at each value of a sweep
)

// List splits at commas.
func List(s string) []string {
	var names []string
	for _, name := range strings.Split(s, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// shares is the sweep of -shares.
func (o Options) shares() sweep.Sweep {
	s := sweep.Sweep{Parameter: "inherited share"}
	for _, share := range o.Shares {
		s.Points = append(s.Points, sweep.Point{Value: share, Strategy: strategies.Share(share)})
	}
	return s
}

// entrants are the names of the strategies that run, without the bounds.
func (o Options) entrants() []string {
	names := slices.Clone(o.Strategies)
	for _, p := range o.shares().Points {
		names = append(names, p.Strategy)
	}
	return names
}

// Complete checks the options and reads those that are texts.
func (o Options) Complete() (Options, error) {
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
	case o.Out == "":
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

// meant says which strategy's name is the nearest to one that none has.
func meant(name string) string {
	nearest := names.Nearest(name, func(yield func(string, string) bool) {
		for _, known := range allNames() {
			if !yield(known, known) {
				return
			}
		}
	})
	if len(nearest) == 0 {
		return "-h lists them"
	}
	return "did you mean " + nearest[0] + "?"
}

// webSweep is a parameter of the generated web with its values.
type webSweep struct {
	parameter string
	values    []float64
}

// set gives the parameter a value.
func (s webSweep) set(o *Options, v float64) {
	switch s.parameter {
	case "mismatch":
		o.Mismatch = v
	case "noise":
		o.Noise = v
	case "misled":
		o.Misled = v
	case "tunnel":
		o.Tunnel = int(v)
	}
}

// webSweep reads the option of that name.
func (o Options) webSweep() (webSweep, error) {
	if o.Sweep == "" {
		return webSweep{}, nil
	}
	name, values, _ := strings.Cut(o.Sweep, "=")
	s := webSweep{parameter: name}
	bad := program.Usage(fmt.Errorf("-sweep %q: want mismatch, noise, misled or tunnel, then = and numbers separated by commas", o.Sweep))
	if !slices.Contains([]string{"mismatch", "noise", "misled", "tunnel"}, name) {
		return s, bad
	}
	for _, text := range List(values) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || name == "tunnel" && v != float64(int(v)) || slices.Contains(s.values, v) {
			return s, bad
		}
		s.set(&o, v)
		if err := o.generatable(); err != nil {
			return s, err
		}
		s.values = append(s.values, v)
	}
	if len(s.values) == 0 {
		return s, bad
	}
	return s, nil
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
