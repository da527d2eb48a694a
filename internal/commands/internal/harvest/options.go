// Package harvest has what the program of that name is asked for, the journal of a harvest that is
// under way, and its results.
package harvest

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/records"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// Options are what the command line asks for.
type Options struct {
	Start  string              // URL of the list's first page
	Record bartree.Region      // one record of it
	Inner  program.Parts       // a record of each list inside records
	Link   string              // part that links to a record's own page
	Next   string              // text of the link to the next page
	Own    bartree.Region      // on the own page of the taught record; without text none is fetched
	Above  []string            // an entry of each list of lists, from the first page down
	Words  map[string][]string // keywords of links on own pages, by name
	Web    string              // path of a recorded web; "" for the network or the built-in site
	Out    string
	Pages  int
	Agent  string
	Delay  time.Duration
	JSON   bool
	Demo   bool
}

// Help is what -h says.
const Help = `Harvest takes all records of a list, taught by one of them.

Without flags it harvests a small site that it carries with it. Otherwise point at
one record by its text, as copied from the screen, and at the texts of its parts:

  go run ./examples/harvest
  go run ./examples/harvest -list https://journal.example/issues/1 -record "Tides in small harbours" -part "title=Tides in small harbours" -part "authors=M. Okafor" -link title -own-text "We measured the tide."

Where one part is a list of its own, -inner teaches it by one of its entries. The
list goes on at the link that -next names by its text, or at one with rel="next".
With -own-text the own page of each record is read too: the text is that of a region
on the own page of the record that was pointed at, with -own-focus at which of its places.
With -keyword the links to full texts and images on own pages are found by a word of
their text or address. If the first page is a list of lists, -above is the text of its
entry that leads to the list with the record; once for each level, from the first down.

The results are records.csv, records.jsonl and deferred.jsonl in the directory of
-out: what could not be read, and why. In records.csv an apostrophe is before what a
spreadsheet would take for a formula. A harvest that was stopped, by kill -9 too,
goes on when it is started again with the same flags. What was learned stays in
list.json and watch.json: later harvests into the same directory use it if they have
no -record and no -own-text.

`

