package templates

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
	"github.com/lokman-crawler/lokman/internal/commands/internal/templates/figures"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// options are what the command line asks for.
type options struct {
	data        string
	predictions string
	mode        string
	figures     string // directory of the plots; "" to predict
	pages       int    // of the figures
	evaluate    bool
	json        bool
}

const help = `Templates tells for sets of pages whether their template changed.

Without flags it looks at two small journals that it carries with it, of which both
changed. They are also in a directory of a checkout, as your pages would be:

  go run ./examples/templates -json
  go run ./examples/templates -data ` + journals.Dir + ` -predictions predictions.jsonl

The directory of -data holds pairs.jsonl, an object a line: site, template, a and b,
what the pages and their two versions are called, a_pages, paths of pages of one
version, and b_pages, of other pages. The first are learned as one template; the
answer for the others is same, content, drift, changed, redesign, and where the first
difference lies, or unknown: the pages differ, but the template was learned from too
few to tell a change from content. If there is an identify.jsonl (an object a line:
page, a path, and template), the pages in it without a template get that of the seed,
a page with one, that they are most like.

The predictions are objects, one a line:
  {"site", "template", "a", "b", "state", "where"}
  {"page", "template", "similarity"}

With -evaluate it counts wrong answers instead, by site: pairs.jsonl then says which
templates changed (changed: true or false; size: "tiny" if no element did), and
manifest.jsonl, an object a line with path, site, template and version, the version
of each page, which is judged by the others of it. The last row counts on each site
with the score that makes an alarm chosen on the other sites.

With -figures it measures again what Figures 6 and 7 of the paper on bar trees
show, on generated pages whose templates are changed at random: the time
of its two sets of variables and the share of the changes that they see.

`

func parseOptions(ctx context.Context, args []string, stderr io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("templates", flag.ContinueOnError)
	fs.StringVar(&o.data, "data", "", "`directory` of the pages, with pairs.jsonl (default one that the program carries with it)")
	fs.StringVar(&o.predictions, "predictions", "", "`path` of a file that gets one JSON object an answer")
	fs.StringVar(&o.mode, "mode", "enhanced", "enhanced, or paper: the variables of the bar tree of each page's heading")
	fs.StringVar(&o.figures, "figures", "", "`directory` for figures.svg, the paper's Figures 6 and 7 measured again; instead of -data")
	fs.IntVar(&o.pages, "pages", figures.Pages, "`number` of pages for -figures")
	fs.BoolVar(&o.evaluate, "evaluate", false, "count the wrong answers by site")
	fs.BoolVar(&o.json, "json", false, "print the predictions instead of a table for people")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	switch {
	case o.figures != "" && (o.data != "" || o.predictions != ""):
		return o, program.Usage(errors.New("-figures needs neither -data nor -predictions"))
	case o.pages < figures.FewestPages:
		return o, program.Usage(fmt.Errorf("-pages %d: want %d or more", o.pages, figures.FewestPages))
	case o.evaluate && (o.predictions != "" || o.figures != "" || o.mode != "enhanced"):
		return o, program.Usage(errors.New("-evaluate needs neither -predictions, -figures nor -mode"))
	case o.mode != "enhanced" && o.mode != "paper":
		return o, program.Usage(fmt.Errorf("-mode %q: want enhanced or paper", o.mode))
	}
	return o, nil
}
