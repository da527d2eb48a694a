package zones

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
	"github.com/lokman-crawler/lokman/internal/commands/internal/zones"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// options are what the command line asks for.
type options struct {
	data        string
	train       int
	labels      string // values, metas or none
	mode        string // enhanced or paper
	predictions string
	html        string
	models      string
	list        bool
	json        bool
	draws       int
	seed        uint64
	choose      bool
}

const help = `Zones labels the title, authors, affiliations and abstract of article pages.

Without flags it labels the articles of two small journals that it carries with it,
prints the zones and writes the pages with their zones coloured to out/zones. They
are also in a directory of a checkout, as yours would be:

  go run ./examples/zones -train 2
  go run ./examples/zones -data ` + journals.Dir + `/articles -train 2 -list -html out/zones -predictions zones.jsonl

Each directory of -data is a journal with pages ID.html and their true zones in
ID.zones.json, an object with title, authors, affiliations and abstract: texts, but
lists of texts for authors and affiliations. The first pages of a journal, by name,
are learnt from; the others are labelled with their <meta>, <title> and JSON-LD
removed, and once more as they are served, which is the row below. Printed is how many
zones are right in percent: a title or abstract whose words agree by F1 >= 0.9, authors
(surname and initial) by 0.9, affiliations by 0.8; an article is right if all its zones
are. Exact are titles without a sign more or less than the truth. Zones without truth
are not counted.

Ten pages or more of a journal without any labels:

  go run ./examples/zones -data ` + journals.Dir + `/articles -labels none -list -html out/zones

`

func parseOptions(ctx context.Context, args []string, stderr io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("zones", flag.ContinueOnError)
	fs.StringVar(&o.data, "data", "", "`directory` of the journals (default two that the program carries with it)")
	fs.IntVar(&o.train, "train", 2, "`number` of pages of each journal to learn from")
	fs.StringVar(&o.labels, "labels", "values", "learn from the true values of those pages (values), from their metas (metas; as nobody writes those, -train 10 costs nothing and is better), or from the first ten pages without any labels (none): then all pages are labelled, and ID.zones.json is not needed")
	fs.StringVar(&o.mode, "mode", "enhanced", "enhanced, or paper for the patterns of the published method")
	fs.StringVar(&o.predictions, "predictions", "", "`path` of a file that gets one JSON object a page")
	fs.StringVar(&o.html, "html", "", "`directory` that gets each labelled page with its zones coloured (without -data out/zones), and failures.html: the wrong zones beside the truth, with what a person would do")
	fs.StringVar(&o.models, "models", "", "`directory` that gets each journal's model as JSON")
	fs.IntVar(&o.draws, "draws", 0, "label each journal this `number` of times, each time with training pages drawn at random; every third draw is of pages with few names")
	fs.Uint64Var(&o.seed, "seed", 1, "`number` that the draws depend on")
	fs.BoolVar(&o.choose, "choose", false, "with -draws: of ten pages drawn, learn from those that the model asks for")
	fs.BoolVar(&o.list, "list", false, "print the zones of each page, above the table; on without -data")
	fs.BoolVar(&o.json, "json", false, "print one JSON object a journal instead of the table")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	switch {
	case o.train < 1:
		return o, program.Usage(fmt.Errorf("-train %d: want 1 or more", o.train))
	case o.labels != "values" && o.labels != "metas" && o.labels != "none":
		return o, program.Usage(fmt.Errorf("-labels %q: want values, metas or none", o.labels))
	case o.labels == "none" && (o.choose || o.mode == "paper"):
		return o, program.Usage(errors.New("-labels none goes with the enhanced mode, without -choose"))
	case o.draws < 0:
		return o, program.Usage(fmt.Errorf("-draws %d: want 0 or more", o.draws))
	case o.draws == 0 && o.choose:
		return o, program.Usage(errors.New("-choose needs -draws"))
	case o.draws > 0 && (o.mode == "paper" || o.html != "" || o.models != ""):
		return o, program.Usage(errors.New("-draws goes with the enhanced mode, without -html and -models"))
	case o.mode != "enhanced" && o.mode != "paper":
		return o, program.Usage(fmt.Errorf("-mode %q: want enhanced or paper", o.mode))
	}
	if o.data == "" && o.draws == 0 && o.html == "" {
		o.html = "out/zones"
	}
	o.list = (o.list || o.data == "") && o.draws == 0 && !o.json
	return o, nil
}

func (o options) drawing() zones.Drawing {
	if o.labels == "none" {
		o.train = zones.PoolSize
	}
	return zones.Drawing{Draws: o.draws, Train: o.train, Seed: o.seed, Choose: o.choose, Metas: o.labels == "metas", Learn: o.learn}
}
