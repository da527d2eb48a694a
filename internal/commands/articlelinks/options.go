package articlelinks

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/classify/paper"
	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// options are what the command line asks for.
type options struct {
	data        string
	train       int
	before      bool
	adapt       bool
	budget      int
	mode        string
	distance    string
	predictions string
	models      string
	list        bool
	json        bool
}

const help = `Articlelinks finds the links to articles on issue pages of journals.

Without flags it reads two small journals that it carries with it and prints the
links that it finds. They are also in a directory of a checkout, as yours would be:

  go run ./examples/articlelinks -train 1
  go run ./examples/articlelinks -data ` + journals.Dir + `/toc -train 1 -list -predictions predictions.jsonl

The directory of -data holds a directory a journal, with ISSUE.html,
ISSUE.links.jsonl (an object a link: index, href, text, article) and, if there is
one, ISSUE.meta.json (base_url). The first issues by name teach, the others are
classified; with -before each issue is taught by the ones just before it. With -adapt
the model goes through the others in the order of the numbers in their names and
learns from its own answers; with -budget it may ask for the truth of so many links
of each issue that is unlike what it knows. They are not counted among the links;
asked is how many they are.

The predictions are objects, one a line:
  {"journal", "page", "index", "href", "article", "confidence", "rejected"}

`

func parseOptions(ctx context.Context, args []string, stderr io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("articlelinks", flag.ContinueOnError)
	fs.StringVar(&o.data, "data", "", "`directory` of the journals (default two that the program carries with it)")
	fs.IntVar(&o.train, "train", 1, "`number` of issues that teach")
	fs.BoolVar(&o.before, "before", false, "teach each issue by the -train issues just before it, not by the first")
	fs.BoolVar(&o.adapt, "adapt", false, "learn from the model's own answers, issue by issue in the order of time")
	fs.IntVar(&o.budget, "budget", 0, "with -adapt: `number` of links to ask about in an issue unlike what is known")
	fs.StringVar(&o.mode, "mode", modeEnhanced, "what is compared: enhanced, or paper for the nine components")
	fs.StringVar(&o.distance, "distance", "levenshtein", "how: levenshtein, or with -mode paper jaccard or overlap")
	fs.StringVar(&o.predictions, "predictions", "", "`path` of a file that gets one JSON object a link")
	fs.StringVar(&o.models, "models", "", "`directory` that gets the model of each journal, as journal -model reads it")
	fs.BoolVar(&o.list, "list", false, "print the links to articles that are found, above the table; on without -data")
	fs.BoolVar(&o.json, "json", false, "print one JSON object a journal instead of a table")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	switch err := checkMode(o.mode, o.distance); {
	case o.train < 1:
		return o, program.Usage(fmt.Errorf("-train %d: want 1 or more", o.train))
	case o.adapt && o.before:
		return o, program.Usage(errors.New("-adapt and -before: want one of them"))
	case o.budget < 0 || o.budget > 0 && !o.adapt:
		return o, program.Usage(fmt.Errorf("-budget %d: want 1 or more, with -adapt", o.budget))
	case err != nil:
		return o, program.Usage(err)
	}
	o.list = (o.list || o.data == "") && !o.json
	return o, nil
}

// The values of -mode.
const (
	modeEnhanced = "enhanced"
	modePaper    = "paper"
)

func checkMode(mode, distance string) error {
	switch mode {
	case modeEnhanced:
		if distance != "levenshtein" {
			return fmt.Errorf("-distance %s: want -mode paper with it", distance)
		}
		return nil
	case modePaper:
		return (&paper.NearestNeighbor{Distance: distance}).Learn()
	}
	return fmt.Errorf("-mode %q: want %q or %q", mode, modeEnhanced, modePaper)
}
