// Package ontology looks into ontologies: what is in them, what a topic becomes in each,
// and what in them may mislead a crawl. It also compiles them. See -h.
package ontology

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/commands/demo"
	"github.com/lokman-crawler/lokman/internal/commands/program"
	"github.com/lokman-crawler/lokman/ontology"
	"github.com/lokman-crawler/lokman/ontology/compiled"
	"github.com/lokman-crawler/lokman/ontology/load"
	"github.com/lokman-crawler/lokman/ontology/obo"
)

// options are what the command line asks for.
type options struct {
	paths     []string // of ontologies
	topics    []string
	expansion ontology.Expansion
	list      bool
	lint      bool
	sample    string // path of a text
	strict    bool
	compile   string // path to write to
	json      bool
	demo      bool // there are no flags that say what to do
}

// builtIn stands in the place of the path of the built-in ontology.
const builtIn = "built-in"

const help = `Ontology tells what an ontology is, what terms a topic has in it, and what in it
may mislead a crawl. Several ontologies stand side by side. Without -ontology it
looks into the small one that topical carries with it.

  go run ./examples/ontology -topic influenza -topic tinnitus -children 1
  go run ./examples/ontology -list
  go run ./examples/ontology -ontology doid.obo.gz -ontology mesh/ -topic chickenpox
  go run ./examples/ontology -ontology doid.obo.gz -lint -sample page.txt
  go run ./examples/ontology -ontology 2025AA/META -compile umls.lokman

It exits with 1 if an ontology lacks a -topic.

`

// Run is the program. It returns the exit code.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(ctx, args, stderr)
	if err != nil {
		return program.Exit(ctx, "ontology", program.Usage(err), stderr)
	}
	return program.Exit(ctx, "ontology", look(ctx, o, stdout, stderr), stderr)
}

func parse(ctx context.Context, args []string, stderr io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("ontology", flag.ContinueOnError)
	list := func(to *[]string) func(string) error {
		return func(s string) error {
			*to = append(*to, s)
			return nil
		}
	}
	fs.Func("ontology", "`path` of an ontology: OBO, SKOS, OWL, MeSH, UMLS, SNOMED CT, WordNet or compiled, gzipped or not; may be repeated (default the built-in one)", list(&o.paths))
	fs.Func("topic", "`name` or identifier of a topic to expand; may be repeated", list(&o.topics))
	o.expansion.Parents = 1
	fs.Func("parents", "`levels` of broader concepts, 0 for none, or all (default 1)", levels(&o.expansion.Parents))
	fs.Func("children", "`levels` of narrower concepts, 0 for none, or all (default 0)", levels(&o.expansion.Children))
	fs.BoolVar(&o.expansion.NoSiblings, "no-siblings", false, "leave the siblings out")
	fs.Func("language", "`tag` of a language of names, such as en; may be repeated (default all)", list(&o.expansion.Languages))
	fs.BoolVar(&o.list, "list", false, "print the identifier and the name of every concept")
	fs.BoolVar(&o.lint, "lint", false, "report warnings of reading, ambiguous and short names, cycles, dangling references and empty concepts")
	fs.BoolVar(&o.strict, "strict", false, "refuse a file that does not follow its format in everything, instead of a warning")
	fs.StringVar(&o.sample, "sample", "", "`path` of a text: -lint tells how much of it the ontology speaks of")
	fs.StringVar(&o.compile, "compile", "", "`path` of a file that the ontology is compiled to, which opens at once")
	fs.BoolVar(&o.json, "json", false, "print one JSON object an ontology, topic or report")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	switch {
	case o.compile != "" && len(o.paths) > 1:
		return o, errors.New("-compile needs one -ontology")
	case o.sample != "" && !o.lint:
		return o, errors.New("-sample needs -lint")
	}
	if len(o.paths) == 0 {
		o.paths = []string{builtIn}
		if len(o.topics) == 0 && !o.list && !o.lint && o.compile == "" {
			o.topics, o.demo = []string{demo.DefaultTopic}, true
		}
	}
	if o.expansion.Parents == 0 {
		o.expansion.Parents = ontology.None
	}
	return o, nil
}

// levels sets a number of levels from a flag.
func levels(n *int) func(string) error {
	return func(s string) error {
		if s == "all" {
			*n = ontology.All
			return nil
		}
		i, err := strconv.Atoi(s)
		if err != nil || i < 0 {
			return errors.New("want 0 or more, or all")
		}
		*n = i
		return nil
	}
}

// look does what the options say, one ontology after the other.
func look(ctx context.Context, o options, stdout, stderr io.Writer) error {
	var sample string
	if o.sample != "" {
		text, err := os.ReadFile(o.sample)
		if err != nil {
			return err
		}
		sample = string(text)
	}
	out := printer{out: stdout, json: o.json}
	var lacking error
	for _, path := range o.paths {
		found, err := open(path, stderr)
		if err != nil {
			return err
		}
		defer found.Close()
		for _, w := range found.Warnings() {
			if o.strict {
				return &w
			}
			fmt.Fprintf(stderr, "warning: %v\n", &w)
		}
		out.ontology(found)
		err = topics(ctx, o, found, out)
		if errors.As(err, new(*ontology.UnknownTopicError)) {
			lacking = fmt.Errorf("%s: %w", path, err)
		} else if err != nil {
			return err
		}
		if !o.list && !o.lint && o.compile == "" {
			continue
		}
		graph, err := found.Graph()
		if err != nil {
			return err
		}
		if o.list {
			out.concepts(found, graph)
		}
		if o.lint {
			out.report(found, graph.Lint(sample))
		}
		if o.compile != "" {
			if err := compiled.WriteFile(o.compile, graph); err != nil {
				return err
			}
		}
	}
	if o.demo && !o.json {
		fmt.Fprint(stderr, program.Text(ctx, next))
	}
	return lacking
}

// next is said after the built-in ontology.
const next = `
The names of all its concepts: go run ./examples/ontology -list
What may mislead a crawl in it: go run ./examples/ontology -lint
Crawl a topic of it: go run ./examples/topical -topic tinnitus
Another ontology, here that of https://purl.obolibrary.org/obo/doid.obo:
  go run ./examples/ontology -ontology doid.obo -topic influenza
`

func open(path string, stderr io.Writer) (*load.Ontology, error) {
	if path != builtIn {
		fmt.Fprintf(stderr, "reading %s\n", path)
		return load.Open(path)
	}
	g, err := obo.Read(strings.NewReader(demo.Ontology()))
	if err != nil {
		return nil, err
	}
	return &load.Ontology{Store: g, Path: builtIn, Format: "OBO"}, nil
}

// topics prints what each topic is in an ontology. One that the ontology lacks is
// printed as such, and the last of these is the error when all are printed.
func topics(ctx context.Context, o options, found *load.Ontology, out printer) error {
	var lacking error
	most := shown
	if len(o.topics) == 1 && len(o.paths) == 1 {
		most = math.MaxInt
	}
	for _, name := range o.topics {
		t, err := ontology.Expand(ctx, found, name, o.expansion)
		var unknown *ontology.UnknownTopicError
		switch {
		case errors.As(err, &unknown):
			out.unknown(found, unknown)
			lacking = unknown
		case err != nil:
			return err
		default:
			out.topic(found, name, t, most)
		}
	}
	return lacking
}
