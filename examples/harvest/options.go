package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/examples/internal/program"
)

// options are what the command line asks for.
type options struct {
	start  string         // URL of the list's first page
	record bartree.Region // one record of it
	inner  program.Parts  // a record of each list inside records
	link   string         // part that links to a record's own page
	next   string         // text of the link to the next page
	own    bartree.Region // on the own page of the taught record; without text none is fetched
	web    string         // path of a recorded web; "" for the network or the built-in site
	out    string
	pages  int
	agent  string
	delay  time.Duration
	json   bool
	demo   bool
}

const help = `Harvest takes all records of a list, taught by one of them.

Without flags it harvests a small site that it carries with it. Otherwise point at
one record by its text, as copied from the screen, and at the texts of its parts:

  go run ./examples/harvest
  go run ./examples/harvest -list https://journal.example/issues/1 -record "Tides in small harbours" -part "title=Tides in small harbours" -part "authors=M. Okafor" -link title -own-text "We measured the tide."

Where one part is a list of its own, -inner teaches it by one of its entries. The
list goes on at the link that -next names by its text, or at one with rel="next".
With -own-text the own page of each record is read too: the text is that of a region
on the own page of the record that was pointed at.

The results are records.csv, records.jsonl and deferred.jsonl in the directory of
-out: what could not be read, and why. In records.csv an apostrophe is before what a
spreadsheet would take for a formula. A harvest that was stopped, by kill -9 too,
goes on when it is started again with the same flags. What was learned stays in
list.json and watch.json: later harvests into the same directory use it if they have
no -record and no -own-text.

`

func parseOptions(args []string, stderr io.Writer) (options, error) {
	o := options{inner: program.Parts{}}
	record, own := program.Parts{}, program.Parts{}
	fs := flag.NewFlagSet("harvest", flag.ContinueOnError)
	fs.StringVar(&o.start, "list", "", "`URL` of the list's first page")
	fs.StringVar(&o.record.Text, "record", "", "`text` of one record on that page; for the first run")
	fs.Var(record, "part", "`NAME=TEXT` of a part of the record, or NAME=ADDRESS of a link in it; may be repeated")
	fs.Var(o.inner, "inner", "`NAME=TEXT` of an entry of a list inside the record; may be repeated")
	fs.StringVar(&o.link, "link", "", "`part` whose link leads to a record's own page")
	fs.StringVar(&o.next, "next", "", "`text` of the link to the list's next page")
	fs.StringVar(&o.own.Text, "own-text", "", "`text` of the region on the record's own page")
	fs.Var(own, "own-part", "`NAME=TEXT` of a part of that region; may be repeated")
	fs.StringVar(&o.web, "web", "", "`path` of a recorded web instead of the network")
	fs.StringVar(&o.out, "out", "out/harvest", "`directory` of the results; created if need be")
	fs.IntVar(&o.pages, "pages", 0, "most `pages` to fetch (default no limit)")
	program.Agent(fs, &o.agent)
	program.Delay(fs, &o.delay, "`time` between two requests to a host (default 1s; none without network)")
	fs.BoolVar(&o.json, "json", false, "print the summary as one JSON object")
	if err := program.Parse(fs, help, args, stderr); err != nil {
		return o, err
	}
	o.record.Parts, o.own.Parts = maps.Clone(record), maps.Clone(own)
	o.demo = o.start == ""
	switch {
	case o.demo && (o.record.Text != "" || o.web != "" || o.next != "" || o.link != "" || o.own.Text != "" || len(record)+len(o.inner)+len(own) > 0):
		return o, program.Usage(errors.New("-list needs the URL of the list's first page"))
	case o.record.Text == "" && (len(record)+len(o.inner) > 0 || o.next != ""):
		return o, program.Usage(errors.New("-part, -inner and -next need -record"))
	case o.own.Text == "" && len(own) > 0:
		return o, program.Usage(errors.New("-own-part needs -own-text"))
	case o.link != "" && o.record.Text != "" && record[o.link] == "":
		return o, program.Usage(fmt.Errorf("-link %s: no -part has that name", o.link))
	case o.pages < 0:
		return o, program.Usage(fmt.Errorf("-pages %d: want 1 or more, or 0 for no limit", o.pages))
	case o.out == "":
		return o, program.Usage(errors.New("-out needs a directory"))
	}
	if o.demo {
		teachDemo(&o)
	}
	if o.delay == 0 && (o.web != "" || o.demo) {
		o.delay = crawl.None
	}
	return o, nil
}
