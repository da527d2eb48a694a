package journal

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/commands/internal/journals"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// options are what the command line asks for.
type options struct {
	starts    []string
	out       string
	agent     string
	delay     time.Duration // crawl.None for none; 0 for the default
	pages     int
	mode      string
	languages []string
	model     string
	json      bool
	demo      bool // the built-in journal
}

// The values of -mode.
const (
	modeEnhanced = "enhanced"
	modePaper    = "paper"
)

const help = `Journal downloads a journal issue and files its pages by class.

Without -start it downloads an issue of a small journal that it carries with it,
from a server of its own on loopback, to out/journal. With one it downloads yours:

  go run ./examples/journal
  go run ./examples/journal -start https://journal.example/issues/12/ -out issue-12

The bodies go to Abstract, FullText, PDF and Other in the directory of -out as they were
served; manifest.jsonl there has an object a page: url, class, evidence, parent, sha256,
status, file. When all is there, pages that are built unlike the articles' are moved to
Other, and those in Other that are built like them to the articles'. A page that fails
is tried once more after everything else; what then is missing is in by-hand.jsonl. Run
it again to go on with a download that was stopped.

With -model the issues are downloaded one after the other, so name the oldest first: the
model learns from each, also from what pages turned out to be whose links it was not
sure of. links.json in that directory keeps what it has learned, and is used in place of
the -model from then on.

With -mode paper it is the published method: all links of the start's server are
followed that have no word such as "help" or "search" in them, and the words of a
link alone are its page's class. That may be the whole server: see -pages.

`

func parseOptions(ctx context.Context, args []string, stderr io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("journal", flag.ContinueOnError)
	fs.Func("start", "`URL` of the issue's page; may be repeated (default that of a small journal of its own)", func(s string) error {
		u, err := crawl.Canonical(s)
		if err != nil {
			return fmt.Errorf("%w: want a whole URL such as https://journal.example/issues/12/", err)
		}
		o.starts = append(o.starts, u)
		return nil
	})
	fs.StringVar(&o.out, "out", "", "`directory` to fill; created if need be (without -start out/journal)")
	program.Agent(fs, &o.agent)
	program.Delay(fs, &o.delay, "`time` between two requests, 0s for none (default 1s; none without -start)")
	fs.IntVar(&o.pages, "pages", 5000, "`number` of pages to fetch at most")
	fs.StringVar(&o.mode, "mode", modeEnhanced, "`method`: enhanced, or paper for that of Tran et al. 2001")
	fs.Func("languages", "`codes` of the languages of captions and headings, such as de,en (default all that are known)", func(s string) error {
		o.languages = strings.Split(s, ",")
		return nil
	})
	fs.StringVar(&o.model, "model", "", "`path` of a link model of this journal, to tell its articles by")
	fs.BoolVar(&o.json, "json", false, "print one JSON object with the result instead of a summary")
	if err := program.Parse(ctx, fs, help, args, stderr); err != nil {
		return o, err
	}
	if len(o.starts) == 0 {
		o.demo, o.starts = true, []string{journals.Issue}
		o.out = cmp.Or(o.out, filepath.Join("out", "journal"))
		o.delay = cmp.Or(o.delay, crawl.None)
	}
	switch {
	case o.out == "":
		return o, program.Usage(errors.New("-out needs a directory"))
	case o.pages < 1:
		return o, program.Usage(fmt.Errorf("-pages %d: want 1 or more", o.pages))
	case o.mode != modeEnhanced && o.mode != modePaper:
		return o, program.Usage(fmt.Errorf("-mode %q: want enhanced or paper", o.mode))
	case o.mode == modePaper && (o.model != "" || o.languages != nil):
		return o, program.Usage(errors.New("-mode paper has neither a -model nor -languages"))
	}
	for _, l := range o.languages {
		if len(classify.NewConstraints(l).Abstract) == 0 {
			return o, program.Usage(fmt.Errorf("-languages: no words are known for %q", l))
		}
	}
	return o, nil
}
