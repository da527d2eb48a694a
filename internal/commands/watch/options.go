package watch

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// options are what the command line asks for.
type options struct {
	urls  []string
	text  string
	parts program.Parts
	web   string // path of a recorded web; "" for the network or the built-in site
	state string
	out   string
	paper bool // the loop of the paper
	agent string
	delay time.Duration
	json  bool

	continuous bool
	revisits   int // a day
}

// demo reports whether the built-in site is watched.
func (o options) demo() bool { return len(o.urls) == 0 }

const help = `Watch monitors a region of pages of one template.

Without flags it watches a small site that it carries with it through a redesign.
Otherwise it learns the region from its text, as copied from the screen, on the
first run, and looks at the pages again on every later one:

  go run ./examples/watch
  go run ./examples/watch -url https://journal.example/1 -url https://journal.example/2 -text "The abstract of article 1." -state watch.json

While the template holds, the region is read from its place. When it changed the
region is found again and, once two pages agree (of one page, at once), a new
version of the template is kept with the old one; when it or a part of it cannot be
found the page is deferred, with a warning. The report out/watch.html shows the bar
trees, the old next to the new.

With -mode paper the text itself is looked for on each page, as in the paper on
bar trees: where it is gone the page is deferred, and where a variable of the
bar tree differs a new version replaces the old at once.

It exits with 1 if a page could not be fetched or read, after the report; a page
that is deferred is no failure.

`

func parseOptions(ctx context.Context, args []string, stderr io.Writer) (options, error) {
	o := options{parts: program.Parts{}}
	fs := flag.NewFlagSet("watch", flag.ContinueOnError)
	fs.Func("url", "`URL` of a page to look at; may be repeated", func(s string) error {
		o.urls = append(o.urls, s)
		return nil
	})
	fs.StringVar(&o.text, "text", "", "the region's `text` on one of the pages: for the first run, later ones refuse another")
	fs.Var(o.parts, "part", "`NAME=TEXT` of an attribute inside the region; may be repeated")
	mode := fs.String("mode", "enhanced", "enhanced, or paper")
	fs.StringVar(&o.web, "web", "", "`path` of a recorded web instead of the network")
	fs.StringVar(&o.state, "state", "", "`path` of the file that keeps what was learned between runs")
	fs.StringVar(&o.out, "out", "out", "`directory` of the report; created if need be")
	program.Agent(fs, &o.agent)
	program.Delay(fs, &o.delay, "`time` between two requests to a host, 0s for none (default 1s; none without network)")
	fs.BoolVar(&o.continuous, "continuous", false, "go on until interrupted: look at each page when it is likely to have changed, and keep -state and the report up to date")
	fs.IntVar(&o.revisits, "revisits", 0, "how `many` times a day -continuous fetches a page (default 24 for each -url)")
	fs.BoolVar(&o.json, "json", false, "print one JSON object a look; versions count from 0 there")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	o.paper = *mode == "paper"
	switch {
	case *mode != "enhanced" && *mode != "paper":
		return o, program.Usage(fmt.Errorf("-mode %q: want enhanced or paper", *mode))
	case o.demo() && (o.text != "" || o.web != "" || o.state != ""):
		return o, program.Usage(errors.New("-url needs at least one page"))
	case !o.demo() && o.text == "" && o.state == "":
		return o, program.Usage(errors.New("-text needs the region's text, or -state a file that an earlier run wrote"))
	case o.continuous && o.demo():
		return o, program.Usage(errors.New("-continuous needs a -url"))
	case o.revisits < 0 || o.revisits > 0 && !o.continuous:
		return o, program.Usage(fmt.Errorf("-revisits %d: want 1 or more, with -continuous", o.revisits))
	case o.out == "":
		return o, program.Usage(errors.New("-out needs a directory"))
	}
	if o.revisits == 0 {
		o.revisits = 24 * len(o.urls)
	}
	if o.delay == 0 && o.web != "" {
		o.delay = crawl.None
	}
	return o, nil
}
