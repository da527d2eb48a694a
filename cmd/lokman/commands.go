package main

import (
	"context"
	"flag"
	"io"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/commands/articlelinks"
	"github.com/lokman-crawler/lokman/internal/commands/experiment"
	"github.com/lokman-crawler/lokman/internal/commands/frontier"
	"github.com/lokman-crawler/lokman/internal/commands/harvest"
	"github.com/lokman-crawler/lokman/internal/commands/journal"
	"github.com/lokman-crawler/lokman/internal/commands/ontology"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/internal/commands/templates"
	"github.com/lokman-crawler/lokman/internal/commands/topical"
	"github.com/lokman-crawler/lokman/internal/commands/watch"
	"github.com/lokman-crawler/lokman/internal/commands/zones"
)

// A command is a program under its name here.
type command struct {
	name, usage string
	program     string // its name among the examples; "" for none
	main        func(ctx context.Context, args []string, stdout, stderr io.Writer) int
	help        string                     // in place of the program's; "" for that
	file        func(path string) []string // the flags that a first argument is short for, if it is no flag; nil for none
	first       []string                   // flags before those of the command line
}

var commands = []command{
	{name: "crawl", usage: "crawl the pages about a topic, the most promising first", program: "topical", main: topical.Run},
	{name: "resume", usage: "go on with a crawl that was stopped or killed", main: topical.Run, help: resumeHelp, first: []string{"-resume"},
		file: func(path string) []string { return []string{"-frontier", "bolt:" + path} }},
	{name: "frontier", usage: "look into the queue of a crawl, and mend it", program: "frontier", main: frontier.Run,
		file: func(path string) []string { return []string{"-file", path} }},
	{name: "experiment", usage: "compare crawling strategies on a recorded or generated web", program: "experiment", main: experiment.Run},
	{name: "ontology", usage: "look into an ontology: what a topic becomes in it", program: "ontology", main: ontology.Run},
	{name: "label", usage: "label title, authors, affiliations and abstract of article pages", program: "zones", main: zones.Run},
	{name: "links", usage: "find the links to articles on the contents pages of journals", program: "articlelinks", main: articlelinks.Run},
	{name: "journal", usage: "download an issue of a journal and file its pages by class", program: "journal", main: journal.Run},
	{name: "watch", usage: "watch a region of pages, and find it again when their template changes", program: "watch", main: watch.Run},
	{name: "templates", usage: "tell whether the template of pages changed", program: "templates", main: templates.Run},
	{name: "harvest", usage: "take the records of a list, taught by one, as CSV and JSON lines", program: "harvest", main: harvest.Run},
}

const resumeHelp = `Resume goes on with a crawl that lokman crawl began with -frontier bolt:FILE, and that was
stopped or killed: with the same topic, seeds and files, which stand beside FILE.

  lokman crawl -topic tinnitus -pages 20 -frontier bolt:crawl.db -jsonl pages.jsonl
  lokman resume crawl.db -pages 60

What is said here overrides what was said then: -pages above is that of the whole crawl.

`

// nameOf returns how a program of the examples is called here.
func nameOf(program string) string {
	i := slices.IndexFunc(commands, func(c command) bool { return c.program == program })
	if i < 0 {
		return program
	}
	return "lokman " + commands[i].name
}

// run runs a command. It returns the exit code.
func (c command) run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if c.file != nil && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		args = slices.Concat(c.file(args[0]), args[1:])
	}
	var s settings
	return c.main(program.CalledBy(ctx, program.Caller{Name: nameOf, Self: "lokman " + c.name, Help: c.help, Flags: s.flags, Parsed: func(fs *flag.FlagSet) error {
		return s.apply(ctx, c, fs)
	}}), slices.Concat(c.first, args), stdout, stderr)
}

// flags returns the flags that a command takes.
func (c command) flags(ctx context.Context) (all []*flag.Flag) {
	ctx = program.CalledBy(ctx, program.Caller{Flags: new(settings).flags, Parsed: func(fs *flag.FlagSet) error {
		fs.VisitAll(func(f *flag.Flag) { all = append(all, f) })
		return flag.ErrHelp // it does nothing else
	}})
	c.main(ctx, nil, io.Discard, io.Discard)
	return all
}