// ParseOptions reads the command line.
func ParseOptions(ctx context.Context, args []string, stderr io.Writer) (Options, error) {
	o := Options{Inner: program.Parts{}}
	record, own := program.Parts{}, program.Parts{}
	fs := flag.NewFlagSet("harvest", flag.ContinueOnError)
	fs.StringVar(&o.Start, "list", "", "`URL` of the list's first page")
	fs.StringVar(&o.Record.Text, "record", "", "`text` of one record on that page; for the first run")
	fs.Var(record, "part", "`NAME=TEXT` of a part of the record, or NAME=ADDRESS of a link in it; may be repeated")
	fs.Var(o.Inner, "inner", "`NAME=TEXT` of an entry of a list inside the record; may be repeated")
	fs.StringVar(&o.Link, "link", "", "`part` whose link leads to a record's own page")
	fs.StringVar(&o.Next, "next", "", "`text` of the link to the list's next page")
	fs.StringVar(&o.Own.Text, "own-text", "", "`text` of the region on the record's own page")
	fs.Var(own, "own-part", "`NAME=TEXT` of a part of that region; may be repeated")
	fs.IntVar(&o.Own.Focus, "own-focus", 0, "`number` of the place of -own-text, from 1, if the page has it in several")
	fs.Func("keyword", "`NAME=WORD` that links of own pages are known by, as fulltext=pdf; may be repeated, with one name too", func(s string) error {
		name, word, _ := strings.Cut(s, "=")
		if name == "" || strings.TrimSpace(word) == "" {
			return errors.New("want NAME=WORD")
		}
		if o.Words == nil {
			o.Words = map[string][]string{}
		}
		o.Words[name] = append(o.Words[name], word)
		return nil
	})
	fs.Func("above", "`text` of an entry of a list of lists; may be repeated, from the first page down", func(s string) error {
		o.Above = append(o.Above, s)
		return nil
	})
	fs.StringVar(&o.Web, "web", "", "`path` of a recorded web instead of the network")
	fs.StringVar(&o.Out, "out", "out/harvest", "`directory` of the results; created if need be")
	fs.IntVar(&o.Pages, "pages", 0, "most `pages` to fetch (default no limit)")
	program.Agent(fs, &o.Agent)
	program.Delay(fs, &o.Delay, "`time` between two requests to a host (default 1s; none without network)")
	fs.BoolVar(&o.JSON, "json", false, "print the summary as one JSON object")
	if err := program.Parse(ctx, fs, Help, args, stderr); err != nil {
		return o, err
	}
	o.Record.Parts, o.Own.Parts = maps.Clone(record), maps.Clone(own)
	o.Demo = o.Start == ""
	switch {
	case o.Demo && (o.Record.Text != "" || o.Web != "" || o.Next != "" || o.Link != "" || o.Own.Text != "" || len(record)+len(o.Inner)+len(own)+len(o.Above)+len(o.Words) > 0 || o.Own.Focus != 0):
		return o, program.Usage(errors.New("-list needs the URL of the list's first page"))
	case o.Record.Text == "" && (len(record)+len(o.Inner)+len(o.Above) > 0 || o.Next != ""):
		return o, program.Usage(errors.New("-part, -inner, -above and -next need -record"))
	case o.Own.Text == "" && (len(own) > 0 || o.Own.Focus != 0):
		return o, program.Usage(errors.New("-own-part and -own-focus need -own-text"))
	case o.Link != "" && o.Record.Text != "" && record[o.Link] == "":
		return o, program.Usage(fmt.Errorf("-link %s: no -part has that name", o.Link))
	case twice(record, o.Inner, own) != "":
		return o, program.Usage(fmt.Errorf("records.csv would have two columns %q: want another name of that part", twice(record, o.Inner, own)))
	case o.Pages < 0:
		return o, program.Usage(fmt.Errorf("-pages %d: want 1 or more, or 0 for no limit", o.Pages))
	case o.Out == "":
		return o, program.Usage(errors.New("-out needs a directory"))
	}
	if o.Demo {
		TeachDemo(&o)
	}
	if o.Delay == 0 && (o.Web != "" || o.Demo) {
		o.Delay = crawl.None
	}
	return o, nil
}

// twice returns a name of a column that records.csv would have twice, "" for none.
func twice(parts, inner, own program.Parts) string {
	names := slices.Concat(fixed, slices.Collect(maps.Keys(parts)), slices.Collect(maps.Keys(inner)))
	for name := range own {
		names = append(names, "own_"+name)
	}
	slices.Sort(names)
	for i := 1; i < len(names); i++ {
		if names[i] == names[i-1] {
			return names[i]
		}
	}
	return ""
}

// Task is what a harvest is of.
func (o Options) Task() string {
	b, _ := json.Marshal([]any{o.Start, o.Record, o.Inner, o.Link, o.Next, o.Own, o.Above, o.Words}) // texts
	return string(b)
}

// SiteURL is the start of the built-in site.
const SiteURL = "http://journal.example/"

// TeachDemo points at one record of the built-in site.
func TeachDemo(o *Options) {
	o.Start = SiteURL
	o.Record.Text = "Tides in small harbours"
	o.Record.Parts = map[string]string{"title": "Tides in small harbours", "pages": "3-9"}
	o.Inner["authors"] = "M. Okafor"
	o.Link = "title"
	o.Next = "Older articles"
	o.Own.Text = "We measured the tide in four small harbours for a year and found that a wall of stones delays it by eleven minutes."
}

// TaughtBy reports whether a record is the one that was pointed at: it has its text, and the texts of
// its parts in them but for those that were given by an address.
func (o Options) TaughtBy(rec records.Record) bool {
	spaced := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for name, text := range o.Record.Parts {
		if got, ok := rec.Parts[name]; ok && !strings.Contains(got, spaced(text)) {
			return false
		}
	}
	return o.Record.Text != "" && strings.Contains(rec.Text, spaced(o.Record.Text))
}
