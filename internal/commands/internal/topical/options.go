package topical

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/strategies"
)

// Options are what the command line asks for.
type Options struct {
	Topic      string
	Terms      []string
	Ontology   string // path; "" for the built-in one, or for none if there are terms
	Seeds      []string
	Search     string   // an engine that has seeds; "" for none
	Open       []string // hosts of private networks
	Pages      int
	Enough     Enough
	Strategy   string
	Reevaluate frontier.Reevaluation
	Workers    int
	Agent      string        // "" for the default
	Delay      time.Duration // crawl.None for none; 0 until it is known
	Web        string        // path of a recorded web; "" for the network or the built-in one
	Topics     string        // path of a topics file; "" to look beside the web
	Frontier   Place
	Server     Server // nil if -frontier takes no server
	Resume     bool
	Continuous bool
	Revisits   int  // pages fetched again a day; 0 is the default of fresh.Policy
	begun      bool // on the network, by an earlier run
	Out        string
	JSONL      string
	WARC       string // path; "" for none
	JSON       bool
	Dashboard  string              // address; "" for none
	Control    bool                // of the crawl, by the dashboard
	Stay       bool                // after the crawl, for the dashboard
	Said       map[string][]string // what was said of each flag
}

// DefaultPages is how many pages a crawl fetches unless -pages says so.
const DefaultPages = 100

// network reports whether pages come from the network.
func (o Options) network() bool { return o.Web == "" && !o.demo() }

// demo reports whether pages come from the built-in web.
func (o Options) demo() bool {
	return o.Web == "" && len(o.Seeds) == 0 && o.Search == "" && !o.begun
}

// Mergeable is the best strategy whose values can be merged in any way: the default
// with -reevaluate.
const Mergeable = "lokman-normalized"

// Complete checks the options and fills in the merge of the strategy.
// Merges says that -reevaluate was given.
func (o Options) Complete(merges bool) (Options, error) {
	switch {
	case o.Pages < 1:
		return o, program.Usage(fmt.Errorf("-pages %d: want 1 or more", o.Pages))
	case o.Enough.Score > 0 && o.Topics != "":
		return o, program.Usage(errors.New("-enough score=SCORE is for a crawl without -topics, which say what is relevant"))
	case o.Workers < 0:
		return o, program.Usage(fmt.Errorf("-workers %d: want 1 or more", o.Workers))
	case !slices.Contains(strategyNames(), o.Strategy):
		return o, program.Usage(fmt.Errorf("-strategy %q: want one of %s, or a variant that experiment -h lists", o.Strategy, strings.Join(strategies.Names(), ", ")))
	case o.Frontier.kind == "redis" && o.Server == nil:
		return o, program.Usage(errors.New("-frontier redis: a queue on a server is for the program of a checkout of the project, examples/topical; want memory or bolt:PATH"))
	case o.Resume && o.Frontier.kind == "":
		return o, program.Usage(errors.New("want the file of the crawl to resume: that of its -frontier bolt:PATH"))
	case o.Revisits < 0 || o.Revisits > 0 && !o.Continuous:
		return o, program.Usage(fmt.Errorf("-revisits %d: want 1 or more, with -continuous", o.Revisits))
	case o.Topics != "" && o.demo() && !o.Resume:
		return o, program.Usage(errors.New("-topics judges a crawl of -web, -seed or -search"))
	case o.Out == "":
		return o, program.Usage(errors.New("-out needs a directory"))
	case o.Control && o.Dashboard == "":
		return o, program.Usage(errors.New("-control is for a -dashboard"))
	case o.Stay && o.Dashboard == "":
		return o, program.Usage(errors.New("-stay is for a -dashboard"))
	case o.Topic == "" && o.Ontology != "":
		return o, program.Usage(errors.New("-ontology needs a -topic to look up in it"))
	}
	if own := crawl.FrontierOptions(newStrategy(o, subject{})).Reevaluation; own != frontier.GetGreater {
		if merges {
			return o, program.Usage(fmt.Errorf("-reevaluate: %s says itself how values change", o.Strategy))
		}
		o.Reevaluate = own
	}
	return o, nil
}

// paced fills in the defaults that depend on where pages come from.
func (o Options) paced() Options {
	if o.Workers == 0 {
		o.Workers = 1
		if o.network() {
			o.Workers = 8
		}
	}
	if o.Delay == 0 && !o.network() {
		o.Delay = crawl.None
	}
	return o
}
